// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/proximity.h"

#include <vector>

namespace pescope::analysis {

using tables::Index;

/// A curve over offsets or positions.
struct CosineCurve {
    Index first = 0; ///< label of element 0
    std::vector<double> cosine; ///< in [−1, 1] up to rounding; NaN where a row is zero, not finite or left out
};

/// cos(P_r, P_{r+1}) for r = first … last − 1: positions, or offsets of a relative source. The norms that stand beside
/// it are cosineOfRows.rowNorms().
/// @param cosineOfRows  proximity::of(encoding, Metric::Cosine, …)
/// Empty with fewer than two rows. O(N D).
[[nodiscard]] CosineCurve neighbourCosines(const proximity::Proximity& cosineOfRows);

/// cos(P_k, P_−k) for k = 1 … K, K the largest offset that is there in both directions; its mean is mirrorCosine().
/// Empty for a source whose rows are not offsets. O(K D).
[[nodiscard]] CosineCurve mirrorCosines(const proximity::Proximity& cosineOfOffsets);

} // namespace pescope::analysis
