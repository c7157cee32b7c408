// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/steps_item.h"

#include "ui/theme/text_line.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace pescope::ui::charts {

namespace {

QPen cosmetic(const QColor& colour, double width)
{
    QPen pen(colour, width);
    pen.setCosmetic(true);
    pen.setJoinStyle(Qt::RoundJoin);
    return pen;
}

constexpr double kTriangle = 5.5;

} // namespace

void StepsItem::draw(QPainter& painter, const Theme& theme) const
{
    const QColor grey = theme.colour(Role::Ghost);
    const QColor red = theme.colour(Role::Error);
    const QColor colour = theme.source(source);
    painter.save();
    painter.setClipRect(plot.adjusted(-1, -kTriangle, 1, kTriangle));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(cosmetic(grey, 1.2));
    for (const Mark& mark : former)
        if (mark.rises)
            drawTriangle(painter, mark.at, kTriangle - 0.5);
        else
            painter.drawEllipse(mark.at, 2, 2);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    for (const Mark& mark : now)
        if (!mark.rises)
            painter.drawEllipse(mark.at, 2.4, 2.4);
    for (const Mark& mark : now) {
        if (!mark.rises)
            continue;
        painter.setPen(cosmetic(red, 1.4));
        painter.drawLine(mark.at, QPointF(mark.at.x(), zero));
        painter.setPen(Qt::NoPen);
        painter.setBrush(red);
        drawTriangle(painter, mark.at, kTriangle);
    }
    painter.restore();

    for (const LegendEntry& entry : legend) {
        QColor ground = theme.colour(Role::Panel);
        ground.setAlpha(225);
        painter.fillRect(entry.rect, ground);
        const QPointF symbol(entry.rect.left() + 9, entry.rect.center().y());
        painter.setPen(entry.former ? cosmetic(grey, 1.2) : QPen(Qt::NoPen));
        painter.setBrush(entry.former ? QBrush(Qt::NoBrush) : QBrush(entry.rises ? red : colour));
        if (entry.rises)
            drawTriangle(painter, symbol, 5);
        else
            painter.drawEllipse(symbol, 2.6, 2.6);
        const bool bold = entry.rises && !entry.former;
        painter.setFont(Theme::font(TextSize::Axis, bold ? QFont::DemiBold : QFont::Normal));
        painter.setPen(bold ? red : theme.colour(Role::TextSecond));
        drawTextLine(painter, entry.rect.adjusted(19, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, entry.text);
    }
}

} // namespace pescope::ui::charts
