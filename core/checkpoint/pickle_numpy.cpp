// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/pickle_numpy.h"

#include "core/base/checked.h"
#include "core/checkpoint/formats.h"
#include "core/checkpoint/layout.h"
#include "core/checkpoint/pickle_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace pescope::checkpoint::pickle {

namespace {

constexpr std::int64_t kStateVersion = 1;

/// An element type: what numpy.dtype is called with, without its byte order.
struct NumpyRow {
    std::string_view code;
    std::string_view dtype; ///< as safetensors writes it
    std::size_t bytes;
};
constexpr std::array kNumpyRows{
    NumpyRow{"f8", "F64", 8}, NumpyRow{"f4", "F32", 4},    NumpyRow{"f2", "F16", 2}, NumpyRow{"i8", "I64", 8},
    NumpyRow{"i4", "I32", 4}, NumpyRow{"i2", "I16", 2},    NumpyRow{"i1", "I8", 1},  NumpyRow{"u8", "U64", 8},
    NumpyRow{"u4", "U32", 4}, NumpyRow{"u2", "U16", 2},    NumpyRow{"u1", "U8", 1},  NumpyRow{"b1", "BOOL", 1},
    NumpyRow{"c8", "C64", 8}, NumpyRow{"c16", "C128", 16},
};

struct ElementType {
    std::string_view dtype;
    std::size_t bytes = 1;
    bool bigEndian = false;
};

/// numpy.dtype("f4", False, True) with the state (3, "<", None, None, None, -1, -1, 0); nothing for other types.
std::optional<ElementType> elementType(const Document& document, Id id)
{
    const Object* object = document.object(id);
    const auto* made = object ? document.find<Global>(object->made) : nullptr;
    const Sequence* arguments = made && isNumpyDtype(*made) ? document.tuple(object->arguments) : nullptr;
    const auto code = arguments && !arguments->items.empty() ? document.text(arguments->items[0]) : std::nullopt;
    if (!code)
        return std::nullopt;
    std::string_view name = *code;
    char order = '<';
    if (name.find_first_of("<>=|") == 0) {
        order = name.front();
        name.remove_prefix(1);
    }
    const auto* const row = std::ranges::find(kNumpyRows, name, &NumpyRow::code);
    if (row == kNumpyRows.end())
        return std::nullopt;
    if (const Sequence* state = document.tuple(object->state); state && state->items.size() > 1)
        if (const auto said = document.text(state->items[1]); said && said->size() == 1)
            order = said->front();
    return ElementType{row->dtype, row->bytes, order == '>'};
}

/// The numbers of bytes of a text that holds an array; an empty one may be written as bytes().
Result<std::uint64_t> sizeOf(const Document& document, Id id)
{
    if (const auto* text = document.find<Text>(id))
        if (const auto bytes = bytesOf(*text))
            return bytes->size();
    const Object* object = document.object(id);
    const auto* made = object ? document.find<Global>(object->made) : nullptr;
    if (made && qualifiedName(*made) == "builtins.bytes")
        if (const Sequence* arguments = document.tuple(object->arguments); arguments && arguments->items.empty())
            return std::uint64_t{0};
    return fail(ErrorCode::Format,
                fmt::format("an array of NumPy has {} where its bytes belong", describeValue(document, id)),
                "The file is damaged: download or save it again.");
}

Result<std::vector<std::int64_t>> shapeOf(const Document& document, Id id)
{
    const Sequence* axes = document.sequence(id);
    std::vector<std::int64_t> shape;
    const auto wrong = [&] {
        return fail(ErrorCode::Format,
                    fmt::format("an array of NumPy has {} where its shape belongs", describeValue(document, id)),
                    "The file is damaged: download or save it again.");
    };
    if (!axes || axes->items.size() > kMostAxes)
        return wrong();
    for (const Id item : axes->items) {
        const auto extent = document.integer(item);
        if (!extent || *extent < 0)
            return wrong();
        shape.push_back(*extent);
    }
    return shape;
}

std::vector<std::int64_t> rowMajorStrides(const std::vector<std::int64_t>& shape)
{
    std::vector<std::int64_t> turned = fortranStrides(std::vector<std::int64_t>(shape.rbegin(), shape.rend()));
    std::ranges::reverse(turned);
    return turned;
}

Result<std::optional<NumpyArray>> arrayOf(const Document& document, Id dtype, std::vector<std::int64_t> shape,
                                          bool isFortran, Id data)
{
    const auto type = elementType(document, dtype);
    if (!type)
        return std::nullopt;
    PESCOPE_TRY(size, sizeOf(document, data));
    const auto count = elementCount(shape);
    const auto needed = count ? checkedMultiply(*count, type->bytes) : std::nullopt;
    if (!needed || *needed != size)
        return fail(ErrorCode::Format,
                    fmt::format("an array of NumPy of shape {} and type {} has {} bytes, not {}", shapeText(shape),
                                type->dtype, size, needed ? std::to_string(*needed) : "more than any file"),
                    "The file is damaged: download or save it again.");
    NumpyArray array;
    if (*count == 0) // its other axes may be of any size
        array.tensor.strides.assign(shape.size(), 0);
    else
        array.tensor.strides = isFortran ? fortranStrides(shape) : rowMajorStrides(shape);
    array.tensor.shape = std::move(shape);
    array.storage = {.dtype = type->dtype,
                     .itemSize = type->bytes,
                     .key = {},
                     .count = *count,
                     .first = 0,
                     .seen = *count,
                     .inlineBytes = data,
                     .bigEndian = type->bigEndian};
    return array;
}

} // namespace

Result<std::optional<NumpyArray>> numpyArray(const Document& document, Id state)
{
    const Sequence* parts = document.tuple(state);
    // before NumPy 1.0 the version was left out
    const bool hasVersion = parts && parts->items.size() == 5 && document.integer(parts->items[0]) == kStateVersion;
    if (!hasVersion && !(parts && parts->items.size() == 4))
        return std::nullopt;
    const std::size_t at = hasVersion ? 1 : 0;
    PESCOPE_TRY(shape, shapeOf(document, parts->items[at]));
    const auto* flag = document.find<bool>(parts->items[at + 2]);
    const bool isFortran = flag ? *flag : document.integer(parts->items[at + 2]).value_or(0) != 0;
    return arrayOf(document, parts->items[at + 1], std::move(shape), isFortran, parts->items[at + 3]);
}

Result<std::optional<NumpyArray>> numpyScalar(const Document& document, const std::vector<Id>& arguments)
{
    if (arguments.size() < 2)
        return std::nullopt;
    return arrayOf(document, arguments[0], {}, false, arguments[1]);
}

Result<std::optional<NumpyArray>> numpyBuffer(const Document& document, const std::vector<Id>& arguments)
{
    if (arguments.size() < 4)
        return std::nullopt;
    PESCOPE_TRY(shape, shapeOf(document, arguments[2]));
    return arrayOf(document, arguments[1], std::move(shape), document.text(arguments[3]) == "F", arguments[0]);
}

} // namespace pescope::checkpoint::pickle
