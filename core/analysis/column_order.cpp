// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/column_order.h"

#include "core/analysis/column_pairs.h"

#include <algorithm>
#include <numeric>

namespace pescope::analysis {

ColumnOrder storedOrder(Index columns)
{
    ColumnOrder order(static_cast<std::size_t>(std::max<Index>(columns, 0)));
    std::iota(order.begin(), order.end(), Index{0});
    return order;
}

ColumnOrder orderByVariance(const Eigen::Ref<const tables::MatrixD>& table)
{
    Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(table.cols());
    Eigen::RowVectorXd square = mean;
    std::vector<Index> finite;
    for (Index p = 0; p < table.rows(); ++p)
        if (table.row(p).allFinite()) {
            finite.push_back(p);
            mean += table.row(p);
        }
    mean /= static_cast<double>(std::max<std::size_t>(finite.size(), 1));
    for (const Index p : finite)
        square += (table.row(p) - mean).cwiseAbs2();
    ColumnOrder order = storedOrder(table.cols());
    std::ranges::stable_sort(order, [&](Index a, Index b) { return square[a] > square[b]; });
    return order;
}

ColumnOrder orderByOmega(std::span<const double> omega, encoding::Layout layout, Index columns)
{
    const Index pairs = columns / 2;
    PESCOPE_EXPECTS(std::ssize(omega) == pairs);
    ColumnOrder fastestFirst = storedOrder(pairs);
    std::ranges::stable_sort(fastestFirst, [&](Index a, Index b) {
        return omega[static_cast<std::size_t>(a)] > omega[static_cast<std::size_t>(b)];
    });
    ColumnOrder order;
    for (const Index k : fastestFirst) {
        const ColumnPair pair = columnPair(layout, k, pairs);
        order.push_back(pair.first);
        order.push_back(pair.second);
    }
    if (columns % 2 == 1)
        order.push_back(columns - 1);
    return order;
}

ColumnOrder relayout(Index columns, encoding::Layout from, encoding::Layout to)
{
    ColumnOrder order = storedOrder(columns);
    const Index pairs = columns / 2;
    for (Index k = 0; k < pairs; ++k) {
        const ColumnPair stored = columnPair(from, k, pairs);
        const ColumnPair shown = columnPair(to, k, pairs);
        order[static_cast<std::size_t>(shown.first)] = stored.first;
        order[static_cast<std::size_t>(shown.second)] = stored.second;
    }
    return order;
}

tables::MatrixD columnsInOrder(const Eigen::Ref<const tables::MatrixD>& table, const ColumnOrder& order)
{
    tables::MatrixD result(table.rows(), static_cast<Index>(order.size()));
    for (Index p = 0; p < table.rows(); ++p)
        for (std::size_t k = 0; k < order.size(); ++k)
            result(p, static_cast<Index>(k)) = table(p, order[k]);
    return result;
}

} // namespace pescope::analysis
