// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/range_solve.h"

#include "core/analysis/capped_range.h"
#include "core/base/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <vector>

namespace pescope::analysis {
namespace {

constexpr double kCoarse = 0.02; ///< rad that the fastest ω turns at the end of its range from one c to the next
constexpr double kFine = 0.003;
constexpr double kEdge = 1e-11; ///< in log c: how exactly the edge of a tooth is found
constexpr double kFurthest = 1 << 20; ///< m up to which a range is measured

Status checkGoal(const RangeGoal& goal)
{
    const bool whole = goal.sense != RangeSense::Continuous;
    if (!(goal.target > 0) || goal.target > kFurthest || (whole && goal.target != std::floor(goal.target)))
        return fail(
            ErrorCode::Unsupported,
            fmt::format("a range of {} in the sense {} is asked for", shortestText(goal.target), name(goal.sense)),
            whole ? fmt::format("Choose a whole number from 1 to {}.", kFurthest)
                  : fmt::format("Choose a number above 0 and up to {}.", kFurthest));
    return ok();
}

std::vector<double> scaled(std::span<const double> omega, double factor)
{
    std::vector<double> result(omega.begin(), omega.end());
    for (double& w : result)
        w *= factor;
    return result;
}

bool meets(double range, const RangeGoal& goal)
{
    const double slack = goal.sense == RangeSense::Continuous ? 1e-9 * goal.target : 0;
    return std::abs(range - goal.target) <= slack;
}

/// Where a range was met, going outward from c = 1: at |log c| = far, and not at near.
struct Tooth {
    double sign = 1; ///< of log c
    double near = 0;
    double far = 0;
    double range = 0;
};

/// One way outward from c = 1.
struct Side {
    double sign = 1; ///< of log c
    double end = 0; ///< |log c| of the bound
    double at = 0; ///< |log c| of the last c tried
    double range = 0; ///< there
};

class ScaleScan {
public:
    ScaleScan(std::span<const double> omega, const RangeGoal& goal, const ScaleBounds& bounds, const JobContext& job)
        : m_omega(omega)
        , m_goal(goal)
        , m_job(job)
        , m_ranges(goal, bounds.mostTerms)
        , m_psi(omega)
        , m_sides{{{.sign = -1, .end = -std::log(bounds.lowest), .at = 0, .range = 0},
                   {.sign = 1, .end = std::log(bounds.highest), .at = 0, .range = 0}}}
    {
        for (const double w : omega)
            m_fastest = std::max(m_fastest, std::abs(w));
        // On whole positions ω and 2π − ω are the same: past π a faster ω only looks like a slower one.
        m_sides[1].end = std::clamp(std::log(std::numbers::pi / m_fastest), 0.0, m_sides[1].end);
    }

    Result<ScaleSolution> run()
    {
        m_best.range = rangeAt(0);
        const double present = m_best.range;
        bool all = true;
        // Coarse steps find an answer, fine ones perhaps a nearer one, as far as the work goes.
        for (const double turn : {kCoarse, kFine}) {
            for (Side& side : m_sides) {
                side.at = 0;
                side.range = present;
            }
            for (Side* side = next(); side != nullptr; side = next()) {
                if (m_job.stopRequested())
                    return cancelled();
                if (!m_ranges.workLeft()) {
                    all = all && turn != kCoarse;
                    break;
                }
                advance(*side, turn);
            }
            if (m_ranges.workLeft())
                m_resolution = turn;
        }
        return measured(all);
    }

private:
    /// The side whose next c lies nearest to 1; nothing when no c can be better than the best one.
    Side* next()
    {
        const bool exact = distance(m_best) == 0;
        Side* nearest = nullptr;
        for (Side& side : m_sides) {
            if (side.at < side.end && !(exact && side.at >= m_best.far)
                && (nearest == nullptr || side.at < nearest->at))
                nearest = &side;
        }
        return nearest;
    }

