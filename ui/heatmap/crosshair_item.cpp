// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/heatmap/plot_items.h"

#include <QPainter>
#include <QWidget>

#include <cmath>

namespace pescope::ui {

void CrosshairItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const QRect plot = m_state.geometry.plot;
    const Theme theme = m_state.theme();
    const qreal thick = std::round(m_state.textScale());
    painter->save();
    if (m_state.crosshair && !m_state.size().empty()) {
        const QPointF centre = m_state.positionOf(static_cast<double>(m_state.crosshair->row) + 0.5,
                                                  static_cast<double>(m_state.crosshair->column) + 0.5);
        painter->setClipRect(plot);
        // white beside black reads on every colour of every map
        const qreal x = std::floor(centre.x()) + 0.5, y = std::floor(centre.y()) + 0.5;
        for (const auto& [colour, width] : {std::pair(QColor(Qt::white), 3 * thick), {QColor(Qt::black), thick}}) {
            painter->setPen(QPen(colour, width, Qt::SolidLine, Qt::FlatCap));
            painter->drawLine(QPointF(plot.left(), y), QPointF(plot.right() + 1, y));
            painter->drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom() + 1));
        }
        if (m_state.pinned) {
            painter->setRenderHint(QPainter::Antialiasing);
            const qreal radius = 5 * thick;
            painter->setBrush(Qt::NoBrush);
            for (const auto& [colour, width] :
                 {std::pair(QColor(Qt::white), 4 * thick), {QColor(Qt::black), 1.5 * thick}}) {
                painter->setPen(QPen(colour, width));
                painter->drawEllipse(QPointF(x, y), radius, radius);
            }
        }
        painter->setClipping(false);
    }
    painter->setRenderHint(QPainter::Antialiasing, false);
    if (!m_state.selection.isEmpty()) {
        QColor wash = theme.colour(Role::Accent);
        wash.setAlpha(50);
        painter->setBrush(wash);
        for (const auto& [colour, width] : {std::pair(QColor(Qt::white), 3), {theme.colour(Role::Accent), 1}}) {
            painter->setPen(QPen(colour, width));
            painter->drawRect(m_state.selection.intersected(plot));
            painter->setBrush(Qt::NoBrush);
        }
    }
    if (m_state.widget && m_state.widget->hasFocus()) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(theme.colour(Role::Accent), 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter->drawRect(plot.adjusted(-3, -3, 3, 3));
    }
    painter->restore();
}

} // namespace pescope::ui
