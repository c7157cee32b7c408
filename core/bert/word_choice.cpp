// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/word_choice.h"

#include "core/encoding/what_if.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace pescope::bert {
namespace {

using tables::Index;

constexpr Index kFewWords = 50; // unless said otherwise

using Ends = std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>;

/// The special tokens in front of a text and behind it.
Result<Ends> endsOf(const Tokenizer& tokenizer, bool special)
{
    if (!special)
        return Ends{};
    PESCOPE_TRY(around, tokenizer.encode("", std::nullopt, {.addSpecial = true}));
    if (around.tokens.size() != 2)
        return fail(ErrorCode::Unsupported,
                    fmt::format("the tokeniser puts {} special tokens around a text, not one at each end",
                                around.tokens.size()),
                    "Leave the special tokens out.");
    return Ends{around.tokens.front().id, around.tokens.back().id};
}

} // namespace

Result<std::vector<std::int64_t>> drawWords(const Tokenizer& tokenizer, std::optional<Index> count, std::uint64_t seed)
{
    const std::vector<std::int32_t> all = tokenizer.wholeWords();
    const Index wanted = count.value_or(std::min<Index>(kFewWords, std::ssize(all)));
    if (wanted > std::ssize(all) || wanted < 1)
        return fail(ErrorCode::Shape,
                    fmt::format("the vocabulary has {} whole words{}", all.size(),
                                count ? fmt::format(", {} were asked for", *count) : std::string()),
                    all.empty() ? "Name a word." : fmt::format("Ask for 1 to {}.", all.size()));
    const std::vector<Index> order = encoding::shuffledOrder(std::ssize(all), seed);
    std::vector<std::int64_t> words;
    words.reserve(static_cast<std::size_t>(wanted));
    for (Index k = 0; k < wanted; ++k)
        words.push_back(all[static_cast<std::size_t>(order[static_cast<std::size_t>(k)])]);
    return words;
}

Result<IdenticalWords> identicalTexts(const Tokenizer& tokenizer, const WordChoice& choice)
{
    return runGuarded([&]() -> Result<IdenticalWords> {
        IdenticalWords texts;
        texts.tokens = choice.tokens;
        if (choice.word.empty()) {
            PESCOPE_TRY(words, drawWords(tokenizer, choice.count, choice.seed));
            texts.words = std::move(words);
        } else {
            PESCOPE_TRY(encoded, tokenizer.encode(choice.word, std::nullopt, {.addSpecial = false}));
            if (encoded.tokens.size() != 1)
                return fail(ErrorCode::Shape,
                            fmt::format("“{}” is {} tokens; one word of one token is repeated", choice.word,
                                        encoded.tokens.size()),
                            "Choose a word that the vocabulary has as a whole.");
            texts.words = {encoded.tokens.front().id};
        }
        PESCOPE_TRY(ends, endsOf(tokenizer, choice.special));
        std::tie(texts.first, texts.last) = ends;
        return texts;
    });
}

Result<std::vector<EncoderInput>> randomTexts(const Tokenizer& tokenizer, const WordChoice& choice)
{
    return runGuarded([&]() -> Result<std::vector<EncoderInput>> {
        PESCOPE_TRY(ends, endsOf(tokenizer, choice.special));
        const Index words = choice.tokens - (choice.special ? 2 : 0);
        if (words < 2)
            return fail(ErrorCode::Shape, fmt::format("{} tokens leave no place for two words", choice.tokens),
                        "Choose longer texts.");
        const std::vector<std::int32_t> all = tokenizer.wholeWords();
        if (all.empty())
            return fail(ErrorCode::Shape, "the vocabulary has no whole words");
        const Index texts = choice.count.value_or(kFewWords);
        std::vector<EncoderInput> inputs;
        inputs.reserve(static_cast<std::size_t>(texts));
        for (Index t = 0; t < texts; ++t) {
            // an order of its own for each text; after the last word it begins again
            const auto order = encoding::shuffledOrder(std::ssize(all), choice.seed + static_cast<std::uint64_t>(t));
            std::vector<std::int64_t> ids;
            ids.reserve(static_cast<std::size_t>(choice.tokens));
            if (ends.first)
                ids.push_back(*ends.first);
            for (Index k = 0; k < words; ++k)
                ids.push_back(all[static_cast<std::size_t>(order[static_cast<std::size_t>(k % std::ssize(all))])]);
            if (ends.second)
                ids.push_back(*ends.second);
            inputs.push_back(EncoderInput::single(std::move(ids)));
        }
        return inputs;
    });
}

} // namespace pescope::bert
