// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/checkpoint/container.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace pescope::checkpoint {

/// What stands before the data of a .npy file or of one array in an .npz archive.
struct NpyHeader {
    std::string dtype; ///< as safetensors writes it; NumPy's own text where safetensors has no name ("|O")
    std::optional<tables::DType> readable;
    std::string refusal; ///< why `readable` is empty: "Python objects (|O), stored as a pickle that could run code"
    bool bigEndian = false;
    bool fortranOrder = false;
    std::vector<std::int64_t> shape;
    std::uint64_t headerBytes = 0;
    std::uint64_t dataBytes = 0; ///< of a readable type, checked against overflow
};

/// Hands out the next `count` bytes of the file, or an error if they are not there.
using NextBytes = std::function<Result<std::vector<std::byte>>(std::uint64_t count)>;

/// Reads a header of format version 1, 2 or 3 (numpy/lib/format.py); the dict is parsed, never evaluated.
/// Errors: those of `next`; Format (not a header, with the place), Unsupported (a later version).
[[nodiscard]] Result<NpyHeader> readNpyHeader(const NextBytes& next);

/// The error of reading an array whose type is refused.
[[nodiscard]] std::unexpected<Error> refusedType(const NpyHeader& header, const std::string& arrayName);

/// The data in row-major order, little-endian; `data` holds header.dataBytes bytes.
[[nodiscard]] TensorBytes arrangeNpy(const NpyHeader& header, std::vector<std::byte> data);

} // namespace pescope::checkpoint
