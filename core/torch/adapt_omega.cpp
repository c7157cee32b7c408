// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/adapt_omega.h"

#include "core/analysis/least_change.h"
#include "core/analysis/monotone_range.h"
#include "core/analysis/range_solve.h"
#include "core/torch/range_conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace pescope::torch_module {
namespace {

using analysis::Onward;
using compute::AdaptRequest;
using compute::AdaptResult;
using compute::AdaptStep;
using Eigen::VectorXd;
using tables::Index;

constexpr double kFrame = 1.0 / 30; ///< seconds between two calls of the progress
constexpr double kDescentShare = 0.2; ///< of the time: then the Newton steps begin, wherever the descent is
constexpr double kDescentSteps = 0.5; ///< the same of a number of steps, where nobody looks on
constexpr double kStraightShare = 0.8; ///< of the time: then a target that was not reached is gone for in other ways
constexpr int kMeasureEvery = 8; ///< iterations between two measured ω where no clock decides
constexpr double kFarAway = 0.05; ///< mean change of log ω from which on another way is worth a look
constexpr double kScaleTerms = 1e8; ///< work on the scale of fromScale()
constexpr double kScaleSeconds = 0.1; ///< that this work may take
/// Conditions × ω: one evaluation works on a few arrays of this many doubles.
constexpr Index kMostCells = 8'000'000;
/// Margin of every condition, as a share of Σ |2 sin ω/2|: far above rounding, far below any step that can be seen.
constexpr double kMargin = 2.5e-8;

Status check(const AdaptRequest& request)
{
    const auto& omega = request.omega;
    if (std::ranges::all_of(omega, [](double w) { return w == 0; }))
        return fail(ErrorCode::Shape,
                    omega.empty() ? "there is no frequency to adapt"
                                  : fmt::format("all {} frequencies are 0, so ψ is constant", omega.size()),
                    "Give at least one frequency other than 0.");
    for (std::size_t i = 0; i < omega.size(); ++i) {
        if (!std::isfinite(omega[i]))
            return fail(ErrorCode::Numeric, fmt::format("ω[{}] is {}", i, omega[i]), "Give finite frequencies.");
    }
    if (request.target < 1)
        return fail(ErrorCode::Unsupported, fmt::format("the range wanted is {}", request.target),
                    "A range is 1 position or more.");
    if (request.target > kMostCells / std::ssize(omega) - 1)
        return fail(
            ErrorCode::Unsupported,
            fmt::format("a range of {} is too long to adapt {} frequencies to it", request.target, omega.size()),
            fmt::format("Choose at most {}, or solve for the scale c instead.", kMostCells / std::ssize(omega) - 1));
    if (!(request.seconds > 0))
        return fail(ErrorCode::Unsupported, fmt::format("the time allowed is {} s", request.seconds),
                    "Allow some time above 0.");
    return ok();
}

/// Follows one search: measures what it finds, keeps the best, reports, and ends it in time.
class Adaptation {
public:
    Adaptation(const AdaptRequest& request, const compute::AdaptProgress& progress, const JobContext& job)
        : m_request(request)
        , m_progress(progress)
        , m_job(job)
        , m_begin(std::chrono::steady_clock::now())
    {
        for (std::size_t i = 0; i < request.omega.size(); ++i) {
            if (request.omega[i] != 0)
                m_moving.push_back(i);
        }
        const auto count = static_cast<Eigen::Index>(m_moving.size());
        m_start.resize(count);
        m_signs.resize(count);
        double height = 0;
        for (Eigen::Index k = 0; k < count; ++k) {
            const double w = request.omega[m_moving[static_cast<std::size_t>(k)]];
            m_start[k] = std::log(std::abs(w));
            m_signs[k] = w < 0 ? -1 : 1;
            height += std::abs(2 * std::sin(w / 2));
        }
        m_margin = kMargin * height;
    }

