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

std::optional<std::string> bytesOf(const Text& text)
{
    if (text.kind == Text::Kind::Characters)
        return std::nullopt;
    if (text.kind != Text::Kind::Latin1)
        return std::string(text.characters);
    std::string bytes;
    bytes.reserve(text.characters.size());
    for (std::size_t i = 0; i < text.characters.size(); ++i) {
        const auto lead = static_cast<unsigned char>(text.characters[i]);
        if (lead < 0x80) {
            bytes += static_cast<char>(lead);
            continue;
        }
        // characters 128 to 255 are two bytes in UTF-8: 0xC2 or 0xC3, then six bits
        const bool isPair = (lead == 0xC2 || lead == 0xC3) && i + 1 < text.characters.size();
        const auto tail = isPair ? static_cast<unsigned char>(text.characters[++i]) : 0;
        if ((tail & 0xC0) != 0x80)
            return std::nullopt;
        bytes += static_cast<char>((lead & 3) << 6 | (tail & 0x3F));
    }
    return bytes;
}

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
        return text->kind == Text::Kind::Bytes || text->kind == Text::Kind::Latin1
            ? fmt::format("{} bytes", text->characters.size())
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
