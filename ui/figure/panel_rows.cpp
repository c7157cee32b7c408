// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/panel_rows.h"

#include <algorithm>

namespace pescope::figure {

namespace {

constexpr double kHeatmapLeast = 36; ///< width below which a further column is not opened
constexpr double kCurveLeast = 66;
constexpr double kTableRoom = 84;
constexpr double kGridLeast = 1e6; ///< one a row

int columnsOf(const Figure& figure, int count, double least)
{
    if (figure.columns > 0)
        return std::clamp(figure.columns, 1, std::max(1, count));
    const double room = figure.widthMm - 2 * kMargin + kColumnGap;
    const int most = std::clamp(static_cast<int>(room / (least + kColumnGap)), 1, std::max(1, count));
    const int rows = (count + most - 1) / most;
    return rows > 0 ? (count + rows - 1) / rows : 1; // rows of equal length as far as possible
}

double leastWidthOf(const Panel& panel)
{
    return std::holds_alternative<HeatmapPanel>(panel) ? kHeatmapLeast
        : std::holds_alternative<CurvePanel>(panel)    ? kCurveLeast
        : std::holds_alternative<TablePanel>(panel)    ? kTableRoom
                                                       : kGridLeast;
}

} // namespace

std::vector<RowOfPanels> rowsOf(const Figure& figure)
{
    std::vector<RowOfPanels> rows;
    const std::size_t count = figure.panels.size();
    for (std::size_t first = 0; first < count;) {
        std::size_t end = first + 1;
        while (end < count && figure.panels[end].index() == figure.panels[first].index())
            ++end;
        const int columns = columnsOf(figure, static_cast<int>(end - first), leastWidthOf(figure.panels[first]));
        for (; first < end; first += static_cast<std::size_t>(columns))
            rows.push_back({first, std::min(end, first + static_cast<std::size_t>(columns)), columns});
        first = end;
    }
    return rows;
}

} // namespace pescope::figure
