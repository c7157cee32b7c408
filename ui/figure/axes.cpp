// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/axes.h"

#include <algorithm>
#include <cmath>

namespace pescope::figure {

namespace {

/// Ticks of one heatmap axis: cells whose middle is in view, labelled from `firstLabel`.
Ticks cellTicks(double from, double to, tables::Index firstLabel, const TooClose& tooClose)
{
    const auto first = static_cast<tables::Index>(std::ceil(from - 0.5));
    const auto last = static_cast<tables::Index>(std::floor(to - 0.5));
    return last < first ? Ticks{} : positionTicks(firstLabel + first, firstLabel + last, tooClose);
}

/// Ticks in the middle of the small maps of a grid of grids, `side` cells each.
Ticks tileTicks(double from, double to, tables::Index side, const TooClose& tooClose)
{
    const auto cells = static_cast<double>(side);
    const TooClose tooCloseTiles = [&](const PlacedValue& a, const PlacedValue& b) {
        return tooClose({a.value * cells, a.label}, {b.value * cells, b.label});
    };
    Ticks ticks = cellTicks(from / cells, to / cells, 0, tooCloseTiles);
    for (PlacedValue& tick : ticks)
        tick.value = tick.value * cells + (cells - 1) / 2;
    return ticks;
}

/// Every n-th name, n the least with which they do not touch; they may stand closer than lines of a text.
Ticks namedTicks(const Type& type, const QStringList& names, double edge, double mmPerUnit)
{
    const TooClose tooClose = [&](const PlacedValue& a, const PlacedValue& b) {
        return std::abs(b.value - a.value) * mmPerUnit < kNameApart * type.lineMm(TypeRole::Tick);
    };
    for (qsizetype step = 1;; ++step) {
        Ticks ticks;
        bool close = false;
        for (qsizetype k = 0; k < names.size(); k += step) {
            ticks.push_back({edge + 0.5 + static_cast<double>(k), names[k]});
            close = close || (ticks.size() > 1 && tooClose(ticks[ticks.size() - 2], ticks.back()));
        }
        if (!close || step >= names.size())
            return ticks;
    }
}

} // namespace

TooClose alongX(const Type& type, double mmPerUnit)
{
    return [&type, mmPerUnit](const PlacedValue& a, const PlacedValue& b) {
        const double halves = (type.widthMm(TypeRole::Tick, a.label) + type.widthMm(TypeRole::Tick, b.label)) / 2;
        return std::abs(b.value - a.value) * mmPerUnit < halves + 1.2;
    };
}
TooClose alongY(const Type& type, double mmPerUnit)
{
    const double least = type.lineMm(TypeRole::Tick) * 1.05;
    return [mmPerUnit, least](const PlacedValue& a, const PlacedValue& b) {
        return std::abs(b.value - a.value) * mmPerUnit < least;
    };
}

double onAxis(const CurvePanel& panel, double value)
{
    if (panel.logY)
        return value > 0 ? std::log10(value) : NAN;
    if (panel.linearWithin <= 0)
        return value;
    const double size = std::abs(value) / panel.linearWithin;
    return size <= 1 ? value / panel.linearWithin : std::copysign(1 + std::log10(size), value);
}

Axes mapAxes(const Type& type, const HeatmapPanel& map, double width, double height)
{
    Axes axes;
    axes.x0 = map.view.col0 + static_cast<double>(map.firstColumnLabel) - 0.5;
    axes.x1 = map.view.col1 + static_cast<double>(map.firstColumnLabel) - 0.5;
    axes.y0 = map.view.row0 + static_cast<double>(map.firstRowLabel) - 0.5;
    axes.y1 = map.view.row1 + static_cast<double>(map.firstRowLabel) - 0.5;
    axes.x = cellTicks(map.view.col0, map.view.col1, map.firstColumnLabel, alongX(type, width / (axes.x1 - axes.x0)));
    const TooClose tooCloseY = alongY(type, height / (axes.y1 - axes.y0));
    axes.y = axes.x; // the same steps on both axes where they show the same positions
    const bool same = axes.x0 == axes.y0 && axes.x1 == axes.y1;
    for (std::size_t k = 1; same && k < axes.y.size(); ++k)
        if (tooCloseY(axes.y[k - 1], axes.y[k]))
            axes.y.clear();
    if (!same || axes.y.empty())
        axes.y = cellTicks(map.view.row0, map.view.row1, map.firstRowLabel, tooCloseY);
    if (map.tileRows > 0) {
        axes.x = tileTicks(map.view.col0, map.view.col1, map.tileColumns, alongX(type, width / (axes.x1 - axes.x0)));
        axes.y = tileTicks(map.view.row0, map.view.row1, map.tileRows, tooCloseY);
    }
    if (!map.columnLabels.isEmpty())
        axes.x = namedTicks(type, map.columnLabels, axes.x0, width / (axes.x1 - axes.x0)); // upright
    if (!map.rowLabels.isEmpty())
        axes.y = namedTicks(type, map.rowLabels, axes.y0, height / (axes.y1 - axes.y0));
    return axes;
}

Axes curveAxes(const Type& type, const CurvePanel& panel, double width, double height)
{
    Axes axes;
    double low[2] = {INFINITY, INFINITY};
    double high[2] = {-INFINITY, -INFINITY};
    const auto take = [&](int axis, const std::vector<double>& values) {
        for (double value : values) {
            if (axis == 1)
                value = onAxis(panel, value);
            if (!std::isfinite(value))
                continue;
            low[axis] = std::min(low[axis], value);
            high[axis] = std::max(high[axis], value);
        }
    };
    for (const CurvePanel::Curve& curve : panel.curves) {
        take(0, curve.x);
        for (const auto* values : {&curve.y, &curve.low, &curve.high})
            take(1, *values);
    }
    for (int axis = 0; axis < 2; ++axis) {
        if (!(low[axis] <= high[axis]))
            low[axis] = 0, high[axis] = 1;
        if (high[axis] == low[axis]) {
            const double around = high[axis] == 0 ? 1 : 0.5 * std::abs(high[axis]);
            low[axis] -= around;
            high[axis] += around;
        }
    }
    const double pad = 0.05 * (high[1] - low[1]);
    axes.x0 = low[0], axes.x1 = high[0];
    axes.y0 = low[1] - pad, axes.y1 = high[1] + pad;
    const double xScale = width / (axes.x1 - axes.x0);
    const double yScale = height / (axes.y1 - axes.y0);
    axes.x = valueTicks(axes.x0, axes.x1, 9, alongX(type, xScale));
    axes.y = panel.logY          ? decadeTicks(axes.y0, axes.y1, alongY(type, yScale))
        : panel.linearWithin > 0 ? symmetricTicks(panel.linearWithin, axes.y0, axes.y1, alongY(type, yScale))
                                 : valueTicks(axes.y0, axes.y1, 6, alongY(type, 1.4 * yScale / 2));
    return axes;
}

} // namespace pescope::figure
