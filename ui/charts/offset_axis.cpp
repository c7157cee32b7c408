// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/offset_axis.h"

#include <algorithm>
#include <cmath>

namespace pescope::ui::charts {

namespace {
constexpr double kClosest = 8; // positions
constexpr double kPerStep = 1.25;
} // namespace

void OffsetAxis::setFull(double low, double high, double homeLow, double homeHigh)
{
    m_fullLow = low;
    m_fullHigh = std::max(high, low + 1);
    m_homeLow = std::clamp(homeLow, m_fullLow, m_fullHigh);
    m_homeHigh = std::clamp(homeHigh, m_homeLow + 1, std::max(m_fullHigh, m_homeLow + 1));
    if (m_home)
        reset();
    else
        hold();
}

void OffsetAxis::zoom(double at, double steps)
{
    const double full = m_fullHigh - m_fullLow;
    const double span = m_high - m_low;
    const double wanted = std::clamp(span * std::pow(kPerStep, -steps), std::min(kClosest, full), full);
    const double share = (at - m_low) / span;
    m_low = at - share * wanted;
    m_high = m_low + wanted;
    m_home = false;
    hold();
}

void OffsetAxis::pan(double by)
{
    m_low += by;
    m_high += by;
    m_home = false;
    hold();
}

void OffsetAxis::reset()
{
    m_low = m_homeLow;
    m_high = m_homeHigh;
    m_home = true;
}

void OffsetAxis::hold()
{
    const double span = std::min(m_high - m_low, m_fullHigh - m_fullLow);
    m_low = std::clamp(m_low, m_fullLow, m_fullHigh - span);
    m_high = m_low + span;
}

} // namespace pescope::ui::charts
