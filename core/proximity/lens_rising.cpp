// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/lens_rising.h"

#include "core/base/not_a_number.h"
#include "core/proximity/lens.h"
#include "core/proximity/square_cells.h"
#include "core/proximity/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pescope::proximity {
namespace {

/// Cells that are computed together: 32 MB.
constexpr Index kBlockCells = Index{1} << 22;

/// Runs down the rows and keeps the sums.
class SumsBuilder {
public:
    SumsBuilder(Index rows, Index columns)
        : m_columns(columns)
        , m_sums(std::make_shared<RisingProximity::Sums>())
    {
        m_sums->stride = columns + 1;
        m_sums->rising.assign(static_cast<std::size_t>((rows + 1) * (columns + 1)), 0);
    }

    void addRow(Index i, const double* row)
    {
        const auto at = static_cast<std::size_t>((i + 1) * m_sums->stride);
        const std::uint32_t* const above = m_sums->rising.data() + at - m_sums->stride;
        std::uint32_t* const here = m_sums->rising.data() + at;
        std::uint32_t count = 0;
        bool allFinite = true;
        for (Index j = 0; j < m_columns; ++j) {
            allFinite = allFinite && std::isfinite(row[j]);
            const Index inner = j < i ? j + 1 : j - 1;
            count += j != i && inner < m_columns && row[j] >= row[inner] ? 1 : 0;
            here[j + 1] = above[j + 1] + count;
        }
        if (!allFinite || !m_sums->without.empty())
            addRowWithout(i, row);
    }

    [[nodiscard]] std::shared_ptr<const RisingProximity::Sums> finish() { return std::move(m_sums); }

private:
    /// Cells without a value count as not rising, and are counted.
    void addRowWithout(Index i, const double* row)
    {
        if (m_sums->without.empty())
            m_sums->without.assign(m_sums->rising.size(), 0);
        const auto at = static_cast<std::size_t>((i + 1) * m_sums->stride);
        const std::uint32_t* const aboveRising = m_sums->rising.data() + at - m_sums->stride;
        const std::uint32_t* const aboveWithout = m_sums->without.data() + at - m_sums->stride;
        std::uint32_t rising = 0, without = 0;
        for (Index j = 0; j < m_columns; ++j) {
            const Index inner = j < i ? j + 1 : j - 1;
            const bool step = j != i && inner < m_columns;
            const double value = step ? risingStep(row[j], row[inner]) : (std::isfinite(row[j]) ? 0.0 : kNaN);
            without += std::isnan(value) ? 1 : 0;
            rising += value > 0 ? 1 : 0;
            m_sums->rising[at + static_cast<std::size_t>(j) + 1] = aboveRising[j + 1] + rising;
            m_sums->without[at + static_cast<std::size_t>(j) + 1] = aboveWithout[j + 1] + without;
        }
    }

    Index m_columns;
    std::shared_ptr<RisingProximity::Sums> m_sums;
};

} // namespace

double risingStep(double outer, double inner)
{
    if (!std::isfinite(outer) || !std::isfinite(inner))
        return kNaN;
    return outer >= inner ? 1.0 : 0.0;
}

Result<SharedProximity> makeRising(const SharedKind& s, const JobContext& job)
{
    const Index rows = s->rows();
    const Index columns = s->columns();
    if (rows > kRisingPositions || columns > kRisingPositions)
        return fail(ErrorCode::Unsupported, fmt::format("where a map of {} × {} rises", rows, columns),
                    fmt::format("It is decided cell by cell: choose at most {} positions.", kRisingPositions));
    SumsBuilder builder(rows, columns);
    // the whole of a small map as the properties see it, so that the share of rising cells is 1 − STEP to the last one
    const bool whole = rows == columns && rows * columns <= kBlockCells;
    const Index together = whole ? rows : std::clamp<Index>(kBlockCells / columns, 1, rows);
    for (Index first = 0; first < rows; first += together) {
        if (job.stopRequested())
            return cancelled();
        const Index end = std::min(first + together, rows);
        PESCOPE_TRY(cells, whole ? squareCells(*s, rows, job) : s->cells(first, end, 0, columns, job));
        for (Index i = first; i < end; ++i)
            builder.addRow(i, cells.data() + (i - first) * columns);
        job.report(static_cast<double>(end) / static_cast<double>(rows), "where it rises");
    }
    return std::make_shared<RisingProximity>(builder.finish(), s, rows, columns);
}

RisingProximity::RisingProximity(std::shared_ptr<const Sums> sums, SharedKind source, Index rows, Index columns)
    : m_sums(std::move(sums))
    , m_source(std::move(source))
    , m_rows(rows)
    , m_columns(columns)
{
    PESCOPE_EXPECTS(m_sums && m_source && rows >= 1 && columns >= 1 && columns < m_sums->stride);
}

Index RisingProximity::inBox(const std::vector<std::uint32_t>& sums, Index i0, Index i1, Index j0, Index j1) const
{
    const auto at = [&](Index i, Index j) {
        return static_cast<Index>(sums[static_cast<std::size_t>(i * m_sums->stride + j)]);
    };
    return at(i1, j1) - at(i0, j1) - at(i1, j0) + at(i0, j0);
}

