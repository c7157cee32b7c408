// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/canvas.h"

#include <QPaintEngine>

#include <algorithm>
#include <cmath>

namespace pescope::figure {

namespace {

/// What viewers resample: fine enough that their smoothing stays within a sixth of a cell or a printer's dot.
constexpr double kEmbeddedDpi = 600;
constexpr int kEmbeddedMost = 2048;

/// k × k pixels a cell.
QImage enlarged(const QImage& image, int times)
{
    return times <= 1
        ? image
        : image.scaled(image.width() * times, image.height() * times, Qt::IgnoreAspectRatio, Qt::FastTransformation);
}

/// Where source pixel borders fall on `target` pixels; every target pixel takes one cell, or the mean of those it
/// covers, in both directions one after the other.
QImage fitted(const QImage& source, int width, int height)
{
    const QImage image = source.convertToFormat(QImage::Format_RGB32);
    const auto pass = [](const QImage& from, int length, bool horizontal) {
        const int before = horizontal ? from.width() : from.height();
        QImage to = horizontal ? QImage(length, from.height(), QImage::Format_RGB32)
                               : QImage(from.width(), length, QImage::Format_RGB32);
        const int lines = horizontal ? from.height() : from.width();
        const double ratio = static_cast<double>(before) / length;
        const auto pixel = [&](int line, int at) { return horizontal ? from.pixel(at, line) : from.pixel(line, at); };
        for (int k = 0; k < length; ++k) {
            const double start = k * ratio;
            const double end = std::min<double>(before, start + ratio);
            for (int line = 0; line < lines; ++line) {
                QRgb colour;
                if (ratio <= 1) {
                    colour = pixel(line, std::min(before - 1, static_cast<int>((k + 0.5) * ratio)));
                } else {
                    double red = 0, green = 0, blue = 0;
                    for (int at = static_cast<int>(start); at < before && at < end - 1e-9; ++at) {
                        const double share = std::min<double>(at + 1, end) - std::max<double>(at, start);
                        const QRgb one = pixel(line, at);
                        red += share * qRed(one), green += share * qGreen(one), blue += share * qBlue(one);
                    }
                    const double all = end - start;
                    colour = qRgb(qRound(red / all), qRound(green / all), qRound(blue / all));
                }
                if (horizontal)
                    to.setPixel(k, line, colour);
                else
                    to.setPixel(line, k, colour);
            }
        }
        return to;
    };
    return pass(pass(image, width, true), height, false);
}

} // namespace

Canvas::Canvas(QPainter& painter, const Type& type, double pixelsPerMm)
    : m_painter(painter)
    , m_type(type)
    , m_pixels(painter.paintEngine() && painter.paintEngine()->type() == QPaintEngine::Raster)
{
    m_painter.save();
    m_painter.scale(pixelsPerMm / kUnitsPerMm, pixelsPerMm / kUnitsPerMm);
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    m_painter.setRenderHint(QPainter::TextAntialiasing, true);
    m_painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    m_painter.setRenderHint(QPainter::LosslessImageRendering, true);
}

Canvas::~Canvas()
{
    m_painter.restore();
}

QRectF Canvas::snapped(const QRectF& mm) const
{
    if (!m_pixels)
        return mm;
    const QTransform toDevice = m_painter.deviceTransform();
    const QRectF units(mm.topLeft() * kUnitsPerMm, mm.size() * kUnitsPerMm);
    const QRectF device = toDevice.mapRect(units);
    const QRectF whole(QPointF(std::round(device.left()), std::round(device.top())),
                       QPointF(std::round(device.right()), std::round(device.bottom())));
    const QRectF back = toDevice.inverted().mapRect(whole);
    return {back.topLeft() / kUnitsPerMm, back.size() / kUnitsPerMm};
}

void Canvas::fill(const QRectF& mm, const QColor& colour)
{
    const QRectF place = snapped(mm);
    if (place.isEmpty())
        return;
    m_painter.fillRect(QRectF(place.topLeft() * kUnitsPerMm, place.size() * kUnitsPerMm), colour);
}

void Canvas::frame(const QRectF& mm, double widthMm, const QColor& colour)
{
    const QRectF inside = snapped(mm);
    double line = widthMm;
    if (m_pixels) {
        const double pixel = kUnitsPerMm * m_painter.deviceTransform().m11();
        line = std::max(1.0, std::round(widthMm * pixel)) / pixel;
    }
    const QRectF outside = inside.adjusted(-line, -line, line, line);
    fill({outside.topLeft(), QPointF(outside.right(), inside.top())}, colour);
    fill({QPointF(outside.left(), inside.bottom()), outside.bottomRight()}, colour);
    fill({QPointF(outside.left(), inside.top()), inside.bottomLeft()}, colour);
    fill({inside.topRight(), QPointF(outside.right(), inside.bottom())}, colour);
}

void Canvas::image(const QRectF& mm, const QImage& image)
{
    if (image.isNull())
        return;
    const QRectF place = snapped(mm);
    const QRectF units(place.topLeft() * kUnitsPerMm, place.size() * kUnitsPerMm);
    if (m_pixels) {
        const QRectF device = m_painter.deviceTransform().mapRect(units);
        const QImage picture = fitted(image, std::max(1, qRound(device.width())), std::max(1, qRound(device.height())));
        m_painter.drawImage(units, picture);
        return;
    }
    const int cells = std::max(image.width(), image.height());
    const double cellMm = std::max(mm.width() / image.width(), mm.height() / image.height());
    const int times = std::clamp(static_cast<int>(std::ceil(kEmbeddedDpi / 25.4 * cellMm)), 1,
                                 std::max(1, kEmbeddedMost / std::max(1, cells)));
    m_painter.drawImage(units, enlarged(image.convertToFormat(QImage::Format_RGB32), times));
}

void Canvas::text(TypeRole role, double leftMm, double baselineMm, const QString& text, const QColor& colour)
{
    m_painter.setFont(m_type.font(role));
    m_painter.setPen(colour);
    m_painter.drawText(QPointF(leftMm, baselineMm) * kUnitsPerMm, text);
}

void Canvas::turnedText(TypeRole role, double xMm, double yMm, const QString& text, const QColor& colour)
{
    m_painter.save();
    m_painter.translate(QPointF(xMm, yMm) * kUnitsPerMm);
    m_painter.rotate(-90);
    m_painter.setFont(m_type.font(role));
    m_painter.setPen(colour);
    m_painter.drawText(QPointF(-m_type.widthMm(role, text) / 2, 0) * kUnitsPerMm, text);
    m_painter.restore();
}

} // namespace pescope::figure
