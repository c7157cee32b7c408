// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace pescope::raster {

/// 0xAARRGGBB, opaque; the format of a 32-bit RGB picture on every platform of Qt.
using Rgba = std::uint32_t;

/// 256 colours from low to high. The diverging ones are drawn symmetric about 0; entries 127 and 128 both are their
/// middle colour, so that 0 has it on a symmetric scale whatever the rounding.
struct Colormap {
    std::string_view name; ///< "cividis", "viridis", "magma", "rdbu", "bwr"
    std::string_view licence; ///< where its numbers come from
    bool diverging = false;
    std::array<Rgba, 256> colours{};
    Rgba below = 0, above = 0; ///< end colours for clipped cells: unlike every colour of the map
    Rgba notFinite = 0; ///< NaN cells: grey, unlike every colour of the map
};

[[nodiscard]] std::span<const Colormap> colormaps();
[[nodiscard]] const Colormap* findColormap(std::string_view name); ///< null if unknown
[[nodiscard]] const Colormap& defaultColormap(); ///< cividis
[[nodiscard]] const Colormap& defaultDiverging(); ///< rdbu (blue – white – red)

} // namespace pescope::raster
