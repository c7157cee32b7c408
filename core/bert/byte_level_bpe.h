// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/subword_model.h"
#include "core/bert/vocabulary.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace pescope::bert {

struct BpeSettings {
    bool addPrefixSpace = false; ///< a text that begins without a space gets one
    bool splitWords = true; ///< GPT-2's pattern of words (use_regex)
    bool ignoreMerges = false; ///< a word that is a token is one, whatever the merges say
    std::optional<std::string> unknownToken; ///< for a byte that is no token; not given: such bytes vanish
};

/// Two neighbours that become one token; earlier merges come first.
struct BpeMerge {
    std::string left;
    std::string right;
};

/// Byte-level BPE of GPT-2 and RoBERTa (Radford et al. 2019): words by GPT-2's pattern
///   's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
/// as bytes, each byte shown as one printable character, neighbours joined by the rank of their merge, leftmost first.
class ByteLevelBpe final : public SubwordModel {
public:
    /// Errors: Format for a merge (by number) whose parts or whole the vocabulary lacks, and for an unknown token that
    /// it lacks.
    [[nodiscard]] static Result<std::unique_ptr<SubwordModel>>
    create(std::shared_ptr<const Vocabulary> vocabulary, const std::vector<BpeMerge>& merges, BpeSettings settings);

    /// O(n log n).
    void tokenize(std::span<const AlignedChar> text, Pieces& out) const override;

private:
    struct Joined {
        std::int32_t rank;
        std::int32_t id;
    };
    ByteLevelBpe() = default;
    void splitWord(std::span<const AlignedChar> word, Pieces& out) const;
    [[nodiscard]] const Joined* joined(std::int32_t left, std::int32_t right) const;
    void append(std::int32_t id, std::uint32_t begin, std::uint32_t end, std::int32_t word, bool first,
                Pieces& out) const;

    std::shared_ptr<const Vocabulary> m_vocabulary;
    BpeSettings m_settings;
    std::array<std::int32_t, 256> m_byteIds{}; ///< -1: no token
    std::unordered_map<std::uint64_t, Joined> m_joined; ///< by left id · 2³² + right id
    std::int32_t m_unknown = -1;
};

/// The character that stands for a byte in the tokens: itself when printable in Latin-1, else from U+0100 on.
[[nodiscard]] char32_t byteCharacter(std::uint8_t byte);

} // namespace pescope::bert
