// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/tables/matrix.h"

#include <string_view>
#include <vector>

namespace pescope::encoding {

/// Vectors P_m by offset m = i − j (query − key), a row each, in stored order: row r is offset
/// firstOffset + r where `ascending`, else firstOffset − r.
struct RelativeTable {
    tables::SharedMatrix rows;
    tables::Index firstOffset = 0; ///< m of stored row 0
    bool ascending = true; ///< rows run with query − key; false: with key − query

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
