// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/global_options.h"
#include "core/base/error.h"

#include <functional>
#include <string_view>

namespace CLI {
class App;
}

namespace pescope::app {

/// What the parsed command line asks for. A subcommand adds itself to the CLI::App with a callback that sets this;
/// main() runs it once the whole line has been checked, and the number is the exit status.
using Chosen = std::function<int()>;

// One file per subcommand. The global options and `chosen` outlive the run.
void addInspectCommand(CLI::App& app, const GlobalOptions& options, Chosen& chosen);
void addDataCommand(CLI::App& app, const GlobalOptions& global, Chosen& chosen);
void addRangeCommand(CLI::App& app, const GlobalOptions& global, Chosen& chosen);
/// Subcommands of the documented command line that are not there yet: each says so with status 1.
void addLaterCommands(CLI::App& app, Chosen& chosen);

/// `--diagnostics`: LibTorch, BLAS, threads, devices and the speed of a product. Goes on without the module.
int printDiagnostics();

/// "pescope: …" on standard error.
void printMessage(std::string_view text);
/// The same for an error; gives the exit status of an input at fault.
int printError(const Error& error);

} // namespace pescope::app
