// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/byte_level_bpe.h"

#include "core/bert/characters.h"

#include <fmt/format.h>

#include <queue>

namespace pescope::bert {

namespace {

constexpr char32_t kSpaceCharacter = U'\u0120'; // Ġ

enum class CharClass { Space, Letter, Number, Other };

CharClass classOf(char32_t c)
{
    if (isWhiteSpace(c))
        return CharClass::Space;
    if (isLetter(c))
        return CharClass::Letter;
    return isNumber(c) ? CharClass::Number : CharClass::Other;
}

/// Length of 's 't 're 've 'm 'll 'd at the beginning of `text`; 0: none.
std::size_t contraction(std::span<const AlignedChar> text)
{
    if (text.size() < 2 || text[0].value != U'\'')
        return 0;
    const char32_t a = text[1].value;
    if (a == U's' || a == U't' || a == U'm' || a == U'd')
        return 2;
    if (text.size() < 3)
        return 0;
    const char32_t b = text[2].value;
    return (a == U'r' && b == U'e') || (a == U'v' && b == U'e') || (a == U'l' && b == U'l') ? 3 : 0;
}

/// Length of the next word of GPT-2's pattern; at least 1. Written out, as a backtracking engine would need a stack
/// that grows with the text.
std::size_t nextWord(std::span<const AlignedChar> text)
{
    if (const std::size_t length = contraction(text))
        return length;
    const auto runFrom = [&](std::size_t at) {
        const CharClass kind = classOf(text[at].value);
        std::size_t end = at + 1;
        while (end < text.size() && classOf(text[end].value) == kind)
            ++end;
        return end;
    };
    const bool space = text[0].value == U' ';
    if (space && text.size() > 1 && classOf(text[1].value) != CharClass::Space)
        return runFrom(1);
    const std::size_t end = runFrom(0);
    if (classOf(text[0].value) != CharClass::Space)
        return end;
    // the last white space before a word is left to it
    return end < text.size() && end > 1 ? end - 1 : end;
}

std::uint64_t pairKey(std::int32_t left, std::int32_t right)
{
    return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(left)) << 32) | static_cast<std::uint32_t>(right);
}

/// A token of a word under construction; a list, as neighbours are joined in any order.
struct Symbol {
    std::int32_t id;
    std::uint32_t begin, end;
    std::ptrdiff_t previous, next; // -1: none
    bool alive = true;
};

/// A possible join of the symbol at `at` with the next one.
struct Candidate {
    std::int32_t rank;
    std::ptrdiff_t at;
    std::int32_t id;
    friend bool operator>(const Candidate& a, const Candidate& b)
    {
        return a.rank != b.rank ? a.rank > b.rank : a.at > b.at;
    }
};

} // namespace

char32_t byteCharacter(std::uint8_t byte)
{
    const auto printable = [](unsigned b) { return (b >= 0x21 && b <= 0x7E) || (b >= 0xA1 && b <= 0xAC) || b >= 0xAE; };
    if (printable(byte))
        return byte;
    char32_t c = 0x100;
    for (unsigned b = 0; b < byte; ++b)
        c += printable(b) ? 0 : 1;
    return c;
}

Result<std::unique_ptr<SubwordModel>> ByteLevelBpe::create(std::shared_ptr<const Vocabulary> vocabulary,
                                                           const std::vector<BpeMerge>& merges, BpeSettings settings)
{
    std::unique_ptr<ByteLevelBpe> made(new ByteLevelBpe);
    for (unsigned byte = 0; byte < 256; ++byte) {
        std::string token;
        appendUtf8(byteCharacter(static_cast<std::uint8_t>(byte)), token);
        made->m_byteIds[byte] = vocabulary->modelIdOf(token).value_or(-1);
    }
    made->m_joined.reserve(merges.size());
    for (std::size_t rank = 0; rank < merges.size(); ++rank) {
        const BpeMerge& merge = merges[rank];
        const auto left = vocabulary->modelIdOf(merge.left);
        const auto right = vocabulary->modelIdOf(merge.right);
        const auto whole = vocabulary->modelIdOf(merge.left + merge.right);
        if (!left || !right || !whole)
            return fail(ErrorCode::Format,
                        fmt::format("merge {} joins “{}” and “{}”, and the vocabulary lacks {}", rank + 1,
                                    merge.left.substr(0, 60), merge.right.substr(0, 60),
                                    !left        ? "the first"
                                        : !right ? "the second"
                                                 : "what they make"),
                        "The merges and the vocabulary are of different tokenisers; download both again.");
        made->m_joined[pairKey(*left, *right)] = {static_cast<std::int32_t>(rank), *whole};
    }
    if (settings.unknownToken) {
        const auto unknown = vocabulary->modelIdOf(*settings.unknownToken);
        if (!unknown)
            return fail(
                ErrorCode::Format,
                fmt::format("the vocabulary lacks the unknown token “{}”", settings.unknownToken->substr(0, 60)));
        made->m_unknown = *unknown;
    }
    made->m_vocabulary = std::move(vocabulary);
    made->m_settings = std::move(settings);
    return std::unique_ptr<SubwordModel>(std::move(made));
}

