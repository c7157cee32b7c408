// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/unknown_word.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <vector>

namespace pescope::app {

std::optional<std::string> unknownWord(const CLI::App& app, const std::string& word)
{
    std::error_code ignored;
    const std::string path = word.substr(0, word.rfind('#'));
    if (word.empty() || word.find_first_of("/.:") != std::string::npos || std::filesystem::exists(word, ignored)
        || std::filesystem::exists(path, ignored))
        return std::nullopt;
    std::vector<std::string> commands;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        if (!command->get_group().empty()) // one without a group is not in the help either
            commands.push_back(command->get_name());
    return fmt::format("“{}” is neither a command nor a file or folder. The commands are {}. To open something in the "
                       "window: pescope FILE, pescope FOLDER or pescope sinusoid:dim=768; pescope --help lists all.",
                       word, fmt::join(commands, ", "));
}

} // namespace pescope::app
