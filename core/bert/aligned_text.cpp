// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/aligned_text.h"

#include <fmt/format.h>

#include <optional>

namespace pescope::bert {

namespace {

constexpr std::size_t kMaxBytes = std::size_t{1} << 30;

/// One character at the beginning of `rest` and its number of bytes; nothing when it is ill-formed (Unicode, table 3-7:
/// overlong forms, surrogates, beyond U+10FFFF).
struct Decoded {
    char32_t value;
    std::size_t bytes;
};

std::optional<Decoded> firstCharacter(std::string_view rest)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(rest[i]); };
    const char32_t lead = byte(0);
    if (lead < 0x80)
        return Decoded{lead, 1};
    const std::size_t bytes = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (bytes == 0 || rest.size() < bytes)
        return std::nullopt;
    char32_t value = lead & (0x7FU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U)
            return std::nullopt;
        value = (value << 6) | (byte(i) & 0x3FU);
    }
    const bool overlong = (bytes == 3 && value < 0x800) || (bytes == 4 && value < 0x10000);
    if (overlong || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000))
        return std::nullopt;
    return Decoded{value, bytes};
}

} // namespace

Result<AlignedText> decodeUtf8(std::string_view bytes)
{
    if (bytes.size() > kMaxBytes)
        return fail(ErrorCode::Unsupported, fmt::format("the text has {} bytes; 2^30 is the limit", bytes.size()),
                    "Give it in parts.");
    AlignedText text;
    text.reserve(bytes.size());
    for (std::size_t at = 0; at < bytes.size();) {
        const auto next = firstCharacter(bytes.substr(at));
        if (!next)
            return fail(ErrorCode::Format,
                        fmt::format("the text is not UTF-8: byte {} is 0x{:02X}{}", at,
                                    static_cast<unsigned char>(bytes[at]),
                                    bytes[at] == '\xED' ? ", which begins an unpaired surrogate or is cut off" : ""),
                        "Save the text as UTF-8; half of a surrogate pair is no character.");
        const auto place = static_cast<std::uint32_t>(text.size());
        text.push_back({next->value, place, place + 1});
        at += next->bytes;
    }
    return text;
}

void appendUtf8(char32_t c, std::string& out)
{
    const auto put = [&](char32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
    const auto follow = [&](int shift) { put(0x80 | ((c >> shift) & 0x3F)); };
    if (c < 0x80) {
        put(c);
    } else if (c < 0x800) {
        put(0xC0 | (c >> 6));
        follow(0);
    } else if (c < 0x10000) {
        put(0xE0 | (c >> 12));
        follow(6);
        follow(0);
    } else {
        put(0xF0 | (c >> 18));
        follow(12);
        follow(6);
        follow(0);
    }
}

std::string toUtf8(std::span<const AlignedChar> text)
{
    std::string out;
    out.reserve(text.size());
    for (const AlignedChar& c : text)
        appendUtf8(c.value, out);
    return out;
}

} // namespace pescope::bert
