// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/heatmap/plot_items.h"
#include "ui/heatmap/ticks.h"
#include "ui/theme/text_line.h"

#include <QFontMetricsF>
#include <QPainter>

namespace pescope::ui {

namespace {

constexpr qreal kLabelGap = 14; ///< between labels side by side

} // namespace

void AxesItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const Theme theme = m_state.theme();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(theme.colour(Role::Axis), 1));
    painter->drawRect(m_state.geometry.plot.adjusted(-1, -1, 0, 0)); // around the picture, never on it
    painter->setFont(m_state.axisFont());
    if (!m_state.size().empty()) {
        paintColumns(painter);
        paintRows(painter);
    }
    painter->restore();
}

void AxesItem::paintColumns(QPainter* painter) const
{
    const Theme theme = m_state.theme();
    const QRectF plot(m_state.geometry.plot);
    const QFont font = m_state.axisFont();
    const QFontMetricsF metrics(font);
    const auto room = [&](const QString& text) { return textWidth(font, text) + kLabelGap; };
    const HeatmapPicture& picture = m_state.picture;
    const proximity::Viewport& view = m_state.view;
    for (const Tick& tick : picture.grid
             ? tileTicks(view.col0, view.col1, picture.columns, picture.grid->width, plot.width(), room)
             : cellTicks(view.col0, view.col1, picture.columns, picture.firstColumnLabel, plot.width(), room)) {
        const qreal x = m_state.positionOf(m_state.view.row0, tick.at).x();
        painter->setPen(theme.colour(Role::Axis));
        painter->drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + kTick));
        painter->setPen(theme.colour(Role::TextSecond));
        drawTextLine(*painter, QRectF(x, plot.bottom() + kTick, 0, metrics.height()), Qt::AlignHCenter, tick.text);
    }
    painter->setPen(theme.colour(Role::Text));
    drawTextLine(
        *painter,
        QRectF(plot.left() - plot.width() / 4, m_state.geometry.columnTitleY, 1.5 * plot.width(), metrics.height()),
        Qt::AlignHCenter | Qt::AlignTop, m_state.columnTitle);
}

void AxesItem::paintRows(QPainter* painter) const
{
    const Theme theme = m_state.theme();
    const QRectF plot(m_state.geometry.plot);
    const QFontMetricsF metrics(m_state.axisFont());
    const auto room = [&](const QString&) { return 1.5 * metrics.height(); };
    const HeatmapPicture& picture = m_state.picture;
    const proximity::Viewport& view = m_state.view;
    for (const Tick& tick : picture.grid
             ? tileTicks(view.row0, view.row1, picture.rows, picture.grid->height, plot.height(), room)
             : cellTicks(view.row0, view.row1, picture.rows, picture.firstRowLabel, plot.height(), room)) {
        const qreal y = m_state.positionOf(tick.at, m_state.view.col0).y();
        painter->setPen(theme.colour(Role::Axis));
        painter->drawLine(QPointF(plot.left() - 1 - kTick, y), QPointF(plot.left() - 1, y));
        painter->setPen(theme.colour(Role::TextSecond));
        drawTextLine(*painter,
                     QRectF(plot.left() - 1 - kTick - 3, y + metrics.capHeight() / 2 - metrics.ascent(), 0, 0),
                     Qt::AlignRight, tick.text);
    }
    painter->setPen(theme.colour(Role::Text));
    painter->translate(m_state.geometry.rowTitleX, plot.center().y());
    painter->rotate(-90);
    drawTextLine(*painter, QRectF(-plot.height() * 0.75, -metrics.height() / 2, plot.height() * 1.5, metrics.height()),
                 Qt::AlignCenter, m_state.rowTitle);
    painter->rotate(90);
    painter->translate(-m_state.geometry.rowTitleX, -plot.center().y());
}

} // namespace pescope::ui
