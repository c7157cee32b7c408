// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/encoder.h"
#include "core/bert/identical_words.h"
#include "core/bert/tokenizer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pescope::bert {

/// Texts that are made up to see what positions do without a meaning in the way.
struct WordChoice {
    std::string word; ///< the one word to use; empty: words of the vocabulary are drawn
    std::optional<tables::Index> count; ///< drawn words, or texts; nothing: 50, or as many words as there are
    std::uint64_t seed = 0;
    tables::Index tokens = 0; ///< of each text, special ones included
    bool special = true; ///< with [CLS] and [SEP] around it
};

/// Ids of whole words (Tokenizer::wholeWords) in the order of encoding::shuffledOrder(seed): the first ones of a larger
/// choice are those of a smaller one. Errors: Shape with both numbers for more than the vocabulary has, or when it has
/// none. O(vocabulary).
[[nodiscard]] Result<std::vector<std::int64_t>> drawWords(const Tokenizer& tokenizer,
                                                          std::optional<tables::Index> count, std::uint64_t seed);

/// Texts of one word each, for identicalAttention() and wordProperties(). Scheme and kind are left as they are.
/// Errors: those of `drawWords`; Shape for a `word` of more than one token; Unsupported for a tokeniser that puts
/// anything else than one special token at each end.
[[nodiscard]] Result<IdenticalWords> identicalTexts(const Tokenizer& tokenizer, const WordChoice& choice);

/// `choice.count` texts of drawn words in random order, all of one length; no word comes twice in one text as long as
/// there are enough. Errors: those of `drawWords` and as above; Shape for a length without room for two words.
[[nodiscard]] Result<std::vector<EncoderInput>> randomTexts(const Tokenizer& tokenizer, const WordChoice& choice);

} // namespace pescope::bert
