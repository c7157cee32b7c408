// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/viewport_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pescope::proximity {
namespace {

constexpr int kMaxPixels = 1 << 16;

std::vector<double> pixelEdges(double from, double to, int pixels)
{
    const double slack = 8 * std::numeric_limits<double>::epsilon() * std::max(std::abs(from), std::abs(to));
    std::vector<double> edges(static_cast<std::size_t>(pixels) + 1);
    for (int k = 0; k <= pixels; ++k) {
        const double edge = k == pixels ? to : from + (to - from) * k / pixels;
        const double whole = std::round(edge);
        edges[static_cast<std::size_t>(k)] = std::abs(edge - whole) <= slack ? whole : edge;
    }
    return edges;
}

// One line of pixels from one line of boxes.
template<typename T>
void expandLine(const AxisGrid& axis, const T* boxes, T* pixels)
{
    const int count = axis.endPixel - axis.firstPixel;
    if (!axis.zoomed) {
        std::copy_n(boxes, count, pixels);
        return;
    }
    for (int k = 0; k < count; ++k) {
        const AxisGrid::Tap& tap = axis.taps[static_cast<std::size_t>(k)];
        pixels[k] = tap.second == 0 ? boxes[tap.box]
                                    : static_cast<T>(tap.first * boxes[tap.box] + tap.second * boxes[tap.box + 1]);
    }
}

} // namespace

AxisGrid makeAxis(double from, double to, int pixels, Index cells)
{
    AxisGrid axis;
    axis.cellsPerPixel = (to - from) / pixels;
    axis.zoomed = axis.cellsPerPixel <= 1;
    const auto extent = static_cast<double>(cells);
    const std::vector<double> all = pixelEdges(from, to, pixels);
    const auto inside = [&](int k) {
        const auto at = static_cast<std::size_t>(k);
        return std::min(all[at + 1], extent) > std::max(all[at], 0.0);
    };
    while (axis.firstPixel < pixels && !inside(axis.firstPixel))
        ++axis.firstPixel;
    axis.endPixel = axis.firstPixel;
    while (axis.endPixel < pixels && inside(axis.endPixel))
        ++axis.endPixel;
    if (axis.firstPixel == axis.endPixel)
        return axis;

    const double begin = all[static_cast<std::size_t>(axis.firstPixel)];
    const double end = all[static_cast<std::size_t>(axis.endPixel)];
    axis.cutFirst = begin < 0;
    axis.cutLast = end > extent;
    const auto clipped = [&](int k) { return std::clamp(all[static_cast<std::size_t>(k)], 0.0, extent); };
    if (!axis.zoomed) {
        for (int k = axis.firstPixel; k <= axis.endPixel; ++k)
            axis.edges.push_back(clipped(k));
        return axis;
    }
    const double firstCell = std::floor(std::max(begin, 0.0));
    for (double cell = firstCell; cell <= std::ceil(std::min(end, extent)); ++cell)
        axis.edges.push_back(cell);
    for (int k = axis.firstPixel; k < axis.endPixel; ++k) {
        const double a = clipped(k);
        const double b = clipped(k + 1);
        const double cell = std::floor(a);
        AxisGrid::Tap tap{.box = static_cast<int>(cell - firstCell)};
        if (b > cell + 1) {
            tap.first = (cell + 1 - a) / (b - a);
            tap.second = 1 - tap.first;
        }
        axis.taps.push_back(tap);
    }
    return axis;
}

Result<ViewportGrid> makeGrid(const Viewport& view, int width, int height, Index rows, Index columns)
{
    if (width < 1 || height < 1 || width > kMaxPixels || height > kMaxPixels)
        return fail(ErrorCode::Shape, fmt::format("a picture of {} × {} pixels", width, height),
                    fmt::format("Width and height go from 1 to {} pixels.", kMaxPixels));
    const auto usable = [](double a, double b) { return std::isfinite(a) && std::isfinite(b) && a < b; };
    if (!usable(view.row0, view.row1) || !usable(view.col0, view.col1))
        return fail(ErrorCode::Shape,
                    fmt::format("a view of rows {} to {} and columns {} to {} has no area", view.row0, view.row1,
                                view.col0, view.col1),
                    "Choose a range that ends after it begins.");
    return ViewportGrid{.width = width,
                        .height = height,
                        .rows = makeAxis(view.row0, view.row1, height, rows),
                        .columns = makeAxis(view.col0, view.col1, width, columns)};
}

template<typename T>
Image<T> expand(const ViewportGrid& grid, std::vector<T> boxes)
{
    const auto width = static_cast<std::size_t>(grid.width);
    const auto height = static_cast<std::size_t>(grid.height);
    Image<T> image{.width = grid.width, .height = grid.height, .pixels = {}};
    if (!grid.rows.zoomed && !grid.columns.zoomed && boxes.size() == width * height) {
        image.pixels = std::move(boxes);
        return image;
    }
    const int inRows = grid.rows.endPixel - grid.rows.firstPixel;
    const int inColumns = grid.columns.endPixel - grid.columns.firstPixel;
    image.pixels.assign(width * height, std::numeric_limits<T>::quiet_NaN());
    if (inRows == 0 || inColumns == 0)
        return image;

    const auto boxColumns = static_cast<std::size_t>(grid.columns.boxes());
    std::vector<T> line[2]; // of box `held` and the one after it
    int held[2] = {-1, -1};
    const auto lineOf = [&](int box) -> const T* {
        const int slot = box & 1;
        if (held[slot] != box) {
            line[slot].resize(static_cast<std::size_t>(inColumns));
            expandLine(grid.columns, boxes.data() + static_cast<std::size_t>(box) * boxColumns, line[slot].data());
            held[slot] = box;
        }
        return line[slot].data();
    };
    for (int r = 0; r < inRows; ++r) {
        T* const target = image.pixels.data() + static_cast<std::size_t>(grid.rows.firstPixel + r) * width
            + static_cast<std::size_t>(grid.columns.firstPixel);
        const AxisGrid::Tap tap =
            grid.rows.zoomed ? grid.rows.taps[static_cast<std::size_t>(r)] : AxisGrid::Tap{r, 1, 0};
        const T* const first = lineOf(tap.box);
        if (tap.second == 0) {
            std::copy_n(first, inColumns, target);
            continue;
        }
        const T* const second = lineOf(tap.box + 1);
        for (int c = 0; c < inColumns; ++c)
            target[c] = static_cast<T>(tap.first * first[c] + tap.second * second[c]);
    }
    return image;
}

template Image<float> expand(const ViewportGrid&, std::vector<float>);
template Image<double> expand(const ViewportGrid&, std::vector<double>);

std::vector<int> boxesTouching(std::span<const double> edges, std::span<const Index> bad)
{
    std::vector<int> touching;
    for (std::size_t b = 0; !bad.empty() && b + 1 < edges.size(); ++b) {
        const auto next = std::ranges::lower_bound(bad, static_cast<Index>(std::floor(edges[b])));
        if (next != bad.end() && static_cast<double>(*next) < edges[b + 1])
            touching.push_back(static_cast<int>(b));
    }
    return touching;
}

} // namespace pescope::proximity
