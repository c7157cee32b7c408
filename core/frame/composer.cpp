// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frame/composer_cache.h"
#include "core/frame/psi_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace pescope::frame {

namespace {

using session::DifferenceOrigin;
using session::OpenedOrigin;
using session::SinusoidOrigin;

/// Pixels from which a cell is large enough to print its value.
constexpr double kPrintedCell = 24;
constexpr double kLowPercentile = 0.5, kHighPercentile = 99.5;

/// A source on its way through one frame: still loading, failed, or with everything derived of it.
struct Prepared {
    bool loading = false;
    std::optional<Error> error;
    std::shared_ptr<Derived> derived;
};

bool isDifference(const session::Source& source)
{
    return std::holds_alternative<DifferenceOrigin>(source.origin);
}

encoding::Encoding encodingOf(const encoding::SinusoidSpec& spec)
{
    encoding::Encoding encoding;
    encoding.kind = encoding::Kind::Sinusoid;
    encoding.content = spec;
    return encoding;
}

/// Own limits, symmetric about 0 where the map is diverging: its middle must mean 0.
session::Limits symmetric(session::Limits limits)
{
    const double reach = std::max(std::abs(limits.low), std::abs(limits.high));
    return {-reach, reach};
}

/// Limits that are not one point, so that a constant matrix has a colour.
session::Limits opened(session::Limits limits)
{
    if (!(limits.low < limits.high)) {
        const double middle = std::isfinite(limits.low) ? limits.low : 0;
        const double half = std::max(1e-6, std::abs(middle) * 1e-3);
        return {middle - half, middle + half};
    }
    return limits;
}

} // namespace

struct Composer::Cache {
    DerivedCache derived;
};

namespace {

/// One compose call: the request, what is prepared so far, the frame that grows.
class Composition {
public:
    Composition(const Request& request, const JobContext& job, DerivedCache& cache)
        : m_request(request)
        , m_session(request.session)
        , m_job(job)
        , m_cache(cache)
    {
    }

    Result<Frame> run()
    {
        const auto start = std::chrono::steady_clock::now();
        m_frame.revision = m_request.revision;
        for (const SourceKey key : session::visibleSources(m_session))
            prepare(key);
        if (m_job.stopRequested())
            return cancelled();
        for (Status (Composition::*step)() :
             {&Composition::makeScales, &Composition::makePanes, &Composition::makeCurves}) {
            if (Status done = (this->*step)(); !done)
                return std::unexpected(std::move(done).error());
        }
        makePsi();
        describeMethod();
        m_frame.milliseconds =
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
        return std::move(m_frame);
    }

private:
    const Prepared& prepare(SourceKey key)
    {
        const auto known = m_prepared.find(key);
        if (known != m_prepared.end())
            return known->second;
        Prepared prepared;
        if (const session::Source* source = session::find(m_session, key)) {
            auto derived = std::visit([&](const auto& origin) { return derive(origin, prepared); }, source->origin);
            if (derived)
                prepared.derived = *derived;
            else if (!prepared.loading)
                prepared.error = std::move(derived).error();
        }
        return m_prepared.emplace(key, std::move(prepared)).first->second;
    }

    Result<std::shared_ptr<Derived>> derive(const std::shared_ptr<const Result<encoding::Encoding>>& opened)
    {
        // a given map and a bias have no rows to compare: they are shown as they are under every metric
        const encoding::Encoding& encoding = **opened;
        const bool given = encoding::isMap(encoding);
        DerivedKey key;
        key.data = opened;
        key.metric = given ? proximity::Metric::Dot : m_session.options.metric;
        key.rows.includeUnused = m_session.options.includeUnused;
        key.backend = m_request.backend;
        const auto make = [&] { return proximity::of(encoding, key.metric, m_request.backend, key.rows); };
        PESCOPE_TRY(whole, m_cache.get(key, make));
        if (!m_session.options.withoutMarked || whole->outlying.empty())
            return whole;
        key.rows.leaveOut = whole->outlying;
        return m_cache.get(key, make);
    }

