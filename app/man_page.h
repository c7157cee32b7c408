// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command.h"

#include <string>

namespace pescope::app {

/// The manual page of the whole command line in troff (man(7)), from the same descriptions, options and footers that
/// `--help` prints; what is hidden there is left out. ASCII only: other characters are written as \[uXXXX].
[[nodiscard]] std::string manPage(const CLI::App& app, std::string_view version);

/// `pescope man-page`, hidden: prints it. The build installs what it prints.
void addManPageCommand(CLI::App& app, Chosen& chosen);

} // namespace pescope::app
