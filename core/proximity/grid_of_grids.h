// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/proximity.h"

#include <optional>
#include <utility>

namespace pescope::proximity {

/// The grid that the positions of a source lie on: patches of a picture, or of a window of it. Nothing for positions in
/// a line.
[[nodiscard]] std::optional<PatchGrid> patchGridOf(const encoding::Encoding& encoding);

/// S over patches as a grid of grids: at the place of each patch i = (y_i, x_i) a small map of S(i, ·), in which patch
/// j = (y_j, x_j) stands at its own place. Row y_i·height + y_j and column x_i·width + x_j hold S(i, j), so that a
/// picture has height² × width² cells. Tokens in front of the grid are in none of the small maps. The picture of
/// Dosovitskiy et al., "An Image is Worth 16x16 Words" (ICLR 2021), figure 7.
///
/// @param s  over all positions of the source, or over those that were not left out: a patch without a row is NaN
/// Cost once: S of all patches, 8 (height · width)² bytes.
/// Errors: Unsupported for maps over offsets and tables, and beyond kGridPositions patches; Shape where S has no patch.
[[nodiscard]] Result<SharedProximity> gridOfGrids(const SharedProximity& s, const PatchGrid& grid,
                                                  const JobContext& job = {});

/// Query i and key j of a cell of a grid of grids.
struct PatchPair {
    PatchGrid::Patch i, j;
};
[[nodiscard]] constexpr PatchPair patchesOf(const PatchGrid& grid, Index row, Index column)
{
    return {.i = {.y = row / grid.height, .x = column / grid.width},
            .j = {.y = row % grid.height, .x = column % grid.width}};
}

/// The other way: row and column of the cell that holds S(i, j), of patches i and j.
[[nodiscard]] constexpr std::pair<Index, Index> cellOf(const PatchGrid& grid, const PatchPair& pair)
{
    return {pair.i.y * grid.height + pair.j.y, pair.i.x * grid.width + pair.j.x};
}

/// Most patches of a grid of grids: 64 × 64.
inline constexpr Index kGridPositions = 4096;

} // namespace pescope::proximity
