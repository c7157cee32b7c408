// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/text/map_image.h"

#include "core/proximity/dense.h"

#include <cstring>

namespace pescope::ui {

namespace {

QImage coloured(const proximity::Image<float>& cells, const raster::Scale& scale, const raster::Colormap& map)
{
    const raster::Raster raster = raster::rasterise(cells, scale, map);
    QImage image(raster.width, raster.height, QImage::Format_RGB32);
    for (int y = 0; y < raster.height; ++y)
        std::memcpy(image.scanLine(y), raster.pixels.data() + static_cast<std::size_t>(y) * raster.width,
                    static_cast<std::size_t>(raster.width) * sizeof(raster::Rgba));
    return image;
}

} // namespace

QImage mapImage(const Eigen::Ref<const tables::MatrixF>& values, const raster::Scale& scale,
                const raster::Colormap& map)
{
    proximity::Image<float> cells{static_cast<int>(values.cols()), static_cast<int>(values.rows()), {}};
    cells.pixels.resize(static_cast<std::size_t>(values.size()));
    Eigen::Map<tables::MatrixF>(cells.pixels.data(), values.rows(), values.cols()) = values;
    return coloured(cells, scale, map);
}

QImage meanImage(const tables::SharedMatrix& values, int side, const raster::Scale& scale, const raster::Colormap& map)
{
    if (values->rows() <= side && values->cols() <= side)
        return mapImage(values->cast<float>(), scale, map);
    const proximity::DenseProximity cells(values, values->rows(), values->cols());
    const proximity::Viewport whole{
        .row0 = 0, .row1 = static_cast<double>(values->rows()), .col0 = 0, .col1 = static_cast<double>(values->cols())};
    const auto means = cells.image(whole, side, side, {});
    return means ? coloured(*means, scale, map) : QImage();
}

} // namespace pescope::ui
