// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/proximity.h"

#include <span>

namespace pescope::proximity {

/// Positions that a map has as rows and as columns: min(rows, columns).
[[nodiscard]] Index squareSize(const Proximity& s);

/// The smallest squareSize() of several maps, so that they can be measured on the same positions; 0 of none.
[[nodiscard]] Index commonPositions(std::span<const SharedProximity> maps);

/// S over its first `positions` rows and columns, the map itself where it has no more; scale factors and means stay
/// those of the whole. Errors: Unsupported for a map that cannot be cut.
[[nodiscard]] Result<SharedProximity> leadingSquare(const SharedProximity& s, Index positions);

/// Cells of the first n rows and columns in float64. O(n² D), half of it for the products of one table, whose upper
/// half is the mirror of the lower one; cancel points per row block.
[[nodiscard]] Result<tables::MatrixD> squareCells(const Proximity& s, Index n, const JobContext& job = {});

} // namespace pescope::proximity
