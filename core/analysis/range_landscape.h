// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/monotone_range.h"

#include <functional>
#include <optional>
#include <vector>

namespace pescope::analysis {

/// The three ranges along a path through ω (one handle's travel from end to end): one entry a step, nothing where
/// nothing ends that range within `searchedTo`.
struct Landscape {
    std::vector<std::optional<double>> continuous;
    std::vector<std::optional<Index>> integer;
    std::vector<std::optional<Index>> tolerance;
    double epsilon = 1e-4;
    Index searchedTo = 0;
};

/// monotoneRanges at each step of the path, spread over the cores of the process.
/// @param steps  number of points, ≥ 0   @param omegaAt  ω of one point; called from several threads at once, it must
/// not change anything   @param epsilon, searchTo  as for monotoneRanges
/// Errors: those of monotoneRanges with the step; whatever `omegaAt` throws (Backend); Cancelled. Cancel point per
/// step. Progress is reported from the calling thread.
[[nodiscard]] Result<Landscape> landscape(std::size_t steps,
                                          const std::function<std::vector<double>(std::size_t)>& omegaAt,
                                          double epsilon, Index searchTo, const JobContext& job = {});

} // namespace pescope::analysis
