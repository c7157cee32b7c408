// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/capped_range.h"

#include "core/analysis/rotating_sum.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace pescope::analysis {

double CappedRange::of(std::span<const double> omega)
{
    if (m_goal.sense != RangeSense::Continuous)
        return onIntegers(omega);
    // A sine and a cosine, exact to the product, cost about thirty rotations; the search takes some ten steps.
    m_terms += 300.0 * static_cast<double>(omega.size());
    return continuousRange(omega, m_end).m.value_or(m_end);
}

double CappedRange::onIntegers(std::span<const double> omega)
{
    const std::vector<double> amplitude = stepAmplitudes(omega);
    const RotatingSum steps(omega, amplitude);
    const bool integer = m_goal.sense == RangeSense::Integer;
    const double slack = integer ? 0 : m_goal.epsilon * static_cast<double>(omega.size());
    const auto last = static_cast<Index>(m_end);
    std::array<double, RotatingSum::kBlock> block{};
    double above = 0; // ψ(m) over its running minimum
    for (Index start = 0; start < last; start += RotatingSum::kBlock) {
        const Index length = std::min(RotatingSum::kBlock, last - start);
        m_terms += static_cast<double>(omega.size()) * (static_cast<double>(length) + 40);
        steps.sines(static_cast<double>(start) + 0.5, std::span(block).first(static_cast<std::size_t>(length)));
        for (Index k = 0; k < length; ++k) {
            const double step = block[static_cast<std::size_t>(k)];
            above = std::max(above + step, 0.0);
            if (integer ? step >= 0 : above > slack)
                return static_cast<double>(start + k);
        }
    }
    return static_cast<double>(last);
}

double CappedRange::of(PsiTable& psi, double count, double factor)
{
    const bool integer = m_goal.sense == RangeSense::Integer;
    const double slack = integer ? 0 : m_goal.epsilon * count;
    const std::size_t points = psi.points();
    double before = count;
    double lowest = count;
    double m = 0;
    for (; m < m_end; ++m) {
        const double here = psi.at((m + 1) * factor);
        if (integer ? here >= before : here > lowest + slack)
            break;
        before = here;
        lowest = std::min(lowest, here);
    }
    // A look into the table costs about as much as two terms, a new point two sums over the frequencies.
    m_terms += 2 * (m + 1) + 3 * count * static_cast<double>(psi.points() - points);
    return m;
}

} // namespace pescope::analysis
