// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"

#include <fmt/format.h>

#include <ranges>

namespace pescope {

std::unexpected<Error> fail(ErrorCode code, std::string message, std::string hint, std::source_location where)
{
    return std::unexpected(Error{code, std::move(message), std::move(hint), {}, where});
}

Error withContext(Error error, std::string place)
{
    error.context.push_back(std::move(place));
    return error;
}

std::string describe(const Error& error)
{
    std::string text;
    for (const std::string& place : std::views::reverse(error.context))
        text += place + ": ";
    text += error.message;
    if (!error.hint.empty())
        text += (text.ends_with('.') ? " " : ". ") + error.hint;
    return text;
}

void contractViolated(const char* condition, std::source_location where)
{
    throw std::logic_error(fmt::format("{}:{}: expected {}", where.file_name(), where.line(), condition));
}

} // namespace pescope
