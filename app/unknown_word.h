// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace pescope::app {

/// What to say of a first word that is neither a command nor anything that could be opened: one without '/', '.' or
/// ':' that no file or folder bears. Nothing for any other.
[[nodiscard]] std::optional<std::string> unknownWord(const CLI::App& app, const std::string& word);

} // namespace pescope::app
