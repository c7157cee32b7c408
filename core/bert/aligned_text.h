// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pescope::bert {

/// A character that remembers which code points of the original text it stands for: [begin, end).
struct AlignedChar {
    char32_t value = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

/// Text on its way through normalisation; begins never decrease.
using AlignedText = std::vector<AlignedChar>;

/// UTF-8 as code points, each aligned with itself.
/// Errors: Format at the first byte that is no UTF-8 (overlong forms and surrogates count), with its place; Unsupported
/// for more than 2³⁰ bytes. O(n).
[[nodiscard]] Result<AlignedText> decodeUtf8(std::string_view bytes);

void appendUtf8(char32_t c, std::string& out);
[[nodiscard]] std::string toUtf8(std::span<const AlignedChar> text);

} // namespace pescope::bert
