// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/tables/matrix.h"

#include <vector>

namespace pescope::encoding {

/// Rows of a table, borrowed.
using Rows = Eigen::Ref<const tables::MatrixD>;

/// 0 … count − 1, then again from 0, until `length` are there.
[[nodiscard]] std::vector<tables::Index> tiledOrder(tables::Index length, tables::Index count);
/// 0 … count − 1, then the last again, until `length` are there.
[[nodiscard]] std::vector<tables::Index> clippedOrder(tables::Index length, tables::Index count);

/// Row r of the result is row order[r]. Errors: Cancelled. O(rows · columns).
[[nodiscard]] Result<tables::MatrixD> pickedRows(const Rows& rows, const std::vector<tables::Index>& order,
                                                 const JobContext& job);

/// Row r of the result is the table at t = r·(P − 1)/(count − 1), P its rows, linear between two of them; where t is
/// whole it is a copy, which a neighbour that is not finite does not reach. count ≥ 2, or P = 1. Errors: Cancelled.
[[nodiscard]] Result<tables::MatrixD> resampledRows(const Rows& rows, tables::Index count, const JobContext& job);

} // namespace pescope::encoding
