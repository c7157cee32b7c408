// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/pickle_value.h"

#include <fmt/format.h>

namespace pescope::checkpoint::pickle {

namespace {

constexpr std::size_t kShown = 120;

std::string counted(std::string_view what, std::size_t count)
{
    return fmt::format("a {} of {} value{}", what, count, count == 1 ? "" : "s");
}

std::string_view kindName(Sequence::Kind kind)
{
    switch (kind) {
    case Sequence::Kind::Tuple:
        return "tuple";
    case Sequence::Kind::List:
        return "list";
    case Sequence::Kind::Set:
        return "set";
    }
    return "";
}

} // namespace

std::string qualifiedName(const Global& global)
{
    std::string_view module = global.module;
    if (module == "__builtin__")
        module = "builtins";
    else if (module == "copy_reg")
        module = "copyreg";
    return fmt::format("{}.{}", module.substr(0, kShown), global.name.substr(0, kShown));
}

std::string describeValue(const Document& document, Id id)
{
    if (id >= document.values.size())
        return "nothing";
    const Value& value = document[id];
    if (std::holds_alternative<None>(value))
        return "None";
    if (const auto* flag = std::get_if<bool>(&value))
        return *flag ? "True" : "False";
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return fmt::format("the number {}", *number);
    if (const auto* number = std::get_if<double>(&value))
        return fmt::format("the number {}", *number);
    if (std::holds_alternative<LongInteger>(value))
        return "a number beyond 64 bits";
    if (const auto* text = std::get_if<Text>(&value))
        return text->isBytes ? fmt::format("{} bytes", text->characters.size())
                             : fmt::format("the text \"{}\"", text->characters.substr(0, kShown));
    if (const auto* sequence = std::get_if<Sequence>(&value))
        return counted(kindName(sequence->kind), sequence->items.size());
    if (const auto* dict = std::get_if<Dict>(&value))
        return counted("dict", dict->items.size());
    if (const auto* global = std::get_if<Global>(&value))
        return fmt::format("the name {}", qualifiedName(*global));
    if (const Object* object = document.object(id)) {
        const auto* made = document.find<Global>(object->made);
        return fmt::format("an object of {}", made ? qualifiedName(*made) : "an unnamed class");
    }
    return document.tensor(id) ? "a tensor" : "a storage";
}

} // namespace pescope::checkpoint::pickle
