// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/global_options.h"
#include "core/compute/backend.h"

#include <memory>

namespace pescope::app {

/// The backend for a headless command with products of `flop` operations. Eigen below 2 GFLOP, as LibTorch takes about
/// a second to load; above that LibTorch where it is there, else Eigen with a message. A device that was asked for by
/// name is used whatever the size. Errors: Backend when the device asked for does not exist or LibTorch is missing.
[[nodiscard]] Result<std::shared_ptr<const compute::Backend>> backendFor(const GlobalOptions& options, double flop);

} // namespace pescope::app
