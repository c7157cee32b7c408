// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace fuzz {

/// Bytes as a file that readers can open by a path, and that no disk sees.
class MemoryFile {
public:
    MemoryFile(const std::uint8_t* data, std::size_t size)
        : m_handle(::memfd_create("fuzz", MFD_CLOEXEC))
    {
        if (m_handle < 0 || ::write(m_handle, data, size) != static_cast<ssize_t>(size))
            std::abort();
    }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    ~MemoryFile() { ::close(m_handle); }

    [[nodiscard]] std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(m_handle); }

private:
    int m_handle;
};

/// What must hold of every input: the sanitizers and libFuzzer take an abort for a finding.
inline void require(bool holds)
{
    if (!holds)
        std::abort();
}

} // namespace fuzz
