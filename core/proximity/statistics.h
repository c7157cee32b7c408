// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/kind.h"
#include "core/proximity/row_set.h"

#include <span>
#include <vector>

namespace pescope::proximity {

/// Off-diagonal values that a ValueSample holds at most.
inline constexpr Index kSampleSize = Index{1} << 18;
inline constexpr Index kOffsetSample = Index{1} << 15; ///< a sample is sorted in every frame of a drag

/// Offsets and pair counts of a rows × columns matrix; means are 0.
[[nodiscard]] Profile emptyProfile(Index rows, Index columns);

/// Every offset but the diagonal's, with the number of its cells as weight. Exact up to kOffsetSample offsets, beyond
/// that every n-th of them. Minimum and maximum are over all of f.
/// @param count  cells behind each f   @param diagonal  element of offset 0
[[nodiscard]] ValueSample sampleByOffset(std::span<const double> f, std::span<const Index> count, Index diagonal);

/// All off-diagonal cells up to kSampleSize (of a symmetric S only those below the diagonal), beyond that 512 × 512
/// cells at seeded random rows and columns. Minimum and maximum are over what was looked at and the diagonal.
/// `notFinite` is left 0.
[[nodiscard]] Result<ValueSample> sampleCells(const Kind& s, bool symmetric, const JobContext& job);

/// Mean by offset over all cells, in row blocks. O(rows · columns · D).
[[nodiscard]] Result<Profile> profileOfCells(const Kind& s, const JobContext& job);

/// Cells of s that are not finite. O(rows · columns); for matrices that have some.
[[nodiscard]] Index countNotFinite(const Kind& s);

/// Σ over pairs (i, j), i − j = m, of L_i·R_j and the number of pairs of finite rows, for every m from −(n − 1) to
/// n − 1; element 0 is m = −(n − 1). Rows that are not finite count as 0. Directly up to 64 rows, else by FFT of the
/// columns: O(D n log n), absolute error about 1e-15 · Σ ‖row‖². Cancel points per column.
struct OffsetSums {
    std::vector<double> sum;
    std::vector<Index> count;
};
[[nodiscard]] Result<OffsetSums> offsetSums(const RowSet& left, const RowSet& right, const JobContext& job);

/// Σ over pairs of usable rows with i − j = m of term_i + term_j, added to `sum` (layout of OffsetSums).
void addTermSums(std::span<const double> term, const std::vector<char>& usable, std::vector<double>& sum);

} // namespace pescope::proximity
