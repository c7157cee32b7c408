// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/rotating_sum.h"

#include <vector>

namespace pescope::analysis {

/// ψ between the points of a table, for searches that look at it a million times: cubic Hermite pieces from ψ and ψ′
/// at every 0.02/ω_max. Error below 5e-10 · #ω (h⁴/384 · Σω⁴), so what it decides closely is looked at again exactly.
///
/// The table grows as it is read. O(#ω) for each new point, O(1) afterwards.
class PsiTable {
public:
    /// @param omega  rad per position, at least one other than 0
    explicit PsiTable(std::span<const double> omega);

    /// @param x  ≥ 0
    [[nodiscard]] double at(double x);

    [[nodiscard]] std::size_t points() const { return m_value.size(); }

private:
    static constexpr double kTurn = 0.02;

    PsiTable(std::span<const double> omega, double spacing);
    void grow(std::size_t points);

    double m_spacing;
    RotatingSum m_steps;
    RotatingSum m_slopes;
    std::vector<double> m_value;
    std::vector<double> m_slope; ///< ψ′ · spacing
    double m_next; ///< ψ at the first point that is not in the table
};

} // namespace pescope::analysis
