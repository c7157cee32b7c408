// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/pickle_calls.h"

#include "core/checkpoint/torch_types.h"

#include <fmt/format.h>

#include <algorithm>

namespace pescope::checkpoint::pickle {

namespace {

constexpr std::string_view kNothingRan = "Nothing was run.";
constexpr int kMostNested = 16;

std::unexpected<Error> refused(const Global& global)
{
    const std::string name = qualifiedName(global);
    if (acts(global))
        return fail(
            ErrorCode::Unsupported,
            fmt::format("its pickle would call {}{}, which can act on this computer: refused", name,
                        alsoKnownAs(global)),
            fmt::format("{} Files with weights need no such call: do not open this one in Python either, unless "
                        "you know who made it; a safetensors file cannot hold calls.",
                        kNothingRan));
    return fail(ErrorCode::Unsupported,
                fmt::format("its pickle would call the function {}, which is not on the list of known "
                            "reconstructions: refused",
                            name),
                fmt::format("{} Save the weights alone, with torch.save(model.state_dict(), …) or as safetensors.",
                            kNothingRan));
}

std::unexpected<Error> wrongArgument(const Global& global, const std::string& found, std::string_view wanted)
{
    return fail(ErrorCode::Format, fmt::format("{} is given {} where {} belongs", qualifiedName(global), found, wanted),
                "The file is damaged or was not written by torch.save: download or save it again.");
}

} // namespace

Id Calls::add(Value value)
{
    m_document.values.push_back(std::move(value));
    return static_cast<Id>(m_document.values.size() - 1);
}

Result<Id> Calls::call(Id callable, Id arguments)
{
    // "rebuild from type" names another reconstruction and its arguments
    for (int depth = 0; depth < kMostNested; ++depth) {
        const auto* global = m_document.find<Global>(callable);
        if (!global)
            return fail(
                ErrorCode::Unsupported,
                fmt::format("its pickle would call {}, which is no name: refused", describeValue(m_document, callable)),
                fmt::format("{} Save the weights alone, as safetensors.", kNothingRan));
        const Sequence* given = m_document.tuple(arguments);
        if (!given)
            return wrongArgument(*global, describeValue(m_document, arguments), "a tuple of arguments");
        const auto action = actionOf(*global);
        if (!action)
            return refused(*global);
        if (*action != Action::FromType)
            return take(*action, *global, callable, arguments);
        if (given->items.size() < 3)
            return wrongArgument(*global, describeValue(m_document, arguments), "a reconstruction with its arguments");
        callable = given->items[0];
        arguments = given->items[2];
    }
    return fail(ErrorCode::Format,
                fmt::format("its pickle nests reconstructions of tensors more than {} deep", kMostNested));
}

Result<Id> Calls::take(Action action, const Global& global, Id callable, Id arguments)
{
    const std::vector<Id>& given = m_document.tuple(arguments)->items;
    switch (action) {
    case Action::First:
        if (given.empty())
            return wrongArgument(global, "nothing", "a value");
        return given[0];
    case Action::Collection:
        return given.empty() ? add(Sequence{.kind = Sequence::Kind::List, .items = {}}) : given[0];
    case Action::Dict:
        return dictOf(global, arguments, false);
    case Action::DictBehindFactory:
        return dictOf(global, arguments, true);
    case Action::Tensor:
        return rebuildTensor(global, arguments, false);
    case Action::TypedTensor:
        return rebuildTensor(global, arguments, true);
    case Action::Bytes:
        return textAsBytes(arguments);
    case Action::NumpyScalar:
    case Action::NumpyBuffer: {
        if (Status counted = countScanned(given); !counted)
            return std::unexpected(std::move(counted).error());
        const bool isScalar = action == Action::NumpyScalar;
        auto array = isScalar ? numpyScalar(m_document, given) : numpyBuffer(m_document, given);
        if (!array)
            return std::unexpected(withContext(std::move(array).error(), qualifiedName(global)));
        if (*array)
            return addArray(*std::move(*array));
        break;
    }
    case Action::FromType:
    case Action::Label:
        break;
    }
    auto object = std::make_unique<Object>();
    object->made = callable;
    object->arguments = arguments;
    return add(std::move(object));
}

/// _codecs.encode(text, "latin1"); what another encoding makes of a text is not asked for by any pickler.
Result<Id> Calls::textAsBytes(Id arguments)
{
    const std::vector<Id>& given = m_document.tuple(arguments)->items;
    const auto* text = given.empty() ? nullptr : m_document.find<Text>(given[0]);
    const auto encoding = given.size() > 1 ? m_document.text(given[1]) : std::nullopt;
    if (!text || (encoding != "latin1" && encoding != "latin-1"))
        return given.empty() ? add(None{}) : given[0];
    return add(Text{text->characters, Text::Kind::Latin1});
}

/// The same bytes may be named again and again; a pickle of arrays looks at each a few times.
Status Calls::countScanned(const std::vector<Id>& values)
{
    constexpr std::uint64_t kMostScanned = 1'000'000'000;
    for (const Id id : values)
        if (const auto text = m_document.text(id))
            m_scanned += text->size();
    if (m_scanned > kMostScanned)
        return fail(ErrorCode::Format, fmt::format("its pickle makes arrays of more than {} bytes", kMostScanned));
    return ok();
}

Id Calls::addArray(NumpyArray array)
{
    array.tensor.storage = add(std::make_unique<Storage>(array.storage));
    return add(std::make_unique<Tensor>(std::move(array.tensor)));
}

Result<Id> Calls::dictOf(const Global& global, Id arguments, bool hasFactory)
{
    const std::vector<Id>& given = m_document.tuple(arguments)->items;
    const std::size_t at = hasFactory ? 1 : 0;
    Dict dict;
    if (given.size() > at) {
        if (const auto* whole = m_document.find<Dict>(given[at])) {
            dict.items = whole->items;
        } else if (const Sequence* pairs = m_document.sequence(given[at])) { // how Python 2 wrote an OrderedDict
            for (const Id item : pairs->items) {
                const Sequence* pair = m_document.sequence(item);
                if (!pair || pair->items.size() != 2)
                    return wrongArgument(global, describeValue(m_document, item), "a key with its value");
                dict.items.emplace_back(pair->items[0], pair->items[1]);
            }
        } else {
            return wrongArgument(global, describeValue(m_document, given[at]), "a list of keys and values");
        }
        // the same list may be named again and again: copies are counted
        m_copied += dict.items.size();
        if (m_copied > kMostValues)
            return fail(ErrorCode::Format, fmt::format("its pickle holds more than {} values", kMostValues));
    }
    return add(std::move(dict));
}

Result<Id> Calls::rebuildTensor(const Global& global, Id arguments, bool namesType)
{
    constexpr std::size_t kTypeAt = 6;
    const std::vector<Id>& given = m_document.tuple(arguments)->items;
    if (given.size() < (namesType ? kTypeAt + 1 : 4))
        return wrongArgument(global, fmt::format("{} arguments", given.size()), "storage, offset, shape and strides");
    const auto wrong = [&](std::size_t at, std::string_view wanted) {
        return wrongArgument(global, describeValue(m_document, given[at]), wanted);
    };
    auto tensor = std::make_unique<Tensor>();
    if (!m_document.storage(given[0]))
        return wrong(0, "a storage");
    tensor->storage = given[0];
    const auto offset = m_document.integer(given[1]);
    if (!offset || *offset < 0)
        return wrong(1, "an offset from 0 on");
    tensor->offset = *offset;
    const auto numbers = [&](std::size_t at) -> std::optional<std::vector<std::int64_t>> {
        const Sequence* sequence = m_document.sequence(given[at]);
        if (!sequence || sequence->items.size() > kMostAxes)
            return std::nullopt;
        std::vector<std::int64_t> found;
        for (const Id item : sequence->items) {
            const auto number = m_document.integer(item);
            if (!number || *number < 0)
                return std::nullopt;
            found.push_back(*number);
        }
        return found;
    };
    auto shape = numbers(2);
    if (!shape)
        return wrong(2, "a shape");
    auto strides = numbers(3);
    if (!strides || strides->size() != shape->size())
        return wrong(3, fmt::format("{} strides from 0 on", shape->size()));
    tensor->shape = *std::move(shape);
    tensor->strides = *std::move(strides);
    if (namesType) {
        const auto* dtype = m_document.find<Global>(given[kTypeAt]);
        const auto type = dtype && dtype->module == "torch" ? typeOfDtype(dtype->name) : std::nullopt;
        if (!type)
            return wrong(kTypeAt, "a dtype of PyTorch that PEScope knows");
        tensor->dtype = type->name;
    }
    return add(std::move(tensor));
}

Result<Id> Calls::make(Id cls, Id arguments)
{
    const auto* global = m_document.find<Global>(cls);
    if (!global)
        return fail(ErrorCode::Format,
                    fmt::format("its pickle makes an object of {}, which is no class", describeValue(m_document, cls)));
    if (acts(*global))
        return refused(*global);
    const auto action = actionOf(*global);
    if (action == Action::Dict || action == Action::DictBehindFactory) // filled by what follows
        return add(Dict{});
    auto object = std::make_unique<Object>();
    object->made = cls;
    object->arguments = arguments;
    return add(std::move(object));
}

Status Calls::build(Id target, Id state)
{
    Value& value = m_document.values[target];
    if (auto* object = std::get_if<std::unique_ptr<Object>>(&value)) {
        (*object)->state = state;
        const auto* made = m_document.find<Global>((*object)->made);
        const Sequence* parts = m_document.tuple(state);
        if (!made || !isNumpyReconstruct(*made) || !parts)
            return ok();
        if (Status counted = countScanned(parts->items); !counted)
            return counted;
        auto array = numpyArray(m_document, state);
        if (!array)
            return std::unexpected(withContext(std::move(array).error(), qualifiedName(*made)));
        if (*array) { // the object stands for an array from here on, wherever it is named
            (*array)->tensor.storage = add(std::make_unique<Storage>((*array)->storage));
            m_document.values[target] = std::make_unique<Tensor>(std::move((*array)->tensor));
        }
        return ok();
    }
    if (const auto* global = std::get_if<Global>(&value))
        return fail(ErrorCode::Unsupported,
                    fmt::format("its pickle would change {} itself: refused", qualifiedName(*global)),
                    std::string(kNothingRan));
    const bool hasAttributes = std::holds_alternative<Dict>(value) || std::holds_alternative<Sequence>(value)
        || std::holds_alternative<std::unique_ptr<Tensor>>(value);
    if (!hasAttributes)
        return fail(
            ErrorCode::Format,
            fmt::format("its pickle gives attributes to {}, which has none", describeValue(m_document, target)));
    return ok();
}

Result<Id> Calls::persistent(Id reference)
{
    const auto bad = [&](const std::string& what) {
        return fail(ErrorCode::Format, fmt::format("its pickle refers to {}", what),
                    "The file is damaged or was not written by torch.save: download or save it again.");
    };
    const Sequence* tuple = m_document.tuple(reference);
    const std::optional<std::string_view> kind =
        tuple && !tuple->items.empty() ? m_document.text(tuple->items[0]) : std::nullopt;
    if (kind == "module" && tuple->items.size() >= 2)
        return tuple->items[1];
    if (kind != "storage" || tuple->items.size() < 5)
        return bad(fmt::format("{} where a storage belongs", describeValue(m_document, reference)));
    const auto* cls = m_document.find<Global>(tuple->items[1]);
    const auto type = cls ? typeOfStorage(cls->name) : std::nullopt;
    if (!type)
        return bad(fmt::format("a storage of an unknown type, {}", describeValue(m_document, tuple->items[1])));
    const auto key = m_document.text(tuple->items[2]);
    const auto count = m_document.integer(tuple->items[4]);
    if (!key || !count || *count < 0)
        return bad("a storage without a key or a size");
    Storage storage{.dtype = type->name,
                    .itemSize = type->bytes,
                    .key = *key,
                    .count = static_cast<std::uint64_t>(*count),
                    .first = 0,
                    .seen = static_cast<std::uint64_t>(*count)};
    // the sixth item, of the legacy layout only: this storage is a part of another
    if (const Sequence* view = tuple->items.size() > 5 ? m_document.tuple(tuple->items[5]) : nullptr) {
        const auto first = view->items.size() == 3 ? m_document.integer(view->items[1]) : std::nullopt;
        const auto seen = view->items.size() == 3 ? m_document.integer(view->items[2]) : std::nullopt;
        const bool inside = first && seen && *first >= 0 && *seen >= 0 && *first <= *count && *seen <= *count - *first;
        if (!inside)
            return bad(fmt::format("a part of the storage `{}` outside its {} elements", *key, *count));
        storage.first = static_cast<std::uint64_t>(*first);
        storage.seen = static_cast<std::uint64_t>(*seen);
    }
    return add(std::make_unique<Storage>(storage));
}

} // namespace pescope::checkpoint::pickle
