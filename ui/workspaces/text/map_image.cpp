// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/text/map_image.h"

#include <cstring>

namespace pescope::ui {

QImage mapImage(const Eigen::Ref<const tables::MatrixF>& values, const raster::Scale& scale,
                const raster::Colormap& map)
{
    proximity::Image<float> cells{static_cast<int>(values.cols()), static_cast<int>(values.rows()), {}};
    cells.pixels.resize(static_cast<std::size_t>(values.size()));
    Eigen::Map<tables::MatrixF>(cells.pixels.data(), values.rows(), values.cols()) = values;
    const raster::Raster raster = raster::rasterise(cells, scale, map);
    QImage image(raster.width, raster.height, QImage::Format_RGB32);
    for (int y = 0; y < raster.height; ++y)
        std::memcpy(image.scanLine(y), raster.pixels.data() + static_cast<std::size_t>(y) * raster.width,
                    static_cast<std::size_t>(raster.width) * sizeof(raster::Rgba));
    return image;
}

} // namespace pescope::ui
