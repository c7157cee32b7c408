// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/config.h"

#include "core/checkpoint/file_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace pescope::checkpoint {

namespace {

constexpr std::uint64_t kMaxConfig = 16'000'000;
constexpr int kMaxConfigDepth = 64;

/// The end of the string or comment that begins at `at`; `at` itself if none does.
std::size_t endOfQuoted(std::string_view text, std::size_t at)
{
    const auto endAfter = [&](std::string_view mark, std::size_t from) {
        const auto found = text.find(mark, from);
        return found == std::string_view::npos ? text.size() : found + mark.size();
    };
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("//"))
        return endAfter("\n", at);
    if (rest.starts_with("/*"))
        return endAfter("*/", at + 2);
    if (!rest.starts_with('"'))
        return at;
    for (std::size_t i = at + 1; i < text.size(); ++i) {
        if (text[i] == '\\')
            ++i;
        else if (text[i] == '"')
            return i + 1;
    }
    return text.size();
}

/// Replaces the numbers that Python writes and JSON does not know. Errors: Format for a nesting beyond kMaxConfigDepth,
/// which later, recursive uses of the tree could not stand.
Result<std::string> asJson(std::string_view text)
{
    constexpr std::array<std::string_view, 3> kPython{"NaN", "Infinity", "-Infinity"};
    std::string json;
    json.reserve(text.size());
    int depth = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (const std::size_t end = endOfQuoted(text, at); end != at) {
            json += text.substr(at, end - at);
            at = end;
            continue;
        }
        const auto* const word =
            std::ranges::find_if(kPython, [&](std::string_view w) { return text.substr(at).starts_with(w); });
        if (word != kPython.end()) {
            json += "null";
            at += word->size();
            continue;
        }
        depth += text[at] == '{' || text[at] == '[' ? 1 : text[at] == '}' || text[at] == ']' ? -1 : 0;
        if (depth > kMaxConfigDepth)
            return fail(ErrorCode::Format, fmt::format("nested more than {} deep", kMaxConfigDepth));
        json += text[at++];
    }
    return json;
}

Result<nlohmann::json> parse(const std::filesystem::path& file)
{
    PESCOPE_TRY(text, readText(file, kMaxConfig));
    std::string_view body = text;
    if (body.starts_with("\xEF\xBB\xBF"))
        body.remove_prefix(3);
    PESCOPE_TRY(json, asJson(body));
    try {
        auto value = nlohmann::json::parse(json, nullptr, true, true);
        if (!value.is_object())
            return fail(ErrorCode::Format, fmt::format("it holds a {}, not an object", value.type_name()));
        return value;
    } catch (const nlohmann::json::exception& e) {
        std::string_view what = e.what();
        if (const auto bracket = what.find("] "); bracket != std::string_view::npos)
            what.remove_prefix(bracket + 2);
        return fail(ErrorCode::Format, std::string(what.substr(0, 300)));
    }
}

} // namespace

Config readConfig(const std::filesystem::path& file)
{
    std::error_code ignored;
    // a link to a file that is gone is there: it is said that its target is not
    if (!std::filesystem::exists(std::filesystem::symlink_status(file, ignored)))
        return {nullptr, {}};
    auto value = runGuarded([&] { return parse(file); });
    if (value)
        return {*std::move(value), {}};
    return {nullptr,
            {fmt::format("{} cannot be read and is left out: {}", file.filename().string(), describe(value.error()))}};
}

} // namespace pescope::checkpoint
