// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/aligned_text.h"

#include <cstdint>
#include <vector>

namespace pescope::bert {

/// One token of a text before special tokens are put around it.
struct Piece {
    std::int32_t id = 0;
    std::uint32_t begin = 0; ///< code points of the original, half open
    std::uint32_t end = 0;
    std::int32_t word = 0; ///< which word of the text
    bool continuesWord = false;
    bool special = false;
    std::uint32_t leadingSpaces = 0; ///< written in the token itself (byte-level BPE)
    std::uint32_t trailingSpaces = 0;
};

/// The pieces of one text, and how many words there are so far.
struct Pieces {
    std::vector<Piece> list;
    std::int32_t words = 0;
};

/// How normalised text without added tokens becomes words, and these tokens. Immutable; safe from several threads.
class SubwordModel {
public:
    SubwordModel() = default;
    SubwordModel(const SubwordModel&) = delete;
    SubwordModel& operator=(const SubwordModel&) = delete;
    virtual ~SubwordModel() = default;

    virtual void tokenize(std::span<const AlignedChar> text, Pieces& out) const = 0;
};

} // namespace pescope::bert
