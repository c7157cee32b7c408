// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/kind.h"
#include "core/proximity/row_set.h"

namespace pescope::proximity {

/// A table itself as a picture, positions (or offsets) × dimensions. The mean over a rectangle is the mean of the mean
/// rows, so a picture costs O(D · (height + width)) at any N and a computed table is never stored.
class TableCells final : public Kind {
public:
    /// @param columns  stored column of each shown one; empty: as stored  @param labels  of the rows; empty: 0, 1, …
    TableCells(SharedRows rows, std::vector<Index> columns, std::vector<Index> labels, bool offsets);

    [[nodiscard]] Index rows() const override { return m_rows->rows(); }
    [[nodiscard]] Index columns() const override { return m_shownColumns; }
    [[nodiscard]] double value(Index i, Index j) const override;
    [[nodiscard]] Result<Image<float>> image(const Viewport& view, int width, int height,
                                             const JobContext& job) const override;
    [[nodiscard]] Result<Image<double>> imageExact(const Viewport& view, int width, int height,
                                                   const JobContext& job) const override;
    [[nodiscard]] Result<Image<double>> screenImage(const Viewport& view, int width, int height,
                                                    const JobContext& job) const override;
    [[nodiscard]] Result<tables::MatrixD> cellsAt(std::span<const Index> rowIndex, std::span<const Index> columnIndex,
                                                  const JobContext& job) const override;
    /// Errors: Unsupported, always: columns are no positions.
    [[nodiscard]] Result<Profile> profile(const JobContext& job) const override;
    /// All cells up to about 2^18, beyond that evenly spread rows.
    [[nodiscard]] Result<ValueSample> sample(const JobContext& job) const override;
    [[nodiscard]] std::vector<double> rowNorms() const override;
    [[nodiscard]] SharedKind leading(Index rowCount, Index columnCount) const override;
    [[nodiscard]] bool anyNotFinite() const override { return !m_rows->bad().empty(); }
    void markNotFinite(Index i, std::span<char> flags) const override;
    [[nodiscard]] Index positionOf(Index row) const override;
    [[nodiscard]] bool rowsAreOffsets() const override { return m_offsets; }
    [[nodiscard]] bool isTable() const override { return true; }
    [[nodiscard]] Index columnOf(Index column) const override;
    [[nodiscard]] std::string method() const override { return "table"; }

private:
    template<typename T>
    [[nodiscard]] Result<Image<T>> draw(const Viewport& view, int width, int height, const JobContext& job) const;

    SharedRows m_rows;
    std::vector<Index> m_columns;
    Index m_shownColumns;
    std::vector<Index> m_labels;
    bool m_offsets;
};

} // namespace pescope::proximity
