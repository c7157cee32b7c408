// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QIcon>
#include <QRectF>

class QPainter;

namespace pescope::ui {

enum class IconName {
    Open,
    Undo,
    Redo,
    Link,
    BrokenLink,
    Enlarge,
    FullScreen,
    More,
    Eye,
    EyeOff,
    Export,
    Warning,
    PositionGrid,
    TextLines,
    Flask,
    Book,
    Settings,
    Search,
    Copy,
    Close,
    Plus,
    Check,
    Trash,
    Duplicate,
    Rename,
    Reset,
    Sun,
    Moon,
    Help,
    DropArrow,
    ChevronLeft,
    ChevronRight,
    ChevronDown,
};

inline constexpr int kIconCount = static_cast<int>(IconName::ChevronDown) + 1;

/// A line icon that is drawn anew for each paint in the text colour of `widget` at that moment: it follows light and
/// dark, is grey when disabled and has the accent's text colour when checked. On a primary button it has the colour on
/// accent. The widget may die before the icon.
[[nodiscard]] QIcon icon(IconName name, const QWidget* widget);
/// The same in a fixed role, for instance Role::Error for a warning triangle.
[[nodiscard]] QIcon icon(IconName name, const QWidget* widget, Role role);

/// The theme of a widget that a style sheet may have given a transparent ground (tool buttons, labels): such a widget's
/// own palette says nothing about light or dark, so its nearest opaque ancestor is asked.
[[nodiscard]] Theme themeBehind(const QWidget* widget);

/// Draws the icon into a square in the middle of `box`; painted views use it for marks inside a picture.
void paintIcon(QPainter* painter, IconName name, const QRectF& box, const QColor& colour);

} // namespace pescope::ui
