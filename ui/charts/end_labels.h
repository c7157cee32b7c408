// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/items.h"

#include <functional>

namespace pescope::ui::charts {

struct WantedEndLabel {
    QString letter;
    QStringList lines; ///< the first is the name; the others give way where there is no room
    QColor colour;
    QPointF curveEnd;
    bool bold = false;
};

/// Width that the labels would like to have.
[[nodiscard]] double endLabelsWidth(const QList<WantedEndLabel>& labels);

/// Puts the labels beside their curves' ends within `room`, none on another: first with all their lines, then with one
/// each, and where even these do not fit the last ones give way to `more(count)`.
void layOutEndLabels(const QList<WantedEndLabel>& labels, const QRectF& room, EndLabelsItem& item,
                     const std::function<QString(int)>& more);

} // namespace pescope::ui::charts
