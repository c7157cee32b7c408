// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/compute/torch_module.h"

namespace pescope::torch_module {

/// TorchModule::adaptOmega on a device that exists. May throw what LibTorch throws.
[[nodiscard]] Result<compute::AdaptResult> adaptOmega(const compute::DeviceChoice& device,
                                                      const compute::AdaptRequest& request,
                                                      const compute::AdaptProgress& progress, const JobContext& job);

} // namespace pescope::torch_module
