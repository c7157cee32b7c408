// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/monotone_range.h"

namespace pescope::analysis {

/// continuousRange() with a way to stop. Errors: Cancelled only.
[[nodiscard]] Result<ContinuousRange> searchContinuousRange(std::span<const double> omega, double searchTo,
                                                            const JobContext& job);

} // namespace pescope::analysis
