// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/psi_table.h"
#include "core/analysis/range_solve.h"

#include <vector>

namespace pescope::analysis {

/// Ranges of many ω, each only as far as a target needs it, with a count of the work done.
///
/// On integers by the quick sums alone, so that a step within rounding of 0 may be taken for either; whoever hands out
/// an answer measures it by rangeInSense.
class CappedRange {
public:
    CappedRange(const RangeGoal& goal, double mostTerms)
        : m_goal(goal)
        , m_mostTerms(mostTerms)
        , m_end(2 * goal.target + 64)
    {
    }

    /// The range; 2 · target + 64 for any that is longer.
    [[nodiscard]] double of(std::span<const double> omega);

    /// The same of c ω from a table of ψ of `count` frequencies ω, in a hundredth of the time. Senses on integers only;
    /// wrong where a step is within the error of the table.
    [[nodiscard]] double of(PsiTable& psi, double count, double factor);

    [[nodiscard]] bool workLeft() const { return m_terms < m_mostTerms; }

private:
    [[nodiscard]] double onIntegers(std::span<const double> omega);

    RangeGoal m_goal;
    double m_mostTerms; ///< of ψ
    double m_end;
    double m_terms = 0;
};

} // namespace pescope::analysis
