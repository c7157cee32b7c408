// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/items.h"

#include <functional>

namespace pescope::ui::charts {

/// Where a range ends on the bars' axis.
struct BarEnd {
    double x = 0; ///< scene pixels, held within the plot
    bool beyond = false; ///< the range goes on past the right edge of the plot
};

/// The three ranges of one curve as a bar: thick to the integer range, thin with an end tick to the ε range, a diamond
/// at the continuous one. In a signed chart the bar runs both ways from m = 0.
struct BarRow {
    int source = 0;
    bool former = false; ///< drawn in the ghost's grey
    double y = 0; ///< middle
    double thickness = 4;
    double origin = 0; ///< pixel of m = 0
    double left = 0; ///< bars never leave [left, right]
    double right = 0;
    bool mirrored = false;
    std::optional<BarEnd> integer, tolerance, continuous;
};

/// Range bars above a plot, with their texts.
class RangeBarsItem final : public PaintedItem {
public:
    using PaintedItem::PaintedItem;
    QList<BarRow> rows;
    QList<Chip> chips; ///< `rect`s do not overlap, nor cover a diamond or an end tick
    [[nodiscard]] QColor colourOf(const Theme& theme, const BarRow& row) const;

protected:
    void draw(QPainter& painter, const Theme& theme) const override;
};

/// What the ω chart writes along one bar.
struct BarTexts {
    QString integer, tolerance, continuous;
};

/// Places the texts of one bar: the integer range's ends at its end, ε's before its tick, the continuous one right of
/// its diamond, each moved along the row as little as needed. What finds no place is left out (the item's tool tip has
/// it).
[[nodiscard]] QList<Chip> placeBarTexts(const BarRow& row, const BarTexts& texts, const QColor& colour);

/// What the distance chart writes at one bar: letter and sentence, on the bar's own line right of its end or, where
/// that has no room, on a line of its own above.
struct DistanceBar {
    int source = 0;
    QString letter;
    QString text; ///< full sentence
    QString shortText; ///< "0…24", for the folded form
    std::optional<double> integer, tolerance, continuous; ///< in positions
};

struct DistanceBarsLayout {
    QList<BarRow> rows;
    QList<Chip> chips;
    double height = 0; ///< of all rows, from `top`
    bool folded = false; ///< bars close together, short texts on one line
};

/// @param pixel  m ↦ scene pixel;  @param room  most height that the bars may take before they fold
[[nodiscard]] DistanceBarsLayout layOutDistanceBars(const QList<DistanceBar>& bars, double top, double left,
                                                    double right, double sceneRight, bool mirrored, double room,
                                                    const std::function<double(double)>& pixel, const Theme& theme);

/// The end of a range at `m`, held within [left, right].
[[nodiscard]] BarEnd barEnd(double pixel, double left, double right);

} // namespace pescope::ui::charts
