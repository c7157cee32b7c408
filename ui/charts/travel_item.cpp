// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/travel_item.h"

#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace pescope::ui::charts {

namespace {

QPen flat(const QColor& colour, double width, Qt::PenStyle style = Qt::SolidLine)
{
    QPen pen = cosmetic(colour, width, style);
    pen.setCapStyle(Qt::FlatCap);
    return pen;
}

} // namespace

std::vector<std::optional<Column>> columnsOf(const std::vector<double>& x,
                                             const std::vector<std::optional<double>>& values, double low, double high,
                                             int columns)
{
    std::vector<std::optional<Column>> result(static_cast<std::size_t>(std::max(0, columns)));
    const std::size_t count = std::min(x.size(), values.size());
    if (count == 0 || columns < 1 || !(high > low))
        return result;
    const auto columnAt = [&](double at) { return (at - low) / (high - low) * columns; };
    for (std::size_t i = 0; i < count; ++i) {
        if (!values[i])
            continue;
        const double from = columnAt(i == 0 ? x[i] : (x[i - 1] + x[i]) / 2);
        const double to = columnAt(i + 1 == count ? x[i] : (x[i] + x[i + 1]) / 2);
        if (to < 0 || from > columns)
            continue;
        const int first = std::clamp(static_cast<int>(std::floor(from)), 0, columns - 1);
        const int last = std::clamp(static_cast<int>(std::ceil(to)) - 1, first, columns - 1);
        for (int c = first; c <= last; ++c) {
            auto& column = result[static_cast<std::size_t>(c)];
            if (column)
                column = Column{std::min(column->low, *values[i]), std::max(column->high, *values[i])};
            else
                column = Column{*values[i], *values[i]};
        }
    }
    for (std::size_t c = 1; c < result.size(); ++c) { // touch the one before
        if (!result[c] || !result[c - 1])
            continue;
        if (result[c]->low > result[c - 1]->high)
            result[c]->low = result[c - 1]->high;
        else if (result[c]->high < result[c - 1]->low)
            result[c]->high = result[c - 1]->low;
    }
    return result;
}

void TravelItem::draw(QPainter& painter, const Theme& theme) const
{
    const QColor colour = theme.source(source);
    painter.save();
    painter.setClipRect(plot.adjusted(0, -2, 0, 2));
    if (before) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        QPen pen = flat(theme.colour(Role::Ghost), 1);
        pen.setDashPattern({4, 3});
        painter.setPen(pen);
        painter.drawLine(QPointF(std::round(*before), plot.top()), QPointF(std::round(*before), plot.bottom()));
        painter.setRenderHint(QPainter::Antialiasing);
    }
    QPen dashed = flat(theme.colour(Role::TextSecond), 1.4);
    dashed.setDashPattern({6, 4});
    painter.setPen(dashed);
    for (const QPolygonF& piece : continuous)
        painter.drawPolyline(piece);
    QPen dotted = flat(theme.colour(Role::Text), 1.6);
    dotted.setDashPattern({1.2, 2.2});
    painter.setPen(dotted);
    for (const QPolygonF& piece : tolerance)
        painter.drawPolyline(piece);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t c = 0; c < integer.size(); ++c)
        if (integer[c])
            painter.fillRect(QRectF(plot.left() + static_cast<double>(c), std::round(integer[c]->low) - 1, 1,
                                    std::max(2.0, std::round(integer[c]->high) - std::round(integer[c]->low) + 2)),
                             colour);
    for (const double x : beyond)
        painter.fillRect(QRectF(x, plot.top() - 1, 1, 2), colour);
    painter.restore();

    if (now) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(flat(theme.colour(Role::Text), 1.4));
        painter.drawLine(QPointF(std::round(*now), plot.top() - 3), QPointF(std::round(*now), plot.bottom()));
        painter.setRenderHint(QPainter::Antialiasing);
        drawChip(painter, theme, nowChip);
    }
    for (const Ring& ring : rings) {
        painter.setPen(flat(ring.isInteger ? colour : theme.colour(Role::Text), 1.6));
        painter.setBrush(theme.colour(Role::Panel));
        painter.drawEllipse(ring.at, 3.4, 3.4);
    }
}

} // namespace pescope::ui::charts
