// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/steps_item.h"

#include "ui/theme/text_line.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QPixmap>

#include <cmath>

namespace pescope::ui::charts {

namespace {

QPen rounded(const QColor& colour, double width)
{
    QPen pen = cosmetic(colour, width);
    pen.setJoinStyle(Qt::RoundJoin);
    return pen;
}

constexpr double kTriangle = 5.5;

/// A dot that is drawn once and stamped: hundreds of smooth ellipses in each frame cost more than the curves.
class Stamp {
public:
    Stamp(const QPainter& painter, double radius, const QPen& pen, const QBrush& brush)
        : m_half(std::ceil(radius + pen.widthF() / 2 + 1))
    {
        const double ratio = painter.device()->devicePixelRatioF();
        m_image = QPixmap((QSizeF(2 * m_half, 2 * m_half) * ratio).toSize());
        m_image.setDevicePixelRatio(ratio);
        m_image.fill(Qt::transparent);
        QPainter dot(&m_image);
        dot.setRenderHint(QPainter::Antialiasing);
        dot.setPen(pen);
        dot.setBrush(brush);
        dot.drawEllipse(QPointF(m_half, m_half), radius, radius);
    }
    void put(QPainter& painter, QPointF at) const { painter.drawPixmap(at - QPointF(m_half, m_half), m_image); }

private:
    double m_half;
    QPixmap m_image;
};

} // namespace

void StepsItem::draw(QPainter& painter, const Theme& theme) const
{
    const QColor grey = theme.colour(Role::Ghost);
    const QColor red = theme.colour(Role::Error);
    const QColor colour = theme.source(source);
    painter.save();
    painter.setClipRect(plot.adjusted(-1, -kTriangle, 1, kTriangle));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(rounded(grey, 1.2));
    const Stamp ring(painter, 2, rounded(grey, 1.2), Qt::NoBrush);
    for (const Mark& mark : former)
        if (mark.rises)
            drawTriangle(painter, mark.at, kTriangle - 0.5);
        else
            ring.put(painter, mark.at);
    const Stamp dot(painter, 2.4, Qt::NoPen, colour);
    for (const Mark& mark : now)
        if (!mark.rises)
            dot.put(painter, mark.at);
    for (const Mark& mark : now) {
        if (!mark.rises)
            continue;
        painter.setPen(rounded(red, 1.4));
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
        painter.setPen(entry.former ? rounded(grey, 1.2) : QPen(Qt::NoPen));
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
