// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/row_set.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>

namespace pescope::proximity {
namespace {

constexpr Index kKeptEvery = 64;
/// Up to this many rows a mean is summed directly: no cancellation, and cheaper than two kept sums.
constexpr double kDirectRows = 32;

} // namespace

std::vector<double> stretchMeans(std::span<const double> values, std::span<const double> before,
                                 std::span<const double> edges)
{
    const auto sumBefore = [&](double edge) {
        const auto whole = static_cast<std::size_t>(std::floor(edge));
        const double fraction = edge - std::floor(edge);
        return before[whole] + (fraction > 0 ? fraction * values[whole] : 0.0);
    };
    std::vector<double> means;
    for (std::size_t b = 0; b + 1 < edges.size(); ++b) {
        const double first = std::floor(edges[b]);
        means.push_back(edges[b + 1] <= first + 1
                            ? values[static_cast<std::size_t>(first)] // one row: itself, not a difference of sums
                            : (sumBefore(edges[b + 1]) - sumBefore(edges[b])) / (edges[b + 1] - edges[b]));
    }
    return means;
}

std::vector<double> runningSums(std::span<const double> values)
{
    std::vector<double> sums{0.0};
    sums.reserve(values.size() + 1);
    for (const double value : values)
        sums.push_back(sums.back() + value);
    return sums;
}

TableRows::TableRows(tables::SharedMatrix table, std::vector<Index> index, std::vector<Index> badRows,
                     Eigen::RowVectorXd shift, std::vector<double> scale)
    : RowSet(static_cast<Index>(index.size()), table->cols())
    , m_table(std::move(table))
    , m_index(std::move(index))
    , m_shift(std::move(shift))
    , m_scale(std::move(scale))
{
    m_bad = std::move(badRows);
    if (m_shift.size() == 0)
        m_shift = Eigen::RowVectorXd::Zero(m_dims);
    if (m_scale.empty())
        m_scale.assign(m_index.size(), 1.0);
    for (const Index i : m_bad)
        m_scale[static_cast<std::size_t>(i)] = 0;
    m_sums.resize(m_rows / kKeptEvery + 1, m_dims);
    Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(m_dims);
    for (Index i = 0; i < m_rows; ++i) {
        if (i % kKeptEvery == 0)
            m_sums.row(i / kKeptEvery) = sum;
        add(i, 1, sum);
    }
    if (m_rows % kKeptEvery == 0)
        m_sums.row(m_rows / kKeptEvery) = sum;
}

void TableRows::add(Index i, double weight, Eigen::RowVectorXd& sum) const
{
    const double scale = m_scale[static_cast<std::size_t>(i)] * weight;
    if (scale != 0) // a bad row times 0 would still be NaN
        sum += (m_table->row(m_index[static_cast<std::size_t>(i)]) - m_shift) * scale;
}

void TableRows::row(Index i, double* out) const
{
    Eigen::Map<Eigen::RowVectorXd> target(out, m_dims);
    const double scale = m_scale[static_cast<std::size_t>(i)];
    if (scale != 0)
        target = (m_table->row(m_index[static_cast<std::size_t>(i)]) - m_shift) * scale;
    else
        target.setZero();
}

// From the nearest kept sum, forwards or backwards.
Eigen::RowVectorXd TableRows::sumBefore(double edge) const
{
    const auto whole = static_cast<Index>(std::floor(edge));
    const Index last = m_sums.rows() - 1;
    const Index kept = std::min((whole + kKeptEvery / 2) / kKeptEvery, last);
    Eigen::RowVectorXd sum = m_sums.row(kept);
    for (Index i = kept * kKeptEvery; i < whole; ++i)
        add(i, 1, sum);
    for (Index i = whole; i < kept * kKeptEvery; ++i)
        add(i, -1, sum);
    if (edge > static_cast<double>(whole))
        add(whole, edge - static_cast<double>(whole), sum);
    return sum;
}

tables::MatrixD TableRows::means(std::span<const double> edges) const
{
    tables::MatrixD result(static_cast<Index>(edges.size()) - 1, m_dims);
    Eigen::RowVectorXd before;
    Index beforeEdge = -1; // the edge that `before` belongs to
    for (Index b = 0; b < result.rows(); ++b) {
        const double from = edges[static_cast<std::size_t>(b)];
        const double to = edges[static_cast<std::size_t>(b) + 1];
        Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(m_dims);
        if (to - from <= kDirectRows) {
            for (auto i = static_cast<Index>(std::floor(from)); static_cast<double>(i) < to; ++i) {
                const auto cell = static_cast<double>(i);
                add(i, std::min(to, cell + 1) - std::max(from, cell), sum);
            }
        } else {
            if (beforeEdge != b)
                before = sumBefore(from);
            Eigen::RowVectorXd after = sumBefore(to);
            sum = after - before;
            before.swap(after);
            beforeEdge = b + 1;
        }
        result.row(b) = sum / (to - from);
    }
    return result;
}

SinusoidRows::SinusoidRows(std::span<const double> omega, std::span<const double> unpaired, Index rows,
                           Eigen::RowVectorXd shift)
    : RowSet(rows, static_cast<Index>(2 * omega.size() + unpaired.size()))
    , m_frequencies([&] {
        std::vector<double> all(omega.begin(), omega.end());
        all.insert(all.end(), unpaired.begin(), unpaired.end());
        return kernel::Frequencies(all);
    }())
    , m_pairs(static_cast<Index>(omega.size()))
    , m_shift(std::move(shift))
{
    const auto padded = static_cast<std::size_t>(m_frequencies.padded());
    std::vector<double> sine(padded), cosine(padded);
    m_frequencies.halfSineCosine(1, sine, cosine);
    m_inverseSineHalf.resize(padded);
    std::ranges::transform(sine, m_inverseSineHalf.begin(), [](double s) { return std::abs(s) < 1e-150 ? 0 : 1 / s; });
    if (m_shift.size() == 0)
        m_shift = Eigen::RowVectorXd::Zero(m_dims);
}

struct SinusoidRows::Scratch {
    explicit Scratch(Index padded)
        : sine(static_cast<std::size_t>(padded))
        , cosine(sine)
        , ratio(sine)
        , unused(sine)
    {
    }
    std::vector<double> sine, cosine, ratio, unused;
};

void SinusoidRows::addStretch(double first, double count, double weight, Scratch& scratch, double* sum) const
{
    m_frequencies.sineCosine(first + (count - 1) / 2, scratch.sine, scratch.cosine);
    const auto all = static_cast<std::size_t>(m_frequencies.count());
    if (count > 1) {
        m_frequencies.halfSineCosine(count, scratch.ratio, scratch.unused);
        for (std::size_t i = 0; i < all; ++i)
            scratch.ratio[i] = m_inverseSineHalf[i] == 0 ? count : scratch.ratio[i] * m_inverseSineHalf[i];
    } else {
        std::ranges::fill(scratch.ratio, 1.0);
    }
    const auto pairs = static_cast<std::size_t>(m_pairs);
    for (std::size_t i = 0; i < pairs; ++i) {
        sum[2 * i] += weight * scratch.ratio[i] * scratch.sine[i];
        sum[2 * i + 1] += weight * scratch.ratio[i] * scratch.cosine[i];
    }
    for (std::size_t i = pairs; i < all; ++i)
        sum[pairs + i] += weight * scratch.ratio[i] * scratch.sine[i];
}

void SinusoidRows::row(Index i, double* out) const
{
    std::fill_n(out, m_dims, 0.0);
    Scratch scratch(m_frequencies.padded());
    addStretch(static_cast<double>(i), 1, 1, scratch, out);
    Eigen::Map<Eigen::RowVectorXd>(out, m_dims) -= m_shift;
}

tables::MatrixD SinusoidRows::means(std::span<const double> edges) const
{
    tables::MatrixD result = tables::MatrixD::Zero(static_cast<Index>(edges.size()) - 1, m_dims);
    Scratch scratch(m_frequencies.padded());
    for (Index b = 0; b < result.rows(); ++b) {
        const double from = edges[static_cast<std::size_t>(b)];
        const double to = edges[static_cast<std::size_t>(b) + 1];
        double* const sum = result.row(b).data();
        const double inside = std::ceil(from); // first whole row
        const double end = std::floor(to); // and the one after the last
        const double share = 1 / (to - from);
        if (end < inside) { // within one row
            addStretch(end, 1, 1, scratch, sum);
        } else {
            if (from < inside)
                addStretch(inside - 1, 1, (inside - from) * share, scratch, sum);
            if (end > inside)
                addStretch(inside, end - inside, share, scratch, sum);
            if (to > end)
                addStretch(end, 1, (to - end) * share, scratch, sum);
        }
        result.row(b) -= m_shift;
    }
    return result;
}

LeadingRows::LeadingRows(SharedRows whole, Index rowCount)
    : RowSet(rowCount, whole->dims())
    , m_whole(std::move(whole))
{
    PESCOPE_EXPECTS(rowCount <= m_whole->rows());
    std::ranges::copy_if(m_whole->bad(), std::back_inserter(m_bad), [&](Index i) { return i < rowCount; });
}

PairRows::PairRows(SharedRows a, double scaleA, SharedRows b, double scaleB, Form form, Index rowCount)
    : RowSet(rowCount, a->dims() + b->dims())
    , m_a(std::move(a))
    , m_b(std::move(b))
    , m_scaleA(scaleA)
    , m_scaleB(scaleB)
    , m_form(form)
{
    PESCOPE_EXPECTS(rowCount <= m_a->rows() && rowCount <= m_b->rows());
    PESCOPE_EXPECTS(form == Form::Concatenate || m_a->dims() == m_b->dims());
    std::ranges::set_union(m_a->bad(), m_b->bad(), std::back_inserter(m_bad));
    std::erase_if(m_bad, [&](Index i) { return i >= rowCount; });
}

void PairRows::combine(const double* a, const double* b, double* out) const
{
    const Eigen::Map<const Eigen::RowVectorXd> rowA(a, m_a->dims());
    const Eigen::Map<const Eigen::RowVectorXd> rowB(b, m_b->dims());
    Eigen::Map<Eigen::RowVectorXd> head(out, m_a->dims());
    Eigen::Map<Eigen::RowVectorXd> tail(out + m_a->dims(), m_b->dims());
    switch (m_form) {
    case Form::Concatenate:
        head = m_scaleA * rowA;
        tail = m_scaleB * rowB;
        break;
    case Form::DifferenceThenSum:
        head = m_scaleA * rowA - m_scaleB * rowB;
        tail = m_scaleA * rowA + m_scaleB * rowB;
        break;
    case Form::HalfSumThenDifference:
        head = (m_scaleA * rowA + m_scaleB * rowB) / 2;
        tail = (m_scaleA * rowA - m_scaleB * rowB) / 2;
        break;
    }
}

void PairRows::row(Index i, double* out) const
{
    if (std::ranges::binary_search(m_bad, i)) {
        std::fill_n(out, m_dims, 0.0);
        return;
    }
    std::vector<double> a(static_cast<std::size_t>(m_a->dims())), b(static_cast<std::size_t>(m_b->dims()));
    m_a->row(i, a.data());
    m_b->row(i, b.data());
    combine(a.data(), b.data(), out);
}

tables::MatrixD PairRows::means(std::span<const double> edges) const
{
    const tables::MatrixD a = m_a->means(edges);
    const tables::MatrixD b = m_b->means(edges);
    tables::MatrixD result(a.rows(), m_dims);
    for (Index i = 0; i < a.rows(); ++i)
        combine(a.row(i).data(), b.row(i).data(), result.row(i).data());
    return result;
}

} // namespace pescope::proximity
