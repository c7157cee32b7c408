// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checkpoint/pickle_value.h"

#include <cstddef>
#include <optional>
#include <string>

/// The list of names that a pickle may call, and what stands for such a call: a new one is one line in
/// pickle_rules.cpp.
namespace pescope::checkpoint::pickle {

inline constexpr std::size_t kMostAxes = 64; ///< of a tensor; PyTorch's own limit

enum class Action {
    Label, ///< an Object that keeps its arguments
    First, ///< its first argument
    Collection, ///< its first argument, or an empty list
    Dict, ///< a dict of its first argument
    DictBehindFactory, ///< a dict of its second argument
    Tensor, ///< storage, offset, shape, strides, …
    TypedTensor, ///< the same; the seventh argument is the dtype
    FromType, ///< the reconstruction in its first argument, of the arguments in its third
    Bytes, ///< its first argument, a text that stands for bytes, if the second says Latin-1
    NumpyScalar, ///< dtype, bytes
    NumpyBuffer, ///< bytes, dtype, shape, order
};

/// What stands for a call of this name; nothing: refused. A name that looks like a class (its last part begins with a
/// capital letter, as Python's style asks for) is a label; a function must be on the list.
[[nodiscard]] std::optional<Action> actionOf(const Global& global);

/// True for the function behind every pickled NumPy array; what its attributes say (BUILD) makes the array.
[[nodiscard]] bool isNumpyReconstruct(const Global& global);

/// True for numpy.dtype.
[[nodiscard]] bool isNumpyDtype(const Global& global);

/// True for names that can act on the machine, also when made like an object.
[[nodiscard]] bool acts(const Global& global);

/// " (os.system)" behind posix.system: the name that people know; else nothing.
[[nodiscard]] std::string alsoKnownAs(const Global& global);

/// True for a function of PyTorch that makes a tensor of a kind that PEScope does not read (quantised, sparse, …).
[[nodiscard]] bool makesOtherTensor(const Global& global);

} // namespace pescope::checkpoint::pickle
