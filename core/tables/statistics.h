// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

namespace pescope::tables {

/// What there is to say about numbers without looking at each.
struct ValueStatistics {
    std::uint64_t count = 0; ///< all of them
    std::uint64_t notANumber = 0;
    std::uint64_t infinite = 0; ///< of either sign
    std::uint64_t zeros = 0; ///< also −0
    // over the finite ones; NaN where there is none
    double min, max, mean;
    double deviation; ///< √(Σ (x − mean)² / n), NumPy's std
};

/// Takes numbers block by block; memory O(1).
///
/// Means and squares of blocks are merged by Chan, Golub, LeVeque 1983 (eqs. 1.3), so that neither a large mean nor
/// many numbers cost digits: relative error of the order of 1e-15 · √blocks. O(numbers).
class StatisticsSum {
public:
    void add(std::span<const double> values);
    [[nodiscard]] ValueStatistics result() const;

private:
    ValueStatistics m_counts{.min = 0, .max = 0, .mean = 0, .deviation = 0};
    std::uint64_t m_finite = 0;
    double m_mean = 0;
    double m_squares = 0; ///< Σ (x − mean)²
};

} // namespace pescope::tables
