// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pescope::checkpoint {

/// Turns each element of `itemSize` bytes around: big-endian to little-endian and back. In place, O(n).
void swapByteOrder(std::span<std::byte> bytes, std::size_t itemSize);

/// The elements in row-major order of an array that lies in `bytes` by `strides` (in elements, ≥ 0).
///
/// The caller has checked that every element lies inside `bytes` and that the result fits in memory. O(n).
[[nodiscard]] std::vector<std::byte> gatherRowMajor(std::span<const std::byte> bytes,
                                                    std::span<const std::int64_t> shape,
                                                    std::span<const std::int64_t> strides, std::size_t itemSize);

/// Strides in elements of an array whose first axis runs fastest (Fortran order).
[[nodiscard]] std::vector<std::int64_t> fortranStrides(std::span<const std::int64_t> shape);

} // namespace pescope::checkpoint