    Result<AdaptResult> run(const compute::DeviceChoice& device)
    {
        PESCOPE_TRY(start, measured(m_start, 0));
        start.omega = m_request.omega;
        m_best = start;
        report(start);
        bool converged = reached();
        if (!converged) {
            PESCOPE_TRY(direct, straight(device));
            converged = direct;
        }
        if ((!reached() || m_best.rms > kFarAway) && timeForScale()) {
            PESCOPE_TRY(better, fromScale(device));
            converged = better || (converged && reached());
        }
        if (!reached() && start.integer < m_request.target && spent() < 1) {
            PESCOPE_TRY(byAndBy, inStages(device, start.integer));
            converged = byAndBy;
        }
        report(m_best);
        return AdaptResult{
            .best = m_best, .reached = reached(), .converged = converged && reached(), .seconds = seconds()};
    }

private:
    [[nodiscard]] double seconds() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
    }
    /// Share of the budget that is used up.
    [[nodiscard]] double spent() const
    {
        return m_request.steps > 0 ? static_cast<double>(m_steps) / static_cast<double>(m_request.steps)
                                   : seconds() / m_request.seconds;
    }
    [[nodiscard]] bool timeForScale() const
    {
        return m_request.steps > 0 ? spent() < 1 : m_request.seconds - seconds() > kScaleSeconds;
    }
    [[nodiscard]] bool reached() const { return m_best.integer == m_request.target; }

    [[nodiscard]] Result<AdaptStep> measured(const VectorXd& theta, int iteration) const
    {
        AdaptStep step;
        step.iteration = iteration;
        step.omega = m_request.omega;
        for (std::size_t k = 0; k < m_moving.size(); ++k) {
            const auto at = static_cast<Eigen::Index>(k);
            const double change = theta[at] - m_start[at];
            if (change != 0)
                step.omega[m_moving[k]] = m_signs[at] * std::exp(theta[at]);
            step.moved += std::abs(std::expm1(change)) > 0.01 ? 1 : 0;
        }
        step.rms = std::sqrt((theta - m_start).squaredNorm() / static_cast<double>(theta.size()));
        step.largest = (theta - m_start).cwiseAbs().maxCoeff();
        const Index searchTo = 4 * m_request.target + 64;
        // Without a slack the third sense ends with the second, so nothing beyond is looked at.
        PESCOPE_TRY(ranges, analysis::monotoneRanges(step.omega, 0.0, searchTo, m_job));
        step.integer = ranges.integer.value_or(searchTo);
        return step;
    }

    /// The whole problem from θ₀ on.
    Result<bool> straight(const compute::DeviceChoice& device)
    {
        const auto conditions = makeRangeConditions(device, m_start, m_signs, m_request.target, true, m_margin, m_job);
        return search(*conditions, m_start, [&](const analysis::SearchStep&) {
            if (!reached() && spent() >= kStraightShare)
                return Onward::Stop;
            return spent() < (m_request.steps > 0 ? kDescentSteps : kDescentShare) ? Onward::GoOn : Onward::Polish;
        });
    }

    /// From all ω scaled alike, which has the range at once where any scale has it, and back towards θ₀ from there.
    Result<bool> fromScale(const compute::DeviceChoice& device)
    {
        PESCOPE_TRY(scale,
                    analysis::solveScale(m_request.omega, {.target = static_cast<double>(m_request.target)},
                                         m_request.steps > 0 ? analysis::ScaleBounds{}
                                                             : analysis::ScaleBounds{.mostTerms = kScaleTerms},
                                         m_job));
        // Where the straight way led less far, this one would only come back to it.
        if (!scale.exact || (reached() && std::abs(std::log(scale.factor)) > 2 * m_best.rms))
            return false;
        const VectorXd begin = m_start.array() + std::log(scale.factor);
        // At the edge of its window of c, so within the margin of the conditions, but an answer.
        PESCOPE_TRY(alike, measured(begin, m_iterations));
        keepIfBetter(alike);
        const auto conditions = makeRangeConditions(device, m_start, m_signs, m_request.target, true, m_margin, m_job);
        return search(*conditions, begin, [](const analysis::SearchStep&) { return Onward::Polish; });
    }

