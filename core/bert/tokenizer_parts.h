// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/added_tokens.h"
#include "core/bert/byte_level_bpe.h"
#include "core/bert/normalizer.h"
#include "core/bert/special_template.h"
#include "core/bert/vocabulary.h"
#include "core/bert/wordpiece.h"

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace pescope::bert {

struct BpeParts {
    std::vector<BpeMerge> merges;
    BpeSettings settings;
};

/// A tokeniser as its files describe it, before it is put together.
struct TokenizerParts {
    std::string file; ///< name of the one that the vocabulary came from
    Vocabulary vocabulary;
    std::variant<WordPieceSettings, BpeParts> model;
    std::variant<BertNormalizerSettings, Normalizer> normalizer;
    std::vector<AddedToken> added;
    SpecialTemplate around;
    std::optional<std::int32_t> padId;
    bool trimOffsets = false; ///< white space that a token begins or ends with is not part of its place (RoBERTa)
    bool trimKeepsPrefixSpace = false; ///< … but for the space that was put in front of the text
    std::optional<std::int64_t> modelMaxLength;
    std::vector<std::string> notes; ///< what a rule had to guess
};

/// The tokeniser of a folder: tokenizer.json, else vocab.txt, else vocab.json with merges.txt; then what
/// tokenizer_config.json, special_tokens_map.json and added_tokens.json say, in the reference's order.
/// Errors: those of Tokenizer::open.
[[nodiscard]] Result<TokenizerParts> readTokenizerParts(const std::filesystem::path& folder);

} // namespace pescope::bert
