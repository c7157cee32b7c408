// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/property_tally.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pescope::analysis {

OffsetMeans offsetMeans(const tables::MatrixD& s)
{
    const Index n = s.rows();
    PESCOPE_EXPECTS(n >= 1 && s.cols() == n);
    OffsetMeans means;
    means.byOffset.assign(static_cast<std::size_t>(2 * n - 1), 0.0);
    for (Index i = 0; i < n; ++i) {
        double* const sum = means.byOffset.data() + (i + n - 1);
        const double* const row = s.data() + i * n;
        for (Index j = 0; j < n; ++j)
            sum[-j] += row[j];
    }
    for (Index m = -(n - 1); m < n; ++m) {
        double& sum = means.byOffset[static_cast<std::size_t>(m + n - 1)];
        if (m != 0)
            means.overall += sum;
        sum /= static_cast<double>(n - std::abs(m));
    }
    means.overall /= static_cast<double>(std::max<Index>(1, n * (n - 1)));
    means.largest = s.cwiseAbs().maxCoeff();
    return means;
}

OffsetMeans offsetMeans(const proximity::Profile& profile, Index positions)
{
    OffsetMeans means;
    for (Index m = -(positions - 1); m < positions; ++m) {
        const double mean = profile.mean[static_cast<std::size_t>(m - profile.firstOffset)];
        means.byOffset.push_back(mean);
        means.largest = std::max(means.largest, std::abs(mean));
        if (m != 0)
            means.overall += mean * static_cast<double>(positions - std::abs(m));
    }
    means.overall /= static_cast<double>(std::max<Index>(1, positions * (positions - 1)));
    return means;
}

PropertyTally::PropertyTally(Index positions, Index window, const OffsetMeans& means, DiagonalStarts starts,
                             bool theorem)
    : m_positions(positions)
    , m_window(window)
    , m_means(means)
    , m_starts(starts)
    , m_symmetric(theorem)
    , m_least(std::numeric_limits<double>::infinity())
    , m_most(-std::numeric_limits<double>::infinity())
{
}

void PropertyTally::addRow(Index i, const double* row, const double* column, Index stride)
{
    ++m_rows;
    addSums(i, row, column, stride);
    addOrder(i, row);
    findCounterExamples(i, row, column, stride);
}

void PropertyTally::addSums(Index i, const double* row, const double* column, Index stride)
{
    const double* const mean = m_means.byOffset.data() + (i + m_positions - 1);
    double total = 0, within = 0, mirrored = 0;
    for (const auto& [from, to] : {std::pair<Index, Index>{0, i}, {i + 1, m_positions}}) {
        for (Index j = from; j < to; ++j) {
            const double fromAll = row[j] - m_means.overall;
            const double fromOffset = row[j] - mean[-j];
            total += fromAll * fromAll;
            within += fromOffset * fromOffset;
        }
        if (!m_symmetric)
            for (Index j = from; j < to; ++j)
                mirrored += (row[j] - m_means.overall) * (column[j * stride] - m_means.overall);
    }
    m_total += total;
    m_within += within;
    m_mirrored += m_symmetric ? total : mirrored;
    const auto [least, most] = std::minmax_element(row, row + m_positions);
    m_least = std::min(m_least, *least);
    m_most = std::max(m_most, *most);
}

void PropertyTally::addOrder(Index i, const double* row)
{
    const auto addDirection = [&](Index length, auto at) {
        const std::span<double> values = m_counter.buffer(length);
        for (Index k = 0; k < length; ++k)
            values[static_cast<std::size_t>(k)] = at(k);
        for (std::size_t k = 1; k < values.size(); ++k)
            m_falls += values[k] < values[k - 1] ? 1 : 0;
        m_steps += length - 1;
        m_local += countWithin(values, m_window);
        m_global += m_counter.count();
    };
    addDirection(i + 1, [&](Index k) { return row[i - k]; });
    addDirection(m_positions - i, [&](Index k) { return row[i + k]; });
}

