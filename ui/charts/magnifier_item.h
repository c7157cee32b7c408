// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/items.h"
#include "ui/charts/omega_chart.h"

namespace pescope::ui::charts {

/// What the magnifier shows, in values: worked out once for a state, whatever the size of the chart.
struct MagnifierData {
    Index end = 0; ///< of the integer range
    Index first = 0; ///< integers first … last
    Index last = 0;
    QList<QPointF> smooth; ///< (m, ψ), real m
    QList<QPointF> points; ///< (m, ψ) at the integers
    double rise = 0; ///< ψ(end + 1) − ψ(end)
};

/// From three before the end of the integer range to four after it; nothing where no rise ends it.
[[nodiscard]] std::optional<MagnifierData> magnify(const PsiCurve& curve);

/// A window with its own axes that shows the end of the integer range, too small a rise to be seen in the plot.
class MagnifierItem final : public PaintedItem {
public:
    using PaintedItem::PaintedItem;
    std::optional<MagnifierData> data;
    double divisor = 1; ///< ψ(0) where the chart shows ψ / ψ(0)
    int source = 0;
    QString title;
    QRectF frame; ///< of the window
    QRectF target; ///< the part of the plot that it enlarges; empty when that is not in view

    /// Where the curve is drawn, inside the frame, and what of it.
    struct Scale {
        QRectF box;
        double low = 0, high = 1; ///< of ψ or ψ / ψ(0)
        double first = 0, last = 1; ///< of m
        int decimals = 0; ///< that tell low from high
        [[nodiscard]] QPointF place(double m, double value) const;
    };
    [[nodiscard]] Scale scale() const;

protected:
    void draw(QPainter& painter, const Theme& theme) const override;

private:
    void drawConnection(QPainter& painter, const Theme& theme) const;
};

} // namespace pescope::ui::charts
