// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/global_options.h"

#include "core/base/error.h"
#include "core/compute/torch_module.h"

#include <CLI/CLI.hpp>

namespace pescope::app {

void addGlobalOptions(CLI::App& app, GlobalOptions& options)
{
    app.add_option("--device", options.device, "where large products run: cpu, cuda or cuda:N")
        ->type_name("DEVICE")
        ->check([](const std::string& text) {
            const auto device = compute::parseDevice(text);
            return device ? std::string() : describe(device.error());
        });
    app.add_option("--lang", options.language, "language of the window, en or zh; the command line speaks English")
        ->type_name("LANG")
        ->check(CLI::IsMember({"en", "zh"}));
    app.add_flag("--verbose", options.verbose, "say on standard error what computed the result and how long it took");
}

} // namespace pescope::app
