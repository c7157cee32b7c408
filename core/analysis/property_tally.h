// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/inversion_counting.h"
#include "core/analysis/properties.h"

#include <span>

namespace pescope::analysis {

/// Means of S by offset and over all cells off the diagonal.
struct OffsetMeans {
    std::vector<double> byOffset; ///< element m + N − 1 is μ_m, m = i − j
    double overall = 0; ///< μ, without the diagonal
    double largest = 0; ///< the largest |S|, or of |μ_m| where the cells themselves were not seen
};

[[nodiscard]] OffsetMeans offsetMeans(const tables::MatrixD& s);
/// From a profile over an N × N map.
[[nodiscard]] OffsetMeans offsetMeans(const proximity::Profile& profile, Index positions);

/// First row and first column of S: the first cell, in reading order, of each diagonal.
struct DiagonalStarts {
    std::span<const double> row, column;
};

/// Collects the properties from the rows of S, in ascending order of rows.
class PropertyTally {
public:
    /// All arguments stay alive with it.  @param theorem  S is symmetric by construction
    PropertyTally(Index positions, Index window, const OffsetMeans& means, DiagonalStarts starts, bool theorem);

    /// @param row  S(i, ·)   @param column  S(0, i); S(k, i) is column[k · stride]; null where S is symmetric
    void addRow(Index i, const double* row, const double* column, Index stride);

    /// All but the local ranges.
    [[nodiscard]] Properties finish() const;
    /// Every cell has the same value up to rounding, so that its order is noise.
    [[nodiscard]] bool constant() const;

private:
    void addSums(Index i, const double* row, const double* column, Index stride);
    void addOrder(Index i, const double* row);
    void findCounterExamples(Index i, const double* row, const double* column, Index stride);

    Index m_positions, m_window;
    const OffsetMeans& m_means;
    DiagonalStarts m_starts;
    bool m_symmetric;

    Index m_rows = 0;
    double m_total = 0, m_within = 0, m_mirrored = 0; ///< Σ (S − μ)², Σ (S − μ_m)², Σ (S_ij − μ)(S_ji − μ)
    double m_least, m_most; ///< over all cells
    OrderCounts m_global, m_local;
    Index m_falls = 0, m_steps = 0;
    OrderCounter m_counter;
    std::optional<CounterExample> m_notInvariant, m_notSymmetric, m_notFalling, m_notFallingLocally;
};

/// TI and SYM from their sums: the edge cases N = 1, N = 2 and a constant S are decided here for every path.
/// @param total, within, mirrored  as in PropertyTally   @param cells  number of cells in the sums
void setInvarianceAndSymmetry(Properties& result, double total, double within, double mirrored, double cells,
                              double largest);
/// MON, MON local and STEP; `constant` decides them without the order, which is noise then.
void setOrder(Properties& result, const OrderCounts& global, const OrderCounts& local, Index falls, Index steps,
              bool constant);

} // namespace pescope::analysis
