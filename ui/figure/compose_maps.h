// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/compose.h"

namespace pescope::figure {

/// A map, or a part of it, on its way into a figure.
struct MapPanel {
    proximity::SharedProximity map;
    QString title, subtitle;
    QString rowTitle, columnTitle;
    Index firstRowLabel = 0, firstColumnLabel = 0;
    Index tileRows = 0, tileColumns = 0; ///< as in HeatmapPanel
    QStringList rowLabels, columnLabels; ///< of all rows and columns, in place of numbers; empty: numbers
    Index row0 = 0, row1 = 0, column0 = 0, column1 = 0; ///< cells that are shown, half open
    int scale = 0; ///< index into MapsRequest::scales
    std::optional<raster::Scale> ranks; ///< of its own values, in place of that scale's; the colour bar is the same
};

struct MapScale {
    raster::Scale scale;
    const raster::Colormap* map = nullptr;
    QString title;
};

/// Maps side by side with the scales that they share or have alone; nothing about where they come from.
struct MapsRequest {
    std::vector<MapPanel> panels;
    std::vector<MapScale> scales; ///< a colour bar each
    double widthMm = 84, heightMm = 0, dpi = 300, fontPt = 8;
    int panelColumns = 0; ///< 0: chosen
    bool pixels = false; ///< for PNG, as in FigureRequest
    bool keepNumbers = false; ///< Composed::pictures
    QString meanNote = QStringLiteral("mean of %1 × %2 cells"); ///< under the title of a map that is averaged
    QString description;
};

/// Draws the pictures at cell resolution, or as means where there are too many cells, said under the title.
/// Errors: those of Proximity. Cancel points as Proximity.
[[nodiscard]] Result<Composed> composeMaps(const MapsRequest& request, const JobContext& job = {});

/// Pixels a side that a picture in a file has at most; of an averaged one in a PNG.
inline constexpr Index kMostCells = 1024, kMostPixels = 2048;

} // namespace pescope::figure
