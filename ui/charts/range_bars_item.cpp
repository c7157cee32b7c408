// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/range_bars_item.h"

#include "ui/charts/label_layout.h"
#include "ui/theme/theme.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace pescope::ui::charts {

namespace {

constexpr double kDiamond = 6;

QPen solid(const QColor& colour, double width)
{
    QPen pen(colour, width, Qt::SolidLine, Qt::FlatCap);
    pen.setCosmetic(true);
    return pen;
}

void drawEnd(QPainter& painter, const BarRow& row, const BarEnd& end, double x, double reach)
{
    if (end.beyond) { // an arrow head: it goes on
        const double way = x >= row.origin ? 1 : -1;
        painter.drawLine(QPointF(x - way * reach, row.y - reach), QPointF(x, row.y));
        painter.drawLine(QPointF(x - way * reach, row.y + reach), QPointF(x, row.y));
    } else {
        painter.drawLine(QPointF(x, row.y - reach), QPointF(x, row.y + reach));
    }
}

} // namespace

BarEnd barEnd(double pixel, double left, double right)
{
    return {std::clamp(pixel, left, right), pixel > right + 0.5};
}

QColor RangeBarsItem::colourOf(const Theme& theme, const BarRow& row) const
{
    return row.former ? theme.colour(Role::Ghost) : theme.source(row.source);
}

void RangeBarsItem::draw(QPainter& painter, const Theme& theme) const
{
    for (const BarRow& row : rows) {
        const QColor colour = colourOf(theme, row);
        const auto both = [&](double x, const auto& drawAt) {
            drawAt(x);
            if (row.mirrored)
                drawAt(std::max(row.left, 2 * row.origin - x));
        };
        const double origin = std::clamp(row.origin, row.left, row.right);
        const bool thinOnly = row.thickness < 4;
        if (row.tolerance) {
            both(row.tolerance->x, [&](double x) {
                painter.setPen(solid(colour, 1.2));
                painter.drawLine(QPointF(origin, row.y), QPointF(x, row.y));
                painter.setPen(solid(colour, 1.6));
                drawEnd(painter, row, *row.tolerance, x, thinOnly ? 2.5 : 4.5);
            });
        }
        if (row.integer) {
            both(row.integer->x, [&](double x) {
                painter.setPen(solid(colour, row.thickness));
                painter.drawLine(QPointF(origin, row.y), QPointF(x, row.y));
                if (row.integer->beyond) {
                    painter.setPen(solid(colour, 2));
                    drawEnd(painter, row, *row.integer, x, 5);
                }
            });
        }
    }
    for (const Chip& chip : chips)
        drawChip(painter, theme, chip);
    for (const BarRow& row : rows) {
        if (!row.continuous || row.continuous->beyond || row.continuous->x <= row.left)
            continue;
        const double reach = row.thickness < 4 ? 3.5 : kDiamond;
        painter.setPen(solid(colourOf(theme, row), 1.4));
        painter.setBrush(theme.colour(Role::Panel));
        const double x = row.continuous->x;
        painter.drawPolygon(
            QPolygonF({{x - reach, row.y}, {x, row.y - reach}, {x + reach, row.y}, {x, row.y + reach}}));
    }
}

QList<Chip> placeBarTexts(const BarRow& row, const BarTexts& texts, const QColor& colour)
{
    QList<Interval> taken;
    if (row.continuous && !row.continuous->beyond)
        taken.append({row.continuous->x - kDiamond, row.continuous->x + kDiamond});
    if (row.tolerance)
        taken.append({row.tolerance->x - 2, row.tolerance->x + 2});
    QList<Chip> chips;
    const auto place = [&](const QString& text, bool bold, bool framed, const std::function<double(double)>& wanted) {
        if (text.isEmpty())
            return;
        const QSizeF size = chipSize(text, bold, framed);
        const auto start = nearestFree(wanted(size.width()), size.width(), row.left, row.right, 3, taken);
        if (!start)
            return;
        Chip chip;
        chip.rect = QRectF(std::round(*start), std::round(row.y - size.height() / 2), size.width(), size.height());
        chip.text = text;
        chip.colour = colour;
        chip.bold = bold;
        chip.framed = framed;
        taken.append({chip.rect.left(), chip.rect.right()});
        chips.append(chip);
    };
    const double origin = std::clamp(row.origin, row.left, row.right);
    const double integer = row.integer ? row.integer->x : origin;
    const double tolerance = row.tolerance ? row.tolerance->x : row.right;
    const double continuous = row.continuous ? row.continuous->x : origin;
    place(texts.continuous, false, false, [&](double) { return continuous + kDiamond + 3; });
    place(texts.integer, true, true, [&](double width) { return integer - width + 4; });
    place(texts.tolerance, false, false, [&](double width) { return tolerance - width - 6; });
    return chips;
}

