// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/aligned_text.h"
#include "core/bert/normalizer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace pescope::bert {

/// A token that is cut out of a text before anything else is done with it.
struct AddedToken {
    std::string content;
    std::int32_t id = 0;
    bool special = false;
    bool normalized = false; ///< sought in the normalised text, its content normalised as well
    bool singleWord = false; ///< not inside a longer run of word characters
    bool leftStrip = false; ///< takes the white space in front with it
    bool rightStrip = false;
    bool betweenSpaces = false; ///< only with white space or an end of the text on both sides (never_split)
};

/// Finds added tokens as the reference does: the leftmost, of those the longest, never overlapping.
class AddedTokens {
public:
    /// Errors: Unsupported for a content above 512 characters, Format for one that is no UTF-8.
    [[nodiscard]] static Result<AddedTokens> create(std::vector<AddedToken> tokens, const Normalizer& normalizer);

    /// A stretch of a text: one added token, or what lies between two. Never empty.
    struct Part {
        std::size_t begin = 0;
        std::size_t end = 0;
        const AddedToken* token = nullptr;
    };
    /// Those that are sought in the text as it was written. O(n · longest content).
    [[nodiscard]] std::vector<Part> splitWritten(std::span<const AlignedChar> text) const;
    /// Those with `normalized`.
    [[nodiscard]] std::vector<Part> splitNormalized(std::span<const AlignedChar> text) const;

    [[nodiscard]] const std::vector<AddedToken>& all() const { return m_tokens; }

private:
    /// Contents as a tree of characters.
    struct Tree {
        std::unordered_map<std::uint64_t, std::size_t> children; ///< by node · 2²¹ + character
        std::vector<std::ptrdiff_t> token = {-1}; ///< by node: index in m_tokens, -1 for none
        void add(std::span<const AlignedChar> content, std::size_t index);
        /// The longest content at the beginning of `text`: its characters and token; 0 for none.
        [[nodiscard]] std::pair<std::size_t, std::size_t> longestAt(std::span<const AlignedChar> text) const;
    };
    [[nodiscard]] std::vector<Part> split(const Tree& tree, std::span<const AlignedChar> text) const;

    std::vector<AddedToken> m_tokens;
    Tree m_written;
    Tree m_normalized;
};

} // namespace pescope::bert
