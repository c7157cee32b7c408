// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace pescope::checkpoint {

/// An element type of PyTorch.
struct TorchType {
    std::string_view name; ///< as safetensors writes it; PyTorch's own name where safetensors has none
    std::size_t bytes = 1; ///< per element
};

/// By the class of a storage: "FloatStorage" is F32. "UntypedStorage" has an empty name and counts bytes.
[[nodiscard]] std::optional<TorchType> typeOfStorage(std::string_view storageClass);

/// By the name of a dtype object: "float32", "bfloat16", "float8_e4m3fn", …
[[nodiscard]] std::optional<TorchType> typeOfDtype(std::string_view dtype);

} // namespace pescope::checkpoint
