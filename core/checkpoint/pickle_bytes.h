// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace pescope::checkpoint::pickle {

/// The opcodes of protocols 2 to 5 (pickletools.py).
enum Opcode : unsigned char {
    kMark = '(',
    kStop = '.',
    kPop = '0',
    kPopMark = '1',
    kDup = '2',
    kBinInt = 'J',
    kBinInt1 = 'K',
    kBinInt2 = 'M',
    kNone = 'N',
    kBinPersId = 'Q',
    kReduce = 'R',
    kBinString = 'T',
    kShortBinString = 'U',
    kBinUnicode = 'X',
    kAppend = 'a',
    kBuild = 'b',
    kGlobal = 'c',
    kDict = 'd',
    kAppends = 'e',
    kBinGet = 'h',
    kInst = 'i',
    kLongBinGet = 'j',
    kList = 'l',
    kObj = 'o',
    kBinPut = 'q',
    kLongBinPut = 'r',
    kSetItem = 's',
    kTuple = 't',
    kSetItems = 'u',
    kEmptyDict = '}',
    kEmptyList = ']',
    kEmptyTuple = ')',
    kBinFloat = 'G',
    kBinBytes = 'B',
    kShortBinBytes = 'C',
    kProto = 0x80,
    kNewObj = 0x81,
    kTuple1 = 0x85,
    kTuple2 = 0x86,
    kTuple3 = 0x87,
    kNewTrue = 0x88,
    kNewFalse = 0x89,
    kLong1 = 0x8A,
    kLong4 = 0x8B,
    kShortBinUnicode = 0x8C,
    kBinUnicode8 = 0x8D,
    kBinBytes8 = 0x8E,
    kEmptySet = 0x8F,
    kAddItems = 0x90,
    kFrozenSet = 0x91,
    kNewObjEx = 0x92,
    kStackGlobal = 0x93,
    kMemoize = 0x94,
    kFrame = 0x95,
    kByteArray8 = 0x96,
};

/// Hands out the bytes of a pickle from front to back; nothing where too few are left.
class PickleBytes {
public:
    explicit PickleBytes(std::string_view bytes)
        : m_bytes(bytes)
    {
    }

    [[nodiscard]] std::size_t at() const { return m_at; }
    [[nodiscard]] std::size_t size() const { return m_bytes.size(); }

    std::optional<std::string_view> take(std::uint64_t count)
    {
        if (count > m_bytes.size() - m_at)
            return std::nullopt;
        const std::string_view taken = m_bytes.substr(m_at, count);
        m_at += count;
        return taken;
    }

    /// A little-endian number of `width` bytes, at most 8.
    std::optional<std::uint64_t> number(std::size_t width)
    {
        const auto bytes = take(width);
        if (!bytes)
            return std::nullopt;
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < width; ++i)
            value |= std::uint64_t{static_cast<unsigned char>((*bytes)[i])} << (8 * i);
        return value;
    }

    /// Up to the next line feed, which is dropped.
    std::optional<std::string_view> line()
    {
        const std::size_t end = m_bytes.find('\n', m_at);
        if (end == std::string_view::npos)
            return std::nullopt;
        const std::string_view text = m_bytes.substr(m_at, end - m_at);
        m_at = end + 1;
        return text;
    }

private:
    std::string_view m_bytes;
    std::size_t m_at = 0;
};

} // namespace pescope::checkpoint::pickle
