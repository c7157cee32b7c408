// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/global_options.h"
#include "core/analysis/range_solve.h"
#include "core/base/job.h"
#include "core/compute/range_adapter.h"
#include "core/encoding/encoding.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace pescope::app {

/// What is changed so that the range becomes the one that `pescope range --to` asks for.
enum class RangeLever { Scale, Cutoff, Omega };

struct RangeTask {
    analysis::RangeGoal goal;
    RangeLever lever = RangeLever::Scale;
    double seconds = 2.5; ///< for Omega
};

/// What it takes, and how far it gets.
struct RangeSolution {
    RangeTask task;
    double reached = 0;
    bool exact = false;
    bool passes = false; ///< Cutoff: not exact, but past the target
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

/// Errors: those of the solvers; Unsupported for a cut-off of anything but a sinusoid, and for a change of ω towards
/// another sense than the integer one; Backend without LibTorch.
[[nodiscard]] Result<RangeSolution> solveRange(const RangeStart& start, const RangeTask& task,
                                               const GlobalOptions& options, const JobContext& job = {});

[[nodiscard]] nlohmann::json solutionJson(const RangeSolution& solution);
[[nodiscard]] std::string solutionText(const RangeSolution& solution);

} // namespace pescope::app
