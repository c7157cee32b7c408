// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pescope::bert {

class Vocabulary;
struct TokenizerParts;

enum class TokenizerKind { WordPiece, ByteLevelBpe };

/// Which text loses its last tokens when both together are too long.
enum class Truncation {
    LongestFirst, ///< the longer one, until they are alike, then both
    OnlyFirst,
    OnlySecond,
};

struct EncodeOptions {
    bool addSpecial = true; ///< [CLS] and [SEP] around the texts
    std::optional<std::int64_t> maxLength = std::nullopt; ///< tokens in all, special ones among them
    Truncation truncation = Truncation::LongestFirst;
    std::optional<std::int64_t> padTo = std::nullopt; ///< [PAD] at the end up to so many tokens
};

struct Token {
    std::int32_t id = 0;
    std::string text; ///< as the vocabulary writes it: "##ing", "Ġthe", "[CLS]"
    std::uint32_t begin = 0; ///< code points of the text it comes from, half open; 0 and 0 for added ones
    std::uint32_t end = 0;
    std::int32_t typeId = 0;
    bool special = false; ///< a special token, put in or written in the text
    bool inserted = false; ///< put in by the tokeniser: [CLS], [SEP], padding
    bool padding = false; ///< its attention mask is 0
    bool continuesWord = false; ///< not the first token of its word
    std::int32_t word = -1; ///< which word of its text, from 0; -1 for inserted ones
    std::int32_t sequence = -1; ///< 0 the first text, 1 the second, -1 inserted
};

struct Encoded {
    std::vector<Token> tokens;
    std::size_t cutFirst = 0; ///< tokens that truncation took from the first text
    std::size_t cutSecond = 0;

    [[nodiscard]] std::vector<std::int32_t> ids() const;
    [[nodiscard]] std::vector<std::int32_t> typeIds() const;
    [[nodiscard]] std::vector<std::int32_t> attentionMask() const; ///< 1, and 0 for padding
};

/// Turns text into the ids of a model, as Hugging Face's BertTokenizerFast and RobertaTokenizerFast do (transformers
/// 4.57, tokenizers 0.22). A cheap value; safe to use from several threads at once.
class Tokenizer {
public:
    /// Reads the tokeniser of a model folder; weights need not be there. A file's path stands for its folder,
    /// "hf:ORG/NAME" for that in the local hub cache.
    /// Taken are tokenizer.json, else vocab.txt (WordPiece), else vocab.json and merges.txt (byte-level BPE), each with
    /// tokenizer_config.json, special_tokens_map.json and added_tokens.json.
    /// Errors: Io when the folder or the files are not there (the message names those looked for) or cannot be read;
    /// Format for a broken file (named, with line or key); Unsupported for SentencePiece and other kinds, by name.
    /// Cost: that of reading the vocabulary.
    [[nodiscard]] static Result<Tokenizer> open(const std::filesystem::path& source);

    /// Errors: as above, for what only shows when the parts meet.
    [[nodiscard]] static Result<Tokenizer> fromParts(TokenizerParts parts);

    /// Tokens of a text, or of two. Like the reference, an empty second text counts as none; an empty first one gives
    /// [CLS] [SEP].
    /// Errors: Format for a text that is not UTF-8 (the reference refuses unpaired surrogates as well), with the byte;
    /// Shape when maxLength has no room for the special tokens, when the text to cut is too short for the cut, and when
    /// padding is wanted without a padding token. O(n) for WordPiece, O(n log n) for BPE; no cancel point (100,000
    /// characters take some 20 ms).
    [[nodiscard]] Result<Encoded> encode(std::string_view text, std::optional<std::string_view> pair,
                                         const EncodeOptions& options) const;

    [[nodiscard]] TokenizerKind kind() const;
    /// tokenizer.json, vocab.txt or vocab.json.
    [[nodiscard]] const std::string& file() const;
    /// What a rule had to guess ("no tokenizer_config.json: text is lower-cased …").
    [[nodiscard]] const std::vector<std::string>& notes() const;

    [[nodiscard]] const Vocabulary& vocabulary() const;
    /// Largest id + 1, to compare with the rows of the word embedding.
    [[nodiscard]] std::int32_t size() const;
    [[nodiscard]] std::optional<std::int32_t> idOf(std::string_view token) const;
    /// Empty for an id without a token.
    [[nodiscard]] std::string_view tokenOf(std::int32_t id) const;
    /// What a token says to a reader: without ##, and a byte-level one as the text of its bytes, spaces kept.
    [[nodiscard]] std::string readable(std::int32_t id) const;
    [[nodiscard]] bool isSpecial(std::int32_t id) const;
    [[nodiscard]] std::optional<std::int32_t> padId() const;
    /// Special tokens that are put around one text or two.
    [[nodiscard]] std::size_t addedCount(bool pair) const;

    /// model_max_length of tokenizer_config.json; nothing where it is missing or without meaning.
    [[nodiscard]] std::optional<std::int64_t> modelMaxLength() const;

    /// Ids of the tokens that are words of their own, ascending, for probes with random words: no continuations, no
    /// special or added tokens, letters only, at least two of them or one ideograph. O(vocabulary).
    [[nodiscard]] std::vector<std::int32_t> wholeWords() const;

private:
    struct Impl;
    explicit Tokenizer(std::shared_ptr<const Impl> impl);

    std::shared_ptr<const Impl> m_impl;
};

} // namespace pescope::bert
