// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/icons.h"

#include <QPainterPath>

namespace pescope::ui {

inline constexpr qreal kIconBox = 16;

/// An icon in a box of 16 × 16 units.
struct IconPaths {
    QPainterPath lines; ///< stroked
    QPainterPath filled;
};

[[nodiscard]] IconPaths iconPaths(IconName name);

} // namespace pescope::ui
