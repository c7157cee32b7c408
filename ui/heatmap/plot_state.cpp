// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/heatmap/plot_state.h"

#include "ui/heatmap/ticks.h"

#include <QFontMetrics>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace pescope::ui {

namespace {

constexpr int kGap = 4;
constexpr int kStripGap = 12;
constexpr int kTriangleRoom = 12;
constexpr int kSmallestPlot = 48;

int down(int value, int grid)
{
    return value / grid * grid;
}

} // namespace

qreal PlotState::textScale() const
{
    if (!widget)
        return 1;
    return std::max(1.0, QFontInfo(widget->font()).pointSizeF() / Theme::font(TextSize::Body).pointSizeF());
}

QFont PlotState::axisFont() const
{
    QFont font = Theme::font(TextSize::Axis);
    font.setPointSizeF(font.pointSizeF() * textScale());
    return font;
}

QSizeF PlotState::cellPixels() const
{
    return {geometry.plot.width() / (view.col1 - view.col0), geometry.plot.height() / (view.row1 - view.row0)};
}

QPointF PlotState::positionOf(double row, double column) const
{
    const QSizeF cell = cellPixels();
    return {geometry.plot.x() + (column - view.col0) * cell.width(),
            geometry.plot.y() + (row - view.row0) * cell.height()};
}

double PlotState::rowAt(qreal y) const
{
    return view.row0 + (y - geometry.plot.y()) / cellPixels().height();
}

double PlotState::columnAt(qreal x) const
{
    return view.col0 + (x - geometry.plot.x()) / cellPixels().width();
}

std::optional<Cell> PlotState::cellAt(QPointF position) const
{
    const QRectF plot(geometry.plot);
    if (size().empty() || position.x() < plot.left() || position.x() >= plot.right() || position.y() < plot.top()
        || position.y() >= plot.bottom())
        return std::nullopt;
    const Cell cell{.row = static_cast<Index>(std::floor(rowAt(position.y()))),
                    .column = static_cast<Index>(std::floor(columnAt(position.x())))};
    if (cell.row < 0 || cell.column < 0 || cell.row >= picture.rows || cell.column >= picture.columns)
        return std::nullopt;
    return cell;
}

QRectF PlotState::rectOf(const proximity::Viewport& cells) const
{
    return {positionOf(cells.row0, cells.col0), positionOf(cells.row1, cells.col1)};
}

PlotGeometry plotGeometry(const PlotState& state, QSize size, qreal devicePixelRatio)
{
    const QFontMetrics metrics(state.axisFont());
    const auto widest = [&](Index cells, Index firstLabel) {
        return std::max(metrics.horizontalAdvance(positionText(firstLabel)),
                        metrics.horizontalAdvance(positionText(firstLabel + std::max<Index>(cells - 1, 0))));
    };
    const int titleHeight = metrics.height();
    const bool hasStrip = state.strip.norms && !state.strip.norms->empty();
    const int left = (state.rowTitle.isEmpty() ? 0 : titleHeight + 2 * kGap) + kGap + kTick
        + widest(state.picture.rows, state.picture.firstRowLabel);
    const int halfLabel = widest(state.picture.columns, state.picture.firstColumnLabel) / 2 + 2;
    const int top = metrics.height() / 2 + 1;
    const int bottom = kTick + metrics.height() + (state.columnTitle.isEmpty() && !hasStrip ? 0 : titleHeight) + 2;

    const int freeHeight = size.height() - top - bottom;
    const int freeWidth = size.width() - left;
    int stripWidth = 0;
    int right = halfLabel;
    if (hasStrip) {
        stripWidth = std::clamp(std::min(freeWidth, freeHeight) / 6, 28, 60);
        right = std::max(kStripGap, halfLabel) + stripWidth + kTriangleRoom;
    }
    // whole device pixels at 125 % or 150 % as well
    const int grid = devicePixelRatio == std::floor(devicePixelRatio) ? 1 : 4;
    const int side = std::max(kSmallestPlot, down(std::min(freeWidth - right, freeHeight), grid));

    PlotGeometry geometry;
    const int spare = std::max(0, size.width() - left - side - right);
    const int x = down(left + spare / 2 + grid - 1, grid);
    const int y = down(top + grid - 1, grid);
    geometry.plot = QRect(x, y, side, side);
    if (hasStrip)
        geometry.strip = QRect(x + side + std::max(kStripGap, halfLabel), y, stripWidth, side);
    geometry.rowTitleX = x - left + titleHeight / 2;
    geometry.columnTitleY = y + side + kTick + metrics.height();
    return geometry;
}

} // namespace pescope::ui
