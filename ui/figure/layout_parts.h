// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/layout.h"

namespace pescope::figure {

/// Text broken to fit `width`.
[[nodiscard]] TextBlock textBlock(const Type& type, TypeRole role, const QString& text, double left, double top,
                                  double width, bool centred);
/// Height of a block as the page sees it, mm.
[[nodiscard]] double heightOf(const Type& type, const TextBlock& text);

/// Columns as wide as their widest cell, the first one with what is left; returns the lower edge.
double layTable(const Type& type, const TablePanel& panel, double top, PanelPlace& place);

/// Small maps of one size; where the width has no room for all columns, they go on below in equal parts. Returns the
/// lower edge. @param most  side of a small map, mm
double layGrid(const Type& type, const GridPanel& panel, double top, double most, PanelPlace& place);

} // namespace pescope::figure
