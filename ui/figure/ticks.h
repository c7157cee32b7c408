// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tables/matrix.h"

#include <QString>

#include <functional>
#include <vector>

namespace pescope::figure {

struct PlacedValue {
    double value = 0;
    QString label;
};

/// Whether labels with that distance in axis units would run into each other.
using TooClose = std::function<bool(const PlacedValue&, const PlacedValue&)>;

/// Whole numbers from `first` to `last`: both ends, and multiples of a nice step between them (powers of two where the
/// count is one, so that 512 positions read 0, 128, 256, 384, 511). The closest step that keeps labels apart.
[[nodiscard]] std::vector<PlacedValue> positionTicks(tables::Index first, tables::Index last, const TooClose& tooClose);

/// Multiples of 1, 2 or 5 · 10ᵏ within [low, high]; the closest step that keeps labels apart, at most `most` of them.
[[nodiscard]] std::vector<PlacedValue> valueTicks(double low, double high, int most, const TooClose& tooClose);

/// Decades (10⁻³) within [log10 low, log10 high], thinned; steps 1-2-5 where fewer than two decades fit.
[[nodiscard]] std::vector<PlacedValue> decadeTicks(double logLow, double logHigh, const TooClose& tooClose);

/// 0 and decades on both sides of a symmetric logarithm within [low, high] of its axis, thinned alike on both: 0 and
/// ±linearWithin · 10ᵏ⁻¹ at ±k.
[[nodiscard]] std::vector<PlacedValue> symmetricTicks(double linearWithin, double low, double high,
                                                      const TooClose& tooClose);

/// "−0.46", "10 000", "2·10⁻⁶": true minus, thin spaces, `decimals` digits after the point.
[[nodiscard]] QString tickText(double value, int decimals);

} // namespace pescope::figure
