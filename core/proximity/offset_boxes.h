// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/viewport_grid.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace pescope::proximity {

/// Offsets m = i − j that the boxes of a grid look at, and one more at both ends: [low, high].
struct OffsetWindow {
    Index low = 0, high = 0;

    [[nodiscard]] Index size() const { return high - low + 1; }
};

[[nodiscard]] OffsetWindow offsetWindow(const ViewportGrid& grid);

/// G over a window: second differences of G are f, so the sum of f(i − j) over [X0, X1) × [Y0, Y1) is
///   G(X1 − Y0) + G(X0 − Y1) − G(X0 − Y0) − G(X1 − Y1).
template<typename Sum>
class SecondSum {
public:
    /// Nothing is set: the caller fills at(m) where it will be read.
    explicit SecondSum(OffsetWindow window);
    /// From f over the open window (low, high): f[0] is f(low + 1). The mean of f is taken out first, and the sums
    /// start in the middle, so that what cancels in a box stays as small as it can be. Values that are not finite
    /// count as 0 here. O(size).
    SecondSum(OffsetWindow window, std::span<const double> f);

    [[nodiscard]] Sum& at(Index m) { return m_values[static_cast<std::size_t>(m - m_window.low + 1)]; }
    [[nodiscard]] const Sum* origin() const { return m_values.get() + 1 - m_window.low; } ///< origin()[m] is G(m)
    [[nodiscard]] double mean() const { return m_mean; }

private:
    OffsetWindow m_window;
    double m_mean = 0; ///< of f; belongs on top of every box mean
    std::unique_ptr<Sum[]> m_values; ///< one more than the window at both ends, read with weight 0
};

/// Values of a box from its mean: factor · mean + rowTerm[r] + columnTerm[c] + constant; empty terms are 0.
struct BoxTerms {
    double factor = 1, constant = 0;
    std::span<const double> row, column;
};

/// Box means of f(i − j) over the grid, bilinear between cells; boxes × boxes, row-major. O(boxes); where a whole
/// number of cells is a whole number of pixels the same both ways, rows repeat along the diagonal and are copied.
/// Cancel points per row block.
template<typename T, typename Sum>
[[nodiscard]] Result<std::vector<T>> offsetBoxes(const ViewportGrid& grid, const SecondSum<Sum>& g,
                                                 const BoxTerms& terms, const JobContext& job);

/// Box means of an f that is at hand: f over the open window (low, high), f[0] is f(low + 1). Cells are looked up,
/// larger boxes come from second sums kept as `Sum`: double serves the screen (1e-9 of max |f| at 1000 boxes a side),
/// long double the exact picture. Boxes that touch a value that is not finite are NaN.
template<typename T, typename Sum>
[[nodiscard]] Result<std::vector<T>> offsetPicture(const ViewportGrid& grid, OffsetWindow window,
                                                   std::span<const double> f, const BoxTerms& terms,
                                                   const JobContext& job);

/// Calls visit(k) for every offset k = X − Y between the whole-number floors of two edges, each once, ascending:
/// G is read at k − 1, k and k + 1. O(boxes) and a byte an offset.
void forCornerOffsets(const ViewportGrid& grid, OffsetWindow window, const std::function<void(Index)>& visit);

} // namespace pescope::proximity
