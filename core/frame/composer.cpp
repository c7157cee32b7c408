// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frame/composition.h"

#include <chrono>

namespace pescope::frame {

Composition::Composition(const Request& request, const JobContext& job, DerivedCache& cache)
    : m_request(request)
    , m_session(request.session)
    , m_job(job)
    , m_cache(cache)
{
}

Result<Frame> Composition::run()
{
    const auto start = std::chrono::steady_clock::now();
    m_frame.revision = m_request.revision;
    for (const SourceKey key : session::visibleSources(m_session))
        prepare(key);
    if (m_job.stopRequested())
        return cancelled();
    for (Status (Composition::*step)() :
         {&Composition::applyLenses, &Composition::makeScales, &Composition::makePanes, &Composition::makeCurves}) {
        if (Status done = (this->*step)(); !done)
            return std::unexpected(std::move(done).error());
    }
    makePsi();
    askForProperties();
    describeMethod();
    m_frame.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return std::move(m_frame);
}

struct Composer::Cache {
    DerivedCache derived;
};

Composer::Composer()
    : m_cache(std::make_unique<Cache>())
{
}

Composer::~Composer() = default;

Result<Frame> Composer::compose(const Request& request, const JobContext& job)
{
    return runGuarded([&] { return Composition(request, job, m_cache->derived).run(); });
}

Result<TableStatistics> statisticsOf(const proximity::Proximity& s, const JobContext& job)
{
    TableStatistics statistics;
    PESCOPE_TRY(rows, analysis::rowRanges(s, job));
    PESCOPE_TRY(band, analysis::band(s, s.rows() - 1, job));
    PESCOPE_TRY(fan, analysis::fan(s, kFanRows, kFanReach, job));
    statistics.fan = std::move(fan);
    statistics.rows = std::move(rows);
    statistics.band = std::move(band);
    return statistics;
}

} // namespace pescope::frame
