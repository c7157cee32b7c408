// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/kind.h"

namespace pescope::proximity {

/// S as it was given: one head's attention, `matrix:FILE`. Boxes are summed directly, columns first, so every value
/// keeps its digits and what is not finite stays where it is; a picture costs O(cells in view + pixels).
class DenseProximity : public Kind {
public:
    /// @param rows, columns  cells of `values` that are shown, from the top left
    DenseProximity(tables::SharedMatrix values, Index rows, Index columns, std::vector<Index> positions = {});

    [[nodiscard]] Index rows() const override { return m_rows; }
    [[nodiscard]] Index columns() const override { return m_columns; }
    [[nodiscard]] double value(Index i, Index j) const override { return (*m_values)(i, j); }
    [[nodiscard]] Result<Image<float>> image(const Viewport& view, int width, int height,
                                             const JobContext& job) const override;
    [[nodiscard]] Result<Image<double>> imageExact(const Viewport& view, int width, int height,
                                                   const JobContext& job) const override;
    [[nodiscard]] Result<Image<double>> screenImage(const Viewport& view, int width, int height,
                                                    const JobContext& job) const override;
    [[nodiscard]] Result<tables::MatrixD> cellsAt(std::span<const Index> rows, std::span<const Index> columns,
                                                  const JobContext& job) const override;
    [[nodiscard]] Result<Profile> profile(const JobContext& job) const override;
    [[nodiscard]] Result<ValueSample> sample(const JobContext& job) const override;
    [[nodiscard]] SharedKind leading(Index rows, Index columns) const override;
    [[nodiscard]] bool anyNotFinite() const override;
    void markNotFinite(Index i, std::span<char> flags) const override;
    [[nodiscard]] Index positionOf(Index row) const override;
    [[nodiscard]] std::string method() const override { return "given map"; }

private:
    template<typename T>
    [[nodiscard]] Result<Image<T>> draw(const Viewport& view, int width, int height, const JobContext& job) const;

    tables::SharedMatrix m_values;
    Index m_rows, m_columns;
    std::vector<Index> m_positions; ///< empty: the row itself
};

} // namespace pescope::proximity
