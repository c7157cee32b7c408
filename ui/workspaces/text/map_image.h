// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/raster/rasterise.h"
#include "core/tables/matrix.h"

#include <QImage>

namespace pescope::ui {

/// A matrix as a picture, a pixel a cell; empty for an empty one. O(cells).
[[nodiscard]] QImage mapImage(const Eigen::Ref<const tables::MatrixF>& values, const raster::Scale& scale,
                              const raster::Colormap& map);

/// The same of at most side × side pixels: where there are more cells, each pixel is the mean of the cells it covers,
/// weighted by area. O(cells).
[[nodiscard]] QImage meanImage(const tables::SharedMatrix& values, int side, const raster::Scale& scale,
                               const raster::Colormap& map);

} // namespace pescope::ui
