// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/tokenizer.h"

#include "core/bert/characters.h"
#include "core/bert/tokenizer_parts.h"
#include "core/bert/truncation.h"
#include "core/checkpoint/hub_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace pescope::bert {

struct Tokenizer::Impl {
    std::string file;
    std::shared_ptr<const Vocabulary> vocabulary;
    TokenizerKind kind = TokenizerKind::WordPiece;
    std::string continuationPrefix;
    std::unique_ptr<SubwordModel> model;
    Normalizer normalizer;
    AddedTokens added;
    std::unordered_set<std::int32_t> addedIds;
    std::unordered_set<std::int32_t> specialIds;
    SpecialTemplate around;
    std::optional<std::int32_t> padId;
    bool trimOffsets = false;
    bool trimKeepsPrefixSpace = false;
    std::optional<std::int64_t> modelMaxLength;
    std::vector<std::string> notes;

    [[nodiscard]] Result<Pieces> pieces(std::string_view text) const;
    void trim(std::vector<Piece>& list) const;
    [[nodiscard]] Token inserted(std::int32_t id, std::int32_t typeId) const;
};

namespace {

Piece pieceOf(const AddedTokens::Part& part, std::span<const AlignedChar> text, Pieces& out)
{
    const auto stretch = text.subspan(part.begin, part.end - part.begin);
    Piece piece{.id = part.token->id,
                .begin = stretch.front().begin,
                .end = stretch.back().end,
                .word = out.words++,
                .special = part.token->special};
    while (piece.leadingSpaces < stretch.size() && isWhiteSpace(stretch[piece.leadingSpaces].value))
        ++piece.leadingSpaces;
    while (piece.trailingSpaces < stretch.size()
           && isWhiteSpace(stretch[stretch.size() - 1 - piece.trailingSpaces].value))
        ++piece.trailingSpaces;
    return piece;
}

std::string bytesOfToken(std::string_view token)
{
    std::string bytes;
    const auto characters = decodeUtf8(token);
    if (!characters)
        return std::string(token);
    for (const AlignedChar& c : *characters) {
        unsigned byte = 0;
        while (byte < 256 && byteCharacter(static_cast<std::uint8_t>(byte)) != c.value)
            ++byte;
        if (byte < 256)
            bytes += static_cast<char>(byte);
        else
            appendUtf8(c.value, bytes);
    }
    return bytes;
}

bool isWholeWord(std::string_view word)
{
    const auto characters = decodeUtf8(word);
    if (!characters || characters->empty())
        return false;
    const bool letters = std::ranges::all_of(*characters, [](const AlignedChar& c) { return isLetter(c.value); });
    return letters && (characters->size() > 1 || isIdeograph(characters->front().value));
}

} // namespace

Tokenizer::Tokenizer(std::shared_ptr<const Impl> impl)
    : m_impl(std::move(impl))
{
}

Result<Tokenizer> Tokenizer::open(const std::filesystem::path& source)
{
    return runGuarded([&]() -> Result<Tokenizer> {
        PESCOPE_TRY(folder, checkpoint::localPath(source));
        std::error_code ignored;
        const bool isFile = std::filesystem::is_regular_file(folder, ignored);
        PESCOPE_TRY(parts, readTokenizerParts(isFile ? std::filesystem::absolute(folder).parent_path() : folder));
        const std::string file = parts.file;
        auto made = fromParts(std::move(parts));
        if (!made)
            return std::unexpected(withContext(std::move(made).error(), fmt::format("file {}", file)));
        return made;
    });
}