    Result<std::shared_ptr<Derived>> derive(const OpenedOrigin& origin, Prepared& prepared)
    {
        for (const auto& [key, result] : m_request.opened) {
            const session::Source* source = session::find(m_session, key);
            if (!source || std::get_if<OpenedOrigin>(&source->origin) != &origin || !result)
                continue;
            if (!*result)
                return std::unexpected(result->error());
            return derive(result);
        }
        prepared.loading = true;
        return cancelled();
    }

    Result<std::shared_ptr<Derived>> derive(const SinusoidOrigin& origin, Prepared&)
    {
        PESCOPE_TRY(valid, encoding::validate(origin.spec));
        static_cast<void>(valid);
        DerivedKey key;
        key.sinusoid = origin.spec;
        key.metric = m_session.options.metric;
        key.backend = m_request.backend;
        return m_cache.get(key, [&] { return proximity::of(encodingOf(origin.spec), key.metric, m_request.backend); });
    }

    Result<std::shared_ptr<Derived>> derive(const DifferenceOrigin& origin, Prepared& prepared)
    {
        const Prepared a = prepare(origin.a);
        const Prepared b = prepare(origin.b);
        for (const Prepared* side : {&a, &b}) {
            if (side->loading) {
                prepared.loading = true;
                return cancelled();
            }
            if (side->error)
                return std::unexpected(*side->error);
            if (!side->derived)
                return fail(ErrorCode::Format, "one of the two sources is gone", "Undo, or remove this difference.");
        }
        DerivedKey key;
        key.left = a.derived->proximity;
        key.right = b.derived->proximity;
        key.metric = m_session.options.metric;
        key.backend = m_request.backend;
        return m_cache.get(key, [&] { return proximity::difference(a.derived->proximity, b.derived->proximity); });
    }

    /// Which sources share which colour scale, and its limits.
    Status makeScales()
    {
        std::vector<SourceKey> order;
        for (const PaneGeometry& pane : m_request.panes)
            order.push_back(pane.source);
        for (const SourceKey key : order) {
            const session::Source* source = session::find(m_session, key);
            if (!source || !m_prepared[key].derived)
                continue;
            int scaleKey = session::kSharedScale;
            if (isDifference(*source))
                scaleKey = session::kDifferenceScale;
            else if (m_session.options.scale == session::ScaleMode::Own)
                scaleKey = key;
            auto at = std::ranges::find(m_frame.scales, scaleKey, &ColourScale::key);
            if (at == m_frame.scales.end()) {
                m_frame.scales.push_back({.key = scaleKey, .scale = {}, .map = nullptr, .sources = {}});
                at = m_frame.scales.end() - 1;
            }
            if (std::ranges::find(at->sources, key) == at->sources.end())
                at->sources.push_back(key);
        }
        for (ColourScale& scale : m_frame.scales)
            if (Status done = setLimits(scale); !done)
                return done;
        return ok();
    }

    Status setLimits(ColourScale& scale)
    {
        const raster::Colormap* chosen = raster::findColormap(m_session.options.colormap);
        scale.map = scale.key == session::kDifferenceScale ? &raster::defaultDiverging()
                                                           : (chosen ? chosen : &raster::defaultColormap());
        std::vector<const proximity::ValueSample*> samples;
        for (const SourceKey key : scale.sources) {
            auto sample = sampleOf(*m_prepared[key].derived, m_job);
            if (!sample && sample.error().code == ErrorCode::Cancelled)
                return cancelled();
            if (sample)
                samples.push_back(*sample);
        }
        const proximity::ValueSample all = samples.size() == 1 ? *samples.front() : analysis::merged(samples);
        scale.dataMin = all.min;
        scale.dataMax = all.max;
        scale.exact = all.exact;
        session::Limits limits{analysis::percentile(all, kLowPercentile), analysis::percentile(all, kHighPercentile)};
        if (scale.map->diverging)
            limits = symmetric(limits);
        const auto set = m_session.options.limits.find(scale.key);
        scale.automatic = set == m_session.options.limits.end();
        if (!scale.automatic)
            limits = set->second;
        limits = opened(limits);
        scale.scale.low = limits.low;
        scale.scale.high = limits.high;
        if (m_session.options.scale == session::ScaleMode::Rank && scale.key == session::kSharedScale) {
            std::vector<float> quantiles(257);
            for (std::size_t k = 0; k < quantiles.size(); ++k)
                quantiles[k] = static_cast<float>(analysis::percentile(all, 100.0 * static_cast<double>(k) / 256.0));
            scale.scale.low = quantiles.front();
            scale.scale.high = quantiles.back();
            scale.scale.ranks = std::make_shared<const std::vector<float>>(std::move(quantiles));
        }
        return ok();
    }

