// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/distance_chart.h"

#include <QList>
#include <QPointF>

namespace pescope::ui::charts {

/// Lowest and highest of something, empty at first.
struct Extent {
    double low = 1;
    double high = 0;
    [[nodiscard]] bool isEmpty() const { return high < low; }
    void include(double value);
};

[[nodiscard]] Index lastOffset(const DistanceCurve& curve);
/// Value at m; in a signed chart an exact curve that is given for m ≥ 0 alone is even. NaN where there is none.
[[nodiscard]] double valueAt(const DistanceCurve& curve, Index m);

/// The mean line between `low` and `high`, at most two points a pixel column. An exact curve is drawn smooth (cubic
/// through the integers) where there is room to see it; all else is straight from integer to integer.
[[nodiscard]] QList<QPointF> meanLine(const DistanceCurve& curve, double low, double high, int columns);
/// ψ′ likewise; odd in m.
[[nodiscard]] QList<QPointF> primeLine(const DistanceCurve& curve, double low, double high, int columns);

/// Widens by 98 % of the values of a fan: a row that stands apart must not press the others together.
void includeMost(Extent& extent, const std::vector<DistanceCurve::Row>& fan, double low, double high);

/// One row of a fan.
[[nodiscard]] QList<QPointF> rowLine(const DistanceCurve::Row& row, double low, double high, int columns);

struct BandLines {
    QList<QPointF> upper, lower;
};
/// Empty where no band is known or asked for.
[[nodiscard]] BandLines bandLines(const DistanceCurve& curve, BandKind kind, double low, double high, int columns);

/// [m from, m to] that the chart shows at first: min(128, N − 1), at least every integer range and a little more.
[[nodiscard]] std::pair<double, double> homeSpan(const std::vector<DistanceCurve>& curves, bool isSigned);
/// All there is.
[[nodiscard]] std::pair<double, double> fullSpan(const std::vector<DistanceCurve>& curves, bool isSigned);

} // namespace pescope::ui::charts
