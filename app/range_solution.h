// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/global_options.h"
#include "core/analysis/range_solve.h"
#include "core/base/job.h"
#include "core/compute/range_adapter.h"
#include "core/encoding/encoding.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace pescope::app {

/// What is changed so that the range becomes the one that `pescope range --to` asks for.
enum class RangeLever { Scale, Cutoff, Omega };

/// What `--by omega` may cost at most: no clock decides, so the answer is the same on every day.
inline constexpr std::int64_t kOmegaSteps = 20'000;

struct RangeTask {
    analysis::RangeGoal goal;
    RangeLever lever = RangeLever::Scale;
    std::int64_t steps = kOmegaSteps; ///< for Omega; fewer where the target and the number of ω make each one long
};

/// What it takes, and how far it gets.
struct RangeSolution {
    RangeTask task;
    double reached = 0;
    bool exact = false;
    bool searchedAll = true; ///< false: the work set aside ended before everything was tried
    double resolution = 0; ///< Scale: of analysis::ScaleSolution
    double lowest = 1, highest = 1; ///< Scale: c between which was searched
    std::vector<double> omega; ///< the new ones
    std::optional<encoding::SinusoidSpec> spec; ///< the new source, where a built-in spec can say it
    double factor = 1; ///< Scale
    int skipFast = 0, skipSlow = 0; ///< Cutoff
    std::optional<compute::AdaptResult> adapted; ///< Omega
};

/// The frequencies to start from; `spec` where they are those of a sinusoid in figures.
struct RangeStart {
    std::vector<double> omega;
    std::optional<encoding::SinusoidSpec> spec;
};

/// Deterministic: no answer depends on how fast the machine is.
/// Errors: those of the solvers; Unsupported for a cut-off of anything but a sinusoid, and for a change of ω towards
/// another sense than the integer one; Backend without LibTorch.
[[nodiscard]] Result<RangeSolution> solveRange(const RangeStart& start, const RangeTask& task,
                                               const GlobalOptions& options, const JobContext& job = {});

/// Why the target is not reached, and what the range that is has to do with it.
[[nodiscard]] std::string whyNot(const RangeSolution& solution);
[[nodiscard]] nlohmann::json solutionJson(const RangeSolution& solution);
[[nodiscard]] std::string solutionText(const RangeSolution& solution);

} // namespace pescope::app
