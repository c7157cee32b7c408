// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tables/matrix.h"

#include <functional>
#include <vector>

namespace pescope::compute {

/// "Which ω, as near to these as can be, falls over exactly m = 0 … target?"
struct AdaptRequest {
    std::vector<double> omega; ///< rad per position, any sign; zeros stay zero and signs stay
    tables::Index target = 0; ///< integer range wanted: largest m with ψ(0) > ψ(1) > … > ψ(m), ≥ 1
    double seconds = 2.5; ///< of the clock; the best so far is the answer then
    std::int64_t steps = 0; ///< above 0: looks at the search instead, so that no answer depends on a machine's speed
};

/// One ω on the way, or the last one. All that is said of it was measured on it: Δ is log|ω| − log|ω₀| of those that
/// are not 0.
struct AdaptStep {
    std::vector<double> omega; ///< in the order of the request
    tables::Index integer = 0; ///< its integer range; 4 · target + 64 stands for that or more
    double rms = 0; ///< root of the mean of Δ²
    double largest = 0; ///< max |Δ|
    tables::Index moved = 0; ///< how many ω changed by more than 1 %
    int iteration = 0; ///< gradients and Jacobians so far
};

struct AdaptResult {
    AdaptStep best; ///< reached: the least change found; else the nearest range found, and of those the least change
    bool reached = false; ///< best.integer is the target
    bool converged = false; ///< reached, and a local minimum: the search ended by itself
    double seconds = 0; ///< of the clock
};

using AdaptProgress = std::function<void(const AdaptStep&)>;

} // namespace pescope::compute
