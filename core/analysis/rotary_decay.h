// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tables/matrix.h"

#include <span>
#include <vector>

namespace pescope::analysis {

/// The bound on how much a rotary product can still be at a distance (Su et al. 2021, §3.4.3):
///   (1/n) Σ_{j=1}^{n} |S_j(m)|,  S_j(m) = Σ_{i<j} e^{i m θ_i},  n = #θ = d/2.
/// It is even in m and depends on the order of the frequencies (usually fast to slow). (n + 1)/2 at m = 0.
/// @param theta  rad/position, in index order; of a rotary encoding encoding::omega()
/// @return values at m = 0 … count − 1; zeros without frequencies. O(count · n), one sine and cosine every 64 values.
[[nodiscard]] std::vector<double> rotaryDecay(std::span<const double> theta, tables::Index count);

} // namespace pescope::analysis
