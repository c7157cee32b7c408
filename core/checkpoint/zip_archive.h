// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/checkpoint/formats.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

struct zip;
struct zip_file;

namespace pescope::checkpoint {

/// One member as the archive's directory describes it; nothing here is to be trusted before it is read.
struct ZipEntry {
    std::string name;
    std::uint64_t size = 0; ///< claimed, inflated
    std::uint64_t storedSize = 0;
};

/// The data of one member, read front to back. Memory grows with what really arrives, not with what is claimed.
class ZipMember {
public:
    /// The next `count` bytes. Errors: Format (fewer are there, damaged data).
    [[nodiscard]] Result<std::vector<std::byte>> next(std::uint64_t count);

    /// Leaves out the next `count` bytes: at once in a stored member, by reading them in a deflated one. A member whose
    /// bytes were left out has no checksum any more. Errors: as `next`.
    [[nodiscard]] Status skip(std::uint64_t count);

    /// Format if data is left, or if the checksum of the whole is wrong.
    [[nodiscard]] Status expectEnd();

private:
    friend class ZipArchive;
    struct Close {
        void operator()(zip_file* file) const;
    };
    std::unique_ptr<zip_file, Close> m_file;
    std::string m_name;
    bool m_isStored = false;
};

/// A zip archive opened for reading, over the positioned reads of a FileReader. One thread at a time.
class ZipArchive {
public:
    /// Reads the directory. Errors: Format (damaged or cut off, with libzip's reason).
    [[nodiscard]] static Result<ZipArchive> open(const SharedFile& file);

    [[nodiscard]] const std::vector<ZipEntry>& entries() const { return m_entries; }

    /// Errors: Unsupported (encrypted; a compression other than stored and deflated); Format (damaged, or a claimed
    /// size that deflate cannot reach: at most 1032 bytes come out of one).
    [[nodiscard]] Result<ZipMember> member(std::size_t index) const;

private:
    struct Discard {
        void operator()(zip* archive) const;
    };
    std::unique_ptr<zip, Discard> m_archive;
    std::vector<ZipEntry> m_entries;
};

} // namespace pescope::checkpoint
