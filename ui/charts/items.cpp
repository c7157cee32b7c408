// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/items.h"

#include "ui/theme/text_line.h"
#include "ui/theme/theme.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace pescope::ui::charts {

namespace {

constexpr double kChipPad = 5;
constexpr double kLongestLeader = 40; ///< px from a curve's end to its label that are drawn as a line

} // namespace

double lineHeight()
{
    return std::ceil(QFontMetricsF(Theme::font(TextSize::Axis)).height());
}

QPen cosmetic(const QColor& colour, double width, Qt::PenStyle style)
{
    QPen pen(colour, width, style);
    pen.setCosmetic(true);
    return pen;
}

PaintedItem::PaintedItem(const QWidget* themed)
    : m_themed(themed)
{
    setAcceptedMouseButtons(Qt::NoButton);
}

void PaintedItem::setArea(const QRectF& area)
{
    if (area == m_area)
        return;
    prepareGeometryChange();
    m_area = area;
}

void PaintedItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* /*option*/, QWidget* /*widget*/)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(Theme::font(TextSize::Axis));
    draw(*painter, Theme::of(m_themed));
    painter->restore();
}

QSizeF chipSize(const QString& text, bool bold, bool framed)
{
    const QFont font = Theme::font(TextSize::Axis, bold ? QFont::DemiBold : QFont::Normal);
    const double pad = framed ? kChipPad : 2;
    return {std::ceil(textWidth(font, text)) + 2 * pad, std::ceil(QFontMetricsF(font).height()) + (framed ? 4 : 0)};
}

void drawChip(QPainter& painter, const Theme& theme, const Chip& chip)
{
    painter.save();
    painter.setPen(chip.framed ? cosmetic(theme.colour(Role::Axis), 1) : QPen(Qt::NoPen));
    painter.setBrush(theme.colour(Role::Panel));
    if (chip.ground)
        painter.drawRoundedRect(chip.framed ? chip.rect.adjusted(0.5, 0.5, -0.5, -0.5) : chip.rect, 3, 3);
    QRectF inner = chip.rect.adjusted(chip.framed ? kChipPad : 2, 0, chip.framed ? -kChipPad : -2, 0);
    if (!chip.letter.isEmpty()) {
        painter.setFont(Theme::font(TextSize::Axis, QFont::DemiBold));
        painter.setPen(chip.colour);
        drawTextLine(painter, inner, Qt::AlignVCenter | Qt::AlignLeft, chip.letter);
        inner.setLeft(inner.left() + textWidth(painter.font(), chip.letter) + 8);
    }
    painter.setFont(Theme::font(TextSize::Axis, chip.bold ? QFont::DemiBold : QFont::Normal));
    painter.setPen(chip.colour.isValid() && chip.letter.isEmpty() ? chip.colour : theme.colour(Role::TextSecond));
    drawTextLine(painter, inner, Qt::AlignVCenter | (chip.letter.isEmpty() ? Qt::AlignHCenter : Qt::AlignLeft),
                 elidedLine(painter.font(), chip.text, inner.width() + 1));
    painter.restore();
}

void drawTriangle(QPainter& painter, QPointF centre, double size)
{
    painter.drawPolygon(QPolygonF({{centre.x() - size, centre.y() + size * 0.8},
                                   {centre.x() + size, centre.y() + size * 0.8},
                                   {centre.x(), centre.y() - size}}));
}

void AxesItem::draw(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(painter.font());
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(cosmetic(theme.colour(Role::ChartGrid), 1));
    for (const Tick& tick : xTicks)
        painter.drawLine(QPointF(std::round(tick.at), plot.top()), QPointF(std::round(tick.at), plot.bottom()));
    for (const Tick& tick : yTicks)
        painter.drawLine(QPointF(plot.left(), std::round(tick.at)), QPointF(plot.right(), std::round(tick.at)));
    painter.setPen(cosmetic(theme.colour(Role::Axis), 1));
    painter.drawLine(plot.topLeft(), plot.bottomLeft());
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    if (zero) {
        painter.setPen(cosmetic(theme.colour(Role::TextThird), 1));
        painter.drawLine(QPointF(plot.left(), std::round(*zero)), QPointF(plot.right(), std::round(*zero)));
    }
    painter.setPen(cosmetic(theme.colour(Role::Axis), 1));
    for (const Tick& tick : xTicks)
        painter.drawLine(QPointF(std::round(tick.at), plot.bottom()), QPointF(std::round(tick.at), plot.bottom() + 4));
    for (const Tick& tick : yTicks)
        painter.drawLine(QPointF(plot.left() - 4, std::round(tick.at)), QPointF(plot.left(), std::round(tick.at)));

    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.colour(Role::TextSecond));
    const double line = metrics.height();
    if (xLabels) {
        double free = -1e9; // right end of the label before: labels that would touch it are left out
        for (const Tick& tick : xTicks) {
            const double width = textWidth(painter.font(), tick.label);
            if (tick.at - width / 2 < free + 4)
                continue;
            drawTextLine(painter, QRectF(tick.at - width / 2 - 2, plot.bottom() + 4, width + 4, line), Qt::AlignCenter,
                         tick.label);
            free = tick.at + width / 2;
        }
    }
    double taken = 1e9;
    for (const Tick& tick : yTicks) {
        if (tick.at + line * 0.45 > taken)
            continue;
        const double top = std::min(tick.at - line / 2, plot.bottom() + 3 - line * 0.75);
        drawTextLine(painter, QRectF(plot.left() - 108, top, 100, line), Qt::AlignRight | Qt::AlignVCenter, tick.label);
        taken = tick.at - line * 0.45;
    }
    if (!xTitle.isEmpty())
        drawTextLine(painter, QRectF(plot.left(), plot.bottom() + 4 + line, plot.width(), line + 2), Qt::AlignCenter,
                     xTitle);
    if (!yTitle.isEmpty()) {
        painter.translate(left + line / 2 + 3, plot.center().y());
        painter.rotate(-90);
        const double room = plot.height() + 40;
        drawTextLine(painter, QRectF(-room / 2, -line / 2, room, line), Qt::AlignCenter,
                     elidedLine(painter.font(), yTitle, room));
    }
}

