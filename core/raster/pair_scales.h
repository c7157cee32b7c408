// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/raster/rasterise.h"

#include <vector>

namespace pescope::raster {

/// One scale for maps of one quantity, so that they can be compared: from their least value, 0 at most, to their
/// largest; a millionth of that wider, so that the ends stay inside when they are rounded to float. Maps without a
/// value: 0 … 1e-9. O(cells).
[[nodiscard]] Scale commonScale(const std::vector<const tables::MatrixD*>& maps);

struct DifferenceScale {
    Scale scale; ///< symmetric about 0
    bool clipped = false; ///< some cells lie beyond
};

/// The scale of a difference of two maps. In a map of more than 64 × 64 cells one pair would take the colours from all
/// others: one cell in a thousand may lie beyond its ends. O(cells).
[[nodiscard]] DifferenceScale differenceScale(const tables::MatrixD& difference);

} // namespace pescope::raster
