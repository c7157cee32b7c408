// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/tables/matrix.h"

#include <optional>
#include <span>
#include <vector>

namespace pescope::analysis {

using tables::Index;

/// First sign change of ψ′ on real m > 0.
struct ContinuousRange {
    std::optional<double> m; ///< nothing: ψ falls up to `searchedTo`, or there is nothing that could fall
    bool certified =
        false; ///< every step of the search is a proof; false at or past a flat zero, which rounding decides
    std::optional<double> touches; ///< ψ′ touches 0 here without changing sign (first exact double root), if before m
};

/// The three senses in which ψ(m) = Σ cos ω_i m falls from 0 on; they differ widely and are always named.
struct MonotoneRanges {
    ContinuousRange continuous;
    std::optional<Index> integer; ///< largest m with ψ(0) > ψ(1) > … > ψ(m)
    std::optional<Index> tolerance; ///< largest m with ψ(k) ≤ min_{l<k} ψ(l) + ε ψ(0) for all k ≤ m
    double epsilon = 1e-4;
    Index searchedTo = 0;
};

/// Certified iteration: from m₀ = π/ω_max (ψ′ < 0 before it, unless all ω are equal: then m = π/ω exactly) by
/// s = (−g′ + √(g′² − 2 M g)) / M with g = ψ′, M = Σ|ω|³ ≥ |ψ‴|, the first point that the worst third derivative could
/// lift to 0; it never steps over a zero. Zeros are told from touching ones at |ψ′| = 1e-12 Σ|ω|.
/// ω = 0 adds a constant and is left out; the sign of ω is irrelevant. Empty or all-zero ω, or an ω that is not
/// finite: m is nothing and not certified. 7–15 steps of #ω sines for ω in use.
[[nodiscard]] ContinuousRange continuousRange(std::span<const double> omega, double searchTo = 1 << 20);

/// All three. Integer steps are compared by the product form −Σ 2 sin(ω(m + ½)) sin(ω/2), never by subtracting two
/// sums; a step that the rounding of ω itself could turn counts as no fall (so a constant ψ has integer range 0).
/// @param omega  rad per position, any sign; zeros count in ψ(0) = #ω
/// @param epsilon  ε ≥ 0
/// @param searchTo  last m looked at (default 2^20; the integer search ends at the first rise, so it is rarely reached)
/// Errors: Numeric at the first ω that is not finite (its index is named), Unsupported for ε < 0 or searchTo < 1,
/// Cancelled. O(#ω · tolerance range); cancel points every 64 integers and every 256 steps of the iteration.
[[nodiscard]] Result<MonotoneRanges> monotoneRanges(std::span<const double> omega, double epsilon = 1e-4,
                                                    Index searchTo = 1 << 20, const JobContext& job = {});

/// The last two senses on a sampled curve f(0), f(1), … (the mean profile by |m| of a table); `integer` and `tolerance`
/// are nothing when nothing ends them within the samples. Stops before the first value that is not finite. The slack is
/// ε·|f(0)|, so that a curve that starts below 0 (a bias) has one too.
struct ProfileRanges {
    std::optional<Index> integer;
    std::optional<Index> tolerance;
    Index searchedTo = 0; ///< last m with a finite value; −1 when f(0) has none
};
[[nodiscard]] ProfileRanges profileRanges(std::span<const double> profile, double epsilon = 1e-4);

} // namespace pescope::analysis
