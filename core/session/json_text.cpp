// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/json_text.h"

#include "core/base/number_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace pescope::session {

using nlohmann::json;

namespace {

constexpr int kDeepest = 64;

std::string numberText(double value)
{
    if (!std::isfinite(value))
        return "null";
    std::string text = shortestText(value);
    if (text.find_first_of(".e") == std::string::npos)
        text += ".0"; // stays a number with a fraction when it is read again
    return text;
}

void write(std::string& out, const json& value, std::size_t level)
{
    const auto newLine = [&](std::size_t depth) { out.append("\n").append(2 * depth, ' '); };
    const auto items = [&](char open, char close, bool spread, const auto& each) {
        out += open;
        bool first = true;
        for (auto at = value.begin(); at != value.end(); ++at, first = false) {
            if (!first)
                out += spread ? "," : ", ";
            if (spread)
                newLine(level + 1);
            each(at);
        }
        if (spread && !value.empty())
            newLine(level);
        out += close;
    };
    switch (value.type()) {
    case json::value_t::object:
        items('{', '}', true, [&](const auto& at) {
            out += json(at.key()).dump() + ": ";
            write(out, at.value(), level + 1);
        });
        break;
    case json::value_t::array:
        items('[', ']', std::ranges::any_of(value, [](const json& one) { return one.is_structured(); }),
              [&](const auto& at) { write(out, *at, level + 1); });
        break;
    case json::value_t::number_float:
        out += numberText(value.get<double>());
        break;
    default:
        out += value.dump();
    }
}

const json* member(const json& object, std::string_view key)
{
    const auto at = object.find(key);
    return at == object.end() ? nullptr : &*at;
}

/// The identity of a list element as text, which is a key in the object of what is not known.
std::string identityOf(const json& element, std::string_view key)
{
    const json* value = element.is_object() ? member(element, key) : nullptr;
    return value && value->is_primitive() ? value->dump(-1, ' ', false, json::error_handler_t::replace) : std::string();
}

} // namespace

Result<std::string> canonicalText(const json& value)
{
    try {
        std::string out;
        write(out, value, 0);
        return out + "\n";
    } catch (const json::type_error&) { // the library's way to say "no UTF-8"
        const std::string shown = value.dump(-1, ' ', false, json::error_handler_t::replace);
        const std::size_t at = shown.find("\xEF\xBF\xBD");
        const std::size_t from = shown.rfind('"', at);
        return fail(ErrorCode::Format,
                    fmt::format("{} is no text: it has bytes that are no UTF-8",
                                shown.substr(from, shown.find('"', at) + 1 - from)),
                    "Rename the file.");
    }
}

Result<json> parseJson(std::string_view text)
{
    bool tooDeep = false;
    try {
        // the library calls back at every value; below the limit everything is dropped, so that nothing recurses deeper
        const auto shallow = [&](int depth, json::parse_event_t, json&) {
            tooDeep = tooDeep || depth > kDeepest;
            return depth <= kDeepest;
        };
        json value = json::parse(text, shallow);
        if (tooDeep)
            return fail(ErrorCode::Format, fmt::format("its values are nested in more than {} levels", kDeepest));
        return value;
    } catch (const json::parse_error& error) {
        const std::size_t at = std::min(error.byte, text.size());
        const auto line = 1 + std::ranges::count(text.substr(0, at), '\n');
        return fail(ErrorCode::Format, fmt::format("it is no JSON: line {}, byte {} of {}", line, at, text.size()),
                    "The file is cut off or was changed by hand; use a copy of it.");
    }
}

json unknownKeys(const json& object, const KnownKeys& known)
{
    json unknown = json::object();
    if (!object.is_object())
        return unknown;
    for (const auto& [key, value] : object.items()) {
        if (const auto inner = known.objects.find(key); inner != known.objects.end()) {
            if (json rest = unknownKeys(value, inner->second); !rest.empty())
                unknown[key] = std::move(rest);
        } else if (const auto list = known.lists.find(key); list != known.lists.end()) {
            json rests = json::object();
            if (value.is_array())
                for (const json& element : value)
                    if (json rest = unknownKeys(element, list->second.element.front()); !rest.empty())
                        rests[identityOf(element, list->second.identity)] = std::move(rest);
            if (!rests.empty())
                unknown[key] = std::move(rests);
        } else if (std::ranges::find(known.plain, key) == known.plain.end()) {
            unknown[key] = value;
        }
    }
    return unknown;
}

void addUnknownKeys(json& object, const json& unknown, const KnownKeys& known)
{
    for (const auto& [key, value] : unknown.items()) {
        const auto at = object.find(key);
        if (const auto inner = known.objects.find(key); inner != known.objects.end()) {
            if (at != object.end())
                addUnknownKeys(*at, value, inner->second);
        } else if (const auto list = known.lists.find(key); list != known.lists.end()) {
            if (at == object.end())
                continue;
            for (json& element : *at)
                if (const json* rest = member(value, identityOf(element, list->second.identity)))
                    addUnknownKeys(element, *rest, list->second.element.front());
        } else if (at == object.end()) {
            object[key] = value;
        }
    }
}

} // namespace pescope::session
