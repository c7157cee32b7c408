// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/tables/matrix.h"

#include <variant>
#include <vector>

namespace pescope::encoding {

/// A penalty that grows with the distance (Press et al. 2021): −slope·max(m, 0) where only earlier keys are seen, else
/// −slope·|m|, m = i − j.
struct AlibiSlopes {
    std::vector<double> slopes; ///< one a head
    bool causal = false;
};

/// Learned numbers by bucket of the offset (Raffel et al. 2020): near offsets have one each, far ones share.
struct BucketTable {
    tables::SharedMatrix values; ///< buckets × heads, as stored
    int maxDistance = 128; ///< offsets from there on share the last bucket
    bool bidirectional = true; ///< half the buckets for keys after the query; false: those all count as offset 0
};

/// What a model adds to the logit of query i and key j, a function of m = i − j for each head.
struct LogitBias {
    std::variant<AlibiSlopes, BucketTable> rule;
    tables::Index length = 128; ///< positions that are looked at; the rule itself has no end

    [[nodiscard]] int heads() const;
};

/// Errors: Shape for no head, length < 1, fewer buckets than the rule needs (4, or 2 where one direction is seen), a
/// maximum distance not above the exact buckets; Numeric for a slope that is not finite.
[[nodiscard]] Status validate(const LogitBias& bias);

/// Row of the bucket table for offset m = i − j. The model asks for bucket(j − i); m is turned here.
/// n = #buckets (half of them where both directions are seen, the upper half for keys after the query), e = n/2 exact
/// ones, then e + ⌊ln(a/e)/ln(maxDistance/e)·(n − e)⌋, at most n − 1, of the distance a.
[[nodiscard]] tables::Index bucketOf(const BucketTable& table, tables::Index m);

/// b_h(m). 0 ≤ head < heads().
[[nodiscard]] double biasAt(const LogitBias& bias, int head, tables::Index m);

/// b_h at m = first … first + count − 1.
[[nodiscard]] std::vector<double> biasByOffset(const LogitBias& bias, int head, tables::Index first,
                                               tables::Index count);

/// Slopes s_t = 2^(−maxBias·t/p), t = 1 … p, p the smallest power of two that is not below `heads`; where p > heads,
/// every second of them first (t = 2, 4, …), then the others, as many as there are heads. This is MPT's rule; for
/// maxBias = 8 it is BLOOM's and the paper's as well.
[[nodiscard]] std::vector<double> alibiSlopes(int heads, double maxBias = 8);

} // namespace pescope::encoding
