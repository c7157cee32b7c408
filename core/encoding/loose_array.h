// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/encoding/encoding.h"
#include "core/encoding/table_encoding.h"

#include <string>

namespace pescope::encoding {

/// True for the formats that hold arrays without a model around them (.npy, .npz, .csv).
[[nodiscard]] bool isLoose(const checkpoint::Checkpoint& source);

/// Every 2-D floating array is a table N × D: id `ape`, in an .npz the member's name. 1-D and 0-D arrays are listed
/// only, leading axes of length 1 are dropped, integer arrays are refused by name.
/// Errors: Format when no table is left (the message names what there is), those of reading.
[[nodiscard]] Result<Source> resolveLoose(const std::string& spec, const checkpoint::Checkpoint& checkpoint);

/// `matrix:FILE`: the one 2-D array of the file is S itself, rows i (query) × columns j (key); any readable type.
/// Errors: Format when the file does not hold exactly one 2-D array; those of reading.
[[nodiscard]] Result<Source> openMatrix(const std::string& spec, const std::string& path);

/// `transposed:FILE`: the one 2-D array of the file is a table kept as dimensions × positions. Errors as `openMatrix`.
[[nodiscard]] Result<Source> openTransposed(const std::string& spec, const std::string& path);

} // namespace pescope::encoding
