// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tables/matrix.h"

#include <span>
#include <vector>

namespace pescope::analysis {

using tables::Index;

/// How the pairs a < b of a sequence s are ordered; equal values count in `pairs` alone.
struct OrderCounts {
    Index falls = 0; ///< s_a > s_b
    Index rises = 0; ///< s_a < s_b
    Index pairs = 0;

    OrderCounts& operator+=(const OrderCounts& other);
    /// (falls − rises) ÷ pairs, Kendall's τ against the falling order; 0 without a pair.
    [[nodiscard]] double balance() const;
};

/// Counts all pairs of one sequence after another by merging, with buffers that stay.
class OrderCounter {
public:
    /// Room for a sequence of n values, to be filled before count(). Values must be finite.
    [[nodiscard]] std::span<double> buffer(Index n);
    /// Pairs of the sequence in the buffer, whose order is lost. O(n log n).
    [[nodiscard]] OrderCounts count();

private:
    std::vector<double> m_values, m_work;
    std::size_t m_size = 0;
};

/// Pairs among the first window + 1 values, directly. O(min(window, n)²).
[[nodiscard]] OrderCounts countWithin(std::span<const double> values, Index window);

/// For each b how many values before it are larger and smaller: of a prefix s_0 … s_e the pairs are the sums over
/// b ≤ e. O(n log n).
struct PrefixOrder {
    std::vector<Index> larger, smaller;
};
[[nodiscard]] PrefixOrder prefixOrder(std::span<const double> values);

} // namespace pescope::analysis
