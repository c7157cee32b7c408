// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a weight file of any format: it opens or it is refused, and what it lists can be read or not.
#include "core/checkpoint/container.h"
#include "tests/fuzz/memory_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const fuzz::MemoryFile file(data, size);
    const auto container = pescope::checkpoint::openContainer(file.path());
    if (!container) {
        fuzz::require(!container.error().message.empty());
        return 0;
    }
    constexpr std::size_t kMostRead = 16;
    const auto& tensors = (*container)->tensors();
    for (std::size_t i = 0; i < tensors.size() && i < kMostRead; ++i) {
        const auto read = (*container)->read(i);
        fuzz::require(!read || read->bytes.size() % pescope::tables::byteSize(read->dtype) == 0);
    }
    return 0;
}
