// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/added_tokens.h"

#include "core/bert/characters.h"

#include <fmt/format.h>

#include <algorithm>

namespace pescope::bert {

namespace {

constexpr std::size_t kMaxContent = 512; // bounds the search at every place of a text

bool standsAlone(const AddedToken& token, std::span<const AlignedChar> text, std::size_t begin, std::size_t end)
{
    const auto blocked = [&](auto joins) {
        return (begin > 0 && joins(text[begin - 1].value)) || (end < text.size() && joins(text[end].value));
    };
    if (token.singleWord && blocked(isWordCharacter))
        return false;
    return !token.betweenSpaces || !blocked([](char32_t c) { return !isWhiteSpace(c); });
}

} // namespace

void AddedTokens::Tree::add(std::span<const AlignedChar> content, std::size_t index)
{
    if (content.empty())
        return;
    std::size_t node = 0;
    for (const AlignedChar& c : content) {
        const auto [child, isNew] =
            children.try_emplace((std::uint64_t{node} << 21) | std::uint64_t{c.value}, token.size());
        if (isNew)
            token.push_back(-1);
        node = child->second;
    }
    token[node] = static_cast<std::ptrdiff_t>(index);
}

std::pair<std::size_t, std::size_t> AddedTokens::Tree::longestAt(std::span<const AlignedChar> text) const
{
    std::pair<std::size_t, std::size_t> best{0, 0};
    std::size_t node = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto child = children.find((std::uint64_t{node} << 21) | std::uint64_t{text[i].value});
        if (child == children.end())
            break;
        node = child->second;
        if (token[node] >= 0)
            best = {i + 1, static_cast<std::size_t>(token[node])};
    }
    return best;
}

Result<AddedTokens> AddedTokens::create(std::vector<AddedToken> tokens, const Normalizer& normalizer)
{
    AddedTokens made;
    made.m_tokens = std::move(tokens);
    for (std::size_t i = 0; i < made.m_tokens.size(); ++i) {
        const AddedToken& token = made.m_tokens[i];
        PESCOPE_TRY(content, decodeUtf8(token.content));
        if (content.size() > kMaxContent)
            return fail(ErrorCode::Unsupported,
                        fmt::format("added token {} has {} characters; {} is the limit", token.id, content.size(),
                                    kMaxContent));
        if (token.normalized)
            normalizer.apply(content);
        (token.normalized ? made.m_normalized : made.m_written).add(content, i);
    }
    return made;
}

std::vector<AddedTokens::Part> AddedTokens::split(const Tree& tree, std::span<const AlignedChar> text) const
{
    std::vector<Part> parts;
    std::size_t done = 0; // all before is in `parts`
    for (std::size_t at = 0; at < text.size() && !tree.children.empty();) {
        const auto [length, index] = tree.longestAt(text.subspan(at));
        if (length == 0) {
            ++at;
            continue;
        }
        const AddedToken& token = m_tokens[index];
        std::size_t begin = at;
        std::size_t end = at + length;
        at = end; // a match that is turned down still uses up its characters, as in the reference
        if (!standsAlone(token, text, begin, end))
            continue;
        while (token.leftStrip && begin > done && isWhiteSpace(text[begin - 1].value))
            --begin;
        while (token.rightStrip && end < text.size() && isWhiteSpace(text[end].value))
            ++end;
        if (begin > done)
            parts.push_back({done, begin, nullptr});
        parts.push_back({begin, end, &token});
        done = end;
    }
    if (done < text.size())
        parts.push_back({done, text.size(), nullptr});
    return parts;
}

std::vector<AddedTokens::Part> AddedTokens::splitWritten(std::span<const AlignedChar> text) const
{
    return split(m_written, text);
}

std::vector<AddedTokens::Part> AddedTokens::splitNormalized(std::span<const AlignedChar> text) const
{
    return split(m_normalized, text);
}

} // namespace pescope::bert
