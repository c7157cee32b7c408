// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tables/matrix.h"

#include <cstdint>

namespace pescope::encoding {

// What a spec or a config may ask for. More is a typing error: the widest published model has below 2^17 columns.
inline constexpr int kMaxDim = 1 << 20;
inline constexpr tables::Index kMaxLength = tables::Index{1} << 40;
/// Values of a table: 2 GiB as float64. A file with a hole of any size costs its sender nothing.
inline constexpr tables::Index kMaxValues = tables::Index{1} << 28;
/// Positions that are looked at where a model names no number of them.
inline constexpr tables::Index kDefaultLength = 128;
inline constexpr std::int64_t kMaxHeads = 1 << 16;

} // namespace pescope::encoding
