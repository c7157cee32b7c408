// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a pickle, and what it holds as a checkpoint.
#include "core/checkpoint/pickle.h"
#include "core/checkpoint/torch_tensors.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace pescope::checkpoint;
    const auto reading = pickle::readPickle({reinterpret_cast<const char*>(data), size});
    if (!reading.pickle)
        return reading.pickle.error().message.empty() ? (std::abort(), 0) : 0;
    const pickle::Document& document = reading.pickle->document;
    if (document.root >= document.values.size() || reading.pickle->length > size)
        std::abort();
    if (const auto found = findTensors(document, "file"))
        for (const TorchTensors::Named& one : found->tensors)
            if (!document.tensor(one.tensor) || !document.storage(document.tensor(one.tensor)->storage))
                std::abort();
    return 0;
}
