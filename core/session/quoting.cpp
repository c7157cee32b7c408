// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/quoting.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace pescope::session {

namespace {

bool isControl(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7F;
}

/// Bytes of the UTF-8 character at the front of `text`; 0 where there is none (the Unicode standard, table 3-7).
std::size_t characterLength(std::string_view text)
{
    struct Row {
        unsigned char first, last; ///< of the first byte
        std::size_t length;
        unsigned char lowest, highest; ///< of the second byte
    };
    constexpr std::array<Row, 9> kRows{{{0x00, 0x7F, 1, 0, 0},
                                        {0xC2, 0xDF, 2, 0x80, 0xBF},
                                        {0xE0, 0xE0, 3, 0xA0, 0xBF},
                                        {0xE1, 0xEC, 3, 0x80, 0xBF},
                                        {0xED, 0xED, 3, 0x80, 0x9F},
                                        {0xEE, 0xEF, 3, 0x80, 0xBF},
                                        {0xF0, 0xF0, 4, 0x90, 0xBF},
                                        {0xF1, 0xF3, 4, 0x80, 0xBF},
                                        {0xF4, 0xF4, 4, 0x80, 0x8F}}};
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
    for (const Row& row : kRows) {
        if (byte(0) < row.first || byte(0) > row.last)
            continue;
        if (text.size() < row.length)
            return 0;
        for (std::size_t k = 1; k < row.length; ++k)
            if (byte(k) < (k == 1 ? row.lowest : 0x80) || byte(k) > (k == 1 ? row.highest : 0xBF))
                return 0;
        return row.length;
    }
    return 0;
}

/// `text` with every character written by `write(character)` and every stray byte by `writeStray(byte)`.
template<typename Write, typename WriteStray>
std::string rewritten(std::string_view text, const Write& write, const WriteStray& writeStray)
{
    std::string result;
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        result += length > 0 ? write(text.substr(0, length)) : writeStray(static_cast<unsigned char>(text.front()));
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return result;
}

} // namespace

std::string pythonText(std::string_view text)
{
    const auto write = [](std::string_view character) {
        if (character == "\"" || character == "\\")
            return fmt::format("\\{}", character);
        return isControl(character.front()) ? fmt::format("\\x{:02x}", character.front()) : std::string(character);
    };
    const auto writeStray = [](unsigned char byte) { return fmt::format("\\udc{:02x}", byte); };
    return fmt::format("\"{}\"", rewritten(text, write, writeStray));
}

std::string commentText(std::string_view text)
{
    const auto write = [](std::string_view character) {
        return isControl(character.front()) ? std::string(" ") : std::string(character);
    };
    return rewritten(text, write, [](unsigned char) { return std::string("?"); });
}

std::string shellText(std::string_view text)
{
    constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:=,+-";
    if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos)
        return std::string(text);
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

} // namespace pescope::session
