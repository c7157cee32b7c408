// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <functional>

namespace pescope::analysis {

/// argmax hᵀλ − ½ λᵀGλ over 0 ≤ λ_j ≤ bound: the multipliers of a quadratic problem with linearised conditions.
///
/// Newton on the multipliers that are free, cut back to the box, and one sweep over the coordinates after each, so that
/// several may leave or reach a bound at once; ends at |∂| ≤ 1e-13 max|h|, after 5 rounds in
/// a row that gain less than 1e-10 of the value, or after 200.
/// @param g  symmetric, positive semidefinite, k × k   @param h  k values   @param start  k values, cut to the box
/// @param goesOn  asked before each round; false ends it with what there is
/// O(k³) a round.
[[nodiscard]] Eigen::VectorXd boxQuadratic(const Eigen::MatrixXd& g, const Eigen::VectorXd& h, double bound,
                                           const Eigen::VectorXd& start, const std::function<bool()>& goesOn);

} // namespace pescope::analysis
