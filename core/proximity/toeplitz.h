// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/kind.h"

#include <memory>
#include <vector>

namespace pescope::proximity {

/// S(i, j) = f(i − j) with f given at every offset.
class ToeplitzProximity final : public Kind {
public:
    /// @param f  rows + columns − 1 values, f[0] at offset −(columns − 1); NaN and infinities are lines without value
    ToeplitzProximity(std::vector<double> f, Index rows, Index columns);

    [[nodiscard]] Index rows() const override { return m_rows; }
    [[nodiscard]] Index columns() const override { return m_columns; }
    [[nodiscard]] double value(Index i, Index j) const override { return at(i - j); }
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
    [[nodiscard]] bool toeplitz() const override { return true; }
    [[nodiscard]] bool symmetric() const override; ///< f(m) = f(−m) at every offset
    [[nodiscard]] std::string method() const override { return "by offset"; }

private:
    ToeplitzProximity(std::shared_ptr<const std::vector<double>> f, Index firstOffset, Index rows, Index columns);
    [[nodiscard]] double at(Index m) const { return (*m_f)[static_cast<std::size_t>(m - m_firstOffset)]; }
    template<typename T, typename Sum>
    [[nodiscard]] Result<Image<T>> draw(const Viewport& view, int width, int height, const JobContext& job) const;

    std::shared_ptr<const std::vector<double>> m_f;
    Index m_firstOffset; ///< of (*m_f)[0]; a leading part of a larger matrix starts further in
    Index m_rows, m_columns;
};

} // namespace pescope::proximity
