// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tables/matrix.h"

#include <QString>

#include <functional>
#include <vector>

namespace pescope::ui {

/// A mark at the centre of a cell.
struct Tick {
    double at = 0; ///< in cells: k + 0.5 for cell k
    QString text;
};

/// "511", "−127", "131 072"
[[nodiscard]] QString positionText(tables::Index position);

/// Ticks of the cells whose centres lie in [from, to]: the first and the last of them always, between them the
/// multiples of a round interval (powers of two where the matrix's size suggests it, else 1-2-5), as many as fit.
/// @param cells       size of the whole matrix along this axis
/// @param firstLabel  label of cell 0
/// @param pixels      length of the axis
/// @param room        pixels that a label needs along the axis, gap included
[[nodiscard]] std::vector<Tick> cellTicks(double from, double to, tables::Index cells, tables::Index firstLabel,
                                          double pixels, const std::function<double(const QString&)>& room);

/// The same for a grid of grids: a tick in the middle of each small map, which has `side` cells, counted from 0.
[[nodiscard]] std::vector<Tick> tileTicks(double from, double to, tables::Index cells, tables::Index side,
                                          double pixels, const std::function<double(const QString&)>& room);

/// Round values in [from, to], at most `most` and at least two where there is room for them; for value axes.
[[nodiscard]] std::vector<double> valueTicks(double from, double to, int most);
/// Digits behind the point that ticks of this interval need.
[[nodiscard]] int tickDecimals(double interval);
/// "−0.5" with a fixed number of decimals and the true minus sign.
[[nodiscard]] QString tickText(double value, int decimals);

} // namespace pescope::ui
