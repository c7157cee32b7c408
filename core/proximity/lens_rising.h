// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/kind.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace pescope::proximity {

/// 1 where S does not fall from `inner` to `outer`, the next cell away from the diagonal, else 0; NaN without a value.
[[nodiscard]] double risingStep(double outer, double inner);

/// The cells where S rises away from the diagonal, decided once; kept as sums over all cells above and to the left, so
/// that a pixel of any size is the difference of its four corners.
class RisingProximity final : public Kind {
public:
    /// Numbers of cells before row i and column j; (rows + 1) × (columns + 1), row-major.
    struct Sums {
        std::vector<std::uint32_t> rising;
        std::vector<std::uint32_t> without; ///< cells without a value; empty when all have one
        Index stride = 0;
    };

    /// @param source  names the positions
    RisingProximity(std::shared_ptr<const Sums> sums, SharedKind source, Index rows, Index columns);

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
    [[nodiscard]] bool anyNotFinite() const override { return !m_sums->without.empty(); }
    void markNotFinite(Index i, std::span<char> flags) const override;
    [[nodiscard]] Index positionOf(Index row) const override { return m_source->positionOf(row); }
    [[nodiscard]] std::string method() const override { return "cell by cell"; }

private:
    template<typename T>
    [[nodiscard]] Result<Image<T>> draw(const Viewport& view, int width, int height, const JobContext& job) const;
    [[nodiscard]] Index inBox(const std::vector<std::uint32_t>& sums, Index i0, Index i1, Index j0, Index j1) const;

    std::shared_ptr<const Sums> m_sums;
    SharedKind m_source;
    Index m_rows, m_columns;
};

/// Decides every cell of S. Errors: Unsupported beyond kRisingPositions rows or columns. O(rows · columns · D); cancel
/// points per row block.
[[nodiscard]] Result<SharedProximity> makeRising(const SharedKind& s, const JobContext& job);

} // namespace pescope::proximity
