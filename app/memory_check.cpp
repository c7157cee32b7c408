// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/memory_check.h"

#include "core/base/checked.h"
#include "core/base/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace pescope::app {

namespace {

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kAside = std::uint64_t{64} << 20; ///< bytes for everything else

/// The number behind `key` in a file of the kernel, its first word without one; nothing for "max" and the like.
std::optional<std::uint64_t> numberIn(const std::string& path, const std::string& key = {})
{
    std::ifstream file(path);
    std::string word;
    while (!key.empty() && file >> word && word != key) { }
    if (!(file >> word))
        return std::nullopt;
    const auto number = parseInteger(word);
    return number && *number >= 0 ? std::optional(static_cast<std::uint64_t>(*number)) : std::nullopt;
}

std::uint64_t leftOf(std::uint64_t limit, std::uint64_t used)
{
    return limit > used ? limit - used : 0;
}

std::uint64_t ofMachine()
{
    if (const auto kilobytes = numberIn("/proc/meminfo", "MemAvailable:"))
        return *kilobytes << 10;
    return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGE_SIZE));
}

/// In a container the group's own files lie at the root of the mount; elsewhere the root has no limit.
std::uint64_t ofControlGroup()
{
    struct Group {
        const char *limit, *usage, *statistics, *cached, *cachedActive;
    };
    constexpr Group kGroups[] = {{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current",
                                  "/sys/fs/cgroup/memory.stat", "inactive_file", "active_file"},
                                 {"/sys/fs/cgroup/memory/memory.limit_in_bytes",
                                  "/sys/fs/cgroup/memory/memory.usage_in_bytes", "/sys/fs/cgroup/memory/memory.stat",
                                  "total_inactive_file", "total_active_file"}};
    for (const Group& group : kGroups)
        if (const auto most = numberIn(group.limit)) {
            // Files that are kept in memory count as used, but make room.
            const std::uint64_t files = numberIn(group.statistics, group.cached).value_or(0)
                + numberIn(group.statistics, group.cachedActive).value_or(0);
            return leftOf(*most, leftOf(numberIn(group.usage).value_or(0), files));
        }
    return kUnlimited;
}

std::uint64_t ofAddressSpace()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return kUnlimited;
    const auto pages = numberIn("/proc/self/statm").value_or(0);
    return leftOf(limit.rlim_cur, pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGE_SIZE)));
}

} // namespace

std::uint64_t availableMemory()
{
    return std::min({ofMachine(), ofControlGroup(), ofAddressSpace()});
}

Status fitsIntoMemory(tables::Index rows, tables::Index columns)
{
    const auto cells = checkedMultiply(static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(columns));
    const auto bytes = cells ? checkedMultiply(*cells, 2 * sizeof(double)) : std::nullopt;
    const std::uint64_t available = availableMemory();
    if (bytes && *bytes <= leftOf(available, kAside))
        return ok();
    return fail(ErrorCode::OutOfMemory,
                fmt::format("{} × {} numbers take {}, and {} MB of memory are available", rows, columns,
                            bytes ? fmt::format("{} MB", *bytes >> 20) : std::string("more than 16 EB"),
                            available >> 20),
                "Choose a part with --rows A:B and --cols A:B, or fewer positions with --length.");
}

} // namespace pescope::app
