// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/proximity.h"
#include "core/raster/colormap.h"

#include <memory>
#include <vector>

namespace pescope::raster {

/// From a value to a place on the colour map in [0, 1].
///
/// Linear: (v − low) / (high − low). Rank: the share of `ranks` up to v, so that every colour covers an equal area.
/// Values below low or above high are clipped and get the end colours; exactly low and high are inside. low ≤ high is
/// the caller's duty; where they are equal, that one value has the middle colour.
struct Scale {
    double low = 0, high = 1;
    std::shared_ptr<const std::vector<float>> ranks = nullptr; ///< 257 ascending quantiles; null: linear
    [[nodiscard]] double position(double value) const; ///< clipped values at 0 or 1; NaN for NaN
};

/// A finished picture with the share of its pixels that are clipped or not finite.
struct Raster {
    int width = 0, height = 0;
    std::vector<Rgba> pixels; ///< row-major from the top left
    double shareBelow = 0, shareAbove = 0, shareNotFinite = 0;
};

/// A place p in [0, 1] has colour min(255, ⌊256 p⌋) of the map. About 1 ns a pixel for a linear scale, a few for ranks.
/// @param image    NaN is painted with the map's own colour for it
[[nodiscard]] Raster rasterise(const proximity::Image<float>& image, const Scale& scale, const Colormap& map);

/// The colour of one value, as `rasterise` paints it.
[[nodiscard]] Rgba colourOf(double value, const Scale& scale, const Colormap& map);

} // namespace pescope::raster
