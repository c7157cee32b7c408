// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/encoder_module.h"

#include "core/compute/torch_symbol.h"

#include <fmt/format.h>

namespace pescope::bert {

Result<std::shared_ptr<const EncoderModule>> loadEncoderModule()
{
    PESCOPE_TRY(torch, compute::loadTorchModule());
    PESCOPE_TRY(symbol, compute::torchModuleSymbol(kEncoderModuleFactory));
    using Factory = EncoderModule* (*)(int, const compute::TorchModule*);
    EncoderModule* const module = reinterpret_cast<Factory>(symbol)(kEncoderModuleAbi, torch.get());
    if (module == nullptr)
        return fail(ErrorCode::Backend,
                    fmt::format("the LibTorch module's encoders belong to another version of PEScope (this one needs "
                                "interface {})",
                                kEncoderModuleAbi),
                    "Install the module of the same version as the program.");
    return std::shared_ptr<const EncoderModule>(module);
}

Result<std::shared_ptr<const Encoder>> openEncoder(const checkpoint::Checkpoint& source,
                                                   const compute::DeviceChoice& device, const JobContext& job)
{
    PESCOPE_TRY(weights, loadEncoderWeights(source, job));
    PESCOPE_TRY(module, loadEncoderModule());
    return module->create(std::move(weights), device);
}

} // namespace pescope::bert
