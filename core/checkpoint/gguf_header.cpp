// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/gguf_header.h"

#include "core/base/checked.h"
#include "core/checkpoint/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <unordered_set>

namespace pescope::checkpoint {

namespace {

constexpr std::uint64_t kWindow = 1 << 18;
constexpr std::uint64_t kMostText = 1 << 16; ///< bytes of a text that is kept
constexpr std::uint64_t kMostName = 1 << 12; ///< of a key or tensor; ggml allows 64
constexpr std::uint32_t kMostAxes = 8; ///< ggml allows 4
constexpr std::uint64_t kLargestAlignment = 1 << 20;
constexpr std::uint64_t kSmallestTensor = 8 + 4 + 4 + 8; ///< bytes of an entry: name, axes, type, offset
constexpr std::uint64_t kSmallestKey = 8 + 4 + 1;

enum class ValueType : std::uint32_t { U8, I8, U16, I16, U32, I32, F32, Bool, Text, Array, U64, I64, F64 };

/// Bytes of a value; nothing for texts and arrays.
std::optional<std::uint64_t> widthOf(ValueType type)
{
    switch (type) {
    case ValueType::U8:
    case ValueType::I8:
    case ValueType::Bool:
        return 1;
    case ValueType::U16:
    case ValueType::I16:
        return 2;
    case ValueType::U32:
    case ValueType::I32:
    case ValueType::F32:
        return 4;
    case ValueType::U64:
    case ValueType::I64:
    case ValueType::F64:
        return 8;
    case ValueType::Text:
    case ValueType::Array:
        break;
    }
    return std::nullopt;
}

/// Reads the file front to back through a window, so that small values cost no system call each.
class Cursor {
public:
    explicit Cursor(const FileReader& file)
        : m_file(file)
    {
    }

    bool bigEndian = false;

    [[nodiscard]] std::uint64_t at() const { return m_at; }
    [[nodiscard]] std::uint64_t left() const { return m_file.size() - m_at; }

    Result<std::uint64_t> number(std::uint64_t width, std::string_view what)
    {
        if (Status there = need(width, what); !there)
            return std::unexpected(std::move(there).error());
        const std::uint64_t from = m_at - m_windowAt;
        std::uint64_t value = 0;
        for (std::uint64_t i = 0; i < width; ++i) {
            const std::uint64_t shift = 8 * (bigEndian ? width - 1 - i : i);
            value |= std::uint64_t{static_cast<unsigned char>(m_window[from + i])} << shift;
        }
        m_at += width;
        return value;
    }

    /// A text with its length in front; one longer than `longest` is passed over and empty.
    Result<std::string> text(std::uint64_t longest, std::string_view what)
    {
        PESCOPE_TRY(length, number(8, what));
        if (length > left())
            return cut(length, what);
        std::string text;
        if (length <= longest) {
            text.resize(length);
            if (Status read = m_file.readAt(m_at, std::as_writable_bytes(std::span(text))); !read)
                return std::unexpected(std::move(read).error());
        }
        m_at += length;
        return text;
    }

    Status skip(std::uint64_t count, std::string_view what)
    {
        if (count > left())
            return cut(count, what);
        m_at += count;
        return ok();
    }

    [[nodiscard]] std::unexpected<Error> cut(std::uint64_t count, std::string_view what) const
    {
        return fail(ErrorCode::Format,
                    fmt::format("is a GGUF file that is truncated or damaged: {} needs {} bytes from byte {} on, the "
                                "file ends after {}",
                                what, count, m_at, m_file.size()),
                    "Copy or download the file again.");
    }

private:
    Status need(std::uint64_t count, std::string_view what)
    {
        if (count > left())
            return cut(count, what);
        if (m_at >= m_windowAt && m_at + count <= m_windowAt + m_window.size())
            return ok();
        m_window.resize(std::min(kWindow, left()));
        m_windowAt = m_at;
        return m_file.readAt(m_at, std::as_writable_bytes(std::span(m_window)));
    }

    const FileReader& m_file;
    std::uint64_t m_at = 0;
    std::string m_window;
    std::uint64_t m_windowAt = 0;
};

std::unexpected<Error> damaged(const std::string& what)
{
    return fail(ErrorCode::Format, fmt::format("is a damaged GGUF file: {}", what), "Copy or download the file again.");
}

class Reader {
public:
    explicit Reader(const FileReader& file)
        : m_file(file)
        , m_cursor(file)
    {
    }

