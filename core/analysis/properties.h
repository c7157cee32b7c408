// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/row_statistics.h"
#include "core/proximity/proximity.h"

#include <optional>
#include <string>
#include <vector>

namespace pescope::analysis {

/// Two values of S count as the same for translation invariance and symmetry when they differ by no more than this
/// share of the largest |S|: products of a thousand float64 terms, and sines of arguments up to 2^13, are rounded by
/// less. A fall from one distance to the next is compared as computed, without slack: a decay may be as slow as it
/// likes.
inline constexpr double kSameValue = 1e-12;

struct PropertyOptions {
    Index window = 16; ///< W ≥ 1 of the local values: distances up to W
    Index positions = 0; ///< the first so many positions; 0: all
};

struct Cell {
    Index i = 0, j = 0; ///< row (query) and column (key) of S; a map without some rows has its own positionOf()
    bool operator==(const Cell&) const = default;
};

/// Two cells that show that a property does not hold: the first ones in reading order (row by row, left to right).
///   Translation invariance: `second` lies on the diagonal of `first`, the first cell of it, and has another value.
///   Symmetry: `second` is the mirror of `first`.
///   Monotonicity, step: `first` lies one step further from (i, i) than `second` in the same row, and S does not fall:
///     S(first) ≥ S(second).
struct CounterExample {
    Cell first, second;
    double firstValue = 0, secondValue = 0;
};

/// One property as a number: 1 holds everywhere.
struct Property {
    std::optional<double> value; ///< nothing: undefined, `note` says why
    bool theorem = false; ///< cannot be otherwise for this kind of source
    std::optional<CounterExample> counterExample; ///< nothing: it holds exactly (or is undefined)
    std::string note;

    [[nodiscard]] bool holdsExactly() const { return value.has_value() && !counterExample; }
};

/// The three properties of S over N positions; PEScope's own definitions, after the properties of Wang et al. 2021.
/// With Ω the cells off the diagonal, μ the mean over Ω, μ_m the mean over the cells of Ω at offset m = i − j:
///   translation invariance (TI)  1 − Σ_Ω (S_ij − μ_{i−j})² ÷ Σ_Ω (S_ij − μ)²          in [0, 1]
///   symmetry (SYM)               Σ_Ω (S_ij − μ)(S_ji − μ) ÷ Σ_Ω (S_ij − μ)²            in [−1, 1]
///   monotonicity (MON)           (falling − rising pairs) ÷ pairs, of S(i, i±a) and S(i, i±b) over all rows i, both
///                                directions, 0 ≤ a < b; equal values count in the pairs alone        in [−1, 1]
///   monotonicity, local          the same with b ≤ W
///   step                         share of the N(N−1) steps S(i, i±k) > S(i, i±(k+1)), k ≥ 0            in [0, 1]
struct Properties {
    Index positions = 0; ///< N
    Index window = 16; ///< W
    Property translationInvariance, symmetry, monotonicity, monotonicityLocal, step;
    std::optional<RowRanges> localRange; ///< nothing with one position
    bool degenerate = false; ///< all values off the diagonal are equal: TI and SYM are 1 by convention
    Index rowsUsed = 0; ///< below N: a seeded sample of rows
    std::vector<std::string> notes; ///< one sentence each

    [[nodiscard]] std::vector<std::string> trivial() const; ///< "translation_invariance", "symmetry" where theorems
};

/// Measures S over its leading square (a map that is not square) or over `positions` of it.
///
/// N = 1: nothing is defined. N = 2: TI is undefined (it would be 1 always). Exact up to N = 8192, beyond that on 2048
/// rows in seeded runs of 32 neighbours (said by `rowsUsed` and a note), with means by offset over all pairs. Where S
/// depends on i − j alone all values come from f(m), the same up to rounding, and TI is exactly 1.
/// Errors: Numeric at the first cell in reading order that is not finite (it is named); Shape for a window < 1;
/// Unsupported beyond 2^20 positions; Cancelled. O(N² (D + log N)), O(N log N) by offset; cancel points per row block.
[[nodiscard]] Result<Properties> properties(const proximity::SharedProximity& s, const PropertyOptions& options = {},
                                            const JobContext& job = {});

/// The same of a matrix that is given as it is.
[[nodiscard]] Result<Properties> properties(tables::SharedMatrix s, const PropertyOptions& options = {},
                                            const JobContext& job = {});

/// Mean over k = 1 … K of S(K + k, K − k), S the cosine map of the 2K + 1 rows P_−K … P_K of a relative table: the mean
/// of cos(P_k, P_−k), which is how symmetric the encoding (i, j) ↦ P_{i−j} is. Nothing for an even number of rows (no
/// middle one), one row, or a value that is not finite. O(K D).
[[nodiscard]] std::optional<double> mirrorCosine(const proximity::Proximity& cosineOfOffsets);

} // namespace pescope::analysis
