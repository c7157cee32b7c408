// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frame/composition.h"

#include <algorithm>
#include <cmath>

namespace pescope::frame {

namespace {

constexpr double kLowPercentile = 0.5, kHighPercentile = 99.5;
/// A departure or asymmetry below this share of the largest |S| is rounding: no scale is as fine as that.
constexpr double kRounding = 1e-9;
constexpr double kNearlyAll = 0.95; // of the range of the values

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
        const double half = middle == 0 ? 1 : std::abs(middle) * 1e-3;
        return {middle - half, middle + half};
    }
    return limits;
}

} // namespace

Status Composition::makeScales()
{
    for (const PaneGeometry& pane : m_request.panes) {
        const session::Source* source = session::find(m_session, pane.source);
        if (!source || !m_prepared[pane.source].shown)
            continue;
        const int key = scaleKeyOf(*source);
        auto at = std::ranges::find(m_frame.scales, key, &ColourScale::key);
        if (at == m_frame.scales.end()) {
            ColourScale scale;
            scale.key = key;
            scale.table = source->shown == session::Shown::Table;
            scale.lens = lensOf(*source);
            m_frame.scales.push_back(std::move(scale));
            at = m_frame.scales.end() - 1;
        }
        if (std::ranges::find(at->sources, pane.source) == at->sources.end())
            at->sources.push_back(pane.source);
    }
    for (ColourScale& scale : m_frame.scales) {
        describe(scale);
        if (Status done = setLimits(scale); !done)
            return done;
    }
    return ok();
}

int Composition::scaleKeyOf(const session::Source& source) const
{
    if (source.shown == session::Shown::Table)
        return session::tableScale(source.key);
    const session::Quantity quantity = quantityOf(source);
    // another metric has other values
    const bool apart =
        m_session.options.scale == session::ScaleMode::Own || metricOf(m_session, source) != m_session.options.metric;
    const bool own = apart && quantity != session::Quantity::Difference && lensOf(source) == proximity::Lens::Value;
    return own ? source.key : session::sharedScale(quantity, lensOf(source));
}

void Composition::describe(ColourScale& scale) const
{
    const raster::Colormap* chosen = raster::findColormap(m_session.options.colormap);
    if (!chosen)
        chosen = &raster::defaultColormap();
    if (scale.lens == proximity::Lens::Rising) // a share has no middle
        scale.map = chosen->diverging ? &raster::defaultColormap() : chosen;
    else if (scale.table || proximity::isSigned(scale.lens) || scale.key == session::kDifferenceScale)
        scale.map = &raster::defaultDiverging();
    else
        scale.map = chosen;
    if (scale.table) {
        scale.formula =
            quantityOf(*session::find(m_session, scale.sources.front())) == session::Quantity::Relative ? "Pᵣₖ" : "pᵢₖ";
        return;
    }
    if (scale.lens != proximity::Lens::Value) {
        scale.formula = proximity::formula(scale.lens);
        return;
    }
    for (const SourceKey key : scale.sources) {
        const std::string formula = formulaOf(*session::find(m_session, key));
        if (!scale.formula.contains(formula))
            scale.formula += (scale.formula.empty() ? "" : "; ") + formula;
    }
}

/// The samples of its sources in one, of what they show or of their plain values. Errors: only Cancelled.
Result<proximity::ValueSample> Composition::sampleOfAll(const ColourScale& scale, bool plain)
{
    std::vector<const proximity::ValueSample*> samples;
    for (const SourceKey key : scale.sources) {
        const Prepared& prepared = m_prepared[key];
        // a grid of grids has the colours of the map whose values it shows
        const bool values = plain || prepared.shown->proximity->grid();
        auto sample = sampleOf(values ? *prepared.derived : *prepared.shown, m_job);
        if (!sample && sample.error().code == ErrorCode::Cancelled)
            return cancelled();
        if (sample)
            samples.push_back(*sample);
    }
    return samples.size() == 1 ? *samples.front() : analysis::merged(samples);
}

Status Composition::setLimits(ColourScale& scale)
{
    PESCOPE_TRY(all, sampleOfAll(scale, false));
    scale.dataMin = all.min;
    scale.dataMax = all.max;
    scale.exact = all.exact;
    session::Limits limits{analysis::percentile(all, kLowPercentile), analysis::percentile(all, kHighPercentile)};
    if (scale.lens == proximity::Lens::Rising) {
        limits = {0, 1};
    } else if (proximity::isSigned(scale.lens)) {
        PESCOPE_TRY(plain, sampleOfAll(scale, true));
        const double least = kRounding * std::max(std::abs(plain.min), std::abs(plain.max));
        const double reach = std::max(least, symmetric(limits).high);
        limits = {-reach, reach};
    } else if (scale.map->diverging) {
        limits = symmetric(limits);
        const double most = std::max(std::abs(scale.dataMin), std::abs(scale.dataMax));
        if (scale.table && limits.high > kNearlyAll * most) // clipping would win no contrast
            limits = {-most, most};
    }
    const auto set = m_session.options.limits.find(scale.key);
    scale.automatic = set == m_session.options.limits.end();
    if (!scale.automatic)
        limits = set->second;
    limits = opened(limits);
    scale.scale.low = limits.low;
    scale.scale.high = limits.high;
    if (m_session.options.scale == session::ScaleMode::Rank && scale.lens == proximity::Lens::Value
        && scale.key != session::kDifferenceScale) {
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
