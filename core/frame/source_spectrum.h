// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/column_spectrum.h"
#include "core/analysis/neighbour_cosines.h"
#include "core/analysis/singular_spectrum.h"
#include "core/encoding/encoding.h"

#include <optional>
#include <string>
#include <vector>

namespace pescope::frame {

using tables::Index;

/// What a source's vectors by position, or by offset r = i − j, consist of. A part that could not be computed is empty
/// and its note says why, in one sentence.
struct VectorSpectrum {
    bool rowsAreOffsets = false;
    Index firstRow = 0; ///< label of row 0, a position or an offset; labels ascend by 1
    Index rows = 0, columns = 0;
    Index rowsLeftOut = 0; ///< of a computed table, beyond the first 8192

    std::optional<analysis::SingularSpectrum> centred; ///< minus the mean row, with the scores of 3 components
    std::optional<analysis::SingularSpectrum> plain; ///< as it is, without scores
    std::string singularNote;

    std::optional<analysis::ColumnSpectrum> columnSpectrum; ///< RMS over columns, and the peak of each
    std::optional<analysis::ColumnSpectrum> componentSpectrum; ///< of those 3 scores, with the amplitudes of each
    std::string frequencyNote;

    std::vector<double> norms; ///< ‖P_r‖, one a row
    analysis::CosineCurve neighbours; ///< cos(P_r, P_{r+1}); empty with fewer than two rows
    analysis::CosineCurve mirror; ///< cos(P_k, P_−k), k ≥ 1; empty unless rows are offsets
    /// Mean of cos(P_r, P_s) over all r ≠ s, rows without a direction left out: what neighbours are to be held against.
    std::optional<double> meanCosine;
    std::string neighbourNote;
};

/// Of a rotary encoding, at m = 0, 1, …
struct RotarySpectrum {
    std::vector<double> decay; ///< mean over j of |S_j(m)|, analysis::rotaryDecay()
    std::vector<double> kernel; ///< Σ cos ω_k m
};

/// Of a bias: b_h(m) by distance.
struct BiasSpectrum {
    Index firstOffset = 0; ///< m of column 0
    tables::MatrixD byHead; ///< heads × offsets
};

/// The numbers behind the Spectrum view of one source; a kind of encoding has the parts that make sense for it.
struct SourceSpectrum {
    std::optional<VectorSpectrum> vectors;
    std::optional<RotarySpectrum> rotary;
    std::optional<BiasSpectrum> bias;
    std::vector<double> omega; ///< of the source itself where they are known, index order, rad/position; else empty
};

inline constexpr Index kMostSpectrumRows = 8192; ///< of a computed table
inline constexpr Index kMostDecayOffset = 4096; ///< of a rotary encoding
inline constexpr Index kMostBiasOffset = 2048; ///< of a bias, in either direction

/// Errors: Unsupported for a given map, which has neither vectors nor heads; Shape for an empty table; OutOfMemory;
/// Cancelled. O(N D min(N, D)) for vectors, up to about 7 s for 8192 × 768; a job of its own.
[[nodiscard]] Result<SourceSpectrum> spectrumOf(const encoding::Encoding& encoding, const JobContext& job = {});

} // namespace pescope::frame
