// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/inversion_counting.h"

#include <algorithm>
#include <numeric>

namespace pescope::analysis {
namespace {

/// Merges two ascending runs; a value from the right one passes all that are left of the left one. No branch depends
/// on the values: in noise every second one would be guessed wrong. Returns the pairs that stood in falling order.
Index mergeRuns(const double* left, const double* const leftEnd, const double* right, const double* const rightEnd,
                double* out)
{
    Index falls = 0;
    while (left != leftEnd && right != rightEnd) {
        const Index passes = *right < *left ? 1 : 0;
        falls += (leftEnd - left) & -passes;
        *out++ = std::min(*left, *right);
        right += passes;
        left += 1 - passes;
    }
    out = std::copy(left, leftEnd, out);
    std::copy(right, rightEnd, out);
    return falls;
}

/// The same for two runs of equal length, from both ends at once: two chains of steps that do not wait for each other,
/// and after `length` steps each neither run can have ended early, so no end is asked for.
Index mergeEqualRuns(const double* from, Index length, double* to)
{
    const double* left = from;
    const double* right = from + length;
    const double* leftLast = right - 1;
    const double* rightLast = leftLast + length;
    double* out = to;
    double* outLast = to + 2 * length - 1;
    Index falls = 0;
    for (Index step = 0; step < length; ++step) {
        // a value of the right run counts, once, the larger ones of the left run: those still to be taken when it comes
        // from the front, those taken already when it comes from the back
        const Index passes = *right < *left ? 1 : 0;
        falls += (from + length - left) & -passes;
        *out++ = std::min(*left, *right);
        right += passes;
        left += 1 - passes;

        const Index stays = *rightLast >= *leftLast ? 1 : 0;
        falls += (from + length - 1 - leftLast) & -stays;
        *outLast-- = std::max(*leftLast, *rightLast);
        rightLast -= stays;
        leftLast -= 1 - stays;
    }
    return falls;
}

/// Pairs of equal values in an ascending sequence.
Index equalPairs(std::span<const double> sorted)
{
    Index pairs = 0;
    Index run = 0;
    for (std::size_t k = 1; k < sorted.size(); ++k) {
        run = sorted[k] == sorted[k - 1] ? run + 1 : 0;
        pairs += run;
    }
    return pairs;
}

/// Fenwick tree: how many of the ranks seen so far lie below one.
class RankCounts {
public:
    explicit RankCounts(std::size_t ranks)
        : m_tree(ranks + 1, 0)
    {
    }

    void add(std::size_t rank)
    {
        for (std::size_t k = rank + 1; k < m_tree.size(); k += k & (~k + 1))
            ++m_tree[k];
    }

    [[nodiscard]] Index below(std::size_t rank) const
    {
        Index count = 0;
        for (std::size_t k = rank; k > 0; k -= k & (~k + 1))
            count += m_tree[k];
        return count;
    }

private:
    std::vector<Index> m_tree;
};

} // namespace

OrderCounts& OrderCounts::operator+=(const OrderCounts& other)
{
    falls += other.falls;
    rises += other.rises;
    pairs += other.pairs;
    return *this;
}

double OrderCounts::balance() const
{
    return pairs > 0 ? static_cast<double>(falls - rises) / static_cast<double>(pairs) : 0.0;
}

std::span<double> OrderCounter::buffer(Index n)
{
    m_size = static_cast<std::size_t>(n);
    if (m_values.size() < m_size) {
        m_values.resize(m_size);
        m_work.resize(m_size);
    }
    return std::span(m_values).first(m_size);
}

OrderCounts OrderCounter::count()
{
    OrderCounts counts;
    const auto n = static_cast<Index>(m_size);
    counts.pairs = n * (n - 1) / 2;
    double* from = m_values.data();
    double* to = m_work.data();
    for (std::size_t length = 1; length < m_size; length *= 2) {
        std::size_t run = 0;
        for (; run + 2 * length <= m_size; run += 2 * length)
            counts.falls += mergeEqualRuns(from + run, static_cast<Index>(length), to + run);
        if (run < m_size) {
            const double* const middle = from + std::min(run + length, m_size);
            counts.falls += mergeRuns(from + run, middle, middle, from + m_size, to + run);
        }
        std::swap(from, to);
    }
    counts.rises = counts.pairs - counts.falls - equalPairs({from, m_size});
    return counts;
}

OrderCounts countWithin(std::span<const double> values, Index window)
{
    OrderCounts counts;
    const std::size_t n = std::min(values.size(), static_cast<std::size_t>(window) + 1);
    for (std::size_t b = 1; b < n; ++b)
        for (std::size_t a = 0; a < b; ++a) {
            counts.falls += values[a] > values[b] ? 1 : 0;
            counts.rises += values[a] < values[b] ? 1 : 0;
        }
    counts.pairs = static_cast<Index>(n) * (static_cast<Index>(n) - 1) / 2;
    return counts;
}

PrefixOrder prefixOrder(std::span<const double> values)
{
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    RankCounts seen(values.size());
    PrefixOrder order;
    for (std::size_t b = 0; b < values.size(); ++b) {
        const auto [first, last] = std::ranges::equal_range(sorted, values[b]);
        const auto rank = static_cast<std::size_t>(first - sorted.begin());
        const Index smaller = seen.below(rank);
        order.smaller.push_back(smaller);
        order.larger.push_back(static_cast<Index>(b) - seen.below(static_cast<std::size_t>(last - sorted.begin())));
        seen.add(rank);
    }
    return order;
}

} // namespace pescope::analysis
