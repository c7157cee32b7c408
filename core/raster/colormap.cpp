// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/raster/colormap.h"

#include "core/raster/colormap_data.h"

#include <algorithm>

namespace pescope::raster {

namespace {

constexpr Colormap oneSided(std::string_view name, std::string_view licence, const std::array<Rgba, 256>& colours)
{
    // a middle grey would be lost in cividis, which runs through it
    return {.name = name,
            .licence = licence,
            .diverging = false,
            .colours = colours,
            .below = 0xFF8FD3FF,
            .above = 0xFFFF5D3A,
            .notFinite = 0xFFC8C8C8};
}

constexpr Colormap twoSided(std::string_view name, std::string_view licence, const std::array<Rgba, 256>& colours)
{
    return {.name = name,
            .licence = licence,
            .diverging = true,
            .colours = colours,
            .below = 0xFF00B3A4,
            .above = 0xFFF2B200,
            .notFinite = 0xFF8A8A8A};
}

constexpr std::array kMaps = {
    oneSided("cividis", "Nuñez, Anderton and Renslow 2018, CC0 1.0", data::kCividis),
    oneSided("viridis", "BIDS colormap project, CC0 1.0", data::kViridis),
    oneSided("magma", "BIDS colormap project, CC0 1.0", data::kMagma),
    twoSided("rdbu", "ColorBrewer RdBu by Cynthia Brewer, reversed, Apache 2.0", data::kRdbu),
    twoSided("bwr", "PEScope, GPL-3.0-or-later", data::kBwr),
};

constexpr std::size_t kDefaultDiverging = 3;
static_assert(kMaps[kDefaultDiverging].name == "rdbu");

} // namespace

std::span<const Colormap> colormaps()
{
    return kMaps;
}

const Colormap* findColormap(std::string_view name)
{
    const auto* const found = std::ranges::find(kMaps, name, &Colormap::name);
    return found == kMaps.end() ? nullptr : found;
}

const Colormap& defaultColormap()
{
    return kMaps.front();
}

const Colormap& defaultDiverging()
{
    return kMaps[kDefaultDiverging];
}

} // namespace pescope::raster
