// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/dense.h"

#include "core/proximity/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pescope::proximity {
namespace {

/// Calls add(cell, share) for each cell that overlaps [from, to); shares add up to 1.
template<typename Add>
void forCells(double from, double to, const Add& add)
{
    const double share = 1 / (to - from);
    for (auto cell = static_cast<Index>(std::floor(from)); static_cast<double>(cell) < to; ++cell) {
        const auto begin = static_cast<double>(cell);
        add(cell, (std::min(to, begin + 1) - std::max(from, begin)) * share);
    }
}

} // namespace

DenseProximity::DenseProximity(tables::SharedMatrix values, Index rows, Index columns, std::vector<Index> positions)
    : m_values(std::move(values))
    , m_rows(rows)
    , m_columns(columns)
    , m_positions(std::move(positions))
{
    PESCOPE_EXPECTS(rows >= 1 && columns >= 1 && rows <= m_values->rows() && columns <= m_values->cols());
}

template<typename T>
Result<Image<T>> DenseProximity::draw(const Viewport& view, int width, int height, const JobContext& job) const
{
    return runGuarded([&]() -> Result<Image<T>> {
        PESCOPE_TRY(grid, makeGrid(view, width, height, m_rows, m_columns));
        const int rowBoxes = grid.rows.boxes();
        const int columnBoxes = grid.columns.boxes();
        if (rowBoxes == 0 || columnBoxes == 0)
            return expand<T>(grid, {});

        std::vector<T> boxes;
        boxes.reserve(static_cast<std::size_t>(rowBoxes) * static_cast<std::size_t>(columnBoxes));
        std::vector<double> narrow(static_cast<std::size_t>(columnBoxes)); // one row of cells, columns averaged
        std::vector<double> sum(narrow.size());
        Index narrowRow = -1;
        for (int r = 0; r < rowBoxes; ++r) {
            if (r % 16 == 0 && job.stopRequested())
                return cancelled();
            std::ranges::fill(sum, 0.0);
            const std::vector<double>& edges = grid.rows.edges;
            forCells(edges[static_cast<std::size_t>(r)], edges[static_cast<std::size_t>(r) + 1],
                     [&](Index i, double rowShare) {
                         if (narrowRow != i) {
                             const double* const cells = m_values->row(i).data();
                             for (std::size_t c = 0; c < narrow.size(); ++c) {
                                 double mean = 0;
                                 forCells(grid.columns.edges[c], grid.columns.edges[c + 1],
                                          [&](Index j, double share) { mean += share * cells[j]; });
                                 narrow[c] = mean;
                             }
                             narrowRow = i;
                         }
                         for (std::size_t c = 0; c < sum.size(); ++c)
                             sum[c] += rowShare * narrow[c];
                     });
            for (const double value : sum)
                boxes.push_back(std::isfinite(value) ? static_cast<T>(value) : std::numeric_limits<T>::quiet_NaN());
        }
        return expand(grid, std::move(boxes));
    });
}

Result<Image<float>> DenseProximity::image(const Viewport& view, int width, int height, const JobContext& job) const
{
    return draw<float>(view, width, height, job);
}

Result<Image<double>> DenseProximity::imageExact(const Viewport& view, int width, int height,
                                                 const JobContext& job) const
{
    return draw<double>(view, width, height, job);
}

Result<Image<double>> DenseProximity::screenImage(const Viewport& view, int width, int height,
                                                  const JobContext& job) const
{
    return draw<double>(view, width, height, job);
}

Result<tables::MatrixD> DenseProximity::cellsAt(std::span<const Index> rows, std::span<const Index> columns,
                                                const JobContext&) const
{
    return runGuarded([&]() -> Result<tables::MatrixD> {
        tables::MatrixD cells(static_cast<Index>(rows.size()), static_cast<Index>(columns.size()));
        for (Index a = 0; a < cells.rows(); ++a)
            for (Index b = 0; b < cells.cols(); ++b)
                cells(a, b) = (*m_values)(rows[static_cast<std::size_t>(a)], columns[static_cast<std::size_t>(b)]);
        return cells;
    });
}

Result<Profile> DenseProximity::profile(const JobContext& job) const
{
    return profileOfCells(*this, job);
}

Result<ValueSample> DenseProximity::sample(const JobContext& job) const
{
    PESCOPE_TRY(sample, sampleCells(*this, false, job));
    sample.notFinite = countNotFinite(*this);
    // the matrix is at hand: the extremes are those of all of it
    bool first = true;
    for (Index i = 0; i < m_rows; ++i)
        for (Index j = 0; j < m_columns; ++j)
            if (const double value = (*m_values)(i, j); std::isfinite(value)) {
                sample.min = first ? value : std::min(sample.min, value);
                sample.max = first ? value : std::max(sample.max, value);
                first = false;
            }
    return std::move(sample);
}

SharedKind DenseProximity::leading(Index rows, Index columns) const
{
    return std::make_shared<DenseProximity>(m_values, std::min(rows, m_rows), std::min(columns, m_columns),
                                            m_positions);
}

bool DenseProximity::anyNotFinite() const
{
    return !m_values->topLeftCorner(m_rows, m_columns).allFinite();
}

void DenseProximity::markNotFinite(Index i, std::span<char> flags) const
{
    for (Index j = 0; j < m_columns; ++j)
        if (!std::isfinite((*m_values)(i, j)))
            flags[static_cast<std::size_t>(j)] = 1;
}

Index DenseProximity::positionOf(Index row) const
{
    return m_positions.empty() ? row : m_positions[static_cast<std::size_t>(row)];
}

} // namespace pescope::proximity
