// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/job.h"

namespace pescope {

JobContext::JobContext(std::stop_token stop, Sink sink)
    : m_stop(std::move(stop))
    , m_sink(std::move(sink))
{
}

bool JobContext::stopRequested() const noexcept
{
    return m_stop.stop_requested();
}

void JobContext::report(double fraction, std::string step) const
{
    if (m_sink)
        m_sink(Progress{fraction, std::move(step)});
}

std::unexpected<Error> cancelled()
{
    return fail(ErrorCode::Cancelled, "cancelled");
}

} // namespace pescope
