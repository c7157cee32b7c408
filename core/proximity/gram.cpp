// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/gram.h"

#include "core/base/not_a_number.h"
#include "core/proximity/statistics.h"

#include <algorithm>
#include <cmath>

namespace pescope::proximity {
namespace {

/// Multiply-adds between two looks at the stop token: some 30 ms of float work on one core, so that the usual picture
/// is one product.
constexpr Index kBlockWork = Index{1} << 30;

template<typename Product>
using Matrix = Eigen::Matrix<Product, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// L · Rᵀ in row blocks, with a look at the stop token before each.
template<typename Product>
Status multiplyInBlocks(const compute::Backend& backend, const Matrix<Product>& left, const Matrix<Product>& right,
                        const JobContext& job, Product* out)
{
    const Index work = std::max<Index>(right.rows() * left.cols(), 1);
    const Index rows = std::max<Index>(kBlockWork / work, 32);
    for (Index first = 0; first < left.rows(); first += rows) {
        if (job.stopRequested())
            return cancelled();
        const Index count = std::min(rows, left.rows() - first);
        PESCOPE_TRY(done,
                    backend.multiplyTransposed(left.row(first).data(), right.data(), out + first * right.rows(), count,
                                               right.rows(), left.cols()));
        (void)done;
    }
    return ok();
}

/// Mean rows of one side as the product takes them, `scaled` by `factor` and, unless null, `plain`: made in blocks that
/// are rounded while they are in the cache.
template<typename Product>
Status meanRows(const RowSet& rows, std::span<const double> edges, double factor, Matrix<Product>& scaled,
                Matrix<Product>* plain, const JobContext& job)
{
    constexpr Index kRowsPerBlock = 32;
    const Index boxes = static_cast<Index>(edges.size()) - 1;
    scaled.resize(boxes, rows.dims());
    if (plain)
        plain->resize(boxes, rows.dims());
    for (Index first = 0; first < boxes; first += kRowsPerBlock) {
        if (job.stopRequested())
            return cancelled();
        const Index count = std::min(kRowsPerBlock, boxes - first);
        const tables::MatrixD means =
            rows.means(edges.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count) + 1));
        scaled.middleRows(first, count) = (factor * means).template cast<Product>();
        if (plain)
            plain->middleRows(first, count) = means.template cast<Product>();
    }
    return ok();
}

tables::MatrixD gather(const RowSet& rows, std::span<const Index> index)
{
    tables::MatrixD result(static_cast<Index>(index.size()), rows.dims());
    for (Index a = 0; a < result.rows(); ++a)
        rows.row(index[static_cast<std::size_t>(a)], result.row(a).data());
    return result;
}

} // namespace

GramProximity::GramProximity(GramParts parts, Index rows, Index columns,
                             std::shared_ptr<const compute::Backend> backend)
    : GramProximity(
          [&] {
              parts.termBefore = runningSums(parts.term);
              return std::make_shared<const GramParts>(std::move(parts));
          }(),
          rows, columns, std::move(backend))
{
}

GramProximity::GramProximity(std::shared_ptr<const GramParts> parts, Index rows, Index columns,
                             std::shared_ptr<const compute::Backend> backend)
    : m_parts(std::move(parts))
    , m_rows(rows)
    , m_columns(columns)
    , m_backend(std::move(backend))
{
    PESCOPE_EXPECTS(m_backend && rows >= 1 && columns >= 1);
    PESCOPE_EXPECTS(m_parts->left->rows() >= rows && m_parts->right->rows() >= columns);
}

bool GramProximity::isBad(Index i) const
{
    return std::ranges::binary_search(m_parts->left->bad(), i) || std::ranges::binary_search(m_parts->right->bad(), i);
}

double GramProximity::value(Index i, Index j) const
{
    PESCOPE_EXPECTS(i >= 0 && i < m_rows && j >= 0 && j < m_columns);
    if (isBad(i) || isBad(j))
        return kNaN;
    Eigen::VectorXd l(m_parts->left->dims()), r(m_parts->left->dims());
    m_parts->left->row(i, l.data());
    m_parts->right->row(j, r.data());
    const double product = m_parts->factor * l.dot(r);
    if (m_parts->term.empty())
        return product;
    return product + m_parts->term[static_cast<std::size_t>(i)] + m_parts->term[static_cast<std::size_t>(j)];
}

