// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/column_pairs.h"
#include "core/analysis/frequency_search.h"
#include "core/base/job.h"
#include "core/encoding/sinusoid.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace pescope::analysis {

struct OmegaFitOptions {
    std::optional<encoding::Layout> layout = std::nullopt; ///< nothing: both are tried and the better one is taken
    bool shuffledRows = true; ///< also fits the table with its rows in random order
    std::uint64_t seed = 0; ///< of that order
};

/// One pair of columns and the frequency that they share.
struct PairFit {
    ColumnPair columns;
    SharedFrequency fit;

    /// 1 − Σ (x − fit)² ÷ Σ (x − column mean)²; 1 for two constant columns.
    [[nodiscard]] double rSquared() const;
};

/// How much of a table is a sinusoid with one free frequency a column pair.
struct OmegaFit {
    encoding::Layout layout = encoding::Layout::Interleaved;
    std::vector<PairFit> pairs; ///< in stored order
    double rSquared = 0; ///< over all pairs together
    std::optional<double> rSquaredOtherLayout; ///< where both were tried
    /// Of the same fit, in the same layout, to the rows in random order: what the free numbers alone explain. The best
    /// of N/2 frequencies is picked for every pair, so it lies well above 0.
    std::optional<double> rSquaredShuffled;
    std::uint64_t seed = 0;
    Index rows = 0;
    Index rowsNotFinite = 0; ///< left out; the others keep their positions
    bool unpairedColumn = false; ///< the last column of an odd width is left out

    [[nodiscard]] std::vector<double> omega() const; ///< of the pairs, in stored order; rad/position
    [[nodiscard]] std::vector<double> fastestFirst() const; ///< the same, descending
    /// The sinusoid with these frequencies, fastest first, in this layout.
    [[nodiscard]] encoding::SinusoidSpec sinusoid(Index length) const;
};

/// Least squares of every column x(p) ≈ a cos ωp + b sin ωp + d, ω shared by the two columns of a pair (`science.md`
/// §5.16); FrequencySearch says how.
///
/// At whole positions ω, −ω and ω + 2π are the same wave: all results lie in [0, π]. A wave that is much longer than
/// the table is found as long as its third-order term is above the rounding of the data, else it is a `trend`.
/// @param table  N positions × D
/// Errors: Shape below 8 finite rows or 2 columns; Numeric when every column is constant; Cancelled.
/// O(D N log N): 512 × 768 in about 0.5 s with both layouts and shuffled rows; cancel points and progress every pair.
[[nodiscard]] Result<OmegaFit> fitOmega(const Eigen::Ref<const tables::MatrixD>& table,
                                        const OmegaFitOptions& options = {}, const JobContext& job = {});

} // namespace pescope::analysis
