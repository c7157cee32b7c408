// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/items.h"

namespace pescope::ui::charts {

/// Single rows of the sources as thin lines, and how far the rows fall as a histogram on the foot of the plot.
class RowsItem final : public PaintedItem {
public:
    using PaintedItem::PaintedItem;
    struct Line {
        int source = 0;
        QPolygonF points; ///< scene pixels
    };
    struct Bar {
        int source = 0;
        QRectF rect; ///< from the foot of the plot
    };
    QRectF plot;
    QList<Line> lines;
    QList<Bar> bars;

protected:
    void draw(QPainter& painter, const Theme& theme) const override;
};

} // namespace pescope::ui::charts
