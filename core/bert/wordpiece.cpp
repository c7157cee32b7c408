// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/wordpiece.h"

#include "core/bert/characters.h"

#include <fmt/format.h>

#include <algorithm>

namespace pescope::bert {

namespace {
constexpr std::int64_t kLongestWord = 1000;
}

WordPiece::WordPiece(std::shared_ptr<const Vocabulary> vocabulary, WordPieceSettings settings, std::int32_t unknown)
    : m_vocabulary(std::move(vocabulary))
    , m_settings(std::move(settings))
    , m_unknown(unknown)
{
}

Result<std::unique_ptr<SubwordModel>> WordPiece::create(std::shared_ptr<const Vocabulary> vocabulary,
                                                        WordPieceSettings settings)
{
    if (settings.maxWordCharacters < 1 || settings.maxWordCharacters > kLongestWord)
        return fail(ErrorCode::Unsupported,
                    fmt::format("max_input_chars_per_word is {}; 1 to {} are possible (usual is 100)",
                                settings.maxWordCharacters, kLongestWord));
    const auto unknown = vocabulary->modelIdOf(settings.unknownToken);
    if (!unknown)
        return fail(ErrorCode::Format,
                    fmt::format("the vocabulary of {} tokens has no “{}”, which stands for unknown words",
                                vocabulary->size(), settings.unknownToken.substr(0, 60)),
                    "Is this vocabulary of a WordPiece tokeniser, and whole?");
    return std::unique_ptr<SubwordModel>(new WordPiece(std::move(vocabulary), std::move(settings), *unknown));
}

void WordPiece::tokenize(std::span<const AlignedChar> text, Pieces& out) const
{
    std::size_t first = 0;
    const auto endWord = [&](std::size_t end) {
        if (end > first)
            splitWord(text.subspan(first, end - first), out);
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (isWhiteSpace(text[i].value)) {
            endWord(i);
            first = i + 1;
        } else if (isPunctuation(text[i].value)) {
            endWord(i);
            splitWord(text.subspan(i, 1), out);
            first = i + 1;
        }
    }
    endWord(text.size());
}

void WordPiece::splitWord(std::span<const AlignedChar> word, Pieces& out) const
{
    const std::int32_t index = out.words++;
    const std::size_t before = out.list.size();
    const auto unknown = [&] {
        out.list.resize(before);
        out.list.push_back({.id = m_unknown, .begin = word.front().begin, .end = word.back().end, .word = index});
    };
    if (std::cmp_greater(word.size(), m_settings.maxWordCharacters)) {
        unknown();
        return;
    }

    std::string candidate; // the prefix and all that is left of the word, cut from its end until it is a token
    std::vector<std::size_t> ends; // bytes of `candidate` up to and with each character
    for (std::size_t start = 0; start < word.size();) {
        candidate = start > 0 ? m_settings.continuationPrefix : std::string();
        ends.clear();
        for (std::size_t i = start; i < word.size() && candidate.size() < m_vocabulary->longestToken(); ++i) {
            appendUtf8(word[i].value, candidate);
            ends.push_back(candidate.size());
        }
        std::optional<std::int32_t> id;
        for (; !ends.empty() && !id; ends.pop_back()) {
            id = m_vocabulary->modelIdOf(std::string_view(candidate).substr(0, ends.back()));
            if (id)
                break;
        }
        if (!id) {
            unknown();
            return;
        }
        const std::size_t end = start + ends.size();
        out.list.push_back({.id = *id,
                            .begin = word[start].begin,
                            .end = word[end - 1].end,
                            .word = index,
                            .continuesWord = start > 0});
        start = end;
    }
}

} // namespace pescope::bert
