// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/target_item.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace pescope::ui::charts {

void TargetItem::draw(QPainter& painter, const Theme& theme) const
{
    if (!x)
        return;
    QPen pen(theme.colour(Role::Accent), 2);
    pen.setCosmetic(true);
    pen.setDashPattern({3, 2});
    painter.setPen(pen);
    painter.drawLine(QPointF(*x, top), QPointF(*x, bottom));
    drawChip(painter, theme, chip);
}

} // namespace pescope::ui::charts