    Result<GgufHeader> run()
    {
        if (Status started = start(); !started)
            return std::unexpected(std::move(started).error());
        PESCOPE_TRY(tensorCount, count("tensor count", kSmallestTensor));
        PESCOPE_TRY(keyCount, count("metadata count", kSmallestKey));
        for (std::uint64_t i = 0; i < keyCount; ++i)
            if (Status read = keyAndValue(); !read)
                return std::unexpected(std::move(read).error());
        PESCOPE_TRY(alignment, alignmentOf());
        for (std::uint64_t i = 0; i < tensorCount; ++i)
            if (Status read = tensor(); !read)
                return std::unexpected(std::move(read).error());
        if (Status placed = place(alignment); !placed)
            return std::unexpected(std::move(placed).error());
        return std::move(m_header);
    }

private:
    Status start()
    {
        if (Status magic = m_cursor.skip(4, "the magic number"); !magic)
            return magic;
        PESCOPE_TRY(version, m_cursor.number(4, "the version"));
        // a small number read in the other order is a large one
        if (version > 0xFFFF) {
            m_cursor.bigEndian = m_header.bigEndian = true;
            version = __builtin_bswap32(static_cast<std::uint32_t>(version));
        }
        if (version < 2 || version > 3)
            return fail(ErrorCode::Unsupported, fmt::format("is a GGUF file of version {}; 2 and 3 are read", version),
                        version == 1 ? "Convert the model again with a newer llama.cpp." : "");
        return ok();
    }

    /// Nothing is reserved for a count; it is only held against what is left of the file.
    Result<std::uint64_t> count(std::string_view what, std::uint64_t smallest)
    {
        PESCOPE_TRY(number, m_cursor.number(8, what));
        if (number > m_cursor.left() / smallest)
            return damaged(
                fmt::format("its header has the {} {}, more than fit in its {} bytes", what, number, m_file.size()));
        return number;
    }

    Status keyAndValue()
    {
        PESCOPE_TRY(key, m_cursor.text(kMostName, "a key of the metadata"));
        const std::string what = fmt::format("the value of `{}`", key.substr(0, 80));
        PESCOPE_TRY(type, m_cursor.number(4, what));
        PESCOPE_TRY(value, readValue(static_cast<ValueType>(type), what));
        m_header.metadata.insert_or_assign(std::move(key), std::move(value));
        return ok();
    }

