// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compute_choice.h"

#include "app/command.h"
#include "core/compute/torch_module.h"

namespace pescope::app {

namespace {

constexpr double kWorthLoading = 2e9;

Result<std::shared_ptr<const compute::Backend>> torchBackend(const compute::DeviceChoice& device)
{
    PESCOPE_TRY(module, compute::loadTorchModule());
    return module->backend(device);
}

} // namespace

Result<std::shared_ptr<const compute::Backend>> backendFor(const GlobalOptions& options, double flop)
{
    if (options.device.empty() && flop < kWorthLoading)
        return compute::eigenBackend();
    compute::DeviceChoice device;
    if (!options.device.empty()) {
        PESCOPE_TRY(asked, compute::parseDevice(options.device));
        device = asked;
    }
    if (!device.cuda && flop < kWorthLoading)
        return compute::eigenBackend();
    auto backend = torchBackend(device);
    if (backend || device.cuda)
        return backend;
    if (options.verbose)
        printMessage(describe(backend.error()));
    return compute::eigenBackend();
}

} // namespace pescope::app
