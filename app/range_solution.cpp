// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/range_solution.h"

#include "app/range_report.h"
#include "core/compute/torch_module.h"
#include "core/encoding/resolve.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace pescope::app {

using nlohmann::json;

namespace {

RangeSolution outcome(const RangeTask& task, double reached, bool exact)
{
    RangeSolution solution;
    solution.task = task;
    solution.reached = reached;
    solution.exact = exact;
    return solution;
}

Result<RangeSolution> byScale(const RangeStart& start, const RangeTask& task, const JobContext& job)
{
    PESCOPE_TRY(found, analysis::solveScale(start.omega, task.goal, {}, job));
    RangeSolution solution = outcome(task, found.reached, found.exact);
    solution.searchedAll = found.searchedAll;
    solution.resolution = found.resolution;
    solution.lowest = found.lowest;
    solution.highest = found.highest;
    solution.factor = found.factor;
    solution.omega = start.omega;
    for (double& w : solution.omega)
        w *= found.factor;
    if (start.spec) {
        solution.spec = start.spec;
        solution.spec->scale *= found.factor;
    }
    return solution;
}

Result<RangeSolution> byCutoff(const RangeStart& start, const RangeTask& task, const JobContext& job)
{
    if (!start.spec)
        return fail(ErrorCode::Unsupported, "only a computed sinusoid has a cut-off",
                    "Solve for the scale or for ω (--by scale, --by omega).");
    PESCOPE_TRY(found, analysis::solveCutoff(*start.spec, task.goal, job));
    RangeSolution solution = outcome(task, found.reached, found.exact);
    solution.searchedAll = found.searchedAll;
    solution.omega = encoding::omega(found.spec);
    solution.spec = found.spec;
    solution.skipFast = found.spec.skipFast;
    solution.skipSlow = found.spec.skipSlow;
    return solution;
}

/// A step evaluates target × ω sines. Far targets get fewer of them, by size alone.
std::int64_t stepsFor(const RangeTask& task, std::size_t count)
{
    constexpr double kSines = 1.6e9; // half a minute of one core
    constexpr double kLeast = 500;
    const double affordable = kSines / (task.goal.target * static_cast<double>(count));
    return std::min(task.steps, static_cast<std::int64_t>(std::max(affordable, kLeast)));
}

Result<RangeSolution> byOmega(const RangeStart& start, const RangeTask& task, const GlobalOptions& options,
                              const JobContext& job)
{
    const double target = task.goal.target;
    if (task.goal.sense != analysis::RangeSense::Integer)
        return fail(ErrorCode::Unsupported,
                    fmt::format("ω are not adapted to a range in the sense {}", analysis::name(task.goal.sense)),
                    "Ask for an integer range, or solve for the scale or the cut-off.");
    if (!(target >= 1 && target <= 1e9) || target != std::floor(target))
        return fail(ErrorCode::Unsupported, fmt::format("an integer range of {} is asked for", plainNumber(target)),
                    "Choose a whole number from 1 on.");
    compute::DeviceChoice device;
    if (!options.device.empty()) {
        PESCOPE_TRY(asked, compute::parseDevice(options.device));
        device = asked;
    }
    PESCOPE_TRY(module, compute::loadTorchModule());
    PESCOPE_TRY(adapted,
                module->adaptOmega(device,
                                   {.omega = start.omega,
                                    .target = static_cast<tables::Index>(target),
                                    .steps = stepsFor(task, start.omega.size())},
                                   {}, job));
    RangeSolution solution = outcome(task, static_cast<double>(adapted.best.integer), adapted.reached);
    solution.omega = adapted.best.omega;
    solution.adapted = adapted;
    return solution;
}

std::string leverName(RangeLever lever)
{
    switch (lever) {
    case RangeLever::Scale:
        return "scale";
    case RangeLever::Cutoff:
        return "cutoff";
    case RangeLever::Omega:
        return "omega";
    }
    return {};
}

} // namespace

Result<RangeSolution> solveRange(const RangeStart& start, const RangeTask& task, const GlobalOptions& options,
                                 const JobContext& job)
{
    switch (task.lever) {
    case RangeLever::Scale:
        return byScale(start, task, job);
    case RangeLever::Cutoff:
        return byCutoff(start, task, job);
    case RangeLever::Omega:
        return byOmega(start, task, options, job);
    }
    return fail(ErrorCode::Unsupported, "nothing is said of what to solve for");
}

