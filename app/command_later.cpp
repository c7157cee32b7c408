// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace pescope::app {

void addLaterCommands(CLI::App& app, Chosen& chosen)
{
    struct Later {
        const char* name;
        const char* what;
    };
    constexpr Later kLater[] = {
        {"lab", "training experiments"},
#ifndef PESCOPE_GUI
        {"figure", "paper figures (this build has no Qt)"},
        {"sweep", "films of moving ω (this build has no Qt)"},
#endif
    };
    for (const Later& later : kLater) {
        auto* command = app.add_subcommand(later.name, later.what);
        command->group(""); // not in the help until it is there
        command->fallthrough(false); // what follows belongs to it, whatever it is
        command->allow_extras();
        command->prefix_command();
        command->callback([later, &chosen] {
            chosen = [later] {
                printMessage(
                    fmt::format("“{}” is not there yet: {}. pescope --help lists what is.", later.name, later.what));
                return kInputAtFault;
            };
        });
    }
}

} // namespace pescope::app
