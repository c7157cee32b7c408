// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/tokenizer.h"

#include <utility>

namespace pescope::bert {

/// How many tokens of each text stay when they and `added` special tokens may be `maxLength` in all.
/// The rule of the reference's truncate_encodings: longest first leaves both texts alike, the second with the odd one.
/// Errors: Shape when maxLength is below `added`, when a second text is to be cut and there is none, and when the text
/// to cut is not longer than what must go.
[[nodiscard]] Result<std::pair<std::size_t, std::size_t>> lengthsWithin(std::size_t first,
                                                                        std::optional<std::size_t> second,
                                                                        std::size_t added, std::int64_t maxLength,
                                                                        Truncation rule);

} // namespace pescope::bert
