// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QTemporaryDir>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <random>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

/// Files that end too early: a copy of a folder in which one file is made shorter and shorter.
namespace truncation {

namespace fs = std::filesystem;

/// Lengths from size − 1 down to 0: all of a file up to 64 KiB, of larger ones those in the first and last 4 KiB and
/// 500 places between.
inline std::vector<std::uintmax_t> lengths(std::uintmax_t size, std::uintmax_t wholeUpTo = 64 * 1024)
{
    constexpr std::uintmax_t kEnds = 4096;
    std::vector<std::uintmax_t> all;
    if (size <= std::max(wholeUpTo, 2 * kEnds)) {
        for (std::uintmax_t n = 0; n < size; ++n)
            all.push_back(n);
    } else {
        for (std::uintmax_t n = 0; n < kEnds; ++n) {
            all.push_back(n);
            all.push_back(size - 1 - n);
        }
        std::mt19937_64 random(size);
        for (int k = 0; k < 500; ++k)
            all.push_back(kEnds + random() % (size - 2 * kEnds));
    }
    std::ranges::sort(all, std::greater());
    const auto twice = std::ranges::unique(all);
    all.erase(twice.begin(), twice.end());
    return all;
}

/// A copy of a folder, to be spoilt.
class Copy {
public:
    explicit Copy(const fs::path& folder)
        : m_path(fs::path(m_folder.path().toStdString()) / folder.filename())
    {
        fs::copy(folder, m_path, fs::copy_options::recursive);
        for (const auto& entry : fs::recursive_directory_iterator(m_path))
            fs::permissions(entry.path(), fs::perms::owner_write, fs::perm_options::add);
    }

    [[nodiscard]] const fs::path& path() const { return m_path; }

private:
    QTemporaryDir m_folder;
    fs::path m_path;
};

/// What a refusal owes to the user: the file or folder by name, what is wrong, what to do. Empty: it has all.
inline std::string faultOf(const pescope::Error& error, const fs::path& file)
{
    const std::string text = describe(error);
    if (error.code == pescope::ErrorCode::Backend || error.code == pescope::ErrorCode::OutOfMemory)
        return "an exception was thrown: " + text;
    if (error.message.size() < 10)
        return "no message: " + text;
    if (error.hint.empty())
        return "no hint: " + text;
    const bool isNamed = text.find(file.filename().string()) != std::string::npos
        || text.find(file.parent_path().string()) != std::string::npos;
    return isNamed ? std::string() : "no file is named: " + text;
}

/// No reader may ask for more than this beyond what the test itself has: a bad_alloc shows as OutOfMemory.
inline void limitMemory()
{
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    constexpr rlim_t kBeyond = rlim_t{200} << 20;
    std::uintmax_t pages = 0;
    if (FILE* file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%ju", &pages) != 1)
            pages = 0;
        std::fclose(file);
    }
    const rlim_t now = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
    const rlimit limit{now + kBeyond, RLIM_INFINITY};
    ::setrlimit(RLIMIT_AS, &limit);
#endif
}

} // namespace truncation