Result<Tokenizer> Tokenizer::fromParts(TokenizerParts parts)
{
    auto impl = std::make_shared<Impl>();
    auto vocabulary = std::make_shared<const Vocabulary>(std::move(parts.vocabulary));
    impl->vocabulary = vocabulary;
    if (auto* const bpe = std::get_if<BpeParts>(&parts.model)) {
        impl->kind = TokenizerKind::ByteLevelBpe;
        PESCOPE_TRY(model, ByteLevelBpe::create(vocabulary, bpe->merges, bpe->settings));
        impl->model = std::move(model);
    } else {
        auto& settings = std::get<WordPieceSettings>(parts.model);
        impl->continuationPrefix = settings.continuationPrefix;
        PESCOPE_TRY(model, WordPiece::create(vocabulary, std::move(settings)));
        impl->model = std::move(model);
    }
    if (const auto* settings = std::get_if<BertNormalizerSettings>(&parts.normalizer))
        impl->normalizer = settings->normalizer();
    else
        impl->normalizer = std::get<Normalizer>(parts.normalizer);
    for (const AddedToken& token : parts.added) {
        impl->addedIds.insert(token.id);
        if (token.special)
            impl->specialIds.insert(token.id);
    }
    PESCOPE_TRY(added, AddedTokens::create(std::move(parts.added), impl->normalizer));
    impl->added = std::move(added);
    impl->file = std::move(parts.file);
    impl->around = std::move(parts.around);
    impl->padId = parts.padId;
    impl->trimOffsets = parts.trimOffsets;
    impl->trimKeepsPrefixSpace = parts.trimKeepsPrefixSpace;
    impl->modelMaxLength = parts.modelMaxLength;
    impl->notes = std::move(parts.notes);
    return Tokenizer(std::move(impl));
}

Result<Pieces> Tokenizer::Impl::pieces(std::string_view text) const
{
    PESCOPE_TRY(written, decodeUtf8(text));
    Pieces out;
    for (const AddedTokens::Part& outer : added.splitWritten(written)) {
        if (outer.token != nullptr) {
            out.list.push_back(pieceOf(outer, written, out));
            continue;
        }
        AlignedText part(written.begin() + static_cast<std::ptrdiff_t>(outer.begin),
                         written.begin() + static_cast<std::ptrdiff_t>(outer.end));
        normalizer.apply(part);
        for (const AddedTokens::Part& inner : added.splitNormalized(part)) {
            if (inner.token != nullptr)
                out.list.push_back(pieceOf(inner, part, out));
            else
                model->tokenize(std::span(part).subspan(inner.begin, inner.end - inner.begin), out);
        }
    }
    return out;
}

/// The reference's process_offsets: the space that was put in front of the text is not cut off, as it has no place.
void Tokenizer::Impl::trim(std::vector<Piece>& list) const
{
    if (!trimOffsets)
        return;
    for (std::size_t i = 0; i < list.size(); ++i) {
        Piece& piece = list[i];
        if (piece.leadingSpaces > 0) {
            const bool first = (i == 0 || piece.begin == 0) && trimKeepsPrefixSpace;
            piece.begin = std::min(piece.begin + piece.leadingSpaces - (first ? 1 : 0), piece.end);
        }
        if (piece.trailingSpaces > 0 && piece.end >= piece.trailingSpaces)
            piece.end = std::max(piece.end - piece.trailingSpaces, piece.begin);
    }
}

Token Tokenizer::Impl::inserted(std::int32_t id, std::int32_t typeId) const
{
    return {
        .id = id, .text = std::string(vocabulary->tokenOf(id)), .typeId = typeId, .special = true, .inserted = true};
}

Result<Encoded> Tokenizer::encode(std::string_view text, std::optional<std::string_view> pair,
                                  const EncodeOptions& options) const
{
    return runGuarded([&]() -> Result<Encoded> {
        const Impl& impl = *m_impl;
        const bool two = pair && !pair->empty();
        std::array<std::vector<Piece>, 2> lists;
        for (std::size_t k = 0; k < (two ? 2U : 1U); ++k) {
            auto made = impl.pieces(k == 0 ? text : *pair);
            if (!made)
                return std::unexpected(k == 0 ? std::move(made).error()
                                              : withContext(std::move(made).error(), "second text"));
            lists[k] = std::move(made->list);
        }

        Encoded encoded;
        const std::size_t added = options.addSpecial ? addedCount(two) : 0;
        if (options.maxLength) {
            PESCOPE_TRY(cut,
                        lengthsWithin(lists[0].size(), two ? std::optional(lists[1].size()) : std::nullopt, added,
                                      *options.maxLength, options.truncation));
            encoded.cutFirst = lists[0].size() - cut.first;
            encoded.cutSecond = lists[1].size() - cut.second;
            lists[0].resize(cut.first);
            lists[1].resize(cut.second);
        }

        encoded.tokens.reserve(lists[0].size() + lists[1].size() + added);
        for (const SpecialTemplate::Item& item : two ? impl.around.pair : impl.around.single) {
            if (item.what == SpecialTemplate::Item::What::Special) {
                if (options.addSpecial)
                    encoded.tokens.push_back(impl.inserted(item.id, item.typeId));
                continue;
            }
            const std::int32_t sequence = item.what == SpecialTemplate::Item::What::First ? 0 : 1;
            auto& list = lists[static_cast<std::size_t>(sequence)];
            impl.trim(list);
            for (const Piece& piece : list)
                encoded.tokens.push_back({.id = piece.id,
                                          .text = std::string(impl.vocabulary->tokenOf(piece.id)),
                                          .begin = piece.begin,
                                          .end = piece.end,
                                          .typeId = item.typeId,
                                          .special = piece.special,
                                          .continuesWord = piece.continuesWord,
                                          .word = piece.word,
                                          .sequence = sequence});
        }
        if (options.padTo && std::cmp_less(encoded.tokens.size(), *options.padTo)) {
            if (!impl.padId)
                return fail(ErrorCode::Shape, fmt::format("{} has no padding token", impl.file));
            Token pad = impl.inserted(*impl.padId, 0);
            pad.padding = true;
            encoded.tokens.resize(static_cast<std::size_t>(*options.padTo), pad);
        }
        return encoded;
    });
}

