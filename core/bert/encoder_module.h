// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/encoder.h"
#include "core/bert/weights.h"
#include "core/compute/torch_module.h"

#include <memory>

namespace pescope::bert {

/// The part of the LibTorch module that makes encoders.
class EncoderModule {
public:
    virtual ~EncoderModule() = default;
    /// Takes the weights over; their memory is used as it is on the CPU.
    /// Errors: Backend if the device does not exist; OutOfMemory.
    [[nodiscard]] virtual Result<std::shared_ptr<const Encoder>> create(EncoderWeights weights,
                                                                        const compute::DeviceChoice& device) const = 0;
};

/// Version of this folder's interface to the module; the factory refuses any other.
inline constexpr int kEncoderModuleAbi = 1;
/// extern "C" symbol: `EncoderModule* pescope_torch_encoders(int abi, const compute::TorchModule* module)`; null for
/// another ABI.
inline constexpr const char* kEncoderModuleFactory = "pescope_torch_encoders";

/// The module's encoders; loads the module at first use (about a second: call it on a worker thread).
/// Errors: those of compute::loadTorchModule.
[[nodiscard]] Result<std::shared_ptr<const EncoderModule>> loadEncoderModule();

/// An encoder ready to run: the checkpoint's weights on a device.
/// Errors: those of `loadEncoderWeights`, before the module is loaded, and of `EncoderModule::create`.
[[nodiscard]] Result<std::shared_ptr<const Encoder>>
openEncoder(const checkpoint::Checkpoint& source, const compute::DeviceChoice& device, const JobContext& job = {});

} // namespace pescope::bert
