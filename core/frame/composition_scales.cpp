// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frame/composition.h"

#include <algorithm>
#include <cmath>

namespace pescope::frame {

namespace {

constexpr double kLowPercentile = 0.5, kHighPercentile = 99.5;

bool isDifference(const session::Source& source)
{
    return std::holds_alternative<session::DifferenceOrigin>(source.origin);
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

Status Composition::makeScales()
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

Status Composition::setLimits(ColourScale& scale)
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

} // namespace pescope::frame
