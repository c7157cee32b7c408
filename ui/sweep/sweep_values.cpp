// SPDX-License-Identifier: GPL-3.0-or-later
// Which values a sweep goes through, and how they and the ranges are said.
#include "ui/sweep/sweep_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pescope::sweep {

namespace {

constexpr int kMostFrames = 1000;
constexpr std::pair<std::string_view, What> kNames[] = {
    {"scale", What::Scale}, {"base", What::Base}, {"skip_fast", What::SkipFast}, {"skip_slow", What::SkipSlow}};

bool inRatios(What what)
{
    return what == What::Scale || what == What::Base;
}

} // namespace

std::optional<What> whatFromName(std::string_view name)
{
    for (const auto& [known, what] : kNames)
        if (known == name)
            return what;
    return std::nullopt;
}

std::string_view name(What what)
{
    return kNames[static_cast<std::size_t>(what)].first;
}

double valueOf(const encoding::SinusoidSpec& spec, What what)
{
    switch (what) {
    case What::Scale:
        return spec.scale;
    case What::Base:
        return spec.base;
    case What::SkipFast:
        return spec.skipFast;
    case What::SkipSlow:
        return spec.skipSlow;
    }
    return 0;
}

encoding::SinusoidSpec specAt(const Request& request, double value)
{
    encoding::SinusoidSpec spec = request.spec;
    switch (request.what) {
    case What::Scale:
        spec.scale = value;
        break;
    case What::Base:
        spec.base = value;
        break;
    case What::SkipFast:
        spec.skipFast = static_cast<int>(value);
        break;
    case What::SkipSlow:
        spec.skipSlow = static_cast<int>(value);
        break;
    }
    return spec;
}

Result<std::vector<double>> valuesOf(const Request& request)
{
    if (request.frames < 2 || request.frames > kMostFrames)
        return fail(ErrorCode::Shape, fmt::format("{} frames are no sweep", request.frames),
                    fmt::format("Choose 2 to {} frames.", kMostFrames));
    if (request.what == What::Base && !request.spec.freeOmega.empty())
        return fail(ErrorCode::Unsupported, "ω that are free numbers have no base",
                    "Sweep scale, skip_fast or skip_slow, or take a sinusoid that is made from a base.");
    const bool ratios = inRatios(request.what);
    for (const double end : {request.from, request.to}) {
        if (!std::isfinite(end) || (ratios && !(end > 0)) || (!ratios && !(end >= 0 && end < 1e6)))
            return fail(ErrorCode::Numeric, fmt::format("{} cannot be {:g}", name(request.what), end),
                        ratios ? "Choose numbers above 0." : "Choose numbers of ω, from 0.");
        if (const Status valid = encoding::validate(specAt(request, ratios ? end : std::round(end))); !valid)
            return std::unexpected(withContext(valid.error(), fmt::format("{} = {:g}", name(request.what), end)));
    }
    std::vector<double> values;
    for (int k = 0; k < request.frames; ++k) {
        const double share = static_cast<double>(k) / (request.frames - 1);
        double value = request.from + (request.to - request.from) * share;
        if (ratios)
            value = request.from * std::pow(request.to / request.from, share);
        else
            value = std::round(value);
        values.push_back(k == 0 && ratios ? request.from : k == request.frames - 1 && ratios ? request.to : value);
    }
    // A base of 1 lies between a base below and one above it: no frequencies.
    for (const double value : values)
        if (const Status valid = encoding::validate(specAt(request, value)); !valid)
            return std::unexpected(withContext(valid.error(), fmt::format("{} = {:g}", name(request.what), value)));
    return values;
}

QString valueText(What what, double value)
{
    switch (what) {
    case What::Scale:
        return QStringLiteral("scale c = %1").arg(value, 0, 'f', value < 0.1 ? 4 : 3);
    case What::Base:
        return QStringLiteral("base = %1").arg(value, 0, 'f', value < 10 ? 3 : value < 1000 ? 1 : 0);
    case What::SkipFast:
        return QStringLiteral("without the %1 fastest ω").arg(value, 0, 'f', 0);
    case What::SkipSlow:
        return QStringLiteral("without the %1 slowest ω").arg(value, 0, 'f', 0);
    }
    return {};
}

QString rangeText(const std::optional<Index>& m)
{
    return m ? QStringLiteral("0…%1").arg(*m) : QStringLiteral("to the end of the search");
}

QString continuousText(const analysis::MonotoneRanges& ranges)
{
    return ranges.continuous.m ? QStringLiteral("ψ′ = 0 first at m = %1").arg(*ranges.continuous.m, 0, 'f', 2)
                               : QStringLiteral("ψ′ keeps its sign");
}

QString rangesText(const analysis::MonotoneRanges& ranges)
{
    return QStringLiteral("%1 (integer), %2 (ε = %3), %4")
        .arg(rangeText(ranges.integer), rangeText(ranges.tolerance), QString::number(ranges.epsilon),
             continuousText(ranges));
}

} // namespace pescope::sweep
