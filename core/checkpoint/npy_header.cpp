// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/npy_header.h"

#include "core/base/checked.h"
#include "core/base/number_text.h"
#include "core/checkpoint/formats.h"
#include "core/checkpoint/layout.h"

#include <fmt/format.h>

#include <array>

namespace pescope::checkpoint {

namespace {

using tables::DType;

constexpr std::string_view kNpyMagic = "\x93NUMPY";
constexpr std::uint64_t kMaxNpyHeader = 1'000'000; // NumPy itself stops at 10,000 characters

/// The few Python literals that a header consists of: a dict of strings, booleans and tuples of integers.
class HeaderParser {
public:
    explicit HeaderParser(std::string_view text)
        : m_text(text)
    {
    }

    Status parse()
    {
        if (!take('{'))
            return expected("'{'");
        while (!take('}')) {
            std::string key;
            if (!takeString(key))
                return expected("a key in quotes");
            if (!take(':'))
                return expected("':'");
            if (Status value = takeValue(key); !value)
                return value;
            if (!take(',') && peek() != '}')
                return expected("',' or '}'");
        }
        if (peek() != '\0' || m_at < m_text.size())
            return expected("the end of the header");
        if (!m_hasDescr || !m_hasOrder || !m_hasShape)
            return fail(ErrorCode::Format,
                        fmt::format("the .npy header lacks '{}'",
                                    !m_hasDescr       ? "descr"
                                        : !m_hasOrder ? "fortran_order"
                                                      : "shape"));
        return ok();
    }

    std::string descr;
    bool isStructured = false;
    bool fortranOrder = false;
    std::vector<std::int64_t> shape;

private:
    Status takeValue(const std::string& key)
    {
        if (key == "descr" && !std::exchange(m_hasDescr, true))
            return takeDescr();
        if (key == "fortran_order" && !std::exchange(m_hasOrder, true)) {
            fortranOrder = takeWord("True");
            return fortranOrder || takeWord("False") ? ok() : expected("True or False");
        }
        if (key == "shape" && !std::exchange(m_hasShape, true))
            return takeShape();
        return fail(ErrorCode::Format,
                    fmt::format("the .npy header has an unknown or repeated key '{}'", key.substr(0, 60)));
    }

    Status takeDescr()
    {
        if (takeString(descr))
            return ok();
        if (peek() != '[')
            return expected("a type in quotes");
        // a structured type: only its extent matters, it is refused later with its text
        const std::size_t begin = m_at;
        int depth = 0;
        char quote = '\0';
        for (; m_at < m_text.size(); ++m_at) {
            const char c = m_text[m_at];
            if (quote != '\0')
                quote = c == quote ? '\0' : quote;
            else if (c == '\'' || c == '"')
                quote = c;
            else if (c == '[' || c == '(')
                ++depth;
            else if ((c == ']' || c == ')') && --depth == 0)
                break;
        }
        if (m_at == m_text.size())
            return expected("']'");
        ++m_at;
        descr = m_text.substr(begin, m_at - begin);
        isStructured = true;
        return ok();
    }

    Status takeShape()
    {
        if (!take('('))
            return expected("'(' of the shape");
        while (!take(')')) {
            peek();
            const std::size_t end = std::min(m_text.find_first_not_of("0123456789", m_at), m_text.size());
            const auto extent = parseInteger(m_text.substr(m_at, end - m_at));
            if (!extent || shape.size() == kMaxAxes)
                return expected("an axis length");
            shape.push_back(*extent);
            m_at = end;
            if (m_at < m_text.size() && m_text[m_at] == 'L') // as Python 2 wrote long integers
                ++m_at;
            if (!take(',') && peek() != ')')
                return expected("',' or ')'");
        }
        return ok();
    }

    char peek()
    {
        m_at = std::min(m_text.find_first_not_of(" \t\r\n", m_at), m_text.size());
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }

    bool take(char wanted)
    {
        const bool there = peek() == wanted && m_at < m_text.size();
        m_at += there ? 1 : 0;
        return there;
    }

    bool takeWord(std::string_view word)
    {
        peek();
        const bool there = m_text.substr(m_at).starts_with(word);
        m_at += there ? word.size() : 0;
        return there;
    }

    bool takeString(std::string& out)
    {
        const char quote = peek();
        if (quote != '\'' && quote != '"')
            return false;
        const std::size_t end = m_text.find(quote, m_at + 1);
        if (end == std::string_view::npos)
            return false;
        out = m_text.substr(m_at + 1, end - m_at - 1);
        m_at = end + 1;
        return true;
    }

