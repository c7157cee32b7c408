// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number_text.h"

#include <array>
#include <charconv>

namespace pescope {

namespace {

template<typename T>
std::string shortest(T value)
{
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kBlank = " \t\r\n";
    const auto first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos)
        return {};
    text = text.substr(first, text.find_last_not_of(kBlank) - first + 1);
    // from_chars takes no leading plus, people and programs write one
    return text.size() > 1 && text.front() == '+' && text[1] != '-' ? text.substr(1) : text;
}

template<typename T>
std::optional<T> parse(std::string_view text)
{
    text = trimmed(text);
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

} // namespace

std::string shortestText(double value)
{
    return shortest(value);
}

std::string shortestText(float value)
{
    return shortest(value);
}

std::optional<double> parseDouble(std::string_view text)
{
    return parse<double>(text);
}

std::optional<long long> parseInteger(std::string_view text)
{
    return parse<long long>(text);
}

} // namespace pescope
