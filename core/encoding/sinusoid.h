// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/tables/matrix.h"

#include <optional>
#include <string_view>
#include <vector>

namespace pescope::encoding {

enum class Layout { Interleaved, Halves }; ///< sin, cos, sin, cos, …  or all sines, then all cosines
enum class Spacing { Half, HalfMinusOne }; ///< exponent 2i/D, or i/(D/2 − 1) (tensor2tensor, fairseq)

[[nodiscard]] std::string_view name(Layout layout); ///< "interleaved", "halves"
[[nodiscard]] std::string_view name(Spacing spacing); ///< "half", "half-1"

/// A computed sinusoidal encoding. Its frequencies are
///   ω_i = c · base^(−2i/D), i = first … first + ⌊D/2⌋ − 1   (spacing half), or
///   ω_i = c · base^(−i/(⌊D/2⌋ − 1))                        (spacing half-1; i also starts at `first`),
/// of which the `skipFast` largest and the `skipSlow` smallest are left out, or exactly `freeOmega` where that is set
/// (then base, first, spacing are not used; scale and skips still are).
/// Source: Vaswani et al. 2017 (first 0 in all code bases; Wang et al. 2021 write the sum from i = 1).
/// At odd D the table ends with one unpaired sine column of the next frequency; ω, ψ and the ranges are of the pairs.
struct SinusoidSpec {
    int dim = 768;
    double base = 10000.0;
    int first = 0; ///< 0 or 1
    Spacing spacing = Spacing::Half;
    Layout layout = Layout::Interleaved;
    double scale = 1.0; ///< c, multiplies every ω (position interpolation)
    int skipFast = 0;
    int skipSlow = 0;
    tables::Index length = 512;
    std::vector<double> freeOmega = {};

    bool operator==(const SinusoidSpec&) const = default;

    [[nodiscard]] bool hasUnpairedColumn() const { return dim % 2 == 1 && freeOmega.empty(); }
    [[nodiscard]] int pairs() const; ///< number of frequencies that are left
    [[nodiscard]] int columns() const; ///< columns of the table: 2 · pairs(), one more with an unpaired column
};

/// Errors: Shape for dim < 1, length < 1, skips that leave nothing; Numeric for base ≤ 0 or = 1 …, scale ≤ 0, NaN.
[[nodiscard]] Status validate(const SinusoidSpec& spec);

/// The frequencies in index order (fast to slow for the usual bases), after scaling and skipping. rad/position.
[[nodiscard]] std::vector<double> omega(const SinusoidSpec& spec);

/// Rows `firstRow` … `firstRow + rows − 1` of the table, columns in the spec's layout; float64. O(rows · D).
[[nodiscard]] tables::MatrixD table(const SinusoidSpec& spec, tables::Index firstRow, tables::Index rows);

/// What a stored table is found to be when it is a sinusoid.
struct RecognisedSinusoid {
    Layout layout = Layout::Interleaved;
    std::vector<double> omega; ///< fitted, one per column pair, in stored order
    double maxResidual = 0; ///< largest |table − fit|
    double base = 0; ///< of the geometric progression through ω, 0 if they are not one
    int first = 0;
    Spacing spacing = Spacing::Half;
};

/// Tries both layouts: ω_k from the phase atan2(sin, cos) unwrapped over positions, then the residual of the whole
/// table. Recognised when the residual is below 2e-5 for stored float32/float64 (bf16, f16: what their rounding gives).
/// Nothing for fewer than 2 rows, odd D, or any value that is not finite. O(N D).
[[nodiscard]] std::optional<RecognisedSinusoid> recogniseSinusoid(const tables::MatrixD& table,
                                                                  double tolerance = 2e-5);

} // namespace pescope::encoding
