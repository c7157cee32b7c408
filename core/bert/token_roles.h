// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/encoder.h"
#include "core/bert/tokenizer.h"

#include <cstdint>
#include <span>
#include <vector>

namespace pescope::bert {

/// What stands at a place of a text, as the measures of attention and hidden states see it.
enum class TokenRole : std::uint8_t {
    Word, ///< a token of the text, a whole word or a piece of one
    Special, ///< [CLS], [SEP] and the like: part of the text for the model, left out of most measures
    Padding, ///< masked; never measured
};

/// One for each token of a text.
using TokenRoles = std::vector<TokenRole>;

/// Of a tokenised text. Special tokens that were written in the text count as special too.
[[nodiscard]] TokenRoles tokenRoles(const Encoded& text);

/// Of ids given by hand: padding where the mask is 0, special where the id is one of `special`.
/// @param sequence  from 0
[[nodiscard]] TokenRoles tokenRoles(const EncoderInput& input, std::span<const std::int64_t> special,
                                    tables::Index sequence = 0);

/// Places of the tokens that are measured, ascending: the words, and the special tokens where they are wanted.
[[nodiscard]] std::vector<tables::Index> measuredPlaces(const TokenRoles& roles, bool withSpecial);

} // namespace pescope::bert
