// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a weight file of any format: it opens or it is refused, and what it lists can be read or not.
#include "core/checkpoint/container.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const int memory = ::memfd_create("fuzz", MFD_CLOEXEC);
    if (memory < 0 || ::write(memory, data, size) != static_cast<ssize_t>(size))
        std::abort();
    const auto container = pescope::checkpoint::openContainer("/proc/self/fd/" + std::to_string(memory));
    constexpr std::size_t kMostRead = 16;
    if (container) {
        const auto& tensors = (*container)->tensors();
        for (std::size_t i = 0; i < tensors.size() && i < kMostRead; ++i)
            if (const auto read = (*container)->read(i);
                read && read->bytes.size() % pescope::tables::byteSize(read->dtype) != 0)
                std::abort();
    } else if (container.error().message.empty()) {
        std::abort();
    }
    ::close(memory);
    return 0;
}
