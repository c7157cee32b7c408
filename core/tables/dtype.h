// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace pescope::tables {

/// Element types that checkpoints hold and PEScope reads exactly.
enum class DType { F64, F32, F16, BF16, F8_E4M3, F8_E5M2, I64, I32, I16, I8, U64, U32, U16, U8, Bool };

/// The name safetensors writes: "F32", "BF16", "F8_E4M3", "BOOL", …
[[nodiscard]] std::string_view name(DType type);
[[nodiscard]] std::optional<DType> dtypeFromName(std::string_view safetensorsName);
[[nodiscard]] std::size_t byteSize(DType type); ///< bytes per element
[[nodiscard]] bool isFloating(DType type);

/// Widens little-endian elements to double. Every type but I64/U64 beyond 2^53 is exact; E4M3 follows OCP (no infinity,
/// 0x7F and 0xFF are NaN). Errors: Shape if the bytes are not a whole number of elements. O(n).
[[nodiscard]] Result<std::vector<double>> toDouble(std::span<const std::byte> littleEndian, DType type);

/// Widens little-endian integers to int64. Errors: Unsupported for floating types, Numeric for U64 above 2^63 − 1.
[[nodiscard]] Result<std::vector<std::int64_t>> toInt64(std::span<const std::byte> littleEndian, DType type);

} // namespace pescope::tables
