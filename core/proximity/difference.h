// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/kind.h"

namespace pescope::proximity {

/// A − B of two maps of equal size and different kinds. Two tables are one Gram product instead (difference.cpp).
class DifferenceProximity final : public Kind {
public:
    DifferenceProximity(SharedKind a, SharedKind b);

    [[nodiscard]] Index rows() const override { return m_a->rows(); }
    [[nodiscard]] Index columns() const override { return m_a->columns(); }
    [[nodiscard]] double value(Index i, Index j) const override { return m_a->value(i, j) - m_b->value(i, j); }
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
    [[nodiscard]] bool anyNotFinite() const override { return m_a->anyNotFinite() || m_b->anyNotFinite(); }
    void markNotFinite(Index i, std::span<char> flags) const override;
    [[nodiscard]] bool toeplitz() const override { return m_a->toeplitz() && m_b->toeplitz(); }
    [[nodiscard]] bool symmetric() const override { return m_a->symmetric() && m_b->symmetric(); }
    [[nodiscard]] Index positionOf(Index row) const override { return m_a->positionOf(row); }
    [[nodiscard]] bool rowsAreOffsets() const override { return m_a->rowsAreOffsets(); }
    [[nodiscard]] std::string method() const override;

private:
    SharedKind m_a, m_b;
};

} // namespace pescope::proximity
