// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/items.h"

namespace pescope::ui::charts {

/// Where the end of a range is being dragged to: a line through the plots and what it would be.
class TargetItem final : public PaintedItem {
public:
    using PaintedItem::PaintedItem;
    std::optional<double> x;
    double top = 0, bottom = 0;
    Chip chip;

protected:
    void draw(QPainter& painter, const Theme& theme) const override;
};

} // namespace pescope::ui::charts