    std::unexpected<Error> expected(std::string_view what) const
    {
        return fail(
            ErrorCode::Format,
            fmt::format("the .npy header is damaged: expected {} at character {} of {}", what, m_at, m_text.size()));
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    bool m_hasDescr = false;
    bool m_hasOrder = false;
    bool m_hasShape = false;
};

struct NumberCode {
    std::string_view code;
    DType type;
};
constexpr std::array kNumberCodes{
    NumberCode{"f8", DType::F64}, NumberCode{"f4", DType::F32}, NumberCode{"f2", DType::F16},
    NumberCode{"i8", DType::I64}, NumberCode{"i4", DType::I32}, NumberCode{"i2", DType::I16},
    NumberCode{"i1", DType::I8},  NumberCode{"u8", DType::U64}, NumberCode{"u4", DType::U32},
    NumberCode{"u2", DType::U16}, NumberCode{"u1", DType::U8},  NumberCode{"b1", DType::Bool},
};

std::string_view whyRefused(const HeaderParser& parser, std::string_view code)
{
    if (parser.isStructured)
        return "a structured type";
    switch (code.empty() ? '\0' : code.front()) {
    case 'O':
        return "Python objects, stored as a pickle that could run code,";
    case 'c':
        return "complex numbers";
    case 'S':
    case 'U':
    case 'a':
        return "text";
    case 'M':
    case 'm':
        return "dates or times";
    case 'V':
        return "raw bytes (as ml_dtypes writes bfloat16)";
    case 'f':
        return "floating-point numbers of an unusual size";
    default:
        return "an unknown type";
    }
}

/// Byte order mark and code of a type: "<f4" → little-endian, "f4".
void describeType(const HeaderParser& parser, NpyHeader& header)
{
    std::string_view code = parser.descr;
    if (!parser.isStructured && !code.empty() && std::string_view("<>=|").contains(code.front())) {
        header.bigEndian = code.front() == '>';
        code.remove_prefix(1);
    }
    for (const NumberCode& number : kNumberCodes) {
        if (!parser.isStructured && number.code == code) {
            header.readable = number.type;
            header.dtype = tables::name(number.type);
            return;
        }
    }
    header.dtype = code == "c8" ? "C64" : code == "c16" ? "C128" : parser.descr.substr(0, 80);
    header.refusal = fmt::format("{} ({})", whyRefused(parser, code), parser.descr.substr(0, 80));
}

std::uint64_t littleEndian(std::span<const std::byte> bytes)
{
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        value = value << 8 | std::to_integer<std::uint64_t>(bytes[i]);
    return value;
}

} // namespace

Result<NpyHeader> readNpyHeader(const NextBytes& next)
{
    PESCOPE_TRY(start, next(8));
    const std::string_view magic(reinterpret_cast<const char*>(start.data()), kNpyMagic.size());
    if (magic != kNpyMagic)
        return fail(ErrorCode::Format, R"(does not start with the .npy mark "\x93NUMPY")");
    const int version = std::to_integer<int>(start[6]);
    if (version < 1 || version > 3)
        return fail(ErrorCode::Unsupported,
                    fmt::format("has .npy format version {}.{}; versions 1 to 3 are read", version,
                                std::to_integer<int>(start[7])),
                    "Save it again with numpy.save.");
    const std::uint64_t lengthBytes = version == 1 ? 2 : 4;
    PESCOPE_TRY(lengthField, next(lengthBytes));
    const std::uint64_t length = littleEndian(lengthField);
    if (length > kMaxNpyHeader)
        return fail(ErrorCode::Format,
                    fmt::format("the .npy header claims {} bytes, over the limit of {}", length, kMaxNpyHeader));
    PESCOPE_TRY(text, next(length));

    HeaderParser parser({reinterpret_cast<const char*>(text.data()), text.size()});
    if (Status parsed = parser.parse(); !parsed)
        return std::unexpected(std::move(parsed).error());
    NpyHeader header;
    header.fortranOrder = parser.fortranOrder;
    header.shape = std::move(parser.shape);
    header.headerBytes = 8 + lengthBytes + length;
    describeType(parser, header);
    const auto count = elementCount(header.shape);
    const auto bytes = count && header.readable ? checkedMultiply(*count, tables::byteSize(*header.readable)) : count;
    if (!bytes)
        return fail(ErrorCode::Format,
                    fmt::format("shape {} of {} is larger than any file", shapeText(header.shape), header.dtype));
    header.dataBytes = header.readable ? *bytes : 0;
    return header;
}

std::unexpected<Error> refusedType(const NpyHeader& header, const std::string& arrayName)
{
    return fail(ErrorCode::Unsupported,
                fmt::format("array `{}` holds {} which PEScope does not read", arrayName, header.refusal),
                "Save it again as numbers: numpy.save(name, array.astype('float32')).");
}

TensorBytes arrangeNpy(const NpyHeader& header, std::vector<std::byte> data)
{
    const std::size_t itemSize = tables::byteSize(*header.readable);
    if (header.fortranOrder && header.shape.size() > 1)
        data = gatherRowMajor(data, header.shape, fortranStrides(header.shape), itemSize);
    if (header.bigEndian)
        swapByteOrder(data, itemSize);
    return {*header.readable, header.shape, std::move(data)};
}

} // namespace pescope::checkpoint