    /// A range that grows by a quarter at a time, each from the ω of the one before: no least change, but it says how
    /// far the range can be brought.
    Result<bool> inStages(const compute::DeviceChoice& device, Index present)
    {
        for (Index range = present; range < m_request.target && spent() < 1;) {
            range = std::min(m_request.target, std::max(range + 1, range + range / 4));
            const bool last = range == m_request.target;
            const auto conditions = makeRangeConditions(device, m_start, m_signs, range, last, m_margin, m_job);
            PESCOPE_TRY(converged, search(*conditions, VectorXd(m_theta), [&](const analysis::SearchStep& step) {
                            return !last && step.worst <= m_margin / 2 ? Onward::Stop : Onward::Polish;
                        }));
            if (last)
                return converged;
        }
        return false;
    }

    /// One search, followed by `visited`; `next` says what it wants to do at a step. True when it converged.
    template<typename Next>
    Result<bool> search(const analysis::Conditions& conditions, const VectorXd& begin, const Next& next)
    {
        Status measuring = ok();
        const int before = m_iterations;
        PESCOPE_TRY(
            found,
            analysis::leastChange(conditions, m_start, begin, m_margin / 2, [&](const analysis::SearchStep& step) {
                m_iterations = before + step.iteration;
                ++m_steps;
                measuring = visited(step);
                if (!measuring || spent() >= 1)
                    return Onward::Stop;
                return next(step);
            }));
        if (!measuring)
            return std::unexpected(std::move(measuring).error());
        m_theta = found.theta;
        PESCOPE_TRY(last, measured(found.theta, m_iterations));
        keepIfBetter(last);
        return found.converged;
    }

    /// Measures a step where its conditions hold, and for the progress 30 times a second, or every few iterations where
    /// no clock decides.
    Status visited(const analysis::SearchStep& step)
    {
        const bool due =
            m_request.steps > 0 ? m_iterations >= m_lastMeasured + kMeasureEvery : seconds() >= m_nextFrame;
        if (!due && (step.worst > m_margin / 2 || m_iterations == m_lastMeasured))
            return ok();
        m_lastMeasured = m_iterations;
        PESCOPE_TRY(here, measured(step.theta, m_iterations));
        keepIfBetter(here);
        if (due)
            report(here);
        return ok();
    }

    void keepIfBetter(const AdaptStep& step)
    {
        const Index before = std::abs(m_best.integer - m_request.target);
        const Index now = std::abs(step.integer - m_request.target);
        if (now < before || (now == before && step.rms < m_best.rms))
            m_best = step;
    }

    void report(const AdaptStep& step)
    {
        m_nextFrame = seconds() + kFrame;
        if (m_progress)
            m_progress(step);
    }

    const AdaptRequest& m_request;
    const compute::AdaptProgress& m_progress;
    const JobContext& m_job;
    std::chrono::steady_clock::time_point m_begin;
    std::vector<std::size_t> m_moving; ///< indices of ω ≠ 0
    VectorXd m_start; ///< θ₀
    VectorXd m_signs;
    double m_margin = 0;
    AdaptStep m_best;
    double m_nextFrame = 0;
    VectorXd m_theta; ///< where the last search ended
    int m_iterations = 0; ///< of all searches
    std::int64_t m_steps = 0; ///< looks at all searches: evaluations, and rounds of their quadratic problems
    int m_lastMeasured = -1;
};

} // namespace

Result<AdaptResult> adaptOmega(const compute::DeviceChoice& device, const AdaptRequest& request,
                               const compute::AdaptProgress& progress, const JobContext& job)
{
    if (Status valid = check(request); !valid)
        return std::unexpected(std::move(valid).error());
    return Adaptation(request, progress, job).run(device);
}

} // namespace pescope::torch_module
