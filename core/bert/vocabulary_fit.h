// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/encoder_config.h"
#include "core/bert/tokenizer.h"

#include <optional>
#include <string>

namespace pescope::bert {

/// Whether a tokeniser and a word embedding look as if they belonged together; a sentence where they do not: more
/// tokens than rows (their ids cannot be looked up), or rows beyond what padding to a multiple of 128 and reserved
/// places explain. Both can be right for all that, so it is a warning. O(1).
[[nodiscard]] std::optional<std::string> vocabularyMismatch(const Tokenizer& tokenizer, const EncoderConfig& config);

} // namespace pescope::bert
