// SPDX-License-Identifier: GPL-3.0-or-later
// Dragging the ends of the present curve's range bar in the ω chart.
#include "ui/charts/omega_scene.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>

namespace pescope::ui::charts {

QPointF OmegaScene::rangeEnd(RangeSense sense) const
{
    const auto row = std::ranges::find(m_bars->rows, false, &BarRow::former);
    if (row == m_bars->rows.end())
        return {};
    const std::optional<BarEnd>& end = sense == RangeSense::Integer ? row->integer
        : sense == RangeSense::Tolerance                            ? row->tolerance
                                                                    : row->continuous;
    return end ? QPointF(end->x, row->y) : QPointF();
}

std::optional<RangeSense> OmegaScene::rangeEndAt(QPointF at) const
{
    constexpr double kNear = 7;
    const auto row = std::ranges::find(m_bars->rows, false, &BarRow::former);
    if (row == m_bars->rows.end() || std::abs(at.y() - row->y) > kNear + row->thickness / 2)
        return std::nullopt;
    // the diamond lies on the bar and is drawn last
    const std::pair<const std::optional<BarEnd>&, RangeSense> ends[] = {{row->continuous, RangeSense::Continuous},
                                                                        {row->integer, RangeSense::Integer},
                                                                        {row->tolerance, RangeSense::Tolerance}};
    for (const auto& [end, sense] : ends)
        if (end && !end->beyond && std::abs(end->x - at.x()) <= kNear)
            return sense;
    return std::nullopt;
}

double OmegaScene::targetAt(RangeSense sense, QPointF at) const
{
    const double m = std::clamp(m_psi.xValue(at.x()), 0.0, m_axis.high());
    return sense == RangeSense::Continuous ? std::max(0.01, m) : std::max(1.0, std::round(m));
}

void OmegaScene::showTarget(RangeSense sense, double m)
{
    const QString text = sense == RangeSense::Continuous ? tr("ψ′ = 0 first at m = %1").arg(fixedText(m, 2))
        : sense == RangeSense::Integer                   ? tr("reach 0…%1").arg(wholeText(static_cast<qint64>(m)))
                                                         : tr("reach ε: 0…%1").arg(wholeText(static_cast<qint64>(m)));
    const QRect place = m_psi.place();
    const QRect lowest = m_steps.isVisible() ? m_steps.place() : m_prime.isVisible() ? m_prime.place() : place;
    const double x = m_psi.xPixel(m);
    const QSizeF size = chipSize(text, true);
    const double left = std::min(x + 6, static_cast<double>(place.right()) - size.width());
    m_magnifier->setVisible(false); // it shows the end that is being left, in the target's way
    m_target->x = x;
    m_target->top = 2;
    m_target->bottom = lowest.top() + lowest.height();
    m_target->chip = Chip{.rect = QRectF(QPointF(left, place.top() + 4), size),
                          .text = text,
                          .colour = Theme::of(m_themed).colour(Role::AccentText),
                          .bold = true,
                          .letter = {}};
    m_target->update();
}

void OmegaScene::hideTarget()
{
    m_magnifier->setVisible(true);
    m_target->x.reset();
    m_target->update();
}

} // namespace pescope::ui::charts
