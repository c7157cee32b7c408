// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/axes.h"
#include "ui/figure/canvas.h"
#include "ui/figure/layout.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace pescope::figure {

namespace {

// Paper, whatever the screen's theme is.
const QColor kInk(0x1A, 0x21, 0x2B);
const QColor kSecondInk(0x4D, 0x58, 0x66);
const QColor kAxisInk(0x5F, 0x6A, 0x78);
const QColor kGrid(0xE3, 0xE7, 0xEB);
constexpr double kFrameMm = 0.18;
constexpr double kPartingShare = 0.06;
constexpr double kPartingMm = 0.2; ///< between the small maps of a grid of grids
constexpr double kCurveMm = 0.32;
constexpr std::size_t kColumnsOfCurve = 1500; ///< more points than that are drawn by their extremes

void drawBlock(Canvas& canvas, const Type& type, const TextBlock& block, const QColor& colour)
{
    double baseline = block.top + type.ascentMm(block.role);
    for (const QString& line : block.lines) {
        const double spare = block.width - type.widthMm(block.role, line);
        const double shift = block.centred ? spare / 2 : block.right ? spare : 0;
        if (!line.isEmpty())
            canvas.text(block.role, block.left + shift, baseline, line, colour);
        baseline += type.lineMm(block.role);
    }
}

void drawTicksBelow(Canvas& canvas, const Type& type, double yMm, const std::vector<Tick>& ticks)
{
    for (const Tick& tick : ticks) {
        canvas.fill(QRectF(tick.at - kFrameMm / 2, yMm, kFrameMm, kTickLength), kAxisInk);
        canvas.text(TypeRole::Tick, tick.at - type.widthMm(TypeRole::Tick, tick.label) / 2,
                    yMm + kTickLength + kLabelGap + type.ascentMm(TypeRole::Tick) * 0.92, tick.label, kInk);
    }
}

/// Labels that end below their tick.
void drawTurnedTicks(Canvas& canvas, const Type& type, double yMm, const std::vector<Tick>& ticks)
{
    const double middle = 0.36 * type.pointSize(TypeRole::Tick) * kUnitsPerPoint / kUnitsPerMm;
    for (const Tick& tick : ticks) {
        canvas.fill(QRectF(tick.at - kFrameMm / 2, yMm, kFrameMm, kTickLength), kAxisInk);
        canvas.turnedText(TypeRole::Tick, tick.at + middle,
                          yMm + kTickLength + kLabelGap + type.widthMm(TypeRole::Tick, tick.label) / 2, tick.label,
                          kInk);
    }
}

void drawAxes(Canvas& canvas, const Type& type, const PanelPlace& place)
{
    canvas.frame(place.plot, kFrameMm, kAxisInk);
    if (place.xTurned)
        drawTurnedTicks(canvas, type, place.plot.bottom(), place.xTicks);
    else
        drawTicksBelow(canvas, type, place.plot.bottom(), place.xTicks);
    const double digitHeight = 0.73 * type.pointSize(TypeRole::Tick) * kUnitsPerPoint / kUnitsPerMm;
    for (const Tick& tick : place.yTicks) {
        canvas.fill(QRectF(place.plot.left() - kTickLength, tick.at - kFrameMm / 2, kTickLength, kFrameMm), kAxisInk);
        canvas.text(TypeRole::Tick,
                    place.plot.left() - kTickLength - kLabelGap - type.widthMm(TypeRole::Tick, tick.label),
                    tick.at + digitHeight / 2, tick.label, kInk);
    }
    drawBlock(canvas, type, place.xTitle, kInk);
    double baseline = place.yTitleLeft + type.ascentMm(TypeRole::Axis);
    for (const QString& line : place.yTitle) {
        canvas.turnedText(TypeRole::Axis, baseline, place.plot.center().y(), line, kInk);
        baseline += type.lineMm(TypeRole::Axis);
    }
}

void drawHead(Canvas& canvas, const Type& type, const PanelPlace& place)
{
    if (!place.letter.isEmpty())
        canvas.text(TypeRole::Letter, place.area.left(), place.title.top + type.ascentMm(TypeRole::Title), place.letter,
                    kInk);
    drawBlock(canvas, type, place.title, kInk);
    drawBlock(canvas, type, place.subtitle, kSecondInk);
}

/// Pieces of a curve between values that are missing, in units on the page. A curve with more points than a printer
/// has dots keeps the extremes of every column.
std::vector<QPolygonF> pieces(const PanelPlace& place, const CurvePanel& panel, const std::vector<double>& x,
                              const std::vector<double>& y)
{
    std::vector<QPolygonF> result;
    const std::size_t count = std::min(x.size(), y.size());
    const auto point = [&](std::size_t k) {
        const double value = onAxis(panel, y[k]);
        const double across = (x[k] - place.x0) / (place.x1 - place.x0);
        const double up = (value - place.y0) / (place.y1 - place.y0);
        return QPointF(place.plot.left() + across * place.plot.width(), place.plot.bottom() - up * place.plot.height())
            * kUnitsPerMm;
    };
    const auto add = [&](std::size_t k, bool& open) {
        const QPointF at = point(k);
        if (!std::isfinite(at.x()) || !std::isfinite(at.y())) {
            open = false;
            return;
        }
        if (!open)
            result.emplace_back();
        open = true;
        result.back().append(at);
    };
    bool open = false;
    const std::size_t bucket = count > 2 * kColumnsOfCurve ? (count + kColumnsOfCurve - 1) / kColumnsOfCurve : 1;
    for (std::size_t start = 0; start < count; start += bucket) {
        const std::size_t end = std::min(count, start + bucket);
        if (bucket == 1) {
            add(start, open);
            continue;
        }
        std::size_t least = start;
        std::size_t most = start;
        bool missing = false;
        for (std::size_t k = start; k < end; ++k) {
            missing = missing || !std::isfinite(y[k]);
            least = y[k] < y[least] ? k : least;
            most = y[k] > y[most] ? k : most;
        }
        add(std::min(least, most), open);
        if (least != most)
            add(std::max(least, most), open);
        if (missing)
            open = false;
    }
    return result;
}

void drawCurves(Canvas& canvas, const CurvePanel& panel, const PanelPlace& place)
{
    QPainter& painter = canvas.painter();
    for (const Tick& tick : place.yTicks)
        canvas.fill(QRectF(place.plot.left(), tick.at - 0.05, place.plot.width(), 0.1), kGrid);
    if (place.y0 < 0 && place.y1 > 0 && !panel.logY) {
        const double zero = place.plot.bottom() + place.y0 / (place.y1 - place.y0) * place.plot.height();
        canvas.fill(QRectF(place.plot.left(), zero - 0.06, place.plot.width(), 0.12), QColor(0xB8, 0xBF, 0xC8));
    }
    for (const CurvePanel::Span& span : panel.spans) {
        const auto across = [&](double x) {
            const double share = std::clamp((x - place.x0) / (place.x1 - place.x0), 0.0, 1.0);
            return place.plot.left() + share * place.plot.width();
        };
        canvas.fill(QRectF(QPointF(across(span.from), place.plot.top()), QPointF(across(span.to), place.plot.bottom())),
                    span.colour);
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    for (const CurvePanel::Curve& curve : panel.curves) {
        if (curve.low.empty() || curve.low.size() != curve.high.size())
            continue;
        const std::vector<QPolygonF> below = pieces(place, panel, curve.x, curve.low);
        const std::vector<QPolygonF> above = pieces(place, panel, curve.x, curve.high);
        QColor wash = curve.colour;
        wash.setAlphaF(0.18F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(wash);
        for (std::size_t k = 0; k < std::min(below.size(), above.size()); ++k) {
            QPolygonF band = below[k];
            std::for_each(above[k].rbegin(), above[k].rend(), [&](const QPointF& at) { band.append(at); });
            painter.drawPolygon(band);
        }
    }
    for (const CurvePanel::Curve& curve : panel.curves) {
        QPen pen(curve.colour, kCurveMm * kUnitsPerMm);
        pen.setJoinStyle(Qt::RoundJoin);
        pen.setCapStyle(Qt::FlatCap);
        if (!curve.dashes.isEmpty())
            pen.setDashPattern(curve.dashes);
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        for (const QPolygonF& piece : pieces(place, panel, curve.x, curve.y)) {
            if (piece.size() > 1 && !curve.points) {
                painter.drawPolyline(piece);
                continue;
            }
            painter.setPen(Qt::NoPen);
            painter.setBrush(curve.colour);
            for (const QPointF& at : piece)
                painter.drawEllipse(at, kCurveMm * kUnitsPerMm, kCurveMm * kUnitsPerMm);
            painter.setPen(pen);
            painter.setBrush(Qt::NoBrush);
        }
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void drawLegend(Canvas& canvas, const Type& type, const CurvePanel& panel, const PanelPlace& place)
{
    QPainter& painter = canvas.painter();
    for (const LegendEntry& entry : place.legend) {
        const CurvePanel::Curve& curve = panel.curves[entry.curve];
        QPen pen(curve.colour, kCurveMm * kUnitsPerMm);
        pen.setCapStyle(Qt::FlatCap);
        if (!curve.dashes.isEmpty())
            pen.setDashPattern(curve.dashes);
        painter.setPen(pen);
        painter.setRenderHint(QPainter::Antialiasing, true);
        const double y = entry.sample.center().y();
        if (curve.points) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(curve.colour);
            painter.drawEllipse(entry.sample.center() * kUnitsPerMm, kCurveMm * kUnitsPerMm, kCurveMm * kUnitsPerMm);
            painter.setBrush(Qt::NoBrush);
        } else {
            painter.drawLine(QPointF(entry.sample.left(), y) * kUnitsPerMm,
                             QPointF(entry.sample.right(), y) * kUnitsPerMm);
        }
        painter.setRenderHint(QPainter::Antialiasing, false);
        drawBlock(canvas, type, entry.label, kInk);
    }
}

/// White lines between the small maps of a grid of grids.
void drawPartings(Canvas& canvas, const HeatmapPanel& map, const QRectF& plot)
{
    if (map.tileRows == 0)
        return;
    const double smallest =
        std::min(plot.height() / (map.view.row1 - map.view.row0) * static_cast<double>(map.tileRows),
                 plot.width() / (map.view.col1 - map.view.col0) * static_cast<double>(map.tileColumns));
    const double parting = std::min(kPartingMm, kPartingShare * smallest); // finer where the maps are small
    const auto between = [](tables::Index side, double from, double to, const auto& draw) {
        for (tables::Index edge = side; side > 0 && static_cast<double>(edge) < to; edge += side)
            if (static_cast<double>(edge) > from)
                draw((static_cast<double>(edge) - from) / (to - from));
    };
    between(map.tileRows, map.view.row0, map.view.row1, [&](double at) {
        canvas.fill(QRectF(plot.left(), plot.top() + at * plot.height() - parting / 2, plot.width(), parting),
                    Qt::white);
    });
    between(map.tileColumns, map.view.col0, map.view.col1, [&](double at) {
        canvas.fill(QRectF(plot.left() + at * plot.width() - parting / 2, plot.top(), parting, plot.height()),
                    Qt::white);
    });
}

void drawMaps(Canvas& canvas, const GridPanel& panel, const PanelPlace& place)
{
    for (std::size_t k = 0; k < place.maps.size(); ++k) {
        canvas.image(place.maps[k], panel.cells[k]);
        canvas.frame(place.maps[k], kFrameMm, kAxisInk);
    }
}

/// Rules and cells; of a grid its labels.
void drawTable(Canvas& canvas, const Type& type, const PanelPlace& place)
{
    for (const double y : place.rules)
        canvas.fill(QRectF(place.plot.left(), y - kFrameMm / 2, place.plot.width(), kFrameMm), kAxisInk);
    for (const TextBlock& cell : place.cells)
        drawBlock(canvas, type, cell, kInk);
}

void drawArrow(Canvas& canvas, const QRectF& bar, bool right, raster::Rgba colour)
{
    const QRectF place = canvas.snapped(bar);
    const double edge = right ? place.right() + kFrameMm : place.left() - kFrameMm;
    const double tip = edge + (right ? kArrowLength - kFrameMm : kFrameMm - kArrowLength);
    QPolygonF triangle;
    for (const QPointF& at :
         {QPointF(edge, place.top()), QPointF(tip, place.center().y()), QPointF(edge, place.bottom())})
        triangle.append(at * kUnitsPerMm);
    QPainter& painter = canvas.painter();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(kAxisInk, kFrameMm * kUnitsPerMm, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter.setBrush(QColor::fromRgb(colour));
    painter.drawPolygon(triangle);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void drawBar(Canvas& canvas, const Type& type, const FigureColourBar& bar, const BarPlace& place)
{
    const raster::Colormap& map = bar.map ? *bar.map : raster::defaultColormap();
    const std::size_t count = map.colours.size();
    // Each colour reaches to the end of the bar and the next one is laid over it: no seam can show between two.
    const bool one = !bar.scale.ranks && !(bar.scale.high > bar.scale.low);
    for (std::size_t k = 0; k < count; ++k) {
        const double from = place.bar.left() + place.bar.width() * static_cast<double>(k) / static_cast<double>(count);
        const raster::Rgba colour = one ? raster::colourOf(bar.scale.low, bar.scale, map) : map.colours[k];
        canvas.fill(QRectF(QPointF(from, place.bar.top()), place.bar.bottomRight()), QColor::fromRgb(colour));
        if (one)
            break;
    }
    canvas.frame(place.bar, kFrameMm, kAxisInk);
    if (bar.arrowBelow)
        drawArrow(canvas, place.bar, false, map.below);
    if (bar.arrowAbove)
        drawArrow(canvas, place.bar, true, map.above);
    drawTicksBelow(canvas, type, place.bar.bottom(), place.ticks);
    drawBlock(canvas, type, place.title, kInk);
}

} // namespace

void paint(QPainter& painter, const Figure& figure, double pixelsPerMm)
{
    const Layout layout = layOut(figure);
    const Type type(figure.fontPt, figure.family);
    Canvas canvas(painter, type, pixelsPerMm);
    if (!figure.transparent)
        canvas.fill(QRectF(QPointF(0, 0), layout.size), Qt::white);
    for (std::size_t k = 0; k < layout.panels.size(); ++k) {
        const PanelPlace& place = layout.panels[k];
        drawHead(canvas, type, place);
        if (const auto* map = std::get_if<HeatmapPanel>(&figure.panels[k])) {
            canvas.image(place.plot, map->image);
            drawPartings(canvas, *map, place.plot);
        } else if (const auto* panel = std::get_if<CurvePanel>(&figure.panels[k])) {
            drawCurves(canvas, *panel, place);
            drawLegend(canvas, type, *panel, place);
        } else {
            if (const auto* grid = std::get_if<GridPanel>(&figure.panels[k]))
                drawMaps(canvas, *grid, place);
            drawTable(canvas, type, place);
            continue;
        }
        drawAxes(canvas, type, place);
    }
    for (const BarPlace& place : layout.bars)
        drawBar(canvas, type, figure.colourBars[static_cast<std::size_t>(place.index)], place);
}

} // namespace pescope::figure
