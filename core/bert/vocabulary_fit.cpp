// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/vocabulary_fit.h"

#include <fmt/format.h>

#include <algorithm>

namespace pescope::bert {

std::optional<std::string> vocabularyMismatch(const Tokenizer& tokenizer, const EncoderConfig& config)
{
    constexpr tables::Index kPadding = 128;
    if (!config.vocabulary)
        return std::nullopt;
    const tables::Index tokens = tokenizer.size(), rows = *config.vocabulary;
    if (tokens <= rows && rows - tokens <= std::max(kPadding, rows / 50))
        return std::nullopt;
    return fmt::format("{} has {} tokens, the model's word embedding {} rows: they may not belong together",
                       tokenizer.file(), tokens, rows);
}

} // namespace pescope::bert