    Status makePanes()
    {
        for (const PaneGeometry& geometry : m_request.panes) {
            if (m_job.stopRequested())
                return cancelled();
            Pane pane;
            pane.source = geometry.source;
            const Prepared& prepared = m_prepared[geometry.source];
            pane.error = prepared.error;
            pane.loading = prepared.loading;
            if (prepared.derived && geometry.width > 0 && geometry.height > 0)
                if (Status drawn = draw(pane, geometry, *prepared.derived); !drawn) {
                    if (drawn.error().code == ErrorCode::Cancelled)
                        return drawn;
                    pane.error = drawn.error();
                }
            m_frame.panes.push_back(std::move(pane));
        }
        return ok();
    }

    Status draw(Pane& pane, const PaneGeometry& geometry, Derived& derived)
    {
        const proximity::Proximity& s = *derived.proximity;
        pane.proximity = derived.proximity;
        pane.norms = derived.norms;
        pane.outlying = derived.outlying;
        pane.view = geometry.view.value_or(
            proximity::Viewport{0, static_cast<double>(s.rows()), 0, static_cast<double>(s.columns())});
        pane.cellsPerPixelX = (pane.view.col1 - pane.view.col0) / geometry.width;
        pane.cellsPerPixelY = (pane.view.row1 - pane.view.row0) / geometry.height;
        PESCOPE_TRY(picture, pictureOf(derived, pane.view, geometry.width, geometry.height, m_job));
        for (std::size_t k = 0; k < m_frame.scales.size(); ++k)
            if (std::ranges::find(m_frame.scales[k].sources, geometry.source) != m_frame.scales[k].sources.end())
                pane.scale = static_cast<int>(k);
        const ColourScale& scale = m_frame.scales[static_cast<std::size_t>(pane.scale)];
        pane.raster = raster::rasterise(*picture, scale.scale, *scale.map);
        if (pane.cellsPerPixelX * kPrintedCell <= 1 && pane.cellsPerPixelY * kPrintedCell <= 1)
            printCells(pane);
        return ok();
    }

    static void printCells(Pane& pane)
    {
        const auto clamped = [](double edge, Index count) {
            return std::clamp<Index>(static_cast<Index>(edge), 0, count);
        };
        const Index i0 = clamped(std::floor(pane.view.row0), pane.proximity->rows());
        const Index i1 = clamped(std::ceil(pane.view.row1), pane.proximity->rows());
        const Index j0 = clamped(std::floor(pane.view.col0), pane.proximity->columns());
        const Index j1 = clamped(std::ceil(pane.view.col1), pane.proximity->columns());
        for (Index i = i0; i < i1; ++i) {
            std::vector<double>& row = pane.cellValues.emplace_back();
            for (Index j = j0; j < j1; ++j)
                row.push_back(pane.proximity->value(i, j));
        }
    }

