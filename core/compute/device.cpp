// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number_text.h"
#include "core/compute/torch_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sched.h>
#include <thread>

namespace pescope::compute {

Result<DeviceChoice> parseDevice(std::string_view text)
{
    if (text == "cpu")
        return DeviceChoice{};
    if (text == "cuda")
        return DeviceChoice{.cuda = true, .index = 0};
    constexpr std::string_view kPrefix = "cuda:";
    if (text.starts_with(kPrefix)) {
        const std::string_view number = text.substr(kPrefix.size());
        const bool digits = !number.empty() && number.size() <= 4
            && std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
        if (digits)
            return DeviceChoice{.cuda = true, .index = static_cast<int>(parseInteger(number).value_or(0))};
    }
    return fail(ErrorCode::Unsupported, fmt::format("there is no device \"{}\"", text),
                "Choose cpu, cuda, or cuda:N where N counts the cards from 0.");
}

int workerThreads()
{
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    // Containers and batch systems pin a process to some of the cores; the machine's own count would oversubscribe.
    const bool known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
    int threads = std::max(1, known ? CPU_COUNT(&allowed) : static_cast<int>(std::thread::hardware_concurrency()));
    if (const char* const wished = std::getenv("OMP_NUM_THREADS"); wished != nullptr) {
        // Nested levels are listed with commas; the first is the one that counts here.
        const std::string_view text(wished);
        const auto number = parseInteger(text.substr(0, text.find(',')));
        if (number && *number >= 1 && *number < threads)
            threads = static_cast<int>(*number);
    }
    return threads;
}

} // namespace pescope::compute
