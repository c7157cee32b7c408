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
    std::optional<double> m; ///< nothing: ψ falls up to `searchedTo`
    bool certified = false; ///< every step of the search is a proof
    std::optional<double> touches; ///< ψ′ touches 0 here without changing sign (exact double root), if before m
};

/// The three senses in which ψ(m) = Σ cos ω_i m falls from 0 on; they differ widely and are always named.
struct MonotoneRanges {
    ContinuousRange continuous;
    std::optional<Index> integer; ///< largest m with ψ(0) > ψ(1) > … > ψ(m)
    std::optional<Index> tolerance; ///< largest m with ψ(k) ≤ min_{l<k} ψ(l) + ε ψ(0) for all k ≤ m
    double epsilon = 1e-4;
    Index searchedTo = 0;
};

/// Certified iteration of the field's note: from m₀ = π/ω_max (ψ′ < 0 before it, unless all ω are equal: then m = π/ω
/// exactly) by s = (−g′ + √(g′² − 2 M g)) / M with g = ψ′, M = Σ|ω|³ ≥ |ψ‴|; it never steps over a zero.
/// ω = 0 adds a constant and is left out; the sign of ω is irrelevant. Empty or all-zero ω: m is nothing.
[[nodiscard]] ContinuousRange continuousRange(std::span<const double> omega, double searchTo = 1 << 20);

/// All three. Integer steps are compared by the product form, never by subtracting two sums.
/// @param searchTo  last m looked at (default 2^20; the integer search ends at the first rise, so it is rarely reached)
[[nodiscard]] Result<MonotoneRanges> monotoneRanges(std::span<const double> omega, double epsilon = 1e-4,
                                                    Index searchTo = 1 << 20, const JobContext& job = {});

/// The last two senses on a sampled curve f(0), f(1), … (the mean profile by |m| of a table); `integer` and `tolerance`
/// are nothing when nothing ends them within the samples. Stops before the first value that is not finite.
struct ProfileRanges {
    std::optional<Index> integer;
    std::optional<Index> tolerance;
    Index searchedTo = 0;
};
[[nodiscard]] ProfileRanges profileRanges(std::span<const double> profile, double epsilon = 1e-4);

} // namespace pescope::analysis