void BandItem::draw(QPainter& painter, const Theme& theme) const
{
    if (upper.size() < 2 || lower.size() < 2)
        return;
    painter.setClipRect(plot);
    QPainterPath outline(upper.first());
    for (const QPointF& p : upper)
        outline.lineTo(p);
    for (qsizetype i = lower.size() - 1; i >= 0; --i)
        outline.lineTo(lower[i]);
    outline.closeSubpath();
    QColor colour = theme.source(source);
    colour.setAlphaF(0.55F);
    painter.setPen(cosmetic(colour, 1));
    painter.drawPolyline(QPolygonF(upper));
    painter.drawPolyline(QPolygonF(lower));

    // hatching leans by source, so that two bands one over the other still read as two
    painter.setClipPath(outline, Qt::IntersectClip);
    static constexpr double kLean[] = {1, 1, -1, -1, 0.4, -0.4};
    const double lean = kLean[source % 6];
    const double spacing = 7 + (source % 2);
    colour.setAlphaF(theme.dark() ? 0.42F : 0.36F);
    painter.setPen(cosmetic(colour, 1));
    const QRectF box = outline.boundingRect() & plot;
    const double reach = box.height() / std::abs(lean) + spacing;
    QList<QLineF> lines;
    for (double x = std::floor((box.left() - reach) / spacing) * spacing; x < box.right() + reach; x += spacing)
        lines.append(lean > 0 ? QLineF(x, box.bottom(), x + box.height() / lean, box.top())
                              : QLineF(x, box.top(), x - box.height() / lean, box.bottom()));
    painter.drawLines(lines);
}

void SpansItem::draw(QPainter& painter, const Theme& theme) const
{
    for (const Span& span : spans) {
        QColor colour = span.colour;
        colour.setAlphaF(theme.dark() ? 0.16F : 0.11F);
        painter.fillRect(span.rect, colour);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const End& end : ends) {
        QPen pen = cosmetic(end.colour, 1);
        pen.setDashPattern({4, 3});
        painter.setPen(pen);
        painter.drawLine(QPointF(std::round(end.x), end.top), QPointF(std::round(end.x), end.bottom));
    }
}

void CrosshairItem::draw(QPainter& painter, const Theme& theme) const
{
    if (!x)
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(cosmetic(theme.colour(Role::TextSecond), 1));
    for (const auto& [top, bottom] : stretches)
        painter.drawLine(QPointF(std::round(*x), top), QPointF(std::round(*x), bottom));
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Ring& ring : rings) {
        painter.setPen(cosmetic(ring.colour, 1.8));
        painter.setBrush(theme.colour(Role::Panel));
        painter.drawEllipse(ring.at, 4, 4);
    }
    for (const Chip& chip : chips)
        drawChip(painter, theme, chip);
}

void EndLabelsItem::draw(QPainter& painter, const Theme& theme) const
{
    const QFont bold = Theme::font(TextSize::Axis, QFont::DemiBold);
    const QFont plain = Theme::font(TextSize::Axis);
    const double line = QFontMetricsF(plain).height();
    for (const Label& label : labels) {
        const QPointF anchor(label.rect.left() - 3, label.rect.top() + line / 2);
        if (std::abs(anchor.y() - label.curveEnd.y()) > 5) {
            QColor colour = label.colour;
            colour.setAlphaF(0.6F);
            // across the plot a line would look like a part of its curve
            const bool far = anchor.x() - label.curveEnd.x() > kLongestLeader;
            painter.setPen(far ? cosmetic(theme.colour(Role::TextThird), 1, Qt::DotLine) : cosmetic(colour, 1));
            painter.drawPolyline(QPolygonF({label.curveEnd + QPointF(2, 0), anchor - QPointF(4, 0), anchor}));
        }
        double left = label.rect.left();
        if (!label.letter.isEmpty()) {
            painter.setFont(bold);
            painter.setPen(label.colour);
            drawTextLine(painter, QRectF(left, label.rect.top(), label.rect.width(), line), Qt::AlignVCenter,
                         label.letter);
            left += textWidth(bold, label.letter) + 7;
        }
        painter.setFont(label.bold ? bold : plain);
        painter.setPen(label.letter.isEmpty() ? label.colour : theme.colour(Role::TextSecond));
        double top = label.rect.top();
        for (const QString& text : label.lines) {
            const double room = label.rect.right() - left;
            drawTextLine(painter, QRectF(left, top, room + 2, line), Qt::AlignVCenter,
                         elidedLine(painter.font(), text, room + 2));
            top += line;
        }
    }
    if (!more.isEmpty()) {
        painter.setFont(plain);
        painter.setPen(theme.colour(Role::TextThird));
        drawTextLine(painter, moreRect, Qt::AlignVCenter, more);
    }
}

void ChipsItem::draw(QPainter& painter, const Theme& theme) const
{
    for (const Chip& chip : chips)
        drawChip(painter, theme, chip);
}

} // namespace pescope::ui::charts
