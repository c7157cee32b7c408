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

/// Learned numbers by the offset between two patches of a window, rows and columns apart (Swin: Liu et al. 2021; BEiT
/// with a class token: Bao et al. 2021). Not a function of i − j.
struct WindowTable {
    tables::SharedMatrix values; ///< (2·height − 1)·(2·width − 1) rows, three more with a class token; × heads
    tables::Index height = 0, width = 0; ///< patches
    bool classToken = false; ///< position 0 is the class token, patches follow row by row

    [[nodiscard]] tables::Index positions() const { return height * width + (classToken ? 1 : 0); }
};

/// Row of the table for query i and key j: (y_i − y_j + height − 1)·(2·width − 1) + x_i − x_j + width − 1 of patches;
/// of n rows, n − 3 for the class token's view of a patch, n − 2 for a patch's view of it, n − 1 for its own.
[[nodiscard]] tables::Index rowOf(const WindowTable& table, tables::Index i, tables::Index j);

/// What a model adds to the logit of query i and key j, for each head.
struct LogitBias {
    std::variant<AlibiSlopes, BucketTable, WindowTable> rule;
    /// Positions that are looked at; slopes and buckets have no end, a window has its own number.
    tables::Index length = 128;

    [[nodiscard]] int heads() const;
    [[nodiscard]] bool byOffset() const; ///< a function of m = i − j, as all are but windows
};

/// Errors: Shape for no head, length < 1, fewer buckets than the rule needs (4, or 2 where one direction is seen), a
/// maximum distance not above the exact buckets, a window whose rows or length are not its own or that is larger than
/// 8192 positions; Numeric for a slope that is not finite.
[[nodiscard]] Status validate(const LogitBias& bias);

/// Row of the bucket table for offset m = i − j. The model asks for bucket(j − i); m is turned here.
/// n = #buckets (half of them where both directions are seen, the upper half for keys after the query), e = n/2 exact
/// ones, then e + ⌊ln(a/e)/ln(maxDistance/e)·(n − e)⌋, at most n − 1, of the distance a.
[[nodiscard]] tables::Index bucketOf(const BucketTable& table, tables::Index m);

/// b_h(m) of a bias by offset. 0 ≤ head < heads().
[[nodiscard]] double biasAt(const LogitBias& bias, int head, tables::Index m);

/// b_h(i, j), length × length; rows are queries. O(length²).
[[nodiscard]] tables::MatrixD biasMap(const LogitBias& bias, int head);

/// b_h at m = first … first + count − 1; of a window the mean over the pairs with i − j = m, where there are any, and
/// else 0.
[[nodiscard]] std::vector<double> biasByOffset(const LogitBias& bias, int head, tables::Index first,
                                               tables::Index count);

/// Slopes s_t = 2^(−maxBias·t/p), t = 1 … p, p the smallest power of two that is not below `heads`; where p > heads,
/// every second of them first (t = 2, 4, …), then the others, as many as there are heads. This is MPT's rule; for
/// maxBias = 8 it is BLOOM's and the paper's as well.
[[nodiscard]] std::vector<double> alibiSlopes(int heads, double maxBias = 8);

} // namespace pescope::encoding
