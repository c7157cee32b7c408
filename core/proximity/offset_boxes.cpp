// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/offset_boxes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pescope::proximity {
namespace {

/// Edges split into whole cells and fractions.
struct Corners {
    std::vector<Index> whole;
    std::vector<double> fraction;

    explicit Corners(std::span<const double> edges)
    {
        for (const double edge : edges) {
            whole.push_back(static_cast<Index>(std::floor(edge)));
            fraction.push_back(edge - std::floor(edge));
        }
    }
};

/// Smallest number of boxes after which rows and columns have moved by the same whole number of cells; 0: none.
int diagonalPeriod(const ViewportGrid& grid)
{
    const auto boxSize = [](const AxisGrid& axis) { return axis.zoomed ? 1.0 : axis.cellsPerPixel; };
    const double size = boxSize(grid.rows);
    if (std::abs(size - boxSize(grid.columns)) > 1e-13 * size)
        return 0;
    const int longest = std::min(grid.rows.boxes(), grid.columns.boxes()) / 2;
    for (int q = 1; q <= longest; ++q) {
        const double moved = q * size;
        const double repeats = std::max(grid.rows.boxes(), grid.columns.boxes()) / static_cast<double>(q);
        if (std::abs(moved - std::round(moved)) * repeats < 1e-9)
            return q;
    }
    return 0;
}

/// Boxes that are cells in both directions: f is looked up, no sums.
template<typename T>
std::vector<T> offsetCells(const ViewportGrid& grid, OffsetWindow window, std::span<const double> f,
                           const BoxTerms& terms)
{
    const auto rows = static_cast<std::size_t>(grid.rows.boxes());
    const auto columns = static_cast<std::size_t>(grid.columns.boxes());
    std::vector<T> result(rows * columns);
    // backwards, because the offset falls along a row
    std::vector<double> turned(f.rbegin(), f.rend());
    for (double& value : turned)
        value = std::isfinite(value) ? value * terms.factor + terms.constant : std::numeric_limits<double>::quiet_NaN();
    for (std::size_t r = 0; r < rows; ++r) {
        const Index offset = static_cast<Index>(grid.rows.edges[r]) - static_cast<Index>(grid.columns.edges.front());
        const double* const from = turned.data() + (window.high - 1 - offset);
        T* const target = result.data() + r * columns;
        const double rowTerm = terms.row.empty() ? 0.0 : terms.row[r];
        if (terms.column.empty())
            for (std::size_t c = 0; c < columns; ++c)
                target[c] = static_cast<T>(from[c] + rowTerm);
        else
            for (std::size_t c = 0; c < columns; ++c)
                target[c] = static_cast<T>(from[c] + rowTerm + terms.column[c]);
    }
    return result;
}

/// Boxes that touch an offset where f is not finite become NaN.
template<typename T>
void markBoxes(const ViewportGrid& grid, OffsetWindow window, std::span<const double> f, std::vector<T>& boxes)
{
    std::vector<Index> before(f.size() + 1, 0); // number of bad values before an offset
    for (std::size_t t = 0; t < f.size(); ++t)
        before[t + 1] = before[t] + (std::isfinite(f[t]) ? 0 : 1);
    if (before.back() == 0)
        return;
    const std::vector<double>& x = grid.rows.edges;
    const std::vector<double>& y = grid.columns.edges;
    auto box = boxes.begin();
    for (std::size_t r = 0; r + 1 < x.size(); ++r)
        for (std::size_t c = 0; c + 1 < y.size(); ++c, ++box) {
            const auto first = static_cast<Index>(std::floor(x[r])) - static_cast<Index>(std::ceil(y[c + 1])) + 1;
            const auto last = static_cast<Index>(std::ceil(x[r + 1])) - 1 - static_cast<Index>(std::floor(y[c]));
            if (before[static_cast<std::size_t>(last - window.low)]
                != before[static_cast<std::size_t>(first - window.low - 1)])
                *box = std::numeric_limits<T>::quiet_NaN();
        }
}

} // namespace

