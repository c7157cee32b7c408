// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/proximity/proximity.h"
#include "core/raster/rasterise.h"

#include <QColor>
#include <QImage>
#include <QSizeF>
#include <QString>
#include <QStringList>
#include <QVector>

#include <filesystem>
#include <variant>
#include <vector>

class QPainter;

namespace pescope::figure {

/// A heatmap in a figure: one image at cell resolution (or at a stated mean), axes in positions.
struct HeatmapPanel {
    QString title; ///< "A  Fixed sinusoid, 512 × 384"
    QString subtitle; ///< metric and whatever must be said: "mean of 1.6 × 1.6 cells"
    QImage image; ///< one pixel a cell, or the stated mean; drawn without smoothing
    proximity::Viewport view;
    QString rowTitle, columnTitle;
    tables::Index firstRowLabel = 0, firstColumnLabel = 0;
    /// Cells of each small map of a grid of grids: lines part the maps, and the axes count them. 0: one map.
    tables::Index tileRows = 0, tileColumns = 0;
    /// In place of numbers, one a cell of the view: tokens; those of the columns stand upright. Empty: numbers.
    QStringList rowLabels, columnLabels;
    int colourBar = 0; ///< index into Figure::colourBars
};

/// A curve chart in a figure, vector.
struct CurvePanel {
    struct Curve {
        QString label;
        QColor colour;
        QVector<qreal> dashes; ///< empty: solid
        std::vector<double> x, y;
        std::vector<double> low, high; ///< band; empty: none
        bool points = false; ///< a dot at each value in place of a line
    };
    /// A shaded part of the horizontal axis: where something falls.
    struct Span {
        double from = 0, to = 0;
        QColor colour;
    };
    QString title, xTitle, yTitle;
    QString subtitle; ///< second line under the title, as in HeatmapPanel
    std::vector<Curve> curves;
    std::vector<Span> spans; ///< behind the curves
    bool logY = false; ///< values that are not positive are left out
    double linearWithin = 0; ///< beyond ± that, decades: a symmetric logarithm; 0: none
};

/// A table in a figure: text between rules.
struct TablePanel {
    QString title, subtitle;
    std::vector<QStringList> lines; ///< the first one is the head; the first column is set left, the others right
};

/// Small maps in rows and columns, all on one colour scale: layers, heads.
struct GridPanel {
    QString title, subtitle;
    QString columnTitle; ///< of the numbers above the columns: "layer"
    QStringList rowLabels, columnLabels; ///< one each; empty: none
    int columns = 0; ///< where the width has no room for all, they go on below
    std::vector<QImage> cells; ///< row by row; a pixel is a cell of the small map, drawn without smoothing
    int colourBar = 0; ///< index into Figure::colourBars
};

using Panel = std::variant<HeatmapPanel, CurvePanel, TablePanel, GridPanel>;

/// How panels are called. A title like "B  Learned" begins with the letter of its source.
enum class Letters {
    OfSources, ///< as the titles say
    Parentheses, ///< (a), (b), … in reading order
    Lower, ///< a, b, …
    Upper, ///< A, B, …
    None
};

enum class Bars {
    Shared, ///< one for all panels of a scale, at the foot; under its panel where it is the only one
    Each, ///< under every panel
    None
};

struct FigureColourBar {
    const raster::Colormap* map = nullptr;
    raster::Scale scale;
    QString title; ///< metric with formula
    bool arrowBelow = false, arrowAbove = false; ///< values are clipped at that end
};

/// What is painted: panels in rows, colour bars, size in millimetres. A value; the same painter serves screen and
/// files.
struct Figure {
    double widthMm = 174;
    double heightMm = 0; ///< 0: from the content
    int columns = 0; ///< panels a row; 0: chosen
    double dpi = 300; ///< of PNG
    double fontPt = 8;
    QString family; ///< of the type; empty: Inter
    Letters letters = Letters::OfSources;
    Bars bars = Bars::Shared;
    bool titles = true, axes = true;
    bool transparent = false; ///< no white behind it
    std::vector<Panel> panels;
    std::vector<FigureColourBar> colourBars;
    QString description; ///< goes into the file's metadata
};

/// Size in millimetres after layout.
[[nodiscard]] QSizeF sizeMm(const Figure& figure);

/// Paints at `pixelsPerMm` from the painter's origin; white background, dark text whatever the screen's theme is.
void paint(QPainter& painter, const Figure& figure, double pixelsPerMm);

/// The bytes of an SVG, text as text.
[[nodiscard]] QByteArray svg(const Figure& figure);

/// PNG, SVG or PDF by extension, whole or not at all. PDF: fonts embedded, images lossless; SVG: text as text. Equal
/// figures give equal bytes: the only date is that of SOURCE_DATE_EPOCH, and without it there is none.
/// Errors: Unsupported extension; Io; Shape for a size that no page or picture can have; OutOfMemory.
[[nodiscard]] Status write(const Figure& figure, const std::filesystem::path& target);

} // namespace pescope::figure
