// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace pescope::tables {

enum class Precision { Float32, Float64 };

/// An array to be saved: C order, any number of axes, values given as double.
struct ArrayView {
    std::span<const double> values;
    std::vector<std::int64_t> shape; ///< its product is values.size()
    Precision precision = Precision::Float64;
};

/// NumPy format 1.0, little-endian '<f4' or '<f8', C order, header padded to 64 bytes; written whole or not at all.
/// Errors: Io (path and reason).
[[nodiscard]] Status writeNpy(const std::filesystem::path& target, const ArrayView& array);

/// One header line, then one line a row; '.' decimals, shortest digits that read back exactly (as float for Float32).
/// One axis is written as one column. More than two axes are written as one line per row of the last axis with the
/// leading indexes in front (columns named by `axisNames`). UTF-8, line feeds; names with a comma or quote are quoted.
/// @param columnNames  header names of the last axis (of the only column, for one axis); missing ones: "c0", "c1", …
/// @param axisNames    names of the leading indexes; missing ones: "axis0", "axis1", …
/// Errors: Io (path and reason).
[[nodiscard]] Status writeCsv(const std::filesystem::path& target, const ArrayView& array,
                              const std::vector<std::string>& columnNames = {},
                              const std::vector<std::string>& axisNames = {});

/// writeNpy or writeCsv by the extension of `target`. Errors: Unsupported for any other extension.
[[nodiscard]] Status writeArray(const std::filesystem::path& target, const ArrayView& array,
                                const std::vector<std::string>& columnNames = {},
                                const std::vector<std::string>& axisNames = {});

} // namespace pescope::tables
