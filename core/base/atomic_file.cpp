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

/// A file beside the target that is not the target yet. Where the file system can, it has no name while it is written,
/// so that not even a process that is killed leaves anything behind; else it has one, and is removed unless it has
/// become the target.
class Temporary {
public:
    explicit Temporary(const fs::path& target)
        : m_folder(target.has_parent_path() ? target.parent_path() : fs::path("."))
        , m_name(fmt::format(".{}.", target.filename().string().substr(0, 200)))
    {
        constexpr mode_t kPrivate = 0600;
        m_handle = ::open(m_folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, kPrivate);
        if (m_handle >= 0)
            return;
        std::string pattern = (m_folder / (m_name + "XXXXXX")).string();
        m_handle = ::mkstemp(pattern.data());
        if (m_handle >= 0)
            m_path = pattern;
    }
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;
    ~Temporary()
    {
        if (m_handle >= 0)
            ::close(m_handle);
        if (!m_path.empty())
            ::unlink(m_path.c_str());
    }

    [[nodiscard]] int handle() const { return m_handle; }
    /// To be opened by a stream, whatever name the file has.
    [[nodiscard]] std::string path() const { return fmt::format("/proc/self/fd/{}", m_handle); }

    /// Gives the file the name of the target. False: errno says why.
    [[nodiscard]] bool replace(const fs::path& target)
    {
        for (int attempt = 0; m_path.empty(); ++attempt) { // a name for a moment: link replaces nothing, rename does
            const fs::path name = m_folder / fmt::format("{}{}-{}", m_name, ::getpid(), attempt);
            if (::linkat(AT_FDCWD, path().c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0)
                m_path = name;
            else if (errno != EEXIST)
                return false;
        }
        if (::rename(m_path.c_str(), target.c_str()) != 0)
            return false;
        m_path.clear();
        return true;
    }

private:
    fs::path m_folder;
    std::string m_name;
    fs::path m_path; ///< empty: it has no name
    int m_handle = -1;
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

    Temporary temporary(real);
    if (temporary.handle() < 0)
        return cannotWrite(target, errno);
    struct stat before{};
    const mode_t mask = ::umask(0);
    ::umask(mask);
    ::fchmod(temporary.handle(), existed && ::stat(real.c_str(), &before) == 0 ? before.st_mode & 07777 : 0666 & ~mask);

    {
        std::ofstream stream(temporary.path(), std::ios::binary | std::ios::trunc);
        if (!stream)
            return cannotWrite(target, errno);
        if (Status written = write(stream); !written)
            return written;
        errno = 0;
        stream.close();
        if (!stream)
            return cannotWrite(target, errno != 0 ? errno : EIO);
    }
    if (::fsync(temporary.handle()) != 0 && errno != EINVAL)
        return cannotWrite(target, errno);
    if (!temporary.replace(real))
        return cannotWrite(target, errno);
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
