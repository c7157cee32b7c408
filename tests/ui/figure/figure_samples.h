// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/figure.h"

#include <QByteArray>
#include <QFile>

#include <cmath>

namespace pescope::figure::samples {

inline constexpr QRgb kDark = 0xFF203040;
inline constexpr QRgb kLight = 0xFFF0D050;

inline QImage checkerboard(int rows, int columns, QRgb odd = kLight)
{
    QImage image(columns, rows, QImage::Format_RGB32);
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x)
            image.setPixel(x, y, (x + y) % 2 == 0 ? kDark : odd);
    return image;
}

inline HeatmapPanel mapPanel(const QImage& image, const QString& title)
{
    HeatmapPanel panel;
    panel.title = title;
    panel.image = image;
    panel.view = {0, static_cast<double>(image.height()), 0, static_cast<double>(image.width())};
    panel.rowTitle = QStringLiteral("position i");
    panel.columnTitle = QStringLiteral("position j");
    return panel;
}

inline Figure maps(int count, double widthMm, const QImage& image, bool ownBars = false)
{
    Figure figure;
    figure.widthMm = widthMm;
    for (int k = 0; k < count; ++k) {
        HeatmapPanel panel = mapPanel(image,
                                      QChar(u'A' + static_cast<char16_t>(k))
                                          + QStringLiteral("  all-MiniLM-L6-v2 · position_embeddings, 512 × 384"));
        panel.subtitle = QStringLiteral("mean of 1.33 × 1.33 cells");
        panel.colourBar = ownBars ? k : 0;
        figure.panels.emplace_back(panel);
    }
    for (int k = 0; k < (ownBars ? count : 1); ++k) {
        FigureColourBar bar;
        bar.map = &raster::defaultColormap();
        bar.scale = {-0.4567, 12345.0, nullptr};
        bar.title = QStringLiteral("φ = pᵢ·pⱼ ÷ mean ‖p‖²");
        bar.arrowBelow = bar.arrowAbove = true;
        figure.colourBars.push_back(bar);
    }
    figure.description = QStringLiteral("pescope figure <a> & \"b\" 位置");
    return figure;
}

inline Figure curves(double widthMm, bool logY = false)
{
    CurvePanel panel;
    panel.title = QStringLiteral("Proximity by distance");
    panel.xTitle = QStringLiteral("offset m = i − j (positions)");
    panel.yTitle = QStringLiteral("mean over pairs");
    panel.logY = logY;
    for (int k = 0; k < 3; ++k) {
        CurvePanel::Curve curve;
        curve.label =
            QChar(u'A' + static_cast<char16_t>(k)) + QStringLiteral("  a source with a rather long name, 512 × 384");
        curve.colour = QColor::fromHsv(120 * k, 200, 150);
        for (int m = 0; m < 200; ++m) {
            curve.x.push_back(m);
            curve.y.push_back(std::exp(-0.02 * m * (k + 1)));
        }
        panel.curves.push_back(curve);
    }
    Figure figure;
    figure.widthMm = widthMm;
    figure.panels.emplace_back(panel);
    return figure;
}

inline QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace pescope::figure::samples