std::vector<std::int32_t> Encoded::ids() const
{
    std::vector<std::int32_t> all(tokens.size());
    std::ranges::transform(tokens, all.begin(), &Token::id);
    return all;
}

std::vector<std::int32_t> Encoded::typeIds() const
{
    std::vector<std::int32_t> all(tokens.size());
    std::ranges::transform(tokens, all.begin(), &Token::typeId);
    return all;
}

std::vector<std::int32_t> Encoded::attentionMask() const
{
    std::vector<std::int32_t> all(tokens.size());
    std::ranges::transform(tokens, all.begin(), [](const Token& token) { return token.padding ? 0 : 1; });
    return all;
}

TokenizerKind Tokenizer::kind() const
{
    return m_impl->kind;
}

const std::string& Tokenizer::file() const
{
    return m_impl->file;
}

const std::vector<std::string>& Tokenizer::notes() const
{
    return m_impl->notes;
}

const Vocabulary& Tokenizer::vocabulary() const
{
    return *m_impl->vocabulary;
}

std::int32_t Tokenizer::size() const
{
    return m_impl->vocabulary->size();
}

std::optional<std::int32_t> Tokenizer::idOf(std::string_view token) const
{
    return m_impl->vocabulary->idOf(token);
}

std::string_view Tokenizer::tokenOf(std::int32_t id) const
{
    return m_impl->vocabulary->tokenOf(id);
}

std::string Tokenizer::readable(std::int32_t id) const
{
    std::string_view token = tokenOf(id);
    if (m_impl->addedIds.contains(id))
        return std::string(token);
    if (m_impl->kind == TokenizerKind::ByteLevelBpe)
        return bytesOfToken(token);
    if (!m_impl->continuationPrefix.empty() && token.starts_with(m_impl->continuationPrefix)
        && token.size() > m_impl->continuationPrefix.size())
        token.remove_prefix(m_impl->continuationPrefix.size());
    return std::string(token);
}

bool Tokenizer::isSpecial(std::int32_t id) const
{
    return m_impl->specialIds.contains(id);
}

std::optional<std::int32_t> Tokenizer::padId() const
{
    return m_impl->padId;
}

std::size_t Tokenizer::addedCount(bool pair) const
{
    return SpecialTemplate::added(pair ? m_impl->around.pair : m_impl->around.single);
}

std::optional<std::int64_t> Tokenizer::modelMaxLength() const
{
    return m_impl->modelMaxLength;
}

std::vector<std::int32_t> Tokenizer::wholeWords() const
{
    std::vector<std::int32_t> words;
    const bool byteLevel = m_impl->kind == TokenizerKind::ByteLevelBpe;
    for (std::int32_t id = 0; id < m_impl->vocabulary->size(); ++id) {
        if (!m_impl->vocabulary->contains(id) || m_impl->addedIds.contains(id))
            continue;
        const std::string text = byteLevel ? readable(id) : std::string(tokenOf(id));
        if (byteLevel && !text.starts_with(' '))
            continue; // without its space it may stand inside a word
        if (isWholeWord(std::string_view(text).substr(byteLevel ? 1 : 0)))
            words.push_back(id);
    }
    return words;
}

} // namespace pescope::bert
