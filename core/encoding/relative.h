// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/encoding/sinusoid.h"
#include "core/tables/matrix.h"

#include <optional>
#include <string_view>
#include <vector>

namespace pescope::encoding {

/// Which offsets m = i − j a model makes vectors for, of L positions.
enum class OffsetReach {
    Earlier, ///< L − 1 … 0: keys up to the query (Transformer-XL)
    EarlierAndOne, ///< L … 0 (XLNet in one direction)
    Both, ///< L … −L + 1 (XLNet)
    Window, ///< clamp … −clamp, whatever L is, of the sinusoid at clamp − m (NEZHA)
};

/// Rows that a model computes: P_m is the sinusoid of position m, m clamped to ±clamp where that is above 0.
struct OffsetSinusoid {
    SinusoidSpec sinusoid; ///< width, base and layout; its length is not used
    OffsetReach reach = OffsetReach::Earlier;
    tables::Index clamp = 0;
};

/// Vectors P_m by offset m = i − j (query − key), a row each, in stored order: row r is offset
/// firstOffset + r where `ascending`, else firstOffset − r.
struct RelativeTable {
    tables::SharedMatrix rows = nullptr;
    tables::Index firstOffset = 0; ///< m of stored row 0
    bool ascending = true; ///< rows run with query − key; false: with key − query
    std::optional<OffsetSinusoid> computed = std::nullopt; ///< what the rows were computed from; none: stored ones

    [[nodiscard]] tables::Index lastOffset() const; ///< m of the last stored row
    [[nodiscard]] tables::Index lowestOffset() const;
    [[nodiscard]] tables::Index storedRow(tables::Index offset) const; ///< of an offset that the table has
};

/// What the vector of offset m is a sinusoid of; three meanings are in use and give different pictures.
enum class OffsetMeaning {
    Signed, ///< P_m = [sin ω m, cos ω m]: the formula of NEZHA (Wei et al. 2019)
    Shifted, ///< P_m at position m + max, never negative: what NEZHA's code looks up
    Absolute, ///< P_|m|: the same in both directions
};
[[nodiscard]] std::string_view name(OffsetMeaning meaning); ///< "signed", "shifted", "absolute"

/// Computed vectors for m = −maxOffset … maxOffset: sines and cosines in turn, ω_i = base^(−2i/dim),
/// i = first … first + dim/2 − 1. `science.md` §3.
struct RelativeSinusoid {
    int dim = 64; ///< even; the width of a head
    double base = 10000.0;
    int first = 0; ///< 0 or 1
    tables::Index maxOffset = 127;
    OffsetMeaning meaning = OffsetMeaning::Signed;

    bool operator==(const RelativeSinusoid&) const = default;

    [[nodiscard]] tables::Index rows() const { return 2 * maxOffset + 1; }
};

/// Number of rows for `length` positions.
[[nodiscard]] tables::Index rowsOf(const OffsetSinusoid& spec, tables::Index length);

/// The rows for `length` positions, from the largest offset down, as the models compute them; float64.
/// Errors: those of the sinusoid; Shape for a length below 1, a window without a clamp, or more than 2^26 values.
[[nodiscard]] Result<RelativeTable> tableOf(const OffsetSinusoid& spec, tables::Index length);

/// Errors: Shape for an odd or missing dim, maxOffset < 1, a table of more than 2^28 values; Numeric for a bad base or
/// first.
[[nodiscard]] Status validate(const RelativeSinusoid& spec);

/// rad/position, in index order.
[[nodiscard]] std::vector<double> omega(const RelativeSinusoid& spec);

/// Position whose sinusoid the vector of offset m is.
[[nodiscard]] tables::Index positionOf(const RelativeSinusoid& spec, tables::Index m);

/// Rows for m = −maxOffset … maxOffset, dim columns; float64. O(rows · dim).
[[nodiscard]] tables::MatrixD table(const RelativeSinusoid& spec);

} // namespace pescope::encoding
