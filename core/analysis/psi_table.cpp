// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/psi_table.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace pescope::analysis {
namespace {

double fastest(std::span<const double> omega)
{
    double most = 0;
    for (const double w : omega)
        most = std::max(most, std::abs(w));
    return most;
}

std::vector<double> times(std::span<const double> omega, double factor)
{
    std::vector<double> result(omega.begin(), omega.end());
    for (double& w : result)
        w *= factor;
    return result;
}

} // namespace

PsiTable::PsiTable(std::span<const double> omega)
    : PsiTable(omega, kTurn / fastest(omega))
{
}

PsiTable::PsiTable(std::span<const double> omega, double spacing)
    : m_spacing(spacing)
    , m_steps(times(omega, spacing), stepAmplitudes(times(omega, spacing)))
    , m_slopes(times(omega, spacing), times(omega, -spacing))
    , m_next(static_cast<double>(omega.size()))
{
}

double PsiTable::at(double x)
{
    const double place = x / m_spacing;
    const auto left = static_cast<std::size_t>(place);
    if (left + 1 >= m_value.size())
        grow(left + 2);
    const double t = place - static_cast<double>(left);
    const double rise = m_value[left + 1] - m_value[left];
    const double a = m_slope[left] - rise;
    const double b = rise - m_slope[left + 1];
    return m_value[left] + t * (rise + (1 - t) * (a * (1 - t) + b * t));
}

void PsiTable::grow(std::size_t points)
{
    std::array<double, RotatingSum::kBlock> block{};
    while (m_value.size() < points) {
        const auto first = static_cast<double>(m_value.size());
        m_slopes.sines(first, block);
        m_slope.insert(m_slope.end(), block.begin(), block.end());
        // Summed from steps that are free of cancellation.
        m_steps.sines(first + 0.5, block);
        for (const double step : block) {
            m_value.push_back(m_next);
            m_next += step;
        }
    }
}

} // namespace pescope::analysis
