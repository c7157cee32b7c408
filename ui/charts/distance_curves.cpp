// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/distance_curves.h"

#include "ui/charts/scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pescope::ui::charts {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kPrimeStep = 1.0 / 8; // positions between samples of ψ′

/// Cubic through four equally spaced values, between the middle two.
double cubicBetween(const double (&v)[4], double t)
{
    const double slopeStart = (v[2] - v[0]) / 2;
    const double slopeEnd = (v[3] - v[1]) / 2;
    const double t2 = t * t;
    const double t3 = t2 * t;
    return (2 * t3 - 3 * t2 + 1) * v[1] + (t3 - 2 * t2 + t) * slopeStart + (3 * t2 - 2 * t3) * v[2]
        + (t3 - t2) * slopeEnd;
}

} // namespace

void Extent::include(double value)
{
    if (!std::isfinite(value))
        return;
    if (isEmpty()) {
        low = high = value;
        return;
    }
    low = std::min(low, value);
    high = std::max(high, value);
}

Index lastOffset(const DistanceCurve& curve)
{
    return curve.firstOffset + static_cast<Index>(curve.values.size()) - 1;
}

double valueAt(const DistanceCurve& curve, Index m)
{
    if (curve.exactCurve && curve.firstOffset >= 0 && m < 0)
        m = -m;
    const Index at = m - curve.firstOffset;
    return at >= 0 && at < static_cast<Index>(curve.values.size()) ? curve.values[static_cast<std::size_t>(at)] : kNone;
}

QList<QPointF> meanLine(const DistanceCurve& curve, double low, double high, int columns)
{
    const bool even = curve.exactCurve && curve.firstOffset >= 0;
    const Index first =
        std::max<Index>(even ? -lastOffset(curve) : curve.firstOffset, static_cast<Index>(std::floor(low)) - 1);
    const Index last = std::min<Index>(lastOffset(curve), static_cast<Index>(std::ceil(high)) + 1);
    const double perPosition = columns / std::max(1.0, high - low);
    const int parts = curve.exactCurve && !curve.stepped ? std::clamp(static_cast<int>(perPosition / 2), 1, 16) : 1;
    QList<QPointF> points;
    points.reserve((last - first + 1) * parts);
    for (Index m = first; m <= last; ++m) {
        points.append({static_cast<double>(m), valueAt(curve, m)});
        if (parts == 1 || m == last)
            continue;
        double around[4];
        for (int k = 0; k < 4; ++k)
            around[k] = valueAt(curve, m - 1 + k);
        // at the ends of what is known the curve goes on as it came
        if (std::isnan(around[0]))
            around[0] = 2 * around[1] - around[2];
        if (std::isnan(around[3]))
            around[3] = 2 * around[2] - around[1];
        for (int part = 1; part < parts; ++part) {
            const double t = static_cast<double>(part) / parts;
            points.append({static_cast<double>(m) + t, cubicBetween(around, t)});
        }
    }
    return thinned(points, low, high, columns);
}

QList<QPointF> primeLine(const DistanceCurve& curve, double low, double high, int columns)
{
    QList<QPointF> points;
    const auto count = static_cast<Index>(curve.prime.size());
    if (count == 0)
        return points;
    const Index first = std::max<Index>(static_cast<Index>(std::floor(low / kPrimeStep)) - 1, 1 - count);
    const Index last = std::min<Index>(static_cast<Index>(std::ceil(high / kPrimeStep)) + 1, count - 1);
    for (Index k = first; k <= last; ++k) {
        const double value = curve.prime[static_cast<std::size_t>(std::abs(k))];
        points.append({static_cast<double>(k) * kPrimeStep, k < 0 ? -value : value});
    }
    return thinned(points, low, high, columns);
}

BandLines bandLines(const DistanceCurve& curve, BandKind kind, double low, double high, int columns)
{
    BandLines lines;
    if (kind == BandKind::None || kind == BandKind::Fan)
        return lines;
    const std::vector<float>& above = kind == BandKind::Quantiles ? curve.p90 : curve.max;
    const std::vector<float>& below = kind == BandKind::Quantiles ? curve.p10 : curve.min;
    if (above.empty() || above.size() != below.size())
        return lines;
    const Index first = std::max<Index>(0, static_cast<Index>(std::floor(low)) - 1 - curve.bandFirstOffset);
    const Index last = std::min<Index>(static_cast<Index>(above.size()) - 1,
                                       static_cast<Index>(std::ceil(high)) + 1 - curve.bandFirstOffset);
    for (Index i = first; i <= last; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const auto m = static_cast<double>(i + curve.bandFirstOffset);
        lines.upper.append({m, above[at]});
        lines.lower.append({m, below[at]});
    }
    lines.upper = thinned(lines.upper, low, high, columns);
    lines.lower = thinned(lines.lower, low, high, columns);
    return lines;
}

std::pair<double, double> fullSpan(const std::vector<DistanceCurve>& curves, bool isSigned)
{
    Index first = 0;
    Index last = 1;
    for (const DistanceCurve& curve : curves) {
        if (curve.values.empty())
            continue;
        last = std::max(last, lastOffset(curve));
        first = std::min(first, curve.exactCurve ? -lastOffset(curve) : curve.firstOffset);
    }
    return {isSigned ? static_cast<double>(first) : 0.0, static_cast<double>(last)};
}

std::pair<double, double> homeSpan(const std::vector<DistanceCurve>& curves, bool isSigned)
{
    const auto [first, last] = fullSpan(curves, isSigned);
    double span = 128;
    for (const DistanceCurve& curve : curves)
        if (curve.integerRange)
            span = std::max(span, std::ceil(static_cast<double>(*curve.integerRange) * 1.1 / 16) * 16);
    return {std::max(first, -span), std::min(last, span)};
}

} // namespace pescope::ui::charts
