// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pescope::tables {

void StatisticsSum::add(std::span<const double> values)
{
    constexpr std::size_t kBlock = 4096; // short sums keep their digits
    for (std::size_t from = 0; from < values.size(); from += kBlock) {
        const auto block = values.subspan(from, std::min(kBlock, values.size() - from));
        double sum = 0;
        std::uint64_t finite = 0;
        for (const double x : block) {
            m_counts.notANumber += std::isnan(x) ? 1 : 0;
            m_counts.infinite += std::isinf(x) ? 1 : 0;
            m_counts.zeros += x == 0 ? 1 : 0;
            if (!std::isfinite(x))
                continue;
            m_counts.min = m_finite + finite == 0 ? x : std::min(m_counts.min, x);
            m_counts.max = m_finite + finite == 0 ? x : std::max(m_counts.max, x);
            sum += x;
            ++finite;
        }
        m_counts.count += block.size();
        if (finite == 0)
            continue;
        const double mean = sum / static_cast<double>(finite);
        double squares = 0;
        for (const double x : block)
            if (std::isfinite(x))
                squares += (x - mean) * (x - mean);
        const auto before = static_cast<double>(m_finite);
        const auto added = static_cast<double>(finite);
        const double step = mean - m_mean;
        m_squares += squares + step * step * (before * added / (before + added));
        m_mean += step * (added / (before + added));
        m_finite += finite;
    }
}

ValueStatistics StatisticsSum::result() const
{
    ValueStatistics result = m_counts;
    if (m_finite == 0) {
        result.min = result.max = result.mean = result.deviation = std::numeric_limits<double>::quiet_NaN();
        return result;
    }
    result.mean = m_mean;
    result.deviation = std::sqrt(m_squares / static_cast<double>(m_finite));
    return result;
}

} // namespace pescope::tables
