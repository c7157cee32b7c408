// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/figure.h"
#include "ui/figure/ticks.h"
#include "ui/figure/type.h"

namespace pescope::figure {

using Ticks = std::vector<PlacedValue>;

/// Ranges of the two axes of a panel and their ticks, in units of the axes (`onAxis`).
struct Axes {
    Ticks x, y;
    double x0 = 0, x1 = 1, y0 = 0, y1 = 1;
};

/// Least distance of two names along an axis, in lines.
inline constexpr double kNameApart = 0.82;

/// Whether two labels of a horizontal axis would touch at that scale. `type` must outlive it.
[[nodiscard]] TooClose alongX(const Type& type, double mmPerUnit);
[[nodiscard]] TooClose alongY(const Type& type, double mmPerUnit);

/// A value on the vertical axis of its panel: log10, or a symmetric logarithm that is linear within ±1, where the panel
/// asks for it. NaN where a logarithm has no place for it.
[[nodiscard]] double onAxis(const CurvePanel& panel, double value);

/// @param width, height  of the plot, mm
[[nodiscard]] Axes mapAxes(const Type& type, const HeatmapPanel& map, double width, double height);
[[nodiscard]] Axes curveAxes(const Type& type, const CurvePanel& panel, double width, double height);

} // namespace pescope::figure
