// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/key_values.h"
#include "core/encoding/open_as.h"
#include "core/encoding/what_if.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>

namespace pescope::encoding {

namespace {

constexpr std::string_view kWhatIf = "whatif:";
constexpr std::string_view kWithoutFirst = "without-first";
constexpr long long kMostRows = 1 << 20;
constexpr std::size_t kMostChanges = 32;
constexpr std::string_view kWhatIfForms =
    "Write whatif:extend=N,rule=clip|tile|interpolate:SOURCE, whatif:interpolate=N:SOURCE, whatif:shuffle=SEED:SOURCE "
    "or whatif:without-first:SOURCE; they nest.";
constexpr std::array<std::string_view, 3> kExtensions = {"clip", "tile", "interpolate"}; // as Rule after Formula

constexpr KeyValues::Allowed kWhatIfKeys[] = {
    {"extend", "a whole number of positions from 1 to 1048576"},
    {"rule", "clip (the last row again), tile (from row 0 again) or interpolate"},
    {"interpolate", "a whole number of positions from 1 to 1048576"},
    {"shuffle", "a whole number from 0: the seed"},
};

/// What stands between the name and the ':' behind it.
Result<WhatIf> parseChange(std::string_view text)
{
    if (text == kWithoutFirst)
        return WhatIf{.change = WhatIf::Change::WithoutFirst};
    auto parsed = KeyValues::parse("whatif", text, kWhatIfKeys);
    if (!parsed) {
        Error error = std::move(parsed).error();
        error.hint = kWhatIfForms;
        return std::unexpected(std::move(error));
    }
    const KeyValues& keys = *parsed;
    constexpr std::string_view kChanges[] = {"extend", "interpolate", "shuffle"};
    const auto given = std::ranges::count_if(kChanges, [&](std::string_view key) { return keys.find(key) != nullptr; });
    if (given != 1)
        return fail(ErrorCode::Format,
                    given == 0 ? fmt::format("whatif: “{}” names no change", text)
                               : fmt::format("whatif: “{}” names {} changes at once", text, given),
                    std::string(kWhatIfForms));
    WhatIf change;
    if (keys.find("extend")) {
        PESCOPE_TRY(length, keys.integer("extend", 0, 1, kMostRows));
        PESCOPE_TRY(rule, keys.choice("rule", kExtensions.size(), kExtensions));
        change.length = length;
        if (rule < kExtensions.size())
            change.rule = static_cast<WhatIf::Rule>(rule + 1);
        return change;
    }
    if (const std::string* rule = keys.find("rule"))
        return fail(ErrorCode::Format, fmt::format("whatif: the rule “{}” belongs to extend", *rule),
                    std::string(kWhatIfForms));
    if (keys.find("interpolate")) {
        PESCOPE_TRY(length, keys.integer("interpolate", 0, 1, kMostRows));
        change.change = WhatIf::Change::Interpolate;
        change.length = length;
        return change;
    }
    PESCOPE_TRY(seed, keys.integer("shuffle", 0, 0, std::numeric_limits<long long>::max()));
    change.change = WhatIf::Change::Shuffle;
    change.seed = static_cast<std::uint64_t>(seed);
    return change;
}

/// A file or folder of that name wins, with its #ID too.
bool namesChange(std::string_view text)
{
    if (!text.starts_with(kWhatIf))
        return false;
    std::error_code ignored;
    return !std::filesystem::exists(std::string(text), ignored)
        && !std::filesystem::exists(std::string(text.substr(0, text.rfind('#'))), ignored);
}

} // namespace

std::size_t whatIfPrefix(std::string_view text)
{
    std::size_t length = 0;
    while (namesChange(text.substr(length))) {
        const auto colon = text.find(':', length + kWhatIf.size());
        if (colon == std::string_view::npos)
            return text.size();
        length = colon + 1;
    }
    return length + openAsPrefix(text.substr(length));
}

std::string specText(const WhatIf& change)
{
    switch (change.change) {
    case WhatIf::Change::Extend:
        return change.rule == WhatIf::Rule::Formula
            ? fmt::format("{}extend={}:", kWhatIf, change.length)
            : fmt::format("{}extend={},rule={}:", kWhatIf, change.length,
                          kExtensions[static_cast<std::size_t>(change.rule) - 1]);
    case WhatIf::Change::Interpolate:
        return fmt::format("{}interpolate={}:", kWhatIf, change.length);
    case WhatIf::Change::Shuffle:
        return fmt::format("{}shuffle={}:", kWhatIf, change.seed);
    case WhatIf::Change::WithoutFirst:
        return fmt::format("{}{}:", kWhatIf, kWithoutFirst);
    }
    return {};
}

Result<WhatIfText> parseWhatIfs(std::string_view spec)
{
    WhatIfText result;
    std::string_view rest = spec;
    while (namesChange(rest)) {
        rest.remove_prefix(kWhatIf.size());
        const auto colon = rest.find(':');
        if (colon == std::string_view::npos || colon + 1 == rest.size())
            return fail(ErrorCode::Format, fmt::format("{} names no source", spec), std::string(kWhatIfForms));
        if (result.changes.size() == kMostChanges)
            return fail(ErrorCode::Format, fmt::format("more than {} what-ifs in one source", kMostChanges),
                        "Save the table with pescope data, and go on from there.");
        PESCOPE_TRY(change, parseChange(rest.substr(0, colon)));
        result.changes.push_back(change);
        rest.remove_prefix(colon + 1);
    }
    std::ranges::reverse(result.changes);
    result.source = rest;
    return result;
}

} // namespace pescope::encoding
