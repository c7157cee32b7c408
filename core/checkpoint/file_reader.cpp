// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/file_reader.h"

#include "core/base/checked.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pescope::checkpoint {

namespace {

/// No file of that name, or a link whose target is gone; links into "blobs" are those of a hub cache.
std::unexpected<Error> nothingThere(const std::filesystem::path& path)
{
    std::error_code ignored;
    const std::filesystem::path target = std::filesystem::read_symlink(path, ignored);
    if (target.empty())
        return fail(ErrorCode::Io, "no such file", "Check the path.");
    if (target.parent_path().filename() != "blobs")
        return fail(ErrorCode::Io, fmt::format("no such file: it is a link to {}, which is not there", target.string()),
                    "Put the file back, or link to where it is now.");
    const auto part = std::filesystem::file_size((path.parent_path() / target).string() + ".incomplete", ignored);
    return fail(
        ErrorCode::Io,
        fmt::format("no such file: the download of this model is incomplete, {} links to {}, which is not there{}",
                    path.filename().string(), target.string(),
                    ignored ? std::string() : fmt::format(" ({} bytes of it are)", part)),
        "Download the model again (hf download ORG/NAME): what is there already is kept.");
}

std::unexpected<Error> cannotOpen(const std::filesystem::path& path, int reason)
{
    if (reason == ENOENT)
        return nothingThere(path);
    return fail(ErrorCode::Io, fmt::format("cannot be opened: {}", std::strerror(reason)),
                reason == EACCES ? "Change its permissions or copy it to a place that you may read." : "");
}

} // namespace

FileReader::FileReader(std::filesystem::path path, int handle, std::uint64_t size, std::timespec changed)
    : m_path(std::move(path))
    , m_handle(handle)
    , m_size(size)
    , m_changed(changed)
{
}

FileReader::~FileReader()
{
    ::close(m_handle);
}

Result<std::shared_ptr<const FileReader>> FileReader::open(const std::filesystem::path& path)
{
    // O_NONBLOCK: a named pipe must give an error below, not wait for a writer
    const int handle = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (handle < 0)
        return cannotOpen(path, errno);
    struct stat status{};
    const int reason = ::fstat(handle, &status) == 0 ? 0 : errno;
    if (reason != 0 || !S_ISREG(status.st_mode)) {
        ::close(handle);
        if (reason != 0)
            return cannotOpen(path, reason);
        return fail(ErrorCode::Io, S_ISDIR(status.st_mode) ? "is a folder, not a file" : "is not a regular file");
    }
    return std::shared_ptr<const FileReader>(
        new FileReader(path, handle, static_cast<std::uint64_t>(status.st_size), status.st_mtim));
}

Status FileReader::checkUnchanged() const
{
    struct stat status{};
    if (::fstat(m_handle, &status) != 0)
        return fail(ErrorCode::Io, fmt::format("cannot be read: {}", std::strerror(errno)));
    const auto size = static_cast<std::uint64_t>(status.st_size);
    const bool sameTime = status.st_mtim.tv_sec == m_changed.tv_sec && status.st_mtim.tv_nsec == m_changed.tv_nsec;
    if (size == m_size && sameTime)
        return ok();
    return fail(ErrorCode::Io,
                size == m_size ? fmt::format("was changed while it was open (still {} bytes)", size)
                               : fmt::format("was changed while it was open: {} bytes then, {} now", m_size, size),
                "Open it again.");
}

Status FileReader::readAt(std::uint64_t offset, std::span<std::byte> out) const
{
    const auto end = checkedAdd(offset, out.size());
    if (!end || *end > m_size)
        return fail(ErrorCode::Io,
                    fmt::format("ends after {} bytes, {} are needed from byte {} on", m_size, out.size(), offset));
    std::size_t done = 0;
    while (done < out.size()) {
        // one call reads at most about 2 GB
        const std::size_t step = std::min<std::size_t>(out.size() - done, std::size_t{1} << 30);
        const ssize_t got = ::pread(m_handle, out.data() + done, step, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fail(ErrorCode::Io, fmt::format("cannot be read: {}", std::strerror(errno)));
        if (got == 0)
            break;
        done += static_cast<std::size_t>(got);
    }
    if (Status unchanged = checkUnchanged(); !unchanged)
        return unchanged;
    if (done < out.size())
        return fail(ErrorCode::Io, fmt::format("gave {} of {} bytes from byte {} on", done, out.size(), offset));
    return ok();
}

Result<std::vector<std::byte>> FileReader::bytesAt(std::uint64_t offset, std::uint64_t count) const
{
    const auto end = checkedAdd(offset, count);
    if (!end || *end > m_size)
        return fail(ErrorCode::Io,
                    fmt::format("ends after {} bytes, {} are needed from byte {} on", m_size, count, offset));
    std::vector<std::byte> bytes(count);
    if (Status read = readAt(offset, bytes); !read)
        return std::unexpected(std::move(read).error());
    return bytes;
}

Result<std::string> readText(const std::filesystem::path& path, std::uint64_t limit)
{
    PESCOPE_TRY(file, FileReader::open(path));
    if (file->size() > limit)
        return fail(ErrorCode::Format,
                    fmt::format("has {} bytes, more than the {} expected of such a file", file->size(), limit));
    std::string text(file->size(), '\0');
    if (Status read = file->readAt(0, std::as_writable_bytes(std::span(text))); !read)
        return std::unexpected(std::move(read).error());
    return text;
}

} // namespace pescope::checkpoint
