// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace pescope::tables {

namespace {

constexpr std::size_t kSummedAtOnce = 4096; ///< short sums keep their digits
constexpr std::size_t kLanes = 8; ///< sums side by side, which the compiler does at once

struct Block {
    std::uint64_t finite = 0, zeros = 0;
    double min = std::numeric_limits<double>::infinity();
    double max = -std::numeric_limits<double>::infinity();
    double sum = 0;
    double squares = 0; ///< Σ (x − mean of the block)²

    [[nodiscard]] double mean() const { return sum / static_cast<double>(finite); }
};

/// Of numbers that are all finite; the number of them is a multiple of kLanes. A sum that overflows is not finite.
Block finiteBlock(std::span<const double> values)
{
    std::array<double, kLanes> sums{}, squares{}, zeros{};
    std::array<double, kLanes> least{}, most{};
    least.fill(std::numeric_limits<double>::infinity());
    most.fill(-std::numeric_limits<double>::infinity());
    for (std::size_t at = 0; at < values.size(); at += kLanes)
        for (std::size_t k = 0; k < kLanes; ++k) {
            const double x = values[at + k];
            sums[k] += x;
            least[k] = x < least[k] ? x : least[k];
            most[k] = x > most[k] ? x : most[k];
            zeros[k] += x == 0 ? 1.0 : 0.0;
        }
    Block block;
    block.finite = values.size();
    for (std::size_t k = 0; k < kLanes; ++k) {
        block.sum += sums[k];
        block.zeros += static_cast<std::uint64_t>(zeros[k]);
        block.min = std::min(block.min, least[k]);
        block.max = std::max(block.max, most[k]);
    }
    const double mean = block.mean();
    for (std::size_t at = 0; at < values.size(); at += kLanes)
        for (std::size_t k = 0; k < kLanes; ++k)
            squares[k] += (values[at + k] - mean) * (values[at + k] - mean);
    for (const double part : squares)
        block.squares += part;
    return block;
}

/// Of any numbers; those that are not finite are left out.
Block anyBlock(std::span<const double> values)
{
    Block block;
    for (const double x : values) {
        block.zeros += x == 0 ? 1 : 0;
        if (!std::isfinite(x))
            continue;
        block.min = std::min(block.min, x);
        block.max = std::max(block.max, x);
        block.sum += x;
        ++block.finite;
    }
    for (const double x : values)
        if (std::isfinite(x))
            block.squares += (x - block.mean()) * (x - block.mean());
    return block;
}

} // namespace

void StatisticsSum::add(std::span<const double> values)
{
    for (std::size_t from = 0; from < values.size(); from += kSummedAtOnce) {
        const auto part = values.subspan(from, std::min(kSummedAtOnce, values.size() - from));
        const bool whole = part.size() % kLanes == 0;
        Block block = whole ? finiteBlock(part) : Block{};
        if (!whole || !std::isfinite(block.sum)) { // NaN and infinity always show in the sum
            block = anyBlock(part);
            for (const double x : part) {
                m_counts.notANumber += std::isnan(x) ? 1 : 0;
                m_counts.infinite += std::isinf(x) ? 1 : 0;
            }
        }
        m_counts.count += part.size();
        m_counts.zeros += block.zeros;
        if (block.finite == 0)
            continue;
        m_counts.min = m_finite == 0 ? block.min : std::min(m_counts.min, block.min);
        m_counts.max = m_finite == 0 ? block.max : std::max(m_counts.max, block.max);
        const auto before = static_cast<double>(m_finite);
        const auto added = static_cast<double>(block.finite);
        const double step = block.mean() - m_mean;
        m_squares += block.squares + step * step * (before * added / (before + added));
        m_mean += step * (added / (before + added));
        m_finite += block.finite;
    }
}

ValueStatistics StatisticsSum::result() const
{
    ValueStatistics result = m_counts;
    if (m_finite == 0) {
        result.min = result.max = result.mean = result.deviation = std::numeric_limits<double>::quiet_NaN();
        return result;
    }
    result.mean = m_mean;
    result.deviation = std::sqrt(m_squares / static_cast<double>(m_finite));
    return result;
}

} // namespace pescope::tables
