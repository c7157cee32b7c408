// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/monotone_range.h"

#include "core/analysis/continuous_range.h"
#include "core/analysis/psi.h"
#include "core/analysis/rotating_sum.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace pescope::analysis {
namespace {

/// Follows a curve step by step and notes where the two ranges on integers end.
///
/// The excess over the running minimum is summed from the steps since that minimum, each free of cancellation. Where a
/// decision is closer than the quick steps are exact, `exact(a, b)` says f(a) − f(b) with its own uncertainty.
template<typename Exact>
class Follower {
public:
    Follower(double slack, double doubt, Exact exact)
        : m_slack(slack)
        , m_doubt(doubt)
        , m_exact(std::move(exact))
    {
    }

    /// @param m  step from f(m) to f(m + 1)
    void take(Index m, double step)
    {
        if (!integer && step >= -m_doubt) {
            const PsiDifference sure = m_exact(m + 1, m);
            if (sure.value >= -sure.uncertainty)
                integer = m;
        }
        double excess = m_above + step;
        if (!tolerance && std::abs(excess - m_slack) < m_doubt) {
            const PsiDifference sure = m_exact(m + 1, m_lowest);
            excess = sure.value;
            if (excess > m_slack + sure.uncertainty)
                tolerance = m;
        } else if (!tolerance && excess > m_slack) {
            tolerance = m;
        }
        m_above = std::max(excess, 0.0);
        if (excess < 0)
            m_lowest = m + 1;
    }

    [[nodiscard]] bool done() const { return integer && tolerance; }

    std::optional<Index> integer;
    std::optional<Index> tolerance;

private:
    double m_slack;
    double m_doubt;
    Exact m_exact;
    double m_above = 0; ///< f(m) − min_{l ≤ m} f(l)
    Index m_lowest = 0; ///< where that minimum is
};

} // namespace

Result<MonotoneRanges> monotoneRanges(std::span<const double> omega, double epsilon, Index searchTo,
                                      const JobContext& job)
{
    for (std::size_t i = 0; i < omega.size(); ++i) {
        if (!std::isfinite(omega[i]))
            return fail(ErrorCode::Numeric, fmt::format("ω[{}] is {}", i, omega[i]), "Give finite frequencies.");
    }
    if (!(epsilon >= 0))
        return fail(ErrorCode::Unsupported, fmt::format("the tolerance is {}", epsilon), "Choose 0 or more.");
    if (searchTo < 1)
        return fail(ErrorCode::Unsupported, fmt::format("the range is to be searched up to m = {}", searchTo),
                    "Choose 1 or more.");

    MonotoneRanges ranges{.continuous = {}, .integer = {}, .tolerance = {}, .epsilon = epsilon, .searchedTo = searchTo};
    PESCOPE_TRY(continuous, searchContinuousRange(omega, static_cast<double>(searchTo), job));
    ranges.continuous = continuous;

    const std::vector<double> amplitude = stepAmplitudes(omega);
    double height = 0;
    for (const double a : amplitude)
        height += std::abs(a);

    const auto count = static_cast<double>(omega.size());
    Follower follower(epsilon * count, 1e-11 * height, [&](Index a, Index b) { return psiDifference(omega, a, b); });
    const RotatingSum steps(omega, amplitude);
    std::array<double, RotatingSum::kBlock> block{};
    for (Index start = 0; start < searchTo && !follower.done(); start += RotatingSum::kBlock) {
        if (job.stopRequested())
            return cancelled();
        const Index length = std::min(RotatingSum::kBlock, searchTo - start);
        steps.sines(static_cast<double>(start) + 0.5, std::span(block).first(static_cast<std::size_t>(length)));
        for (Index k = 0; k < length && !follower.done(); ++k)
            follower.take(start + k, block[static_cast<std::size_t>(k)]);
    }
    ranges.integer = follower.integer;
    ranges.tolerance = follower.tolerance;
    return ranges;
}

ProfileRanges profileRanges(std::span<const double> profile, double epsilon)
{
    ProfileRanges ranges;
    const auto finite = std::ranges::find_if_not(profile, [](double value) { return std::isfinite(value); });
    const std::span<const double> curve(profile.begin(), finite);
    ranges.searchedTo = std::ssize(curve) - 1;
    if (curve.empty())
        return ranges;
    const double slack = epsilon * std::abs(curve.front());
    double lowest = curve.front();
    for (std::size_t m = 0; m + 1 < curve.size() && !(ranges.integer && ranges.tolerance); ++m) {
        if (!ranges.integer && !(curve[m + 1] < curve[m]))
            ranges.integer = static_cast<Index>(m);
        if (!ranges.tolerance && curve[m + 1] > lowest + slack)
            ranges.tolerance = static_cast<Index>(m);
        lowest = std::min(lowest, curve[m + 1]);
    }
    return ranges;
}

} // namespace pescope::analysis