    Status makeCurves()
    {
        for (const SourceKey key : session::visibleSources(m_session)) {
            if (m_job.stopRequested())
                return cancelled();
            const Prepared& prepared = m_prepared[key];
            if (!prepared.derived)
                continue;
            Curve curve;
            curve.source = key;
            curve.proximity = prepared.derived->proximity;
            auto profile = profileOf(*prepared.derived, m_job);
            if (!profile) {
                if (profile.error().code == ErrorCode::Cancelled)
                    return cancelled();
                continue;
            }
            curve.profile = prepared.derived->profile;
            if (Status done = setRanges(curve, *prepared.derived); !done)
                return done;
            const auto known = m_request.statistics.find(curve.proximity);
            if (known != m_request.statistics.end())
                curve.statistics = known->second;
            m_frame.curves.push_back(std::move(curve));
        }
        return ok();
    }

    Status setRanges(Curve& curve, Derived& derived)
    {
        const double epsilon = m_session.options.epsilon;
        const session::Source& source = *session::find(m_session, curve.source);
        const std::vector<double> omega = omegaOf(source);
        curve.fromOmega = !omega.empty();
        if (curve.fromOmega) {
            PESCOPE_TRY(ranges, analysis::monotoneRanges(omega, epsilon, 1 << 20, m_job));
            curve.continuous = ranges.continuous.m;
            curve.integer = ranges.integer;
            curve.tolerance = ranges.tolerance;
            curve.searchedTo = ranges.searchedTo;
            if (m_session.options.psiPrime)
                curve.prime = primeSamples(omega, kMinimumPsiSpan);
        } else {
            PESCOPE_TRY(ranges, rangesOf(derived, epsilon, m_job));
            curve.integer = ranges.integer;
            curve.tolerance = ranges.tolerance;
            curve.searchedTo = ranges.searchedTo;
        }
        const Index zero = -curve.profile->firstOffset;
        const auto at = [&](Index m) {
            const auto k = static_cast<std::size_t>(zero + m);
            return k < curve.profile->mean.size() ? curve.profile->mean[k] : std::nan("");
        };
        if (curve.integer) {
            curve.valueBefore = at(*curve.integer);
            curve.valueAfter = at(*curve.integer + 1);
        }
        return ok();
    }

    /// Frequencies of a sinusoid or of a stored table that is one; empty otherwise.
    std::vector<double> omegaOf(const session::Source& source) const
    {
        if (const auto* sinusoid = std::get_if<SinusoidOrigin>(&source.origin))
            return encoding::omega(sinusoid->spec);
        const auto opened = m_request.opened.find(source.key);
        if (opened == m_request.opened.end() || !opened->second || !*opened->second)
            return {};
        return encoding::frequencies(**opened->second).value_or(std::vector<double>{});
    }

    void makePsi()
    {
        const session::Source* active = session::find(m_session, m_session.active);
        const auto* sinusoid = active ? std::get_if<SinusoidOrigin>(&active->origin) : nullptr;
        if (!sinusoid || !encoding::validate(sinusoid->spec))
            return;
        m_frame.psi = psiOf(sinusoid->spec, m_session.options.epsilon);
        if (m_request.before && *m_request.before != sinusoid->spec)
            m_frame.psiBefore = psiOf(*m_request.before, m_session.options.epsilon);
        const Index shown = span(*m_frame.psi, m_frame.psiBefore ? &*m_frame.psiBefore : nullptr);
        sample(*m_frame.psi, shown);
        if (m_frame.psiBefore)
            sample(*m_frame.psiBefore, shown);
    }

    void describeMethod()
    {
        for (const Pane& pane : m_frame.panes) {
            const session::Source* source = session::find(m_session, pane.source);
            if (!pane.proximity || !source)
                continue;
            if (!m_frame.method.empty())
                m_frame.method += ", ";
            m_frame.method +=
                fmt::format("{} {}", static_cast<char>('A' + source->letter % 26), pane.proximity->method());
        }
    }

    const Request& m_request;
    const session::Session& m_session;
    const JobContext& m_job;
    DerivedCache& m_cache;
    std::map<SourceKey, Prepared> m_prepared;
    Frame m_frame;
};

} // namespace

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
    statistics.rows = std::move(rows);
    statistics.band = std::move(band);
    return statistics;
}

} // namespace pescope::frame
