// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QString>

class QPainter;
class QRectF;

namespace pescope::ui {

/// Lines of text on charts and maps, shaped once and kept: the same figures and words come with every frame of a drag,
/// and shaping them anew costs more than the curves. GUI thread.
[[nodiscard]] qreal textWidth(const QFont& font, const QString& text);

/// The text, or as much of it as fits in `width` and "…".
[[nodiscard]] QString elidedLine(const QFont& font, const QString& text, qreal width);

/// QPainter::drawText of one line within a box.
void drawTextLine(QPainter& painter, const QRectF& box, Qt::Alignment alignment, const QString& text);

} // namespace pescope::ui
