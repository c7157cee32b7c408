// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/key_values.h"

#include "core/base/number_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace pescope::encoding {

Result<KeyValues> KeyValues::parse(std::string_view kind, std::string_view text, std::span<const Allowed> allowed)
{
    KeyValues result;
    result.m_kind = kind;
    result.m_allowed = allowed;
    std::vector<std::string_view> keys;
    for (const Allowed& one : allowed)
        keys.push_back(one.key);

    while (!text.empty()) {
        const auto comma = text.find(',');
        const std::string_view piece = text.substr(0, comma);
        text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
        const auto equals = piece.find('=');
        const std::string_view key = piece.substr(0, equals);
        const bool known = equals != std::string_view::npos && std::ranges::find(keys, key) != keys.end();
        if (!known) {
            const bool continuesFileName =
                !result.m_entries.empty() && result.m_entries.back().key == "omega" && equals == std::string_view::npos;
            if (continuesFileName) {
                result.m_entries.back().value += fmt::format(",{}", piece);
                continue;
            }
            return fail(ErrorCode::Format,
                        equals == std::string_view::npos
                            ? fmt::format("{}: “{}” is not of the form key=value", kind, piece)
                            : fmt::format("{}: there is no key “{}” (value “{}”)", kind, key, piece.substr(equals + 1)),
                        fmt::format("The keys are {}.", fmt::join(keys, ", ")));
        }
        if (result.find(key))
            return fail(ErrorCode::Format,
                        fmt::format("{}: the key {} is given twice (“{}” and “{}”)", kind, key, *result.find(key),
                                    piece.substr(equals + 1)),
                        "Give it once.");
        result.m_entries.push_back({std::string(key), std::string(piece.substr(equals + 1))});
    }
    return result;
}

const std::string* KeyValues::find(std::string_view key) const
{
    const auto entry = std::ranges::find(m_entries, key, &Entry::key);
    return entry == m_entries.end() ? nullptr : &entry->value;
}

std::unexpected<Error> KeyValues::refused(std::string_view key) const
{
    const auto rule = std::ranges::find(m_allowed, key, &Allowed::key);
    return fail(
        ErrorCode::Format, fmt::format("{}: {} is “{}”", m_kind, key, *find(key)),
        fmt::format("{} is {}.", key, rule == m_allowed.end() ? std::string_view("another value") : rule->values));
}

Result<long long> KeyValues::integer(std::string_view key, long long fallback, long long lowest,
                                     long long highest) const
{
    const std::string* text = find(key);
    if (!text)
        return fallback;
    const auto value = parseInteger(*text);
    if (value && *value >= lowest && *value <= highest)
        return *value;
    auto error = refused(key);
    const std::string rule = error.error().hint;
    if (rule.find("a whole number") != std::string::npos) { // with both ends, and what it is
        const auto meaning = rule.find(": ");
        error.error().hint = fmt::format("{} is a whole number from {} to {}{}", key, lowest, highest,
                                         meaning == std::string::npos ? "." : rule.substr(meaning));
    }
    return error;
}

Result<double> KeyValues::number(std::string_view key, double fallback) const
{
    const std::string* text = find(key);
    if (!text)
        return fallback;
    const auto value = parseDouble(*text);
    if (!value || !std::isfinite(*value))
        return refused(key);
    return *value;
}

Result<std::size_t> KeyValues::choice(std::string_view key, std::size_t fallback,
                                      std::span<const std::string_view> choices) const
{
    const std::string* text = find(key);
    if (!text)
        return fallback;
    const auto found = std::ranges::find(choices, *text);
    if (found == choices.end())
        return refused(key);
    return static_cast<std::size_t>(found - choices.begin());
}

} // namespace pescope::encoding