template<typename T, typename Product>
Result<Image<T>> GramProximity::draw(const Viewport& view, int width, int height, const JobContext& job) const
{
    return runGuarded([&]() -> Result<Image<T>> {
        PESCOPE_TRY(grid, makeGrid(view, width, height, m_rows, m_columns));
        const Index rowBoxes = grid.rows.boxes();
        const Index columnBoxes = grid.columns.boxes();
        if (rowBoxes == 0 || columnBoxes == 0)
            return expand<T>(grid, {});

        const bool same = m_parts->left == m_parts->right && grid.rows == grid.columns;
        const bool once = same && m_parts->factor == 1;
        Matrix<Product> left, right;
        PESCOPE_TRY(leftDone,
                    meanRows<Product>(*m_parts->left, grid.rows.edges, m_parts->factor, left,
                                      same && !once ? &right : nullptr, job));
        (void)leftDone;
        if (!same) {
            PESCOPE_TRY(rightDone, meanRows<Product>(*m_parts->right, grid.columns.edges, 1, right, nullptr, job));
            (void)rightDone;
        }
        std::vector<Product> product(static_cast<std::size_t>(rowBoxes * columnBoxes));
        PESCOPE_TRY(done, multiplyInBlocks<Product>(*m_backend, left, once ? left : right, job, product.data()));
        (void)done;

        std::vector<T> boxes;
        if constexpr (std::is_same_v<T, Product>)
            boxes = std::move(product);
        else
            boxes.assign(product.begin(), product.end());
        if (!m_parts->term.empty()) {
            const std::vector<double> rowTerm = stretchMeans(m_parts->term, m_parts->termBefore, grid.rows.edges);
            const std::vector<double> columnTerm = stretchMeans(m_parts->term, m_parts->termBefore, grid.columns.edges);
            auto box = boxes.begin();
            for (const double inRow : rowTerm)
                for (const double inColumn : columnTerm) {
                    *box = static_cast<T>(*box + inRow + inColumn);
                    ++box;
                }
        }
        for (const SharedRows& rows : {m_parts->left, m_parts->right}) {
            for (const int r : boxesTouching(grid.rows.edges, rows->bad()))
                std::fill_n(boxes.begin() + r * columnBoxes, columnBoxes, static_cast<T>(kNaN));
            for (const int c : boxesTouching(grid.columns.edges, rows->bad()))
                for (Index r = 0; r < rowBoxes; ++r)
                    boxes[static_cast<std::size_t>(r * columnBoxes + c)] = static_cast<T>(kNaN);
        }
        return expand(grid, std::move(boxes));
    });
}

Result<Image<float>> GramProximity::image(const Viewport& view, int width, int height, const JobContext& job) const
{
    return draw<float, float>(view, width, height, job);
}

Result<Image<double>> GramProximity::imageExact(const Viewport& view, int width, int height,
                                                const JobContext& job) const
{
    return draw<double, double>(view, width, height, job);
}

Result<Image<double>> GramProximity::screenImage(const Viewport& view, int width, int height,
                                                 const JobContext& job) const
{
    return draw<double, float>(view, width, height, job);
}

double GramProximity::termOf(Index i) const
{
    if (isBad(i))
        return kNaN;
    return m_parts->term.empty() ? 0.0 : m_parts->term[static_cast<std::size_t>(i)];
}

Result<tables::MatrixD> GramProximity::mirroredCells(std::span<const Index> index, const JobContext& job) const
{
    constexpr Index kBlock = 64; // rows; each block reaches from the left edge to the diagonal
    const auto n = static_cast<Index>(index.size());
    const tables::MatrixD rows = gather(*m_parts->left, index);
    std::vector<double> term;
    for (const Index i : index)
        term.push_back(termOf(i));
    tables::MatrixD cells(n, n);
    std::vector<double> product(static_cast<std::size_t>(std::min(kBlock, n) * n));
    for (Index first = 0; first < n; first += kBlock) {
        if (job.stopRequested())
            return cancelled();
        const Index end = std::min(first + kBlock, n);
        PESCOPE_TRY(done,
                    m_backend->multiplyTransposed(rows.row(first).data(), rows.data(), product.data(), end - first, end,
                                                  rows.cols()));
        (void)done;
        for (Index i = first; i < end; ++i) {
            const double* const from = product.data() + (i - first) * end;
            const double inRow = term[static_cast<std::size_t>(i)];
            for (Index j = 0; j <= i; ++j)
                cells(i, j) = m_parts->factor * from[j] + inRow + term[static_cast<std::size_t>(j)];
        }
        // columns of the upper half, a few cache lines at a time
        for (Index j = 0; j < end; ++j)
            for (Index i = std::max(first, j + 1); i < end; ++i)
                cells(j, i) = cells(i, j);
    }
    return cells;
}