OffsetWindow offsetWindow(const ViewportGrid& grid)
{
    if (grid.rows.boxes() == 0 || grid.columns.boxes() == 0)
        return {};
    const auto floorOf = [](double x) { return static_cast<Index>(std::floor(x)); };
    const auto ceilOf = [](double x) { return static_cast<Index>(std::ceil(x)); };
    return {.low = floorOf(grid.rows.edges.front()) - ceilOf(grid.columns.edges.back()),
            .high = ceilOf(grid.rows.edges.back()) - floorOf(grid.columns.edges.front())};
}

template<typename Sum>
SecondSum<Sum>::SecondSum(OffsetWindow window)
    : m_window(window)
    , m_values(std::make_unique_for_overwrite<Sum[]>(static_cast<std::size_t>(window.size() + 2)))
{
    m_values[0] = 0;
    m_values[static_cast<std::size_t>(window.size() + 1)] = 0;
}

template<typename Sum>
SecondSum<Sum>::SecondSum(OffsetWindow window, std::span<const double> f)
    : SecondSum(window)
{
    PESCOPE_EXPECTS(static_cast<Index>(f.size()) == window.size() - 2);
    const auto finite = [](double value) { return std::isfinite(value) ? value : 0.0; };
    double total = 0;
    for (const double value : f)
        total += finite(value);
    m_mean = std::isfinite(total) ? total / static_cast<double>(std::max<std::size_t>(f.size(), 1)) : 0.0;

    Sum* const g = m_values.get() + 1; // g[t] = G(low + t), f[t − 1] = f(low + t)
    const auto last = static_cast<std::ptrdiff_t>(window.size()) - 1;
    const std::ptrdiff_t middle = last / 2;
    g[middle] = 0;
    if (middle + 1 <= last)
        g[middle + 1] = 0;
    Sum step = 0;
    for (std::ptrdiff_t t = middle + 1; t < last; ++t) {
        step += static_cast<Sum>(finite(f[static_cast<std::size_t>(t - 1)])) - static_cast<Sum>(m_mean);
        g[t + 1] = g[t] + step;
    }
    step = 0;
    for (std::ptrdiff_t t = middle; t > 0; --t) {
        step += static_cast<Sum>(finite(f[static_cast<std::size_t>(t - 1)])) - static_cast<Sum>(m_mean);
        g[t - 1] = g[t] + step;
    }
}

template<typename T, typename Sum>
Result<std::vector<T>> offsetBoxes(const ViewportGrid& grid, const SecondSum<Sum>& g, const BoxTerms& terms,
                                   const JobContext& job)
{
    const auto rows = static_cast<std::size_t>(grid.rows.boxes());
    const auto columns = static_cast<std::size_t>(grid.columns.boxes());
    std::vector<T> result(rows * columns);
    if (rows == 0 || columns == 0)
        return result;

    const Corners rowCorners(grid.rows.edges);
    const Corners columnCorners(grid.columns.edges);
    std::vector<Sum> inverseWidth(columns);
    for (std::size_t c = 0; c < columns; ++c)
        inverseWidth[c] = Sum(1) / static_cast<Sum>(grid.columns.edges[c + 1] - grid.columns.edges[c]);

    std::vector<Sum> columnTerm(columns, Sum(0));
    std::ranges::copy(terms.column, columnTerm.begin());

    const Sum* const origin = g.origin();
    const auto corner = [&](std::size_t r, std::size_t c) {
        const Sum* const at = origin + (rowCorners.whole[r] - columnCorners.whole[c]);
        const auto x = static_cast<Sum>(rowCorners.fraction[r]);
        const auto y = static_cast<Sum>(columnCorners.fraction[c]);
        const Sum near = at[0] + x * (at[1] - at[0]);
        const Sum far = at[-1] + x * (at[0] - at[-1]);
        return near + y * (far - near);
    };
    const bool plain = terms.row.empty() && terms.column.empty();
    const std::size_t period = plain ? static_cast<std::size_t>(diagonalPeriod(grid)) : 0;
    // boxes cut by the border of S differ from their neighbours and are never copied
    const std::size_t firstRow = grid.rows.cutFirst ? 1 : 0;
    const std::size_t firstColumn = grid.columns.cutFirst ? 1 : 0;
    const std::size_t regularRows = rows - (grid.rows.cutLast ? 1 : 0);
    const std::size_t regularColumns = columns - (grid.columns.cutLast ? 1 : 0);

    for (std::size_t r = 0; r < rows; ++r) {
        if (r % 64 == 0 && job.stopRequested())
            return cancelled();
        const Sum inverseHeight =
            Sum(1) / static_cast<Sum>(grid.rows.edges[r + 1] - grid.rows.edges[r]) * static_cast<Sum>(terms.factor);
        const Sum base = static_cast<Sum>(g.mean() * terms.factor + terms.constant)
            + (terms.row.empty() ? Sum(0) : static_cast<Sum>(terms.row[r]));
        T* const target = result.data() + r * columns;
        const auto compute = [&](std::size_t from, std::size_t to) {
            if (from >= to)
                return;
            Sum upperLeft = corner(r, from);
            Sum lowerLeft = corner(r + 1, from);
            for (std::size_t c = from; c < to; ++c) {
                const Sum upper = corner(r, c + 1);
                const Sum lower = corner(r + 1, c + 1);
                const Sum total = (lowerLeft - upperLeft) - (lower - upper);
                target[c] = static_cast<T>(total * inverseHeight * inverseWidth[c] + (base + columnTerm[c]));
                upperLeft = upper;
                lowerLeft = lower;
            }
        };
        if (period > 0 && r >= firstRow + period && r < regularRows && firstColumn + period < regularColumns) {
            const std::size_t copied = firstColumn + period;
            compute(0, copied);
            std::copy_n(target - period * columns + firstColumn, regularColumns - copied, target + copied);
            compute(regularColumns, columns);
        } else {
            compute(0, columns);
        }
    }
    return result;
}

