// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/chosen_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pescope::proximity {
namespace {

/// `rowOf` tells the stored row of an offset.
template<typename RowOf>
Result<ChosenRows> chooseOffsets(tables::SharedMatrix table, Index lowest, Index count, const RowOf& rowOf,
                                 const RowChoice& choice)
{
    ChosenRows chosen{.table = std::move(table), .stored = {}, .labels = {}, .offsets = true};
    PESCOPE_TRY(kept, remaining(count, choice.leaveOut));
    for (const Index row : kept) {
        chosen.labels.push_back(lowest + row);
        chosen.stored.push_back(rowOf(lowest + row));
    }
    return chosen;
}

} // namespace

Result<std::vector<Index>> remaining(Index count, const std::vector<Index>& leaveOut)
{
    std::vector<Index> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), Index{0});
    std::erase_if(all, [&](Index i) { return std::ranges::binary_search(leaveOut, i); });
    if (all.empty())
        return fail(ErrorCode::Shape,
                    fmt::format("{} of {} positions are left out, none remain", leaveOut.size(), count),
                    "Leave out fewer positions.");
    return all;
}

Result<ChosenRows> chooseRows(const encoding::StoredTable& table, const RowChoice& choice)
{
    const bool all = choice.includeUnused && table.rows;
    const Index firstRow = all ? 0 : table.firstPositionRow;
    const Index positions = all ? table.rows->rows() : table.positions;
    if (!table.rows || positions < 1 || table.rows->cols() < 1)
        return fail(ErrorCode::Shape, fmt::format("a table of {} positions", positions),
                    "There is nothing to compare; open another encoding.");
    PESCOPE_EXPECTS(firstRow >= 0 && firstRow + positions <= table.rows->rows());
    ChosenRows chosen;
    chosen.table = table.rows;
    PESCOPE_TRY(kept, remaining(positions, choice.leaveOut));
    chosen.stored = kept;
    for (Index& row : chosen.stored)
        row += firstRow;
    chosen.labels = std::move(kept);
    return chosen;
}

Result<ChosenRows> chooseRows(const encoding::RelativeTable& table, const RowChoice& choice)
{
    if (!table.rows || table.rows->size() == 0)
        return fail(ErrorCode::Shape, "a relative table without rows",
                    "There is nothing to compare; open another encoding.");
    return chooseOffsets(
        table.rows, table.lowestOffset(), table.rows->rows(), [&](Index m) { return table.storedRow(m); }, choice);
}

Result<ChosenRows> chooseRows(const encoding::RelativeSinusoid& spec, const RowChoice& choice)
{
    PESCOPE_TRY(valid, encoding::validate(spec));
    static_cast<void>(valid);
    const Index lowest = -spec.maxOffset;
    return chooseOffsets(
        std::make_shared<const tables::MatrixD>(encoding::table(spec)), lowest, spec.rows(),
        [&](Index m) { return m - lowest; }, choice);
}

std::vector<double> unpairedOmega(const encoding::SinusoidSpec& spec)
{
    if (!spec.hasUnpairedColumn())
        return {};
    const int pairs = spec.dim / 2;
    const double index = spec.first + pairs;
    const double exponent =
        spec.spacing == encoding::Spacing::Half ? 2 * index / spec.dim : index / std::max(1, pairs - 1);
    return {spec.scale * std::pow(spec.base, -exponent)};
}

} // namespace pescope::proximity
