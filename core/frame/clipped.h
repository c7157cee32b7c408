// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frame/composer_cache.h"
#include "core/raster/rasterise.h"

namespace pescope::frame {

/// What share of all cells of a map lies below and above a colour scale, and is not finite: of the numbers themselves,
/// so that it does not depend on the size of a window, whose pixels are means of cells. Off the diagonal from the
/// sample of the map (exact where that is), the diagonal from at most 4096 of its cells. O(sample + 4096 D) once, then
/// O(sample).
[[nodiscard]] Result<ClippedShares> clippedShares(Derived& shown, const raster::Scale& scale, const JobContext& job);

} // namespace pescope::frame
