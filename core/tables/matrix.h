// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <memory>

namespace pescope::tables {

/// Row-major, so that a row (one position) is contiguous as it is in every checkpoint.
using MatrixD = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using MatrixF = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Tables are immutable once read; panes, jobs and undo steps share them.
using SharedMatrix = std::shared_ptr<const MatrixD>;

using Index = std::int64_t;

} // namespace pescope::tables
