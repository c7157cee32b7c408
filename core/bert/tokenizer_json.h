// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/tokenizer_parts.h"

#include <nlohmann/json_fwd.hpp>

#include <string_view>

namespace pescope::bert {

/// What helps where a tokeniser cannot be read.
inline constexpr const char* kByHand = "Give the ids by hand: --ids 101,2769,… needs no tokeniser.";

/// JSON from an untrusted file as a tree at most 64 deep. Errors: Format with the reason and the byte.
[[nodiscard]] Result<nlohmann::json> parseBoundedJson(std::string_view text);

/// tokenizer.json of Hugging Face tokenizers: WordPiece with BERT's words, or byte-level BPE.
/// Errors: Format (no JSON, wrong types, ids that collide), Unsupported for every other model (Unigram of
/// SentencePiece, WordLevel), normaliser, pre-tokeniser and post-processor, by name.
[[nodiscard]] Result<TokenizerParts> parseTokenizerJson(std::string_view content);

} // namespace pescope::bert