DistanceBarsLayout layOutDistanceBars(const QList<DistanceBar>& bars, double top, double left, double right,
                                      double sceneRight, bool mirrored, double room,
                                      const std::function<double(double)>& pixel, const Theme& theme)
{
    DistanceBarsLayout layout;
    const QFontMetricsF metrics(Theme::font(TextSize::Axis));
    const QFontMetricsF boldMetrics(Theme::font(TextSize::Axis, QFont::DemiBold));
    const double line = std::ceil(metrics.height()) + 2;
    const auto rowOf = [&](const DistanceBar& bar) {
        BarRow row;
        row.source = bar.source;
        row.origin = pixel(0);
        row.left = left;
        row.right = right;
        row.mirrored = mirrored;
        const auto end = [&](const std::optional<double>& m) {
            return m ? std::optional(barEnd(pixel(*m), left, right)) : std::nullopt;
        };
        row.integer = end(bar.integer);
        row.tolerance = end(bar.tolerance);
        row.continuous = end(bar.continuous);
        return row;
    };
    const auto lastPixel = [&](const BarRow& row) {
        double last = row.left;
        for (const auto& end : {row.integer, row.tolerance})
            if (end)
                last = std::max(last, end->x);
        if (row.continuous && !row.continuous->beyond)
            last = std::max(last, row.continuous->x + kDiamond);
        return last;
    };
    const auto chipOf = [&](const DistanceBar& bar, const QString& text, double x, double y, double most) {
        Chip chip;
        chip.letter = bar.letter;
        chip.text = text;
        chip.colour = theme.source(bar.source);
        chip.framed = false;
        const double width = boldMetrics.horizontalAdvance(bar.letter) + metrics.horizontalAdvance(text) + 14;
        chip.rect = QRectF(x, y, std::min(std::ceil(width), most), line);
        return chip;
    };

    double y = top;
    for (const DistanceBar& bar : bars) {
        BarRow row = rowOf(bar);
        const double start = lastPixel(row) + 8;
        Chip chip = chipOf(bar, bar.text, start, y, 1e9);
        if (start + chip.rect.width() <= sceneRight) {
            row.y = y + line / 2;
        } else { // on a line of its own
            chip = chipOf(bar, bar.text, left, y, sceneRight - left);
            y += line;
            row.y = y + 5;
            y += 12 - line;
        }
        if (!bar.text.isEmpty())
            layout.chips.append(chip);
        layout.rows.append(row);
        y += line;
    }
    layout.height = y - top;
    if (layout.height <= room)
        return layout;

    layout = {};
    layout.folded = true;
    double x = left;
    const double bottom = top + line;
    for (const DistanceBar& bar : bars) {
        const Chip chip = chipOf(bar, bar.shortText, x, top, 1e9);
        if (x + chip.rect.width() > sceneRight)
            break;
        layout.chips.append(chip);
        x = chip.rect.right() + 8;
    }
    y = bottom + 3;
    for (const DistanceBar& bar : bars) {
        BarRow row = rowOf(bar);
        row.thickness = 3;
        row.y = y;
        layout.rows.append(row);
        y += 6;
    }
    layout.height = y - top;
    return layout;
}

} // namespace pescope::ui::charts
