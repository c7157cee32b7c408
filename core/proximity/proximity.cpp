// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/proximity.h"

#include "core/proximity/kind.h"

#include <fmt/format.h>

#include <numeric>

namespace pescope::proximity {

Status checkCells(const Proximity& s, Index i0, Index i1, Index j0, Index j1)
{
    if (0 <= i0 && i0 <= i1 && i1 <= s.rows() && 0 <= j0 && j0 <= j1 && j1 <= s.columns())
        return ok();
    return fail(ErrorCode::Shape,
                fmt::format("rows {}:{} and columns {}:{} of a map of {} × {}", i0, i1, j0, j1, s.rows(), s.columns()),
                fmt::format("Rows lie in 0:{} and columns in 0:{}.", s.rows(), s.columns()));
}

Result<tables::MatrixD> Kind::cells(Index i0, Index i1, Index j0, Index j1, const JobContext& job) const
{
    PESCOPE_TRY(checked, checkCells(*this, i0, i1, j0, j1));
    (void)checked;
    return runGuarded([&] {
        std::vector<Index> rowIndex(static_cast<std::size_t>(i1 - i0)), columnIndex(static_cast<std::size_t>(j1 - j0));
        std::iota(rowIndex.begin(), rowIndex.end(), i0);
        std::iota(columnIndex.begin(), columnIndex.end(), j0);
        return cellsAt(rowIndex, columnIndex, job);
    });
}

} // namespace pescope::proximity
