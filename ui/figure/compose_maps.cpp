// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/compose_maps.h"

#include "ui/figure/compose_parts.h"
#include "ui/figure/layout.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace pescope::figure {

namespace {

/// One map while the figure grows.
struct Map {
    proximity::SharedProximity proximity;
    Index row0 = 0, row1 = 0, col0 = 0, col1 = 0;
    int height = 0, width = 0; ///< of the picture
    [[nodiscard]] Index rows() const { return row1 - row0; }
    [[nodiscard]] Index columns() const { return col1 - col0; }
    [[nodiscard]] bool whole() const { return height == rows() && width == columns(); }
};

/// Pixels for n cells: one each up to `most`, else whole blocks of cells where they divide n.
int pictureLength(Index n, Index most)
{
    if (n <= most)
        return static_cast<int>(n);
    const Index least = (n + most - 1) / most;
    for (Index block = least; block <= 2 * least; ++block)
        if (n % block == 0)
            return static_cast<int>(n / block);
    return static_cast<int>(most);
}

QString cellsText(double cells)
{
    return QString::number(cells, 'g', 3);
}

QString meanNote(const MapsRequest& request, const Map& map)
{
    if (map.whole())
        return {};
    return request.meanNote.arg(cellsText(static_cast<double>(map.rows()) / map.height),
                                cellsText(static_cast<double>(map.columns()) / map.width));
}

Result<proximity::Image<float>> pictureOf(const Map& map, const JobContext& job)
{
    proximity::Image<float> picture{map.width, map.height, {}};
    picture.pixels.resize(static_cast<std::size_t>(map.width) * static_cast<std::size_t>(map.height));
    const auto narrow = [](double value) { return static_cast<float>(value); };
    if (map.whole()) {
        PESCOPE_TRY(cells, map.proximity->cells(map.row0, map.row1, map.col0, map.col1, job));
        std::transform(cells.data(), cells.data() + cells.size(), picture.pixels.begin(), narrow);
    } else {
        const proximity::Viewport view{static_cast<double>(map.row0), static_cast<double>(map.row1),
                                       static_cast<double>(map.col0), static_cast<double>(map.col1)};
        PESCOPE_TRY(means, map.proximity->imageExact(view, map.width, map.height, job));
        std::ranges::transform(means.pixels, picture.pixels.begin(), narrow);
    }
    return picture;
}

HeatmapPanel& panelOf(Figure& figure, std::size_t index)
{
    return std::get<HeatmapPanel>(figure.panels[index]);
}

void addNote(HeatmapPanel& panel, const QString& note)
{
    if (note.isEmpty())
        return;
    panel.subtitle += panel.subtitle.isEmpty() ? note : QChar(QChar::LineSeparator) + note;
}

/// Decides how many pixels each map has; in a PNG that depends on how large it is drawn, so it is laid out first.
void choosePictureSizes(const MapsRequest& request, std::vector<Map>& maps, Figure& figure)
{
    for (Map& map : maps) {
        map.height = pictureLength(map.rows(), kMostCells);
        map.width = pictureLength(map.columns(), kMostCells);
    }
    if (request.pixels) {
        Figure trial = figure;
        for (std::size_t k = 0; k < maps.size(); ++k)
            addNote(panelOf(trial, k), meanNote(request, maps[k]));
        const Layout layout = layOut(trial);
        for (std::size_t k = 0; k < maps.size(); ++k) {
            const auto pixels = [&](double from, double to) {
                return std::max<Index>(1,
                                       std::lround(to * request.dpi / 25.4) - std::lround(from * request.dpi / 25.4));
            };
            const QRectF& plot = layout.panels[k].plot;
            const auto length = [](Index cells, Index room) {
                return static_cast<int>(std::min({cells, room, kMostPixels}));
            };
            maps[k].height = length(maps[k].rows(), pixels(plot.top(), plot.bottom()));
            maps[k].width = length(maps[k].columns(), pixels(plot.left(), plot.right()));
        }
    }
    for (std::size_t k = 0; k < maps.size(); ++k)
        addNote(panelOf(figure, k), meanNote(request, maps[k]));
}

/// Panels with their texts and places, no pictures yet.
Figure emptyFigure(const MapsRequest& request)
{
    Figure figure;
    figure.widthMm = request.widthMm;
    figure.heightMm = request.heightMm;
    figure.dpi = request.dpi;
    figure.fontPt = request.fontPt;
    figure.columns = request.panelColumns;
    figure.description = request.description;
    for (const MapScale& scale : request.scales)
        figure.colourBars.push_back({scale.map, scale.scale, scale.title});
    for (const MapPanel& wanted : request.panels) {
        HeatmapPanel panel;
        panel.title = wanted.title;
        panel.subtitle = wanted.subtitle;
        panel.rowTitle = wanted.rowTitle;
        panel.columnTitle = wanted.columnTitle;
        panel.firstRowLabel = wanted.firstRowLabel;
        panel.firstColumnLabel = wanted.firstColumnLabel;
        panel.tileRows = wanted.tileRows;
        panel.tileColumns = wanted.tileColumns;
        panel.rowLabels = wanted.rowLabels.mid(wanted.row0, wanted.row1 - wanted.row0);
        panel.columnLabels = wanted.columnLabels.mid(wanted.column0, wanted.column1 - wanted.column0);
        panel.view = {static_cast<double>(wanted.row0), static_cast<double>(wanted.row1),
                      static_cast<double>(wanted.column0), static_cast<double>(wanted.column1)};
        panel.colourBar = wanted.scale;
        figure.panels.emplace_back(std::move(panel));
    }
    return figure;
}

} // namespace

