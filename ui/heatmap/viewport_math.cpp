// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/heatmap/viewport_math.h"

#include <algorithm>
#include <cmath>

namespace pescope::ui {

using proximity::Viewport;

namespace {

/// A view of `share` of the matrix whose corner is as near to (row0, col0) as the edges allow.
Viewport placed(MatrixSize size, double share, double row0, double col0)
{
    const auto rows = static_cast<double>(size.rows);
    const auto columns = static_cast<double>(size.columns);
    const double height = share * rows;
    const double width = share * columns;
    Viewport view;
    view.row0 = std::clamp(row0, 0.0, rows - height);
    view.row1 = share >= 1 ? rows : view.row0 + height;
    view.col0 = std::clamp(col0, 0.0, columns - width);
    view.col1 = share >= 1 ? columns : view.col0 + width;
    return view;
}

double allowedShare(MatrixSize size, double share)
{
    const auto fewest = static_cast<double>(std::min(size.rows, size.columns));
    return std::clamp(share, std::min(1.0, kFewestCells / fewest), 1.0);
}

double shareOf(const Viewport& view, MatrixSize size)
{
    return std::max((view.row1 - view.row0) / static_cast<double>(size.rows),
                    (view.col1 - view.col0) / static_cast<double>(size.columns));
}

} // namespace

Viewport wholeView(MatrixSize size)
{
    return {.row0 = 0, .row1 = static_cast<double>(size.rows), .col0 = 0, .col1 = static_cast<double>(size.columns)};
}

Viewport clampedView(const Viewport& view, MatrixSize size)
{
    return zoomedView(view, size, 1, (view.row0 + view.row1) / 2, (view.col0 + view.col1) / 2);
}

Viewport zoomedView(const Viewport& view, MatrixSize size, double factor, double row, double column)
{
    if (size.empty() || !(factor > 0))
        return view;
    const double share = allowedShare(size, shareOf(view, size) / factor);
    const double down = (row - view.row0) / (view.row1 - view.row0);
    const double right = (column - view.col0) / (view.col1 - view.col0);
    return placed(size, share, row - down * share * static_cast<double>(size.rows),
                  column - right * share * static_cast<double>(size.columns));
}

Viewport pannedView(const Viewport& view, MatrixSize size, double rows, double columns)
{
    if (size.empty())
        return view;
    return placed(size, allowedShare(size, shareOf(view, size)), view.row0 + rows, view.col0 + columns);
}

Viewport regionView(MatrixSize size, double row0, double column0, double row1, double column1)
{
    if (size.empty())
        return {};
    const Viewport region{.row0 = std::min(row0, row1),
                          .row1 = std::max(row0, row1),
                          .col0 = std::min(column0, column1),
                          .col1 = std::max(column0, column1)};
    const double share = allowedShare(size, shareOf(region, size));
    return placed(size, share, (row0 + row1 - share * static_cast<double>(size.rows)) / 2,
                  (column0 + column1 - share * static_cast<double>(size.columns)) / 2);
}

Viewport revealingView(const Viewport& view, MatrixSize size, tables::Index row, tables::Index column)
{
    const auto shift = [](double from, double to, double cell) {
        return cell < from ? cell - from : cell + 1 > to ? cell + 1 - to : 0.0;
    };
    return pannedView(view, size, shift(view.row0, view.row1, static_cast<double>(row)),
                      shift(view.col0, view.col1, static_cast<double>(column)));
}

} // namespace pescope::ui
