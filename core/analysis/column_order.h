// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/sinusoid.h"
#include "core/tables/matrix.h"

#include <span>
#include <vector>

namespace pescope::analysis {

using tables::Index;

/// An order of D columns: element k is the stored column that is shown at place k. Products between rows, P·Pᵀ, do not
/// depend on it.
using ColumnOrder = std::vector<Index>;

/// 0, 1, …, D − 1.
[[nodiscard]] ColumnOrder storedOrder(Index columns);

/// Largest variance along positions first, equal ones by index. Rows that are not finite are left out. O(N D).
[[nodiscard]] ColumnOrder orderByVariance(const Eigen::Ref<const tables::MatrixD>& table);

/// Fastest pair first, equal ones by index; both columns of a pair stay side by side, the first of the two first. An
/// unpaired last column stays last.
/// @param omega  of each column pair in stored order (OmegaFit::omega(), RecognisedSinusoid::omega)
/// @param layout  which columns a pair has
/// Expects ⌊columns/2⌋ frequencies.
[[nodiscard]] ColumnOrder orderByOmega(std::span<const double> omega, encoding::Layout layout, Index columns);

/// Shows a table that is stored in one layout as it would be in the other; the two directions undo each other. An
/// unpaired last column stays last.
[[nodiscard]] ColumnOrder relayout(Index columns, encoding::Layout from, encoding::Layout to);

/// A copy with the columns in that order. O(N D).
[[nodiscard]] tables::MatrixD columnsInOrder(const Eigen::Ref<const tables::MatrixD>& table, const ColumnOrder& order);

} // namespace pescope::analysis
