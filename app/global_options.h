// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace pescope::app {

/// Exit statuses of every command.
inline constexpr int kDone = 0;
inline constexpr int kInputAtFault = 1;
inline constexpr int kWrongUsage = 2;

/// Options that stand in front of or behind any subcommand, and the sources of the window.
struct GlobalOptions {
    std::string device; ///< "cpu", "cuda", "cuda:N"; empty: the program's choice
    std::string language; ///< "en", "zh"; empty: the system's
    bool verbose = false;
    bool diagnostics = false;
    std::vector<std::string> sources; ///< paths and specs to open in the window
};

void addGlobalOptions(CLI::App& app, GlobalOptions& options);

} // namespace pescope::app
