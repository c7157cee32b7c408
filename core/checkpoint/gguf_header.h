// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checkpoint/file_reader.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pescope::checkpoint {

/// An element type of GGML. Quantised ones store a block of `blockItems` elements in `blockBytes` bytes.
struct GgmlType {
    std::string_view name; ///< "F32", "Q4_K", …
    std::uint64_t blockItems = 1;
    std::uint64_t blockBytes = 1;
};
inline constexpr std::uint32_t kGgmlQ8_0 = 8;

/// Nothing for a number that ggml.h did not know when this was written.
[[nodiscard]] std::optional<GgmlType> ggmlType(std::uint32_t number);

/// A value of the metadata. Of an array only its length is kept.
struct GgufArray {
    std::uint64_t length = 0;
};
using GgufValue = std::variant<bool, std::int64_t, std::uint64_t, double, std::string, GgufArray>;

struct GgufTensor {
    std::string name;
    std::vector<std::int64_t> shape; ///< row order: the file lists the fastest axis first
    std::uint32_t type = 0;
    std::uint64_t offset = 0; ///< bytes from the beginning of the file
    std::uint64_t bytes = 0; ///< 0 for an unknown type
};

struct GgufHeader {
    bool bigEndian = false;
    std::map<std::string, GgufValue, std::less<>> metadata;
    std::vector<GgufTensor> tensors;
};

/// Reads everything before the data (ggml/docs/gguf.md, versions 2 and 3, both byte orders); texts of more than 64 KiB
/// in the metadata are passed over. Memory is bounded by the header's own size.
/// Errors: Format (cut off; counts, lengths, shapes, offsets or an alignment that cannot be, with the numbers and the
/// tensor or key by name; a tensor whose data lies beyond the end of the file); Unsupported (another version).
[[nodiscard]] Result<GgufHeader> readGgufHeader(const FileReader& file);

} // namespace pescope::checkpoint
