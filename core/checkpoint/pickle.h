// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/checkpoint/pickle_value.h"

#include <cstddef>
#include <string_view>

namespace pescope::checkpoint::pickle {

/// One pickle, interpreted as data.
struct Pickle {
    Document document;
    std::size_t length = 0; ///< bytes up to and with its STOP
};

struct Reading {
    Result<Pickle> pickle;
    bool endedEarly = false; ///< the bytes end inside the pickle; the error says so
};

/// Interprets the pickle at the beginning of `bytes` (protocols 2 to 5, as torch.save writes them; Python's
/// pickletools.py defines the opcodes). Nothing is executed: pickle_calls.h says what stands for a call.
///
/// The document points into `bytes`. Memory is at most about 40 times `bytes`, and bounded by kMostValues; no
/// recursion. Errors: Format (cut off, an opcode or a use of the stack that no pickler writes: with the opcode and its
/// place); Unsupported (a call that is refused, by name; opcodes of other protocols). O(bytes).
[[nodiscard]] Reading readPickle(std::string_view bytes);

} // namespace pescope::checkpoint::pickle
