// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/kind.h"
#include "core/proximity/row_set.h"

#include <memory>
#include <string>
#include <vector>

namespace pescope::proximity {

/// S(i, j) = factor · L_i·R_j + t_i + t_j.
///
/// With the terms t = −‖p‖² outside the product, the distance −‖p − q‖² = [√2 p, −‖p‖², 1]·[√2 q, 1, −‖q‖²] keeps the
/// digits that a float product of the long rows would lose.
struct GramParts {
    SharedRows left, right; ///< the same object when S is symmetric by that alone
    double factor = 1;
    std::vector<double> term; ///< empty: 0
    std::vector<double> termBefore; ///< sums of term before each row; made by GramProximity
    std::vector<double> norms; ///< of the source's rows, for rowNorms()
    std::vector<Index> positions; ///< label of each row; empty: the row itself
    bool offsets = false; ///< the labels are offsets
    bool symmetric = true;
};

/// The mean over a rectangle is the product of the mean rows of its two sides: a picture is one product.
class GramProximity final : public Kind {
public:
    GramProximity(GramParts parts, Index rows, Index columns, std::shared_ptr<const compute::Backend> backend);

    [[nodiscard]] Index rows() const override { return m_rows; }
    [[nodiscard]] Index columns() const override { return m_columns; }
    [[nodiscard]] double value(Index i, Index j) const override;
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
    [[nodiscard]] std::vector<double> rowNorms() const override;
    [[nodiscard]] bool symmetric() const override { return m_parts->symmetric && m_rows == m_columns; }
    [[nodiscard]] Index positionOf(Index row) const override;
    [[nodiscard]] bool rowsAreOffsets() const override { return m_parts->offsets; }
    [[nodiscard]] std::string method() const override { return "Gram"; }

    [[nodiscard]] const GramParts& parts() const { return *m_parts; }
    [[nodiscard]] const std::shared_ptr<const compute::Backend>& backend() const { return m_backend; }

private:
    GramProximity(std::shared_ptr<const GramParts> parts, Index rows, Index columns,
                  std::shared_ptr<const compute::Backend> backend);
    /// Picture whose product is computed in `Product` and stored as `T`.
    template<typename T, typename Product>
    [[nodiscard]] Result<Image<T>> draw(const Viewport& view, int width, int height, const JobContext& job) const;
    /// Cells between the same positions of one row set: the lower half is computed, the upper one is its mirror, so
    /// that S(i, j) and S(j, i) are the same number.
    [[nodiscard]] Result<tables::MatrixD> mirroredCells(std::span<const Index> index, const JobContext& job) const;
    [[nodiscard]] bool isBad(Index i) const;
    [[nodiscard]] double termOf(Index i) const; ///< 0 without terms, NaN for a row that is not finite

    std::shared_ptr<const GramParts> m_parts;
    Index m_rows, m_columns;
    std::shared_ptr<const compute::Backend> m_backend;
};

} // namespace pescope::proximity
