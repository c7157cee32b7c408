// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/proximity.h"
#include "core/proximity/viewport_grid.h"

#include <span>

namespace pescope::proximity {

/// What the kinds of Proximity share beyond the published interface: what differences and samples are made from.
class Kind : public Proximity {
public:
    /// Cells (rows[a], columns[b]) in float64; indexes may repeat. Cancel points per block.
    [[nodiscard]] virtual Result<tables::MatrixD> cellsAt(std::span<const Index> rows, std::span<const Index> columns,
                                                          const JobContext& job) const = 0;

    /// image() before it is rounded to float: a difference of two such pictures keeps the digits.
    [[nodiscard]] virtual Result<Image<double>> screenImage(const Viewport& view, int width, int height,
                                                            const JobContext& job) const = 0;

    /// S over its first rows and columns; scale factors and means stay those of the whole.
    [[nodiscard]] virtual std::shared_ptr<const Kind> leading(Index rows, Index columns) const = 0;

    /// Whether any cell is not finite.
    [[nodiscard]] virtual bool anyNotFinite() const { return false; }
    /// Sets flags[j] where cell (i, j) is not finite; flags has columns() elements.
    virtual void markNotFinite(Index i, std::span<char> flags) const
    {
        (void)i;
        (void)flags;
    }

    [[nodiscard]] Result<tables::MatrixD> cells(Index i0, Index i1, Index j0, Index j1,
                                                const JobContext& job) const override;
};

using SharedKind = std::shared_ptr<const Kind>;

/// 0 ≤ i0 ≤ i1 ≤ rows and the same for columns, or an Error that names the numbers.
[[nodiscard]] Status checkCells(const Proximity& s, Index i0, Index i1, Index j0, Index j1);

} // namespace pescope::proximity
