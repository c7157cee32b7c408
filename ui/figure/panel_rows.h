// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/figure.h"

namespace pescope::figure {

inline constexpr double kMargin = 1.5; ///< mm around the page
inline constexpr double kColumnGap = 3; ///< mm

/// Panels side by side.
struct RowOfPanels {
    std::size_t first = 0, end = 0;
    int columns = 1; ///< that the width is divided into; the last row of several may fill fewer
};

/// Maps stand beside maps and curves beside curves: a chart among maps would be too narrow to read.
[[nodiscard]] std::vector<RowOfPanels> rowsOf(const Figure& figure);

} // namespace pescope::figure
