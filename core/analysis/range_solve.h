// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/monotone_range.h"
#include "core/encoding/sinusoid.h"

#include <optional>
#include <span>

namespace pescope::analysis {

/// Which of the three ranges of MonotoneRanges is meant.
enum class RangeSense { Continuous, Integer, Tolerance };
[[nodiscard]] std::string_view name(RangeSense sense); ///< "continuous", "integer", "tolerance"

/// The range that is wanted.
struct RangeGoal {
    RangeSense sense = RangeSense::Integer;
    double target = 0; ///< m > 0; whole and ≥ 1 for the two senses on integers
    double epsilon = 1e-4; ///< of the tolerance
};

/// A range in one sense; nothing where nothing ends it up to m = 2^20.
[[nodiscard]] Result<std::optional<double>> rangeInSense(std::span<const double> omega, RangeSense sense,
                                                         double epsilon, const JobContext& job = {});

/// Where a scale is looked for.
struct ScaleBounds {
    double lowest = 1e-3, highest = 100; ///< of c, on both sides of 1
    double mostTerms = 5e8; ///< terms of ψ: below half a second
};

struct ScaleSolution {
    double factor = 1; ///< multiplies every ω
    double reached = 0; ///< the range of the scaled ω, measured by rangeInSense
    bool exact = false; ///< reached is the target (to 1e-9 of it in the continuous sense)
    bool searchedAll = true; ///< false: the work set aside ended before the bounds were met
    /// rad that the fastest ω turned at the end of its range from one c tried to the next, in the finest search that
    /// went all the way: what narrower windows of c were missed by. 0 where the answer is a closed form.
    double resolution = 0;
    double lowest = 1, highest = 1; ///< c between which was searched
};

/// The factor c on all ω with the smallest |log c| for which the range is the target.
///
/// Continuous: c = R(1) / target, since R(c) = R(1)/c. On integers R(c) is a comb: it jumps, and a target between two
/// of its teeth is met by no c. Then c is scanned outward from 1, both ways at once, in steps that turn the fastest ω
/// by 0.02 rad at the end of its range and then, as far as the work goes, by 0.003 rad; the edge of the first tooth met
/// is bisected, and c lies 1e-9 inside of it. A tooth narrower than such a step can be missed, so that an answer that
/// is not exact says what was found, not what there is. No ω is brought past π, where on integers it is the same as 2π
/// − ω. Where no c within the bounds meets the target, the nearest range met is the answer, and of those the nearest c.
/// @param omega  rad per position, any sign
/// Errors: those of monotoneRanges; Shape where no ω is other than 0; Unsupported for a target out of its domain or
/// bounds that leave out 1; Cancelled. Cancel point per c.
[[nodiscard]] Result<ScaleSolution> solveScale(std::span<const double> omega, const RangeGoal& goal,
                                               const ScaleBounds& bounds = {}, const JobContext& job = {});

struct CutoffSolution {
    encoding::SinusoidSpec spec; ///< as given, with skipFast or skipSlow chosen
    double reached = 0; ///< its range
    bool exact = false; ///< reached is the target
    bool searchedAll = true; ///< false: the work set aside ended before every number was tried, and none was exact
};

/// The number of fastest or of slowest frequencies to leave out for which the range is the target; where none gives it,
/// that of the nearest range. Of several, the one that leaves out the fewest in all, then the fastest.
///
/// The number of the other end stays as `spec` has it. Every number from 0 up is tried, since the range is no monotone
/// function of it.
/// Errors: those of encoding::validate; as solveScale. At most 5e8 terms of ψ; cancel point per number.
[[nodiscard]] Result<CutoffSolution> solveCutoff(const encoding::SinusoidSpec& spec, const RangeGoal& goal,
                                                 const JobContext& job = {});

} // namespace pescope::analysis
