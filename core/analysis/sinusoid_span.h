// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/tables/matrix.h"

#include <optional>
#include <span>

namespace pescope::analysis {

using tables::Index;

/// How much of a table lies in the span of {1, cos ω_i p, sin ω_i p}: each column is the best mixture of all the given
/// waves. With many waves that is easy: r of them explain r/(N − 1) of rows in random order, on average exactly.
struct SinusoidSpan {
    double explained = 0; ///< R² = 1 − Σ (x − fit)² ÷ Σ (x − column mean)²
    Index parameters = 0; ///< r, linearly independent waves beside the constant; at most min(2 #ω, N − 1)
    Index rows = 0; ///< N, finite rows
    double chance = 0; ///< r ÷ (N − 1)
    /// 1 − (1 − R²)(N − 1) ÷ (N − 1 − r): 0 on average for rows in random order, 1 where all is explained. Nothing
    /// where the waves span everything.
    std::optional<double> adjusted;
};

/// Least squares of all columns on all waves, by a pivoted QR decomposition; a wave whose part outside the others is
/// below 10⁻⁸ of the largest does not count (slow waves are nearly a line and a parabola, whatever their ω).
/// @param table  N positions × D, N ≤ 8192; rows that are not finite are left out   @param omega  rad/position
/// Errors: Shape below 3 finite rows, no column, no frequency or more than 8192 rows; Numeric when every column is
/// constant or a frequency is not finite; Cancelled. O(N r (2 #ω + D)); cancel points before and after the
/// decomposition.
[[nodiscard]] Result<SinusoidSpan> explainedBySinusoids(const Eigen::Ref<const tables::MatrixD>& table,
                                                        std::span<const double> omega, const JobContext& job = {});

} // namespace pescope::analysis
