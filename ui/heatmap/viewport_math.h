// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/proximity.h"

namespace pescope::ui {

/// A matrix as the plot sees it. The plot is square, so the whole matrix always fills it and a zoomed view keeps the
/// matrix's aspect: its share of the rows is its share of the columns.
struct MatrixSize {
    tables::Index rows = 0, columns = 0;
    [[nodiscard]] bool empty() const { return rows <= 0 || columns <= 0; }
};

inline constexpr double kFewestCells = 4; ///< across, at the closest zoom

[[nodiscard]] proximity::Viewport wholeView(MatrixSize size);
/// Moved and scaled so that it lies inside the matrix, keeps its aspect and shows at least kFewestCells across.
[[nodiscard]] proximity::Viewport clampedView(const proximity::Viewport& view, MatrixSize size);
/// Sides divided by `factor`; the point (row, column) keeps its place in the plot unless an edge is in the way.
[[nodiscard]] proximity::Viewport zoomedView(const proximity::Viewport& view, MatrixSize size, double factor,
                                             double row, double column);
[[nodiscard]] proximity::Viewport pannedView(const proximity::Viewport& view, MatrixSize size, double rows,
                                             double columns);
/// The smallest allowed view around the rectangle between two points.
[[nodiscard]] proximity::Viewport regionView(MatrixSize size, double row0, double column0, double row1, double column1);
/// Moved as little as possible so that the cell is inside.
[[nodiscard]] proximity::Viewport revealingView(const proximity::Viewport& view, MatrixSize size, tables::Index row,
                                                tables::Index column);

} // namespace pescope::ui