template<typename T, typename Sum>
Result<std::vector<T>> offsetPicture(const ViewportGrid& grid, OffsetWindow window, std::span<const double> f,
                                     const BoxTerms& terms, const JobContext& job)
{
    if (grid.rows.zoomed && grid.columns.zoomed)
        return offsetCells<T>(grid, window, f, terms);
    PESCOPE_TRY(boxes, (offsetBoxes<T>(grid, SecondSum<Sum>(window, f), terms, job)));
    markBoxes(grid, window, f, boxes);
    return std::move(boxes);
}

void forCornerOffsets(const ViewportGrid& grid, OffsetWindow window, const std::function<void(Index)>& visit)
{
    const Corners rows(grid.rows.edges);
    const Corners columns(grid.columns.edges);
    std::vector<char> wanted(static_cast<std::size_t>(window.size()), 0);
    for (const Index x : rows.whole)
        for (const Index y : columns.whole)
            wanted[static_cast<std::size_t>(x - y - window.low)] = 1;
    for (auto at = std::ranges::find(wanted, 1); at != wanted.end(); at = std::find(at + 1, wanted.end(), 1))
        visit(window.low + (at - wanted.begin()));
}

template class SecondSum<double>;
template class SecondSum<long double>;
template Result<std::vector<float>> offsetBoxes(const ViewportGrid&, const SecondSum<double>&, const BoxTerms&,
                                                const JobContext&);
template Result<std::vector<double>> offsetBoxes(const ViewportGrid&, const SecondSum<double>&, const BoxTerms&,
                                                 const JobContext&);
template Result<std::vector<double>> offsetBoxes(const ViewportGrid&, const SecondSum<long double>&, const BoxTerms&,
                                                 const JobContext&);
template Result<std::vector<float>> offsetPicture<float, double>(const ViewportGrid&, OffsetWindow,
                                                                 std::span<const double>, const BoxTerms&,
                                                                 const JobContext&);
template Result<std::vector<double>> offsetPicture<double, double>(const ViewportGrid&, OffsetWindow,
                                                                   std::span<const double>, const BoxTerms&,
                                                                   const JobContext&);
template Result<std::vector<double>> offsetPicture<double, long double>(const ViewportGrid&, OffsetWindow,
                                                                        std::span<const double>, const BoxTerms&,
                                                                        const JobContext&);

} // namespace pescope::proximity
