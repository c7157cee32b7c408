// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/kind.h"

namespace pescope::proximity {

/// (S(i, j) − S(j, i)) ÷ 2: a picture is half the difference of the picture of the view and the turned one of the
/// turned view.
class AsymmetryProximity final : public Kind {
public:
    /// @param s  S over rows × columns   @param turned  the same S over columns × rows, so that both are cut alike
    AsymmetryProximity(SharedKind s, SharedKind turned);

    [[nodiscard]] Index rows() const override { return m_s->rows(); }
    [[nodiscard]] Index columns() const override { return m_s->columns(); }
    [[nodiscard]] double value(Index i, Index j) const override
    {
        return (m_s->value(i, j) - m_turned->value(j, i)) / 2;
    }
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
    [[nodiscard]] bool anyNotFinite() const override { return m_s->anyNotFinite() || m_turned->anyNotFinite(); }
    void markNotFinite(Index i, std::span<char> flags) const override;
    [[nodiscard]] Index positionOf(Index row) const override { return m_s->positionOf(row); }
    [[nodiscard]] std::string method() const override { return m_s->method(); }

private:
    SharedKind m_s, m_turned;
};

} // namespace pescope::proximity
