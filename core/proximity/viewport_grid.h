// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/proximity.h"

#include <span>
#include <vector>

namespace pescope::proximity {

/// One direction of a picture: which stretches of S are averaged, and how pixels are made of them.
///
/// Where a pixel covers more than one cell the stretches ("boxes") are the pixels themselves, cut at the borders of S.
/// Where it covers at most one, they are the distinct cells, and a pixel is one of them or a mix of two neighbours.
/// Boxes are contiguous: box b is [edges[b], edges[b + 1]).
struct AxisGrid {
    struct Tap {
        int box = 0;
        double first = 1, second = 0; ///< weights of `box` and `box + 1`
    };

    std::vector<double> edges; ///< ascending, inside [0, cells]; empty when the whole view lies outside
    int firstPixel = 0, endPixel = 0; ///< pixels with a part inside S
    double cellsPerPixel = 1;
    bool zoomed = false; ///< boxes are cells
    bool cutFirst = false, cutLast = false; ///< first or last box is smaller than a pixel
    std::vector<Tap> taps; ///< one per pixel in [firstPixel, endPixel), only when zoomed

    [[nodiscard]] int boxes() const { return edges.empty() ? 0 : static_cast<int>(edges.size()) - 1; }
    [[nodiscard]] bool operator==(const AxisGrid& other) const { return edges == other.edges; }
};

/// @param from, to  edges of the view in cells, from < to   @param cells  extent of S in this direction
/// Edges that differ from a whole number only by rounding are that number.
[[nodiscard]] AxisGrid makeAxis(double from, double to, int pixels, Index cells);

struct ViewportGrid {
    int width = 0, height = 0;
    AxisGrid rows, columns;
};

/// Errors: Shape for a picture or viewport without area, or one that is not finite; the numbers are named.
[[nodiscard]] Result<ViewportGrid> makeGrid(const Viewport& view, int width, int height, Index rows, Index columns);

/// Turns box means (rows.boxes() × columns.boxes(), row-major) into the picture; NaN outside S and where a pixel
/// touches a NaN box. O(pixels).
template<typename T>
[[nodiscard]] Image<T> expand(const ViewportGrid& grid, std::vector<T> boxes);

/// The boxes that overlap one of the ascending cells `bad`. O(boxes · log bad).
[[nodiscard]] std::vector<int> boxesTouching(std::span<const double> edges, std::span<const Index> bad);

} // namespace pescope::proximity
