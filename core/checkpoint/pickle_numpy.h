// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/checkpoint/pickle_value.h"

#include <optional>
#include <vector>

/// NumPy arrays in pickles, as their __reduce__ writes them (numpy/core/src/multiarray/methods.c and scalartypes.c).
/// They become tensors whose numbers lie in the pickle itself; nothing of NumPy is called.
namespace pescope::checkpoint::pickle {

struct NumpyArray {
    Tensor tensor; ///< its storage is still to be set
    Storage storage;
};

// Nothing: the elements are no plain numbers (objects, texts, dates, records), the value stays a label.
// Errors: Format (a shape that the bytes do not fill, with the numbers). O(bytes).

/// The state of an array: (1, shape, dtype, isFortran, bytes).
[[nodiscard]] Result<std::optional<NumpyArray>> numpyArray(const Document& document, Id state);

/// The arguments of a scalar, an array without axes: dtype, bytes.
[[nodiscard]] Result<std::optional<NumpyArray>> numpyScalar(const Document& document, const std::vector<Id>& arguments);

/// The arguments of _frombuffer: bytes, dtype, shape, "C" or "F".
[[nodiscard]] Result<std::optional<NumpyArray>> numpyBuffer(const Document& document, const std::vector<Id>& arguments);

} // namespace pescope::checkpoint::pickle