Result<tables::MatrixD> GramProximity::cellsAt(std::span<const Index> rows, std::span<const Index> columns,
                                               const JobContext& job) const
{
    return runGuarded([&]() -> Result<tables::MatrixD> {
        tables::MatrixD cells(static_cast<Index>(rows.size()), static_cast<Index>(columns.size()));
        if (cells.size() == 0)
            return cells;
        if (m_parts->left == m_parts->right && std::ranges::equal(rows, columns))
            return mirroredCells(rows, job);
        const tables::MatrixD left = m_parts->factor * gather(*m_parts->left, rows);
        const tables::MatrixD right = gather(*m_parts->right, columns);
        PESCOPE_TRY(done, multiplyInBlocks<double>(*m_backend, left, right, job, cells.data()));
        (void)done;
        for (Index a = 0; a < cells.rows(); ++a)
            cells.row(a).array() += termOf(rows[static_cast<std::size_t>(a)]);
        for (Index b = 0; b < cells.cols(); ++b)
            cells.col(b).array() += termOf(columns[static_cast<std::size_t>(b)]);
        return cells;
    });
}

Result<Profile> GramProximity::profile(const JobContext& job) const
{
    if (m_rows != m_columns) // beside a given map that is not square, and as small as one
        return profileOfCells(*this, job);
    return runGuarded([&]() -> Result<Profile> {
        SharedRows left = m_parts->left;
        SharedRows right = m_parts->right;
        if (m_rows < left->rows()) { // a leading part of it
            left = std::make_shared<LeadingRows>(left, m_rows);
            right = m_parts->left == m_parts->right ? left : std::make_shared<LeadingRows>(right, m_rows);
        }
        PESCOPE_TRY(sums, offsetSums(*left, *right, job));
        std::vector<char> usable(static_cast<std::size_t>(m_rows), 1);
        for (Index i = 0; i < m_rows; ++i)
            usable[static_cast<std::size_t>(i)] = isBad(i) ? 0 : 1;
        for (double& sum : sums.sum)
            sum *= m_parts->factor;
        if (!m_parts->term.empty())
            addTermSums(std::span(m_parts->term).first(static_cast<std::size_t>(m_rows)), usable, sums.sum);
        Profile profile = emptyProfile(m_rows, m_columns);
        profile.count = std::move(sums.count);
        for (std::size_t t = 0; t < profile.mean.size(); ++t)
            profile.mean[t] = profile.count[t] > 0 ? sums.sum[t] / static_cast<double>(profile.count[t]) : kNaN;
        return profile;
    });
}

Result<ValueSample> GramProximity::sample(const JobContext& job) const
{
    PESCOPE_TRY(sample, sampleCells(*this, m_parts->symmetric && m_rows == m_columns, job));
    Index good = 0;
    for (Index i = 0; i < m_rows; ++i)
        good += isBad(i) ? 0 : 1;
    Index goodColumns = 0;
    for (Index j = 0; j < m_columns; ++j)
        goodColumns += isBad(j) ? 0 : 1;
    sample.notFinite = m_rows * m_columns - good * goodColumns;
    return std::move(sample);
}

SharedKind GramProximity::leading(Index rows, Index columns) const
{
    return SharedKind(new GramProximity(m_parts, std::min(rows, m_rows), std::min(columns, m_columns), m_backend));
}

bool GramProximity::anyNotFinite() const
{
    return !m_parts->left->bad().empty() || !m_parts->right->bad().empty();
}

void GramProximity::markNotFinite(Index i, std::span<char> flags) const
{
    for (Index j = 0; j < m_columns; ++j)
        if (isBad(i) || isBad(j))
            flags[static_cast<std::size_t>(j)] = 1;
}

std::vector<double> GramProximity::rowNorms() const
{
    const auto count = std::min(m_parts->norms.size(), static_cast<std::size_t>(m_rows));
    return {m_parts->norms.begin(), m_parts->norms.begin() + static_cast<std::ptrdiff_t>(count)};
}

Index GramProximity::positionOf(Index row) const
{
    return m_parts->positions.empty() ? row : m_parts->positions[static_cast<std::size_t>(row)];
}

} // namespace pescope::proximity
