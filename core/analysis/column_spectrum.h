// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/singular_spectrum.h"
#include "core/base/job.h"
#include "core/tables/matrix.h"

#include <vector>

namespace pescope::analysis {

enum class Window { None, Hann };

struct ColumnSpectrumOptions {
    Window window = Window::None;
    bool eachColumn = false; ///< also keeps the amplitudes of every column, D × #bins numbers
};

/// The strongest frequency of one column.
struct ColumnPeak {
    double omega = 0; ///< rad/position, in (0, π]; 0 for a column that is constant
    double amplitude = 0; ///< of the bin
};

/// Amplitudes along positions. A cosine of amplitude a whose frequency is a bin's shows a there.
struct ColumnSpectrum {
    std::vector<double> omega; ///< rad/position of each bin: 2πk/M, k = 0 … ⌊M/2⌋; bin 0 is empty (mean removed)
    std::vector<double> rms; ///< √ of the mean over columns of the squared amplitude
    std::vector<ColumnPeak> peaks; ///< one a column
    tables::MatrixD amplitudes; ///< columns × bins; empty unless asked for
    Index rows = 0; ///< N
    Index length = 0; ///< M: N, or the next length whose transform is quick; the rest are zeros
    Index rowsNotFinite = 0; ///< counted as the column's mean
};

/// FFT of each column minus its mean, w the window (Hann: sin²(π(p + ½)/N)):
///   A_k = 2 |Σ_p w_p (x_p − x̄) e^{−2πikp/M}| ÷ Σ w   (half of that at ω = π).
/// The peak is the largest bin, moved by the parabola through the logarithms of it and its two neighbours (not at the
/// first and last bins). A wave longer than N rows has its peak at the lowest bins, as near as a spectrum can tell;
/// fitOmega() goes further.
/// Errors: Shape with fewer than 2 rows or no column; Numeric when no row is finite; Cancelled.
/// O(D N log N); cancel points every 8 columns.
[[nodiscard]] Result<ColumnSpectrum> columnSpectrum(const Eigen::Ref<const tables::MatrixD>& table,
                                                    const ColumnSpectrumOptions& options = {},
                                                    const JobContext& job = {});

/// The same of the scores of principal components, with the amplitudes of each: which frequencies the main directions
/// of a table turn with.
[[nodiscard]] Result<ColumnSpectrum> componentSpectrum(const SingularSpectrum& spectrum, Window window = Window::None,
                                                       const JobContext& job = {});

} // namespace pescope::analysis
