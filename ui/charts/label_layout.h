// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

#include <optional>

namespace pescope::ui::charts {

/// One label on a line: where its middle would best be, and how much room it takes.
struct WantedLabel {
    double centre = 0;
    double size = 0;
};

/// Starts of labels on the line [low, high], in the given order of the input, such that none overlaps another and the
/// moves are least in the sense of squares (pooled neighbours). Labels are kept in the order of their wanted middles;
/// equal ones in input order. Where all do not fit, nothing is returned: the caller shows fewer or shorter ones.
[[nodiscard]] std::optional<QList<double>> spread(const QList<WantedLabel>& labels, double low, double high,
                                                  double gap);

/// A taken stretch of a line.
struct Interval {
    double from = 0;
    double to = 0;
};

/// Start, nearest to `wanted`, of a free stretch of `size` within [low, high] that keeps `gap` to everything taken.
[[nodiscard]] std::optional<double> nearestFree(double wanted, double size, double low, double high, double gap,
                                                const QList<Interval>& taken);

} // namespace pescope::ui::charts
