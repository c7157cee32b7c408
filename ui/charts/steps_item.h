// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/items.h"

namespace pescope::ui::charts {

/// The steps ψ(m + 1) − ψ(m), drawn halfway between m and m + 1: filled red triangles on a stem where ψ rises, dots
/// where it falls; those of the former curve open and grey, behind.
class StepsItem final : public PaintedItem {
public:
    using PaintedItem::PaintedItem;
    struct Mark {
        QPointF at;
        bool rises = false;
    };
    QRectF plot;
    double zero = 0; ///< scene y of 0
    int source = 0;
    QList<Mark> now, former;
    struct LegendEntry {
        QRectF rect;
        QString text;
        bool rises = false;
        bool former = false;
    };
    QList<LegendEntry> legend;

protected:
    void draw(QPainter& painter, const Theme& theme) const override;
};

} // namespace pescope::ui::charts
