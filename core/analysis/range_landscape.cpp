// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/range_landscape.h"

#include "core/compute/torch_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

namespace pescope::analysis {

Result<Landscape> landscape(std::size_t steps, const std::function<std::vector<double>(std::size_t)>& omegaAt,
                            double epsilon, Index searchTo, const JobContext& job)
{
    Landscape result;
    result.continuous.resize(steps);
    result.integer.resize(steps);
    result.tolerance.resize(steps);
    result.epsilon = epsilon;
    result.searchedTo = searchTo;

    // The steps' costs differ a lot (slow ω have long ranges), so each thread takes the next step, not a fixed share.
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> ended = false;
    std::mutex guard;
    std::optional<Error> failure;
    const auto oneStep = [&](std::size_t step) -> Status {
        const std::vector<double> omega = omegaAt(step);
        PESCOPE_TRY(ranges, monotoneRanges(omega, epsilon, searchTo, job));
        result.continuous[step] = ranges.continuous.m;
        result.integer[step] = ranges.integer;
        result.tolerance[step] = ranges.tolerance;
        return ok();
    };
    const auto work = [&](bool reports) {
        for (std::size_t step = next++; step < steps && !ended; step = next++) {
            Status done = job.stopRequested() ? Status(cancelled()) : runGuarded([&] { return oneStep(step); });
            if (!done) {
                const std::scoped_lock lock(guard);
                if (!failure)
                    failure = withContext(std::move(done).error(), fmt::format("step {} of {}", step, steps));
                ended = true;
            } else if (reports) {
                job.report(static_cast<double>(step + 1) / static_cast<double>(steps), "ranges along the path");
            }
        }
    };
    {
        std::vector<std::jthread> others;
        const auto threads = std::min(static_cast<std::size_t>(compute::workerThreads()), steps);
        for (std::size_t i = 1; i < threads; ++i)
            others.emplace_back(work, false);
        work(true);
    }
    if (failure)
        return std::unexpected(*std::move(failure));
    return result;
}

} // namespace pescope::analysis
