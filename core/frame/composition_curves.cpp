// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frame/composition.h"
#include "core/frame/psi_frame.h"
#include "core/frame/vectors.h"

#include <cmath>

namespace pescope::frame {

Status Composition::makeCurves()
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

Status Composition::setRanges(Curve& curve, Derived& derived)
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

void Composition::makePsi()
{
    const session::Source* active = session::find(m_session, m_session.active);
    const auto* sinusoid = active ? std::get_if<session::SinusoidOrigin>(&active->origin) : nullptr;
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

/// Of as many dimensions and positions, or offsets, as the selected source; nothing where that is a sinusoid itself.
std::optional<PropertySource> Composition::sinusoidBeside()
{
    const session::Source* active = session::find(m_session, m_session.active);
    const encoding::Encoding* encoding = active ? encodingOf(*active) : nullptr;
    const auto prepared = m_prepared.find(m_session.active);
    const Index dim = encoding ? vectorLength(*encoding) : 0;
    if (dim < 2 || prepared == m_prepared.end() || !prepared->second.derived)
        return std::nullopt;
    const Index rows = prepared->second.derived->proximity->rows();
    encoding::Encoding sinusoid;
    const bool relative = quantityOf(*active) == session::Quantity::Relative;
    if (relative) {
        sinusoid.kind = encoding::Kind::Relative;
        sinusoid.content = encoding::RelativeSinusoid{.dim = static_cast<int>(dim - dim % 2), .maxOffset = rows / 2};
    } else {
        sinusoid.kind = encoding::Kind::Sinusoid;
        sinusoid.content = encoding::SinusoidSpec{.dim = static_cast<int>(dim - dim % 2), .length = rows};
    }
    DerivedKey key;
    if (relative)
        key.left = prepared->second.derived->proximity; // one of its size
    else
        key.sinusoid = std::get<encoding::SinusoidSpec>(sinusoid.content);
    key.metric = metricOf(m_session, *active);
    key.backend = m_request.backend;
    auto derived = m_cache.get(key, [&] { return proximity::of(sinusoid, key.metric, m_request.backend); });
    if (!derived)
        return std::nullopt;
    PropertySource beside;
    beside.source = kSinusoidBeside;
    beside.proximity = (*derived)->proximity;
    beside.omega = encoding::frequencies(sinusoid).value_or(std::vector<double>{});
    return beside;
}

void Composition::askForProperties()
{
    std::vector<PropertySource> sources;
    for (const SourceKey key : session::visibleSources(m_session)) {
        const Prepared& prepared = m_prepared[key];
        const session::Source* source = session::find(m_session, key);
        if (!prepared.derived || !source)
            continue;
        PropertySource measured;
        measured.source = key;
        measured.proximity = prepared.derived->proximity;
        measured.hasRanges = !std::holds_alternative<session::DifferenceOrigin>(source->origin);
        measured.omega = omegaOf(*source);
        if (quantityOf(*source) == session::Quantity::Relative)
            measured.relative = m_request.opened.at(key);
        sources.push_back(std::move(measured));
    }
    if (m_session.options.sinusoidBeside)
        if (auto beside = sinusoidBeside())
            sources.push_back(std::move(*beside));
    m_frame.properties = askProperties(std::move(sources), m_session.options, m_request.backend);
}

} // namespace pescope::frame
