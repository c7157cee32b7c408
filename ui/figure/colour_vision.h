// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/figure.h"

#include <optional>

namespace pescope::figure {

enum class Vision { Normal, Protanopia, Deuteranopia, Tritanopia };
inline constexpr Vision kVisions[] = {Vision::Normal, Vision::Protanopia, Vision::Deuteranopia, Vision::Tritanopia};

/// How a colour is seen: the matrices for full severity of Machado, Oliveira & Fernandes 2009
/// (doi:10.1109/TVCG.2009.113) on linear sRGB, cut to the gamut.
[[nodiscard]] QColor seenBy(Vision vision, const QColor& colour);

/// ΔE*ab (CIE 1976) of two sRGB colours under D65.
[[nodiscard]] double colourDifference(const QColor& a, const QColor& b);

/// The two colours that a reader has to tell apart and can least.
struct Closest {
    double difference = 0; ///< ΔE*ab; about 2 is seen at a look, 10 is told apart in small marks
    Vision vision = Vision::Normal; ///< of the reader for whom it is least
};

/// Over the figure's own colours: of curves in one panel with each other, and of its colour maps an eighth of their
/// length apart. Curves differ in their dashes too. Nothing where there are no two colours.
[[nodiscard]] std::optional<Closest> closestColours(const Figure& figure);

} // namespace pescope::figure
