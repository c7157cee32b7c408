// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/monotone_range.h"
#include "core/proximity/proximity.h"

#include <optional>
#include <span>
#include <vector>

namespace pescope::analysis {

/// The integer range and that with tolerance of any map, as a table of properties has them beside the properties.
struct TableRanges {
    std::optional<Index> integer, tolerance; ///< nothing: nothing ends the range within `searchedTo`
    double epsilon = 1e-4;
    Index searchedTo = 0;
    bool fromOmega = false; ///< of ψ(m) = Σ cos ω_i m; else of the mean of S over each |m|
};

/// The mean of S over |m| = 0, 1, …: over both directions, weighted by their pairs; NaN where there are none.
[[nodiscard]] std::vector<double> meanByDistance(const proximity::Profile& profile);

/// @param omega  of a source that is given by frequencies, rad/position; empty: the ranges are those of the map
/// @param positions  the map's leading positions to look at, 0 for all; ranges of ω do not depend on it
/// Errors: those of monotoneRanges() and of the map's profile; Shape of a map without a diagonal; Cancelled.
/// O(#ω · range) from ω, else that of a profile.
[[nodiscard]] Result<TableRanges> tableRanges(const proximity::SharedProximity& s, std::span<const double> omega,
                                              double epsilon = 1e-4, Index positions = 0, const JobContext& job = {});

} // namespace pescope::analysis
