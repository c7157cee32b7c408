// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/figure.h"
#include "ui/figure/type.h"

#include <QPointF>
#include <QRectF>
#include <QStringList>

namespace pescope::figure {

/// Lines of text, already broken to fit; `top` is the upper edge of the first line, all in millimetres.
struct TextBlock {
    TypeRole role = TypeRole::Axis;
    QStringList lines;
    double left = 0, top = 0, width = 0;
    bool centred = false;
    bool right = false; ///< set to the right edge
};

/// A tick with its label; `at` is its place along the axis on the page in millimetres.
struct Tick {
    double at = 0;
    QString label;
};

struct LegendEntry {
    std::size_t curve = 0;
    QRectF sample; ///< the line is drawn through its middle
    TextBlock label;
};

/// Where the parts of one panel stand on the page, in millimetres from its upper left corner.
struct PanelPlace {
    QRectF area; ///< everything that belongs to the panel
    QRectF plot; ///< inside the frame
    QString letter; ///< set in bold beside the title; empty: none
    TextBlock title, subtitle;
    std::vector<Tick> xTicks, yTicks;
    bool xTurned = false; ///< labels of the horizontal axis stand upright
    double yLabelWidth = 0; ///< widest label of the vertical axis
    TextBlock xTitle;
    QStringList yTitle; ///< turned, centred on the plot
    double yTitleLeft = 0;
    std::vector<LegendEntry> legend;
    std::vector<TextBlock> cells; ///< of a table, head first; labels of a grid
    std::vector<QRectF> maps; ///< of a grid
    std::vector<double> rules; ///< of a table: lines across the plot
    double x0 = 0, x1 = 1, y0 = 0, y1 = 1; ///< range of a curve panel's axes (`onAxis`)
};

struct BarPlace {
    int index = 0; ///< into Figure::colourBars
    QRectF bar; ///< without the arrows
    std::vector<Tick> ticks;
    TextBlock title;
};

struct Layout {
    QSizeF size;
    double contentHeight = 0; ///< mm; above that of the size where a height was asked for that is too small
    std::vector<PanelPlace> panels; ///< one per panel of the figure
    std::vector<BarPlace> bars;
};

inline constexpr double kTickLength = 0.8; ///< mm
inline constexpr double kLabelGap = 0.6; ///< mm between a tick and its label
inline constexpr double kArrowLength = 2.4; ///< mm, at a clipped end of a colour bar

/// True where every plot keeps its least width of 10 mm beside its labels.
[[nodiscard]] bool fitsWidth(const Layout& layout);

/// "(a)" of the first panel, and so on; empty where panels have none or the letters of their sources.
[[nodiscard]] QString panelLetter(Letters letters, std::size_t index);

/// Everything that `paint` needs to know about places; needs a QGuiApplication (fonts).
[[nodiscard]] Layout layOut(const Figure& figure);

} // namespace pescope::figure