QImage imageOf(const raster::Raster& raster)
{
    QImage image(raster.width, raster.height, QImage::Format_RGB32);
    for (int y = 0; y < raster.height; ++y)
        std::memcpy(image.scanLine(y), raster.pixels.data() + static_cast<std::size_t>(y) * raster.width,
                    static_cast<std::size_t>(raster.width) * sizeof(raster::Rgba));
    return image;
}

Result<Composed> composeMaps(const MapsRequest& request, const JobContext& job)
{
    return runGuarded([&]() -> Result<Composed> {
        Composed result;
        result.figure = emptyFigure(request);
        std::vector<Map> maps;
        maps.reserve(request.panels.size());
        for (const MapPanel& panel : request.panels)
            maps.push_back({panel.map, panel.row0, panel.row1, panel.column0, panel.column1});
        choosePictureSizes(request, maps, result.figure);
        for (std::size_t k = 0; k < maps.size(); ++k) {
            HeatmapPanel& panel = panelOf(result.figure, k);
            const MapScale& scale = request.scales[static_cast<std::size_t>(panel.colourBar)];
            const Stopwatch watch;
            PESCOPE_TRY(picture, pictureOf(maps[k], job));
            const raster::Raster raster =
                raster::rasterise(picture, request.panels[k].ranks.value_or(scale.scale), *scale.map);
            panel.image = imageOf(raster);
            if (request.keepNumbers)
                result.pictures.push_back(picture);
            FigureColourBar& bar = result.figure.colourBars[static_cast<std::size_t>(panel.colourBar)];
            bar.arrowBelow = bar.arrowBelow || raster.shareBelow > 0;
            bar.arrowAbove = bar.arrowAbove || raster.shareAbove > 0;
            if (raster.shareNotFinite > 0)
                addNote(panel,
                        QStringLiteral("grey: %1 % of the cells are not finite")
                            .arg(100 * raster.shareNotFinite, 0, 'g', 2));
            result.drawn.push_back({panel.title.toStdString(), maps[k].proximity->method(), watch.milliseconds()});
        }
        return result;
    });
}

} // namespace pescope::figure