void ByteLevelBpe::tokenize(std::span<const AlignedChar> text, Pieces& out) const
{
    if (text.empty())
        return;
    AlignedText prefixed;
    if (m_settings.addPrefixSpace && text.front().value != U' ') {
        prefixed.reserve(text.size() + 1);
        prefixed.push_back({U' ', text.front().begin, text.front().end});
        prefixed.insert(prefixed.end(), text.begin(), text.end());
        text = prefixed;
    }
    while (!text.empty()) {
        const std::size_t length = m_settings.splitWords ? nextWord(text) : text.size();
        splitWord(text.first(length), out);
        text = text.subspan(length);
    }
}

const ByteLevelBpe::Joined* ByteLevelBpe::joined(std::int32_t left, std::int32_t right) const
{
    const auto found = m_joined.find(pairKey(left, right));
    return found == m_joined.end() ? nullptr : &found->second;
}

void ByteLevelBpe::append(std::int32_t id, std::uint32_t begin, std::uint32_t end, std::int32_t word, bool first,
                          Pieces& out) const
{
    std::string space;
    appendUtf8(kSpaceCharacter, space);
    Piece piece{.id = id, .begin = begin, .end = end, .word = word, .continuesWord = !first};
    std::string_view token = m_vocabulary->tokenOf(id);
    for (std::string_view rest = token; rest.starts_with(space); rest.remove_prefix(space.size()))
        ++piece.leadingSpaces;
    for (; token.ends_with(space); token.remove_suffix(space.size()))
        ++piece.trailingSpaces;
    out.list.push_back(piece);
}

void ByteLevelBpe::splitWord(std::span<const AlignedChar> word, Pieces& out) const
{
    const std::int32_t index = out.words++;
    std::vector<Symbol> symbols;
    std::string shown; // the word in characters that stand for bytes
    std::string bytes;
    for (const AlignedChar& c : word) {
        bytes.clear();
        appendUtf8(c.value, bytes);
        for (const char byte : bytes) {
            const auto value = static_cast<std::uint8_t>(byte);
            if (m_settings.ignoreMerges)
                appendUtf8(byteCharacter(value), shown);
            const std::int32_t id = m_byteIds[value] >= 0 ? m_byteIds[value] : m_unknown;
            if (id < 0)
                continue;
            const auto place = static_cast<std::ptrdiff_t>(symbols.size());
            symbols.push_back({id, c.begin, c.end, place - 1, place + 1});
        }
    }
    if (m_settings.ignoreMerges) {
        if (const auto whole = m_vocabulary->modelIdOf(shown)) {
            append(*whole, word.front().begin, word.back().end, index, true, out);
            return;
        }
    }
    if (symbols.empty())
        return;
    symbols.back().next = -1;

    std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> queue;
    const auto offer = [&](std::ptrdiff_t at) {
        if (at < 0 || symbols[at].next < 0)
            return;
        if (const Joined* join = joined(symbols[at].id, symbols[symbols[at].next].id))
            queue.push({join->rank, at, join->id});
    };
    for (std::size_t i = 0; i < symbols.size(); ++i)
        offer(static_cast<std::ptrdiff_t>(i));
    while (!queue.empty()) {
        const Candidate best = queue.top();
        queue.pop();
        Symbol& left = symbols[best.at];
        if (!left.alive || left.next < 0)
            continue;
        Symbol& right = symbols[left.next];
        const Joined* join = joined(left.id, right.id);
        if (join == nullptr || join->rank != best.rank || join->id != best.id)
            continue; // one of the two has been joined with another since
        left.id = join->id;
        left.end = right.end;
        right.alive = false;
        left.next = right.next;
        if (left.next >= 0)
            symbols[left.next].previous = best.at;
        offer(left.previous);
        offer(best.at);
    }
    bool first = true;
    for (std::ptrdiff_t at = 0; at >= 0; at = symbols[at].next) {
        append(symbols[at].id, symbols[at].begin, symbols[at].end, index, first, out);
        first = false;
    }
}

} // namespace pescope::bert
