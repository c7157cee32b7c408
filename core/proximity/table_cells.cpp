// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/table_cells.h"

#include "core/base/not_a_number.h"
#include "core/proximity/chosen_rows.h"
#include "core/proximity/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace pescope::proximity {
namespace {

constexpr Index kRowsPerBlock = 64;

/// Means of one row over stretches of its columns.
void columnMeans(std::span<const double> row, std::span<const double> edges, double* out)
{
    for (std::size_t b = 0; b + 1 < edges.size(); ++b) {
        const double from = edges[b], to = edges[b + 1];
        double sum = 0;
        for (auto cell = static_cast<std::size_t>(std::floor(from)); static_cast<double>(cell) < to; ++cell) {
            const auto begin = static_cast<double>(cell);
            sum += (std::min(to, begin + 1) - std::max(from, begin)) * row[cell];
        }
        out[b] = sum / (to - from);
    }
}

SharedRows rowsOf(const ChosenRows& chosen)
{
    std::vector<Index> bad;
    for (std::size_t k = 0; k < chosen.stored.size(); ++k)
        if (!chosen.table->row(chosen.stored[k]).allFinite())
            bad.push_back(static_cast<Index>(k));
    return std::make_shared<TableRows>(chosen.table, chosen.stored, std::move(bad));
}

/// Computed rows have sines and cosines in turn; stored halves are all sines, then all cosines.
std::vector<Index> layoutColumns(const encoding::SinusoidSpec& spec)
{
    const Index pairs = spec.pairs();
    std::vector<Index> columns;
    if (spec.layout == encoding::Layout::Interleaved)
        return columns;
    for (Index k = 0; k < pairs; ++k)
        columns.push_back(2 * k);
    for (Index k = 0; k < pairs; ++k)
        columns.push_back(2 * k + 1);
    if (spec.hasUnpairedColumn())
        columns.push_back(2 * pairs);
    return columns;
}

} // namespace

TableCells::TableCells(SharedRows rows, std::vector<Index> columns, std::vector<Index> labels, bool offsets)
    : m_rows(std::move(rows))
    , m_columns(std::move(columns))
    , m_shownColumns(m_columns.empty() ? m_rows->dims() : static_cast<Index>(m_columns.size()))
    , m_labels(std::move(labels))
    , m_offsets(offsets)
{
    PESCOPE_EXPECTS(m_labels.empty() || static_cast<Index>(m_labels.size()) == m_rows->rows());
    PESCOPE_EXPECTS(std::ranges::all_of(m_columns, [this](Index k) { return k >= 0 && k < m_rows->dims(); }));
}

double TableCells::value(Index i, Index j) const
{
    PESCOPE_EXPECTS(i >= 0 && i < rows() && j >= 0 && j < columns());
    if (std::ranges::binary_search(m_rows->bad(), i))
        return kNaN;
    std::vector<double> row(static_cast<std::size_t>(m_rows->dims()));
    m_rows->row(i, row.data());
    return row[static_cast<std::size_t>(columnOf(j))];
}

template<typename T>
Result<Image<T>> TableCells::draw(const Viewport& view, int width, int height, const JobContext& job) const
{
    return runGuarded([&]() -> Result<Image<T>> {
        PESCOPE_TRY(grid, makeGrid(view, width, height, rows(), columns()));
        const int rowBoxes = grid.rows.boxes(), columnBoxes = grid.columns.boxes();
        if (rowBoxes == 0 || columnBoxes == 0)
            return expand<T>(grid, {});
        std::vector<T> boxes(static_cast<std::size_t>(rowBoxes) * static_cast<std::size_t>(columnBoxes));
        std::vector<double> ordered(static_cast<std::size_t>(columns()));
        std::vector<double> narrow(static_cast<std::size_t>(columnBoxes));
        for (Index first = 0; first < rowBoxes; first += kRowsPerBlock) {
            if (job.stopRequested())
                return cancelled();
            const Index count = std::min<Index>(kRowsPerBlock, rowBoxes - first);
            const tables::MatrixD means =
                m_rows->means(std::span(grid.rows.edges)
                                  .subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count) + 1));
            for (Index r = 0; r < count; ++r) {
                for (Index j = 0; j < columns(); ++j)
                    ordered[static_cast<std::size_t>(j)] = means(r, columnOf(j));
                columnMeans(ordered, grid.columns.edges, narrow.data());
                std::ranges::transform(narrow, boxes.begin() + (first + r) * columnBoxes,
                                       [](double v) { return static_cast<T>(v); });
            }
        }
        for (const int box : boxesTouching(grid.rows.edges, m_rows->bad()))
            std::fill_n(boxes.begin() + static_cast<std::ptrdiff_t>(box) * columnBoxes, columnBoxes,
                        std::numeric_limits<T>::quiet_NaN());
        return expand(grid, std::move(boxes));
    });
}

Result<Image<float>> TableCells::image(const Viewport& view, int width, int height, const JobContext& job) const
{
    return draw<float>(view, width, height, job);
}

Result<Image<double>> TableCells::imageExact(const Viewport& view, int width, int height, const JobContext& job) const
{
    return draw<double>(view, width, height, job);
}

Result<Image<double>> TableCells::screenImage(const Viewport& view, int width, int height, const JobContext& job) const
{
    return draw<double>(view, width, height, job);
}

