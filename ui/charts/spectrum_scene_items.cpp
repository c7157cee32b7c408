// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/spectrum_scene_items.h"

#include "ui/charts/label_layout.h"
#include "ui/theme/text_line.h"
#include "ui/theme/theme.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextOption>

#include <cmath>

namespace pescope::ui::charts {

namespace {

constexpr double kStroke = 22; // px of a legend's stroke
constexpr double kGap = 6;

QColor faint(QColor colour, float alpha)
{
    colour.setAlphaF(alpha);
    return colour;
}

} // namespace

double LegendItem::width(const QString& text)
{
    return kStroke + kGap + std::ceil(textWidth(Theme::font(TextSize::Axis), text)) + 2;
}

void LegendItem::draw(QPainter& painter, const Theme& theme) const
{
    for (const Entry& entry : entries) {
        const double y = std::round(entry.rect.center().y()) + 0.5;
        painter.setPen(entry.pen);
        painter.drawLine(QPointF(entry.rect.left(), y), QPointF(entry.rect.left() + kStroke, y));
        painter.setPen(theme.colour(Role::TextSecond));
        drawTextLine(painter, entry.rect.adjusted(kStroke + kGap, 0, 2, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     entry.text);
    }
}

void MessageItem::draw(QPainter& painter, const Theme& theme) const
{
    if (text.isEmpty())
        return;
    painter.setFont(Theme::font(TextSize::Body));
    painter.setPen(theme.colour(Role::TextSecond));
    QTextOption option(Qt::AlignCenter);
    option.setWrapMode(QTextOption::WordWrap);
    painter.drawText(boundingRect().adjusted(24, 8, -24, -8), text, option);
}

void SideAxesItem::draw(QPainter& painter, const Theme& theme) const
{
    const double line = QFontMetricsF(painter.font()).height();
    for (const Tick& tick : right) {
        painter.setPen(cosmetic(theme.colour(Role::Axis), 1));
        painter.drawLine(QPointF(plot.right(), tick.at), QPointF(plot.right() + 4, tick.at));
        painter.setPen(theme.colour(Role::TextSecond));
        drawTextLine(painter, QRectF(plot.right() + 8, tick.at - line / 2, 90, line), Qt::AlignLeft | Qt::AlignVCenter,
                     tick.label);
    }
    double free = -1e9;
    for (const Tick& tick : top) {
        const double width = textWidth(painter.font(), tick.label);
        painter.setPen(cosmetic(theme.colour(Role::Axis), 1));
        painter.drawLine(QPointF(tick.at, plot.top() - 4), QPointF(tick.at, plot.top()));
        if (tick.at - width / 2 < free + 6 || (topTitleBeside && tick.at - width / 2 < plot.left() - 4))
            continue;
        painter.setPen(theme.colour(Role::TextSecond));
        drawTextLine(painter, QRectF(tick.at - width / 2 - 2, plot.top() - 5 - line, width + 4, line), Qt::AlignCenter,
                     tick.label);
        free = tick.at + width / 2;
    }
    painter.setPen(theme.colour(Role::TextSecond));
    if (!topTitle.isEmpty() && topTitleBeside)
        drawTextLine(painter, QRectF(plot.left() - 100, plot.top() - 5 - line, 92, line),
                     Qt::AlignRight | Qt::AlignVCenter, topTitle);
    else if (!topTitle.isEmpty())
        drawTextLine(painter, QRectF(plot.left(), plot.top() - 7 - 2 * line, plot.width(), line), Qt::AlignCenter,
                     topTitle);
    if (rightTitle.isEmpty())
        return;
    painter.translate(titleRight - line / 2, plot.center().y());
    painter.rotate(90);
    const double room = plot.height() + 40;
    drawTextLine(painter, QRectF(-room / 2, -line / 2, room, line), Qt::AlignCenter,
                 elidedLine(painter.font(), rightTitle, room));
}

void NamedLinesItem::layOut(QList<Line> wanted)
{
    lines.clear();
    const QFont font = Theme::font(TextSize::Axis);
    const double height = QFontMetricsF(font).height();
    QList<Interval> taken;
    std::ranges::stable_sort(wanted, {}, &Line::x); // else their leaders would cross
    for (Line& line : wanted) {
        const double width = std::ceil(textWidth(font, line.text)) + 2;
        const auto start = nearestFree(line.x - width / 2, width, plot.left(), plot.right() + 24, 8, taken);
        if (start && std::abs(*start + width / 2 - line.x) < 160) {
            taken.append({*start, *start + width});
            line.rect = QRectF(*start, plot.top() - height - 7, width, height);
        }
        lines.append(line);
    }
    update();
}

void NamedLinesItem::draw(QPainter& painter, const Theme& theme) const
{
    for (const Line& line : lines) {
        QPen pen = cosmetic(theme.colour(Role::TextThird), 1.2);
        pen.setDashPattern({4, 3});
        painter.setPen(pen);
        painter.drawLine(QPointF(std::round(line.x), plot.top()), QPointF(std::round(line.x), plot.bottom()));
        if (line.rect.isEmpty())
            continue;
        painter.setPen(cosmetic(theme.colour(Role::TextThird), 1));
        const double foot = std::clamp(line.x, line.rect.left() + 3, line.rect.right() - 3);
        painter.drawLine(QPointF(line.x, plot.top()), QPointF(foot, line.rect.bottom() + 1));
        painter.setPen(theme.colour(Role::Text));
        drawTextLine(painter, line.rect, Qt::AlignCenter, line.text);
    }
}

void DotsItem::draw(QPainter& painter, const Theme& theme) const
{
    painter.save();
    painter.setClipRect(plot.adjusted(-1, -1, 1, 1));
    if (joined) {
        painter.setPen(cosmetic(theme.colour(Role::Axis), 0.8));
        QPolygonF stretch;
        for (qsizetype k = 0; k < dots.size(); ++k) {
            if (k > 0 && dots[k].point != dots[k - 1].point + 1) { // a row without a place between them
                painter.drawPolyline(stretch);
                stretch.clear();
            }
            stretch.append(dots[k].at);
        }
        painter.drawPolyline(stretch);
    }
    // the ends of the map are as light as the one ground or as dark as the other: an outline keeps every dot in sight
    painter.setPen(cosmetic(faint(theme.colour(Role::Text), 0.45F), 0.8));
    for (const Dot& dot : dots) {
        painter.setBrush(dot.colour);
        painter.drawEllipse(dot.at, radius, radius);
    }
    painter.restore();
    painter.setBrush(Qt::NoBrush);
    for (const auto& ring : {crosshair, chosen})
        if (ring) {
            painter.setPen(cosmetic(theme.colour(Role::Panel), 4.5));
            painter.drawEllipse(*ring, radius + 4, radius + 4);
            painter.setPen(cosmetic(theme.colour(Role::Text), 2));
            painter.drawEllipse(*ring, radius + 4, radius + 4);
        }
    if (readOut)
        drawChip(painter, theme, *readOut);
}

void ColourScaleItem::draw(QPainter& painter, const Theme& theme) const
{
    if (colours.isEmpty())
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    const double step = bar.height() / static_cast<double>(colours.size());
    for (qsizetype k = 0; k < colours.size(); ++k) {
        const double bottom = std::round(bar.bottom() - static_cast<double>(k) * step);
        const double top = std::round(bar.bottom() - static_cast<double>(k + 1) * step);
        painter.fillRect(QRectF(bar.left(), top, bar.width(), bottom - top), colours[k]);
    }
    painter.setPen(cosmetic(theme.colour(Role::Axis), 1));
    painter.drawRect(bar);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.colour(Role::TextSecond));
    const double line = QFontMetricsF(painter.font()).height();
    drawTextLine(painter, QRectF(bar.right() + 5, bar.top() - 3, 80, line), Qt::AlignLeft | Qt::AlignVCenter, high);
    drawTextLine(painter, QRectF(bar.right() + 5, bar.bottom() + 3 - line, 80, line), Qt::AlignLeft | Qt::AlignVCenter,
                 low);
    painter.translate(bar.right() + 5 + line / 2, bar.center().y());
    painter.rotate(90);
    const double room = bar.height() - 2 * line;
    drawTextLine(painter, QRectF(-room / 2, -line / 2, room, line), Qt::AlignCenter,
                 elidedLine(painter.font(), title, room));
}

void BarsItem::draw(QPainter& painter, const Theme& theme) const
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const QRectF& rect : bars)
        painter.fillRect(rect, faint(colour, 0.75F));
    painter.setPen(cosmetic(theme.colour(Role::TextThird), 1));
    painter.drawLines(strokes);
}

} // namespace pescope::ui::charts