    void advance(Side& side, double turn)
    {
        const Side before = side;
        const double turned = m_fastest * std::exp(side.sign * side.at) * (std::min(side.range, m_goal.target) + 1);
        side.at = std::min(side.end, before.at + std::min(turn / turned, 0.1 * turn));
        side.range = m_ranges.of(m_psi, static_cast<double>(m_omega.size()), std::exp(side.sign * side.at));
        Tooth tooth{.sign = side.sign, .near = before.at, .far = side.at, .range = side.range};
        if (distance(tooth) == 0)
            tooth.range = rangeAt(side.sign * side.at);
        keep(tooth);
        // Between two c on different sides of the target there is an edge, and at the edge perhaps the target.
        if ((before.range - m_goal.target) * (side.range - m_goal.target) < 0)
            cross({.sign = side.sign, .near = before.at, .far = side.at, .range = side.range});
    }

    void cross(Tooth edge)
    {
        const bool farIsLonger = edge.range > m_goal.target;
        while (edge.far - edge.near > kEdge) {
            const double middle = std::midpoint(edge.near, edge.far);
            const double range = rangeAt(edge.sign * middle);
            keep({.sign = edge.sign, .near = edge.near, .far = middle, .range = range});
            if (range == m_goal.target)
                return;
            ((range > m_goal.target) == farIsLonger ? edge.far : edge.near) = middle;
        }
    }

    /// The nearest range, and of equal ones the nearest c.
    void keep(const Tooth& tooth)
    {
        if (distance(tooth) < distance(m_best) || (distance(tooth) == distance(m_best) && tooth.far < m_best.far))
            m_best = tooth;
    }

    Result<ScaleSolution> measured(bool all)
    {
        while (m_best.far - m_best.near > kEdge) {
            const double middle = std::midpoint(m_best.near, m_best.far);
            (rangeAt(m_best.sign * middle) == m_best.range ? m_best.far : m_best.near) = middle;
        }
        ScaleSolution solution{.factor = 1, .reached = 0, .exact = false, .searchedAll = all};
        // At the very edge rounding decides; a little further in it does not, unless the tooth is narrower than that.
        for (const double inward : {1e-9, 1e-8, 0.0}) {
            solution.factor = m_best.far == 0 ? 1 : std::exp(m_best.sign * (m_best.far + inward));
            PESCOPE_TRY(range, rangeInSense(scaled(m_omega, solution.factor), m_goal.sense, m_goal.epsilon, m_job));
            solution.reached = range.value_or(kFurthest);
            if (solution.reached == m_best.range || m_best.far == 0)
                break;
        }
        solution.exact = solution.reached == m_goal.target;
        solution.resolution = m_resolution;
        solution.lowest = std::exp(-m_sides[0].end);
        solution.highest = std::exp(m_sides[1].end);
        return solution;
    }

    [[nodiscard]] double distance(const Tooth& tooth) const { return std::abs(tooth.range - m_goal.target); }
    double rangeAt(double logFactor) { return m_ranges.of(scaled(m_omega, std::exp(logFactor))); }

