// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/items.h"

#include <vector>

namespace pescope::ui::charts {

/// Least and greatest value within one pixel column.
struct Column {
    double low = 0;
    double high = 0;
};

/// A quantity that jumps, as one stretch a pixel column, so that no jump is lost however many steps share a column.
///
/// Each step holds halfway to its neighbours; a column's stretch spans all steps that it meets and touches the stretch
/// of the column before, so that the whole reads as one line. @param x  ascending axis units; @param values  axis
/// units, nothing where the quantity is not bounded. @return `columns` entries, nothing where no step is met.
[[nodiscard]] std::vector<std::optional<Column>> columnsOf(const std::vector<double>& x,
                                                           const std::vector<std::optional<double>>& values, double low,
                                                           double high, int columns);

/// The curves of a TravelStrip and its marks; all in scene pixels.
class TravelItem final : public PaintedItem {
public:
    using PaintedItem::PaintedItem;
    QRectF plot;
    int source = 0;
    std::vector<std::optional<Column>> integer; ///< y of each pixel column; low is the smaller y
    QList<QPolygonF> tolerance, continuous; ///< pieces between gaps
    QList<double> beyond; ///< x of columns where the integer range goes on past the search: a dash at the top
    std::optional<double> now, before;
    struct Ring {
        QPointF at;
        bool isInteger = false;
    };
    QList<Ring> rings;
    Chip nowChip;

protected:
    void draw(QPainter& painter, const Theme& theme) const override;
};

} // namespace pescope::ui::charts
