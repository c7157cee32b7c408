// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <functional>
#include <stop_token>
#include <string>

namespace pescope {

/// How far a job is: `fraction` in [0, 1], below 0 when unknown; `step` is one short phrase for the progress bar.
struct Progress {
    double fraction = -1.0;
    std::string step;
};

/// All that a long computation knows of the world: whether to stop, and where to report.
///
/// Loops ask `stopRequested()` once per block of about 32 MB or 10 ms of work, and return `cancelled()` when it holds.
class JobContext {
public:
    using Sink = std::function<void(const Progress&)>;

    JobContext() = default; ///< inert: never stops, reports nowhere
    JobContext(std::stop_token stop, Sink sink);

    [[nodiscard]] bool stopRequested() const noexcept;
    void report(double fraction, std::string step) const;

private:
    std::stop_token m_stop;
    Sink m_sink;
};

/// The error of a job that was asked to stop; never shown to the user.
[[nodiscard]] std::unexpected<Error> cancelled();

} // namespace pescope
