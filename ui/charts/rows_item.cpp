// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/rows_item.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace pescope::ui::charts {

void RowsItem::draw(QPainter& painter, const Theme& theme) const
{
    constexpr int kThin = 90, kBar = 110; // of 255
    painter.save();
    painter.setClipRect(plot);
    for (const Line& line : lines) {
        QColor colour = theme.source(line.source);
        colour.setAlpha(kThin);
        QPen pen(colour, 0.8);
        pen.setCosmetic(true);
        painter.setPen(pen);
        painter.drawPolyline(line.points);
    }
    painter.setPen(Qt::NoPen);
    for (const Bar& bar : bars) {
        QColor colour = theme.source(bar.source);
        colour.setAlpha(kBar);
        painter.setBrush(colour);
        painter.drawRect(bar.rect);
    }
    painter.restore();
}

} // namespace pescope::ui::charts
