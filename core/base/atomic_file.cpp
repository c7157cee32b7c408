// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/atomic_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace pescope {

namespace fs = std::filesystem;

namespace {

std::unexpected<Error> cannotWrite(const fs::path& target, int reason)
{
    return fail(ErrorCode::Io, fmt::format("cannot write {}: {}", target.string(), std::strerror(reason)),
                reason == ENOSPC ? "Free some space or choose another folder."
                                 : "Choose a folder that you may write to.");
}

/// Removes the temporary file unless it has become the target.
struct Temporary {
    fs::path path;
    bool kept = false;
    ~Temporary()
    {
        if (!kept)
            ::unlink(path.c_str());
    }
};

} // namespace

Status writeFileAtomically(const fs::path& target, const std::function<Status(std::ostream&)>& write)
{
    std::error_code ignored;
    const fs::path real = fs::is_symlink(target, ignored) ? fs::weakly_canonical(target, ignored) : target;
    if (fs::is_directory(real, ignored))
        return cannotWrite(target, EISDIR);
    const bool existed = fs::exists(real, ignored);
    if (existed && ::access(real.c_str(), W_OK) != 0)
        return cannotWrite(target, errno);

    std::string pattern =
        (real.parent_path() / fmt::format(".{}.XXXXXX", real.filename().string().substr(0, 200))).string();
    const int handle = ::mkstemp(pattern.data());
    if (handle < 0)
        return cannotWrite(target, errno);
    Temporary temporary{pattern};
    struct stat before{};
    const mode_t mask = ::umask(0);
    ::umask(mask);
    ::fchmod(handle, existed && ::stat(real.c_str(), &before) == 0 ? before.st_mode & 07777 : 0666 & ~mask);
    ::close(handle);

    {
        std::ofstream stream(temporary.path, std::ios::binary | std::ios::trunc);
        if (!stream)
            return cannotWrite(target, errno);
        if (Status written = write(stream); !written)
            return written;
        errno = 0;
        stream.close();
        if (!stream)
            return cannotWrite(target, errno != 0 ? errno : EIO);
    }
    const int again = ::open(temporary.path.c_str(), O_RDONLY | O_CLOEXEC);
    if (again >= 0) {
        const bool synced = ::fsync(again) == 0 || errno == EINVAL;
        const int reason = errno;
        ::close(again);
        if (!synced)
            return cannotWrite(target, reason);
    }
    if (::rename(temporary.path.c_str(), real.c_str()) != 0)
        return cannotWrite(target, errno);
    temporary.kept = true;
    return ok();
}

Status writeFileAtomically(const fs::path& target, std::string_view bytes)
{
    return writeFileAtomically(target, [&](std::ostream& stream) -> Status {
        stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        return ok();
    });
}

} // namespace pescope
