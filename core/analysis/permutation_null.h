// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/properties.h"

#include <cstdint>

namespace pescope::analysis {

struct NullOptions {
    Index permutations = 200;
    std::uint64_t seed = 0;
    Index window = 16; ///< W, as in PropertyOptions
    Index positions = 0; ///< as in PropertyOptions
    double epsilon = 1e-4; ///< of the range with tolerance
};

/// Where a value lies when positions have no order.
struct NullValue {
    double mean = 0, p05 = 0, p95 = 0; ///< percentiles linear between neighbours, NumPy's default
};

/// The properties of S[π, π] for random orders π of the positions: what a value is worth that a table without any
/// order of its rows would reach as well. Values that are undefined for S are nothing here.
struct PermutationNull {
    Index permutations = 0;
    std::uint64_t seed = 0;
    double epsilon = 1e-4; ///< of toleranceRange
    std::optional<NullValue> translationInvariance, symmetry, monotonicity, monotonicityLocal, step;
    /// Of the mean over |m|, tableRanges(); the last m looked at where nothing ends a range.
    std::optional<NullValue> integerRange, toleranceRange;
};

/// The same on every machine: std::mt19937_64 seeded once, permutation after permutation by Fisher–Yates from the last
/// place down, partner = draw mod (place + 1). SYM does not depend on the order, so it is the value of S itself.
/// Errors: those of properties(); Unsupported beyond 8192 positions, Shape for no permutation.
/// O(K N² log N), 8 N² bytes; reports after and stops between permutations and every 64 rows.
[[nodiscard]] Result<PermutationNull> permutationNull(const proximity::SharedProximity& s,
                                                      const NullOptions& options = {}, const JobContext& job = {});

} // namespace pescope::analysis
