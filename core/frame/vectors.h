// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/encoding.h"

namespace pescope::frame {

/// The vectors of an encoding as one table, a row for each position, or for each offset r = i − j ascending; columns as
/// stored. Computed ones of the first `mostRows` rows at most. Copies. O(N D).
/// Errors: Unsupported for biases, rotary encodings and given maps, which have none, by name; Shape for an empty table.
[[nodiscard]] Result<tables::MatrixD> vectorsOf(const encoding::Encoding& encoding, tables::Index mostRows = 8192);

/// Columns of that table; 0 where there is none.
[[nodiscard]] tables::Index vectorLength(const encoding::Encoding& encoding);

/// The layout of its pairs as far as anybody knows: stored tables are taken for interleaved unless it was seen.
[[nodiscard]] encoding::Layout layoutOf(const encoding::Encoding& encoding);

} // namespace pescope::frame