    std::span<const double> m_omega;
    const RangeGoal& m_goal;
    const JobContext& m_job;
    CappedRange m_ranges;
    PsiTable m_psi;
    std::array<Side, 2> m_sides;
    double m_fastest = 0;
    double m_resolution = std::numeric_limits<double>::infinity(); ///< of the finest search that went all the way
    Tooth m_best;
};

/// Numbers left out at the two ends.
struct Cutoff {
    int fast = 0, slow = 0;
    [[nodiscard]] int total() const { return fast + slow; }
};

/// Every cut-off at one end, the other end staying as it is: the fewest left out first, and of equal ones the fastest.
std::vector<Cutoff> cutoffsOf(const encoding::SinusoidSpec& spec)
{
    const int all = spec.pairs() + spec.skipFast + spec.skipSlow;
    std::vector<Cutoff> result;
    result.reserve(static_cast<std::size_t>(2 * all));
    for (int fast = 0; fast < all - spec.skipSlow; ++fast)
        result.push_back({.fast = fast, .slow = spec.skipSlow});
    for (int slow = 0; slow < all - spec.skipFast; ++slow)
        result.push_back({.fast = spec.skipFast, .slow = slow});
    std::ranges::stable_sort(result, {}, &Cutoff::total);
    return result;
}

} // namespace

std::string_view name(RangeSense sense)
{
    switch (sense) {
    case RangeSense::Continuous:
        return "continuous";
    case RangeSense::Integer:
        return "integer";
    case RangeSense::Tolerance:
        return "tolerance";
    }
    return {};
}

Result<std::optional<double>> rangeInSense(std::span<const double> omega, RangeSense sense, double epsilon,
                                           const JobContext& job)
{
    // Without a slack the third sense ends with the second, so nothing beyond is looked at for its sake.
    PESCOPE_TRY(ranges, monotoneRanges(omega, sense == RangeSense::Tolerance ? epsilon : 0.0, 1 << 20, job));
    if (sense == RangeSense::Continuous)
        return ranges.continuous.m;
    const std::optional<Index> m = sense == RangeSense::Integer ? ranges.integer : ranges.tolerance;
    return m ? std::optional(static_cast<double>(*m)) : std::nullopt;
}

Result<ScaleSolution> solveScale(std::span<const double> omega, const RangeGoal& goal, const ScaleBounds& bounds,
                                 const JobContext& job)
{
    const double lowest = bounds.lowest;
    const double highest = bounds.highest;
    if (Status valid = checkGoal(goal); !valid)
        return std::unexpected(std::move(valid).error());
    if (!(lowest > 0 && lowest <= 1 && highest >= 1 && std::isfinite(highest)))
        return fail(ErrorCode::Unsupported,
                    fmt::format("c is to be looked for from {} to {}", shortestText(lowest), shortestText(highest)),
                    "Choose bounds on both sides of 1.");
    PESCOPE_TRY(present, rangeInSense(omega, goal.sense, goal.epsilon, job));
    if (std::ranges::all_of(omega, [](double w) { return w == 0; }))
        return fail(ErrorCode::Shape, "no ω is other than 0, so no scale changes the range",
                    "Give at least one frequency other than 0.");
    if (goal.sense != RangeSense::Continuous)
        return ScaleScan(omega, goal, bounds, job).run();

    // R(c) = R(1)/c; a range beyond what is searched is brought near by a scale first.
    const double first = present ? 1 : 1e6;
    if (!present) {
        PESCOPE_TRY(nearer, rangeInSense(scaled(omega, first), goal.sense, goal.epsilon, job));
        if (!nearer)
            return fail(ErrorCode::Unsupported, "nothing ends the continuous range of these ω",
                        "Solve in another sense.");
        present = nearer;
    }
    const double factor = first * *present / goal.target;
    ScaleSolution solution{.factor = std::clamp(factor, lowest, highest), .reached = 0, .exact = false};
    PESCOPE_TRY(reached, rangeInSense(scaled(omega, solution.factor), goal.sense, goal.epsilon, job));
    solution.reached = reached.value_or(kFurthest);
    solution.exact = meets(solution.reached, goal);
    return solution;
}

Result<CutoffSolution> solveCutoff(const encoding::SinusoidSpec& spec, const RangeGoal& goal, const JobContext& job)
{
    if (Status valid = checkGoal(goal); !valid)
        return std::unexpected(std::move(valid).error());
    if (Status valid = encoding::validate(spec); !valid)
        return std::unexpected(std::move(valid).error());
    CappedRange ranges(goal, ScaleBounds{}.mostTerms);
    CutoffSolution solution{.spec = spec, .reached = 0, .exact = false, .searchedAll = true};
    double nearest = std::numeric_limits<double>::infinity();
    encoding::SinusoidSpec cut = spec;
    for (const Cutoff& cutoff : cutoffsOf(spec)) {
        if (job.stopRequested())
            return cancelled();
        if (!ranges.workLeft()) {
            solution.searchedAll = false;
            break;
        }
        cut.skipFast = cutoff.fast;
        cut.skipSlow = cutoff.slow;
        const double range = ranges.of(encoding::omega(cut));
        if (std::abs(range - goal.target) < nearest) {
            nearest = std::abs(range - goal.target);
            solution.spec = cut;
        }
        if (meets(range, goal))
            break;
    }
    PESCOPE_TRY(range, rangeInSense(encoding::omega(solution.spec), goal.sense, goal.epsilon, job));
    solution.reached = range.value_or(kFurthest);
    solution.exact = meets(solution.reached, goal);
    return solution;
}

} // namespace pescope::analysis