std::string whyNot(const RangeSolution& solution)
{
    switch (solution.task.lever) {
    case RangeLever::Scale: {
        const std::string between = fmt::format("c from {:.3g} to {:.3g}", solution.lowest, solution.highest);
        if (solution.task.goal.sense == analysis::RangeSense::Continuous)
            return fmt::format("it would take a c outside of the search, {}", between);
        if (!std::isfinite(solution.resolution))
            return fmt::format("the nearest found before the search, {}, went all the way; nearer ones may be there",
                               between);
        return fmt::format("the nearest found, {} in steps that turn the fastest ω by {:.3g} rad at the end of its "
                           "range; a narrower window of c can be missed",
                           between, solution.resolution);
    }
    case RangeLever::Cutoff:
        return solution.searchedAll ? "no number left out at one end gives it, this is the nearest"
                                    : "the nearest of the numbers tried; not all were";
    case RangeLever::Omega:
        return "the nearest that the search found";
    }
    return {};
}

json solutionJson(const RangeSolution& solution)
{
    const bool whole = solution.task.goal.sense != analysis::RangeSense::Continuous;
    const auto range = [whole](double m) { return whole ? json(static_cast<std::int64_t>(m)) : json(m); };
    json result{{"target", range(solution.task.goal.target)},
                {"sense", analysis::name(solution.task.goal.sense)},
                {"by", leverName(solution.task.lever)},
                {"reached", range(solution.reached)},
                {"exact", solution.exact},
                {"source", solution.spec ? json(encoding::specText(*solution.spec)) : json()}};
    switch (solution.task.lever) {
    case RangeLever::Scale:
        result["factor"] = solution.factor;
        result["searched"] = {solution.lowest, solution.highest};
        result["resolution"] = std::isfinite(solution.resolution) ? json(solution.resolution) : json();
        result["searched_all"] = solution.searchedAll;
        break;
    case RangeLever::Cutoff:
        result["skip_fast"] = solution.skipFast;
        result["skip_slow"] = solution.skipSlow;
        result["searched_all"] = solution.searchedAll;
        break;
    case RangeLever::Omega:
        result["rms"] = solution.adapted->best.rms;
        result["largest"] = solution.adapted->best.largest;
        result["moved"] = solution.adapted->best.moved;
        result["frequencies"] = solution.omega.size();
        result["iterations"] = solution.adapted->best.iteration;
        result["converged"] = solution.adapted->converged;
        result["seconds"] = solution.adapted->seconds;
        break;
    }
    return result;
}

std::string solutionText(const RangeSolution& solution)
{
    const analysis::RangeGoal& goal = solution.task.goal;
    std::string text =
        fmt::format("To a range of {} in the sense {}:\n", plainNumber(goal.target), analysis::name(goal.sense));
    switch (solution.task.lever) {
    case RangeLever::Scale:
        text += fmt::format("  scale       every ω times {:.12g}\n", solution.factor);
        break;
    case RangeLever::Cutoff:
        text += fmt::format("  cut-off     fastest frequencies left out: {}, slowest: {}; {} kept\n", solution.skipFast,
                            solution.skipSlow, solution.omega.size());
        break;
    case RangeLever::Omega:
        text += fmt::format("  change      of log ω: {:.6g} (root mean square), {:.6g} (largest); {} of {} ω moved by "
                            "more than 1 %\n",
                            solution.adapted->best.rms, solution.adapted->best.largest, solution.adapted->best.moved,
                            solution.omega.size());
        text += fmt::format("  search      {} evaluations; {}\n", solution.adapted->best.iteration,
                            solution.adapted->converged ? "ended at a least change, which is local"
                                                        : "not ended by itself, so a lesser change may be near");
        break;
    }
    text +=
        fmt::format("  reached     {:.12g}, {}\n", solution.reached,
                    solution.exact ? "exactly" : fmt::format("not {}: {}", plainNumber(goal.target), whyNot(solution)));
    if (solution.spec)
        text += fmt::format("  source      {}\n", encoding::specText(*solution.spec));
    return text;
}

} // namespace pescope::app