Result<tables::MatrixD> TableCells::cellsAt(std::span<const Index> rowIndex, std::span<const Index> columnIndex,
                                            const JobContext& job) const
{
    return runGuarded([&]() -> Result<tables::MatrixD> {
        tables::MatrixD cells(static_cast<Index>(rowIndex.size()), static_cast<Index>(columnIndex.size()));
        std::vector<double> row(static_cast<std::size_t>(m_rows->dims()));
        for (Index a = 0; a < cells.rows(); ++a) {
            if (a % kRowsPerBlock == 0 && job.stopRequested())
                return cancelled();
            const Index i = rowIndex[static_cast<std::size_t>(a)];
            const bool bad = std::ranges::binary_search(m_rows->bad(), i);
            m_rows->row(i, row.data());
            for (Index b = 0; b < cells.cols(); ++b)
                cells(a, b) =
                    bad ? kNaN : row[static_cast<std::size_t>(columnOf(columnIndex[static_cast<std::size_t>(b)]))];
        }
        return cells;
    });
}

Result<Profile> TableCells::profile(const JobContext&) const
{
    return fail(ErrorCode::Unsupported, "a profile by distance of a table's own values",
                "Its columns are dimensions, no positions; look at its products instead.");
}

Result<ValueSample> TableCells::sample(const JobContext& job) const
{
    const Index most = std::max<Index>(1, kSampleSize / std::max<Index>(1, columns()));
    const Index count = std::min(rows(), most);
    std::vector<Index> some, all(static_cast<std::size_t>(columns()));
    for (Index k = 0; k < count; ++k)
        some.push_back(k * rows() / count);
    std::iota(all.begin(), all.end(), Index{0});
    PESCOPE_TRY(cells, cellsAt(some, all, job));
    ValueSample sample;
    sample.exact = count == rows();
    sample.notFinite = static_cast<Index>(m_rows->bad().size()) * columns();
    for (const double value : cells.reshaped())
        if (std::isfinite(value))
            sample.values.push_back(static_cast<float>(value));
    std::ranges::sort(sample.values);
    if (!sample.values.empty()) {
        sample.min = sample.values.front();
        sample.max = sample.values.back();
    }
    return sample;
}

std::vector<double> TableCells::rowNorms() const
{
    std::vector<double> norms;
    Eigen::VectorXd row(m_rows->dims());
    for (Index i = 0; i < rows(); ++i) {
        m_rows->row(i, row.data());
        norms.push_back(std::ranges::binary_search(m_rows->bad(), i) ? kNaN : row.norm());
    }
    return norms;
}

SharedKind TableCells::leading(Index rowCount, Index columnCount) const
{
    std::vector<Index> kept;
    for (Index j = 0; j < std::min(columnCount, columns()); ++j)
        kept.push_back(columnOf(j));
    const Index height = std::min(rowCount, rows());
    return std::make_shared<TableCells>(
        std::make_shared<LeadingRows>(m_rows, height), std::move(kept),
        std::vector<Index>(m_labels.begin(), m_labels.begin() + (m_labels.empty() ? 0 : height)), m_offsets);
}

void TableCells::markNotFinite(Index i, std::span<char> flags) const
{
    if (std::ranges::binary_search(m_rows->bad(), i))
        std::ranges::fill(flags, char{1});
}

Index TableCells::positionOf(Index row) const
{
    return m_labels.empty() ? row : m_labels[static_cast<std::size_t>(row)];
}

Index TableCells::columnOf(Index column) const
{
    return m_columns.empty() ? column : m_columns[static_cast<std::size_t>(column)];
}

Result<SharedProximity> tableCells(const encoding::Encoding& encoding, const std::vector<Index>& order,
                                   const RowChoice& rows)
{
    const auto ofChosen = [&](const Result<ChosenRows>& chosen) -> Result<SharedProximity> {
        if (!chosen)
            return std::unexpected(chosen.error());
        return std::make_shared<TableCells>(rowsOf(*chosen), order, chosen->labels, chosen->offsets);
    };
    auto result = runGuarded([&]() -> Result<SharedProximity> {
        if (const auto* table = std::get_if<encoding::StoredTable>(&encoding.content))
            return ofChosen(chooseRows(*table, rows));
        if (const auto* relative = std::get_if<encoding::RelativeTable>(&encoding.content))
            return ofChosen(chooseRows(*relative, rows));
        if (const auto* sinusoid = std::get_if<encoding::RelativeSinusoid>(&encoding.content))
            return ofChosen(chooseRows(*sinusoid, rows));
        const auto* spec = std::get_if<encoding::SinusoidSpec>(&encoding.content);
        if (!spec)
            return fail(ErrorCode::Unsupported, fmt::format("the table of a source of kind {}", name(encoding.kind)),
                        "It has no vectors by position; look at its values instead.");
        PESCOPE_TRY(valid, encoding::validate(*spec));
        static_cast<void>(valid);
        std::vector<Index> columns = layoutColumns(*spec);
        if (columns.empty())
            columns = order;
        else if (!order.empty()) {
            std::vector<Index> both;
            both.reserve(order.size());
            for (const Index k : order)
                both.push_back(columns[static_cast<std::size_t>(k)]);
            columns = std::move(both);
        }
        return std::make_shared<TableCells>(
            std::make_shared<SinusoidRows>(encoding::omega(*spec), unpairedOmega(*spec), spec->length),
            std::move(columns), std::vector<Index>{}, false);
    });
    if (!result)
        return std::unexpected(withContext(std::move(result).error(), fmt::format("encoding {}", encoding.id)));
    return result;
}

} // namespace pescope::proximity