double RisingProximity::value(Index i, Index j) const
{
    PESCOPE_EXPECTS(i >= 0 && i < m_rows && j >= 0 && j < m_columns);
    if (!m_sums->without.empty() && inBox(m_sums->without, i, i + 1, j, j + 1) > 0)
        return kNaN;
    return static_cast<double>(inBox(m_sums->rising, i, i + 1, j, j + 1));
}

template<typename T>
Result<Image<T>> RisingProximity::draw(const Viewport& view, int width, int height, const JobContext& job) const
{
    return runGuarded([&]() -> Result<Image<T>> {
        PESCOPE_TRY(grid, makeGrid(view, width, height, m_rows, m_columns));
        const auto rowBoxes = static_cast<std::size_t>(grid.rows.boxes());
        const auto columnBoxes = static_cast<std::size_t>(grid.columns.boxes());
        if (rowBoxes == 0 || columnBoxes == 0)
            return expand<T>(grid, {});
        const std::vector<double>& x = grid.columns.edges;
        const std::vector<double>& y = grid.rows.edges;
        // sums above a real edge, at the edges of the columns: linear between cells both ways
        const auto lineAt = [&](double edge, std::vector<double>& line) {
            const auto whole = std::min(static_cast<Index>(edge), m_rows - 1);
            const double down = edge - static_cast<double>(whole);
            const std::uint32_t* const upper = m_sums->rising.data() + whole * m_sums->stride;
            const std::uint32_t* const lower = upper + m_sums->stride;
            for (std::size_t c = 0; c < x.size(); ++c) {
                const auto j = std::min(static_cast<Index>(x[c]), m_columns - 1);
                const double across = x[c] - static_cast<double>(j);
                const auto between = [&](const std::uint32_t* sums) {
                    return static_cast<double>(sums[j]) + across * static_cast<double>(sums[j + 1] - sums[j]);
                };
                const double above = between(upper);
                line[c] = above + down * (between(lower) - above);
            }
        };
        std::vector<T> boxes(rowBoxes * columnBoxes);
        std::vector<double> upper(x.size()), lower(x.size());
        lineAt(y[0], upper);
        for (std::size_t r = 0; r < rowBoxes; ++r) {
            if (r % 64 == 0 && job.stopRequested())
                return cancelled();
            lineAt(y[r + 1], lower);
            for (std::size_t c = 0; c < columnBoxes; ++c) {
                const double sum = (lower[c + 1] - upper[c + 1]) - (lower[c] - upper[c]);
                boxes[r * columnBoxes + c] = static_cast<T>(sum / ((y[r + 1] - y[r]) * (x[c + 1] - x[c])));
            }
            std::swap(upper, lower);
        }
        if (!m_sums->without.empty())
            for (std::size_t r = 0; r < rowBoxes; ++r)
                for (std::size_t c = 0; c < columnBoxes; ++c)
                    if (inBox(m_sums->without, static_cast<Index>(y[r]), static_cast<Index>(std::ceil(y[r + 1])),
                              static_cast<Index>(x[c]), static_cast<Index>(std::ceil(x[c + 1])))
                        > 0)
                        boxes[r * columnBoxes + c] = std::numeric_limits<T>::quiet_NaN();
        return expand(grid, std::move(boxes));
    });
}

Result<Image<float>> RisingProximity::image(const Viewport& view, int width, int height, const JobContext& job) const
{
    return draw<float>(view, width, height, job);
}

Result<Image<double>> RisingProximity::imageExact(const Viewport& view, int width, int height,
                                                  const JobContext& job) const
{
    return draw<double>(view, width, height, job);
}

Result<Image<double>> RisingProximity::screenImage(const Viewport& view, int width, int height,
                                                   const JobContext& job) const
{
    return draw<double>(view, width, height, job);
}

Result<tables::MatrixD> RisingProximity::cellsAt(std::span<const Index> rows, std::span<const Index> columns,
                                                 const JobContext&) const
{
    return runGuarded([&]() -> Result<tables::MatrixD> {
        tables::MatrixD cells(static_cast<Index>(rows.size()), static_cast<Index>(columns.size()));
        for (Index a = 0; a < cells.rows(); ++a)
            for (Index b = 0; b < cells.cols(); ++b)
                cells(a, b) = value(rows[static_cast<std::size_t>(a)], columns[static_cast<std::size_t>(b)]);
        return cells;
    });
}

Result<Profile> RisingProximity::profile(const JobContext& job) const
{
    return profileOfCells(*this, job);
}

Result<ValueSample> RisingProximity::sample(const JobContext& job) const
{
    PESCOPE_TRY(sample, sampleCells(*this, false, job));
    sample.notFinite = countNotFinite(*this);
    return std::move(sample);
}

SharedKind RisingProximity::leading(Index rows, Index columns) const
{
    return std::make_shared<RisingProximity>(m_sums, m_source, std::min(rows, m_rows), std::min(columns, m_columns));
}

void RisingProximity::markNotFinite(Index i, std::span<char> flags) const
{
    for (Index j = 0; !m_sums->without.empty() && j < m_columns; ++j)
        if (inBox(m_sums->without, i, i + 1, j, j + 1) > 0)
            flags[static_cast<std::size_t>(j)] = 1;
}

} // namespace pescope::proximity
