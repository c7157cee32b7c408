// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/raster/rasterise.h"
#include "ui/heatmap/heatmap_view.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace pescope::ui::test {

/// A picture of a function of (row, column) as the frame would give it: nearest cell, no mean.
inline HeatmapPicture pictureOf(const std::function<double(Index, Index)>& value, Index rows, Index columns,
                                const proximity::Viewport& view, QSize pixels, const raster::Scale& scale,
                                const raster::Colormap& map, std::uint64_t revision = 1)
{
    proximity::Image<float> image{.width = pixels.width(), .height = pixels.height(), .pixels = {}};
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            const double row = view.row0 + (y + 0.5) / image.height * (view.row1 - view.row0);
            const double column = view.col0 + (x + 0.5) / image.width * (view.col1 - view.col0);
            image.pixels.push_back(static_cast<float>(value(static_cast<Index>(row), static_cast<Index>(column))));
        }
    }
    const raster::Raster raster = raster::rasterise(image, scale, map);
    HeatmapPicture picture;
    picture.image = QImage(raster.width, raster.height, QImage::Format_RGB32);
    for (int y = 0; y < raster.height; ++y)
        std::copy_n(raster.pixels.begin() + std::ptrdiff_t{y} * raster.width, raster.width,
                    reinterpret_cast<raster::Rgba*>(picture.image.scanLine(y)));
    picture.view = view;
    picture.rows = rows;
    picture.columns = columns;
    picture.revision = revision;
    return picture;
}

/// ψ(i − j) / ψ(0) of a sinusoid with base 10 000.
inline double sinusoid(Index i, Index j, int dimension = 384)
{
    double sum = 0;
    for (int k = 0; k < dimension / 2; ++k)
        sum += std::cos(std::pow(10000.0, -2.0 * k / dimension) * static_cast<double>(i - j));
    return sum / (dimension / 2);
}

} // namespace pescope::ui::test
