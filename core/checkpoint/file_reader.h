// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pescope::checkpoint {

/// An open regular file read at given offsets. Immutable; safe to use from several threads at once.
///
/// Size and time of change are taken when the file opens; a read after either has changed is an error, so that a header
/// never describes the data of another version. A file replaced under its name keeps its old content here.
class FileReader {
public:
    /// Symbolic links are followed. Errors: Io (missing, a folder or device, unreadable) with the system's reason.
    [[nodiscard]] static Result<std::shared_ptr<const FileReader>> open(const std::filesystem::path& path);

    FileReader(const FileReader&) = delete;
    FileReader& operator=(const FileReader&) = delete;
    ~FileReader();

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; } ///< as given
    [[nodiscard]] std::uint64_t size() const { return m_size; } ///< bytes

    /// Fills `out` from byte `offset` on. Errors: Io (the file ends before, was changed, or cannot be read).
    [[nodiscard]] Status readAt(std::uint64_t offset, std::span<std::byte> out) const;

    /// `count` bytes from `offset` on; nothing is allocated before the range is known to lie inside the file.
    [[nodiscard]] Result<std::vector<std::byte>> bytesAt(std::uint64_t offset, std::uint64_t count) const;

    /// Io if size or time of change differ from those at opening.
    [[nodiscard]] Status checkUnchanged() const;

private:
    FileReader(std::filesystem::path path, int handle, std::uint64_t size, std::timespec changed);

    std::filesystem::path m_path;
    int m_handle;
    std::uint64_t m_size;
    std::timespec m_changed;
};

/// A small text file (config.json) as a whole. Errors: Io; Format if it is larger than `limit` bytes.
[[nodiscard]] Result<std::string> readText(const std::filesystem::path& path, std::uint64_t limit);

} // namespace pescope::checkpoint