    Result<GgufValue> readValue(ValueType type, const std::string& what)
    {
        if (type == ValueType::Text) {
            PESCOPE_TRY(text, m_cursor.text(kMostText, what));
            return GgufValue(std::move(text));
        }
        if (type == ValueType::Array)
            return readArray(what);
        const auto width = widthOf(type);
        if (!width)
            return damaged(fmt::format("{} has the type {}", what, static_cast<std::uint32_t>(type)));
        PESCOPE_TRY(bits, m_cursor.number(*width, what));
        switch (type) {
        case ValueType::I8:
            return GgufValue(std::int64_t{static_cast<std::int8_t>(bits)});
        case ValueType::I16:
            return GgufValue(std::int64_t{static_cast<std::int16_t>(bits)});
        case ValueType::I32:
            return GgufValue(std::int64_t{static_cast<std::int32_t>(bits)});
        case ValueType::I64:
            return GgufValue(static_cast<std::int64_t>(bits));
        case ValueType::F32:
            return GgufValue(double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))});
        case ValueType::F64:
            return GgufValue(std::bit_cast<double>(bits));
        case ValueType::Bool:
            return GgufValue(bits != 0);
        default:
            return GgufValue(std::uint64_t{bits});
        }
    }

    Result<GgufValue> readArray(const std::string& what)
    {
        PESCOPE_TRY(itemNumber, m_cursor.number(4, what));
        PESCOPE_TRY(length, m_cursor.number(8, what));
        const auto itemType = static_cast<ValueType>(itemNumber);
        const auto width = widthOf(itemType);
        if (width) {
            const auto bytes = checkedMultiply(length, *width);
            if (Status skipped = m_cursor.skip(bytes.value_or(std::numeric_limits<std::uint64_t>::max()), what);
                !skipped)
                return std::unexpected(std::move(skipped).error());
            return GgufValue(GgufArray{length});
        }
        if (itemType != ValueType::Text)
            return damaged(fmt::format("{} is an array of items of the type {}", what, itemNumber));
        for (std::uint64_t i = 0; i < length; ++i) {
            PESCOPE_TRY(bytes, m_cursor.number(8, what));
            if (Status skipped = m_cursor.skip(bytes, what); !skipped)
                return std::unexpected(std::move(skipped).error());
        }
        return GgufValue(GgufArray{length});
    }

    [[nodiscard]] Result<std::uint64_t> alignmentOf() const
    {
        const auto found = m_header.metadata.find("general.alignment");
        if (found == m_header.metadata.end())
            return 32;
        const auto* alignment = std::get_if<std::uint64_t>(&found->second);
        if (!alignment || !std::has_single_bit(*alignment) || *alignment > kLargestAlignment)
            return damaged(fmt::format("its general.alignment is {}; it is a power of two",
                                       alignment ? std::to_string(*alignment) : "no whole number"));
        return *alignment;
    }

    Status tensor()
    {
        PESCOPE_TRY(name, m_cursor.text(kMostName, "the name of a tensor"));
        if (name.empty())
            return damaged(fmt::format("the tensor entry before byte {} has no name, or one of more than {} bytes",
                                       m_cursor.at(), kMostName));
        const std::string what = fmt::format("tensor `{}`", name);
        GgufTensor tensor{.name = name, .shape = {}, .type = 0, .offset = 0, .bytes = 0};
        PESCOPE_TRY(axes, m_cursor.number(4, what));
        if (axes > kMostAxes)
            return damaged(fmt::format("{} has {} axes", what, axes));
        for (std::uint64_t axis = 0; axis < axes; ++axis) {
            PESCOPE_TRY(extent, m_cursor.number(8, what));
            if (extent > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
                return damaged(fmt::format("{} has an axis of {}", what, extent));
            tensor.shape.insert(tensor.shape.begin(), static_cast<std::int64_t>(extent));
        }
        PESCOPE_TRY(type, m_cursor.number(4, what));
        PESCOPE_TRY(offset, m_cursor.number(8, what));
        tensor.type = static_cast<std::uint32_t>(type);
        tensor.offset = offset;
        if (!m_names.insert(name).second)
            return damaged(fmt::format("{} stands twice", what));
        m_header.tensors.push_back(std::move(tensor));
        return ok();
    }

    /// Turns offsets into places of the file and checks that the data is there.
    Status place(std::uint64_t alignment)
    {
        const std::uint64_t data = (m_cursor.at() + alignment - 1) / alignment * alignment;
        for (GgufTensor& tensor : m_header.tensors) {
            const auto count = elementCount(tensor.shape);
            const auto type = ggmlType(tensor.type);
            if (!count)
                return damaged(fmt::format("tensor `{}` of shape {} is larger than any file", tensor.name,
                                           shapeText(tensor.shape)));
            const auto row = static_cast<std::uint64_t>(tensor.shape.empty() ? 1 : tensor.shape.back());
            if (type && row % type->blockItems != 0)
                return damaged(fmt::format("tensor `{}` of type {} has rows of {}, no multiple of {}", tensor.name,
                                           type->name, row, type->blockItems));
            const auto bytes = type ? checkedMultiply(*count / type->blockItems, type->blockBytes) : std::uint64_t{0};
            const auto from = checkedAdd(data, tensor.offset);
            const auto end = bytes && from ? checkedAdd(*from, *bytes) : std::nullopt;
            if (!end || *end > m_file.size())
                return fail(ErrorCode::Format,
                            fmt::format("is a GGUF file that is truncated or damaged: tensor `{}` of type {} and shape "
                                        "{} lies at byte {} of its data and reaches beyond the end of the file, which "
                                        "has {} bytes",
                                        tensor.name, type ? type->name : "?", shapeText(tensor.shape), tensor.offset,
                                        m_file.size()),
                            "Copy or download the file again.");
            tensor.offset = *from;
            tensor.bytes = *bytes;
        }
        return ok();
    }

    const FileReader& m_file;
    Cursor m_cursor;
    GgufHeader m_header;
    std::unordered_set<std::string> m_names;
};

} // namespace

Result<GgufHeader> readGgufHeader(const FileReader& file)
{
    return Reader(file).run();
}

} // namespace pescope::checkpoint
