// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

/// tests/data/inputs/index.json: files made from users' reports, each with its right answer.
namespace input_index {

inline std::filesystem::path folder()
{
    return PESCOPE_TEST_DATA "/inputs";
}

inline nlohmann::json read(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        throw std::runtime_error("no " + file.string());
    return nlohmann::json::parse(stream);
}

inline nlohmann::json cases()
{
    return read(folder() / "index.json");
}

/// What a case opens; without a slash at the end.
inline std::filesystem::path opened(const nlohmann::json& test)
{
    std::string path = test["open"];
    if (path.ends_with('/'))
        path.pop_back();
    return folder() / path;
}

/// "x" in "cut at byte x"; a number stands alone: 5 is not in 15, 5.5 or 50.
inline bool contains(std::string_view text, std::string_view word)
{
    const auto isDigit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    if (!std::ranges::all_of(word, isDigit))
        return text.find(word) != std::string_view::npos;
    const auto touches = [&](std::size_t at) { return at < text.size() && (isDigit(text[at]) || text[at] == '.'); };
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        const bool goesOn = touches(end) && (isDigit(text[end]) || (end + 1 < text.size() && isDigit(text[end + 1])));
        if (!(at > 0 && touches(at - 1)) && !goesOn)
            return true;
    }
    return false;
}

inline std::string lower(std::string text)
{
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// The first of `wanted` that a message must name and does not, letters of either case; a list in the list means any
/// one of its words. Empty: it names all.
inline std::string missingWords(const std::string& message, const nlohmann::json& wanted)
{
    const std::string text = lower(message);
    const auto has = [&](const nlohmann::json& word) { return contains(text, lower(word.get<std::string>())); };
    for (const nlohmann::json& item : wanted) {
        if (item.is_array() ? std::ranges::none_of(item, has) : !has(item))
            return item.dump();
    }
    return {};
}

} // namespace input_index
