// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/type.h"

#include <QColor>
#include <QImage>
#include <QPainter>
#include <QRectF>

namespace pescope::figure {

/// Draws in millimetres on any device. On a picture of pixels every filled rectangle and image ends exactly at a pixel,
/// so that no edge is a mixture of two colours; on vector devices places are kept as they are.
class Canvas {
public:
    /// @param pixelsPerMm  device units a millimetre
    Canvas(QPainter& painter, const Type& type, double pixelsPerMm);
    ~Canvas();
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;

    [[nodiscard]] bool pixels() const { return m_pixels; }
    /// The rectangle that is really covered: moved to whole pixels where there are any.
    [[nodiscard]] QRectF snapped(const QRectF& mm) const;
    void fill(const QRectF& mm, const QColor& colour);
    /// A line of about `widthMm`, never thinner than a pixel, around the outside of `mm`.
    void frame(const QRectF& mm, double widthMm, const QColor& colour);
    /// Cells stay rectangles of one colour: nearest neighbour upwards, the mean of the colours downwards.
    void image(const QRectF& mm, const QImage& image);
    void text(TypeRole role, double leftMm, double baselineMm, const QString& text, const QColor& colour);
    /// Upwards, centred on (`xMm`, `yMm`): the baseline is at x.
    void turnedText(TypeRole role, double xMm, double yMm, const QString& text, const QColor& colour);
    [[nodiscard]] QPainter& painter() { return m_painter; }

private:
    QPainter& m_painter;
    const Type& m_type;
    bool m_pixels;
};

} // namespace pescope::figure