void PropertyTally::findCounterExamples(Index i, const double* row, const double* column, Index stride)
{
    const double same = kSameValue * m_means.largest;
    const auto example = [&](Cell second, Index j, double secondValue) {
        return CounterExample{.first = {i, j}, .second = second, .firstValue = row[j], .secondValue = secondValue};
    };
    for (Index j = 0; j < m_positions && !m_notInvariant; ++j) {
        const Index m = i - j;
        if (m == 0)
            continue;
        const double start =
            m < 0 ? m_starts.row[static_cast<std::size_t>(-m)] : m_starts.column[static_cast<std::size_t>(m)];
        if (std::abs(row[j] - start) > same)
            m_notInvariant = example(m < 0 ? Cell{0, -m} : Cell{m, 0}, j, start);
    }
    for (Index j = 0; j < m_positions && !m_symmetric && !m_notSymmetric; ++j)
        if (const double mirror = column[j * stride]; std::abs(row[j] - mirror) > same)
            m_notSymmetric = example({j, i}, j, mirror);
    for (Index j = 0; j < m_positions && !m_notFallingLocally; ++j) {
        const Index inner = j < i ? j + 1 : j - 1;
        if (j == i || row[j] < row[inner])
            continue;
        if (!m_notFalling)
            m_notFalling = example({i, inner}, j, row[inner]);
        if (std::abs(i - j) <= m_window)
            m_notFallingLocally = example({i, inner}, j, row[inner]);
    }
}

bool PropertyTally::constant() const
{
    return m_rows > 0 && m_most - m_least <= kSameValue * std::max(std::abs(m_most), std::abs(m_least));
}

Properties PropertyTally::finish() const
{
    Properties result;
    result.positions = m_positions;
    result.window = m_window;
    result.rowsUsed = m_rows;
    result.symmetry.theorem = m_symmetric;
    const double cells = static_cast<double>(m_rows) * static_cast<double>(m_positions - 1);
    setInvarianceAndSymmetry(result, m_total, m_within, m_mirrored, cells, m_means.largest);
    setOrder(result, m_global, m_local, m_falls, m_steps, constant());
    const auto attach = [](Property& property, const std::optional<CounterExample>& example) {
        if (property.value)
            property.counterExample = example;
    };
    attach(result.translationInvariance, m_notInvariant);
    attach(result.symmetry, m_notSymmetric);
    attach(result.monotonicity, m_notFalling);
    attach(result.monotonicityLocal, m_notFallingLocally);
    attach(result.step, m_notFalling);
    return result;
}

void setInvarianceAndSymmetry(Properties& result, double total, double within, double mirrored, double cells,
                              double largest)
{
    if (result.positions < 2) {
        result.translationInvariance.note = result.symmetry.note = "undefined for one position";
        return;
    }
    const double noise = kSameValue * largest;
    result.degenerate = total <= cells * noise * noise;
    if (result.positions < 3)
        result.translationInvariance.note = "needs N ≥ 3: with two positions every offset has one value";
    else
        result.translationInvariance.value = result.degenerate ? 1.0 : 1.0 - within / total;
    result.symmetry.value = result.degenerate ? 1.0 : mirrored / total;
    for (Property* property : {&result.translationInvariance, &result.symmetry})
        if (result.degenerate && property->value)
            property->note = "degenerate: all values off the diagonal are equal, so it is 1 by convention";
}

void setOrder(Properties& result, const OrderCounts& global, const OrderCounts& local, Index falls, Index steps,
              bool constant)
{
    if (result.positions < 2) {
        result.monotonicity.note = result.monotonicityLocal.note = result.step.note = "undefined for one position";
        return;
    }
    result.monotonicity.value = constant ? 0.0 : global.balance();
    result.monotonicityLocal.value = constant ? 0.0 : local.balance();
    result.step.value = constant ? 0.0 : static_cast<double>(falls) / static_cast<double>(steps);
}

} // namespace pescope::analysis
