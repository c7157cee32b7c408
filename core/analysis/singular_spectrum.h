// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/tables/matrix.h"

#include <vector>

namespace pescope::analysis {

using tables::Index;

struct SpectrumOptions {
    bool centred = true; ///< the mean row is subtracted first: principal component analysis
    Index components = 3; ///< k, scores wanted; cut to the number of singular values
};

/// How many directions a table really uses. With p_i = σ_i² ÷ Σσ²:
///   effective rank       exp(−Σ p_i ln p_i)   (Roy & Vetterli 2007, on σ²)
///   participation ratio  (Σσ²)² ÷ Σσ⁴
/// Both are the number of values where all are equal, and 0 for a table of zeros (centred: of equal rows).
struct SingularSpectrum {
    std::vector<double> values; ///< σ, descending; min(rowsUsed, D) of them, exact to rounding of the largest
    std::vector<double> share; ///< p_i
    std::vector<double> cumulative; ///< p_0 + … + p_i
    double effectiveRank = 0, participationRatio = 0;
    Index components90 = 0, components99 = 0; ///< how many make up 90 % and 99 % of Σσ² (up to rounding)

    /// Row p is the place of row p of the table, centred where that was asked, along the first k directions (unit
    /// vectors in D): N × k, NaN for a row that is not finite. Sign of each: the first row whose score comes within
    /// 10⁻⁶ of the largest in magnitude is positive. Equal σ leave their directions open: any turn of them is as good.
    tables::MatrixD scores;

    bool centred = true;
    Index rows = 0; ///< N
    Index rowsNotFinite = 0; ///< left out
    Index rowsUsed = 0; ///< behind σ; below rows − rowsNotFinite: evenly spread ones
};

/// Singular values of the rows of a table and their leading principal components.
///
/// By Eigen's divide-and-conquer SVD (of R of a QR decomposition for tall tables), not by the Gram matrix, whose
/// smallest values would be noise below 10⁻⁸ σ_0. Beyond 8192 rows, or 2048 where D is above 2048, σ and the directions
/// are those of that many evenly spread rows (said by `rowsUsed`); the scores are of all rows.
/// @param table  N positions × D
/// Errors: Shape without rows or columns; Numeric when no row is finite; Cancelled.
/// O(N D min(N, D)): 512 × 768 in about 0.2 s, 8192 × 768 in 3 s; cancel points before and after the decomposition.
[[nodiscard]] Result<SingularSpectrum> singularSpectrum(const Eigen::Ref<const tables::MatrixD>& table,
                                                        const SpectrumOptions& options = {},
                                                        const JobContext& job = {});

} // namespace pescope::analysis
