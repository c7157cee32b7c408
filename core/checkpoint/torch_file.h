// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checkpoint/formats.h"
#include "core/checkpoint/pickle_value.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pescope::checkpoint {

/// Where the storages of a file that torch.save wrote have their bytes.
class TorchStorages {
public:
    virtual ~TorchStorages() = default;

    /// Bytes that the file really holds for a storage. Errors: Format (there is none of this key).
    [[nodiscard]] virtual Result<std::uint64_t> size(std::string_view key) const = 0;

    /// `count` bytes of it from `first` on; the caller has checked them against `size`.
    [[nodiscard]] virtual Result<std::vector<std::byte>> read(std::string_view key, std::uint64_t first,
                                                              std::uint64_t count) const = 0;
};

/// The pickle of a file with what is needed to make a container of it.
struct TorchParts {
    SharedFile file;
    std::string_view format; ///< "pytorch", "torchscript", "pytorch-legacy"
    const pickle::Document* document = nullptr; ///< needed while the container is made, not later
    std::unique_ptr<TorchStorages> storages;
    bool bigEndian = false;
};

/// Lists the tensors of the pickle and checks each against its storage; data is read on demand.
/// Errors: those of findTensors; Format for a tensor that reaches beyond its storage or a storage that the file lacks
/// (with the numbers, and the tensor by name).
[[nodiscard]] Result<std::unique_ptr<Container>> makeTorchFile(TorchParts parts);

/// A pickle of more bytes is not read: its values would fill the memory.
inline constexpr std::uint64_t kMostPickleBytes = 64'000'000;

} // namespace pescope::checkpoint
