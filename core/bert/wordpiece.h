// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/subword_model.h"
#include "core/bert/vocabulary.h"

#include <memory>
#include <string>

namespace pescope::bert {

struct WordPieceSettings {
    std::string unknownToken = "[UNK]";
    std::string continuationPrefix = "##";
    std::int64_t maxWordCharacters = 100; ///< a longer word is unknown as a whole
};

/// BERT's WordPiece: words between white space, each punctuation character one of its own; of a word the longest
/// beginning that is in the vocabulary, then the longest continuation, and the unknown token for the whole word when
/// any part is not there.
class WordPiece final : public SubwordModel {
public:
    /// Errors: Format when the vocabulary lacks the unknown token; Unsupported for a maximum above 1000 (the search is
    /// quadratic in it).
    [[nodiscard]] static Result<std::unique_ptr<SubwordModel>> create(std::shared_ptr<const Vocabulary> vocabulary,
                                                                      WordPieceSettings settings);

    /// O(n · m), m the characters of a word, or of the longest token where that is shorter.
    void tokenize(std::span<const AlignedChar> text, Pieces& out) const override;

private:
    WordPiece(std::shared_ptr<const Vocabulary> vocabulary, WordPieceSettings settings, std::int32_t unknown);
    void splitWord(std::span<const AlignedChar> word, Pieces& out) const;

    std::shared_ptr<const Vocabulary> m_vocabulary;
    WordPieceSettings m_settings;
    std::int32_t m_unknown;
};

} // namespace pescope::bert
