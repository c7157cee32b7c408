// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/gram.h"
#include "core/proximity/kind.h"
#include "core/proximity/offset_boxes.h"
#include "core/proximity/psi_kernel.h"

#include <memory>
#include <mutex>
#include <vector>

namespace pescope::proximity {

/// What the rows of a sinusoid's map are.
enum class SinusoidRowMeaning {
    Positions,
    Offsets, ///< of a relative sinusoid
    None, ///< of a rotary encoding: i and j are positions, but there are no rows to measure
};

/// S of paired sinusoids from ω alone: S(i, j) = a ψ(i − j) + b, for `centred` minus the products with the mean row.
///
/// Pictures go by offset: from ψ over the offsets in view, or, where these are many more than the corners of the
/// boxes need, from the closed form of its second sum there. A picture without that structure at great length, and
/// the exact one beyond a stored ψ, is a product of mean rows in closed form.
class SinusoidProximity final : public Kind {
public:
    /// @param omega  rad per position, at least one   @param length  N ≥ 1   @param firstPosition  shown as row 0
    /// (the picture does not depend on it: every metric is the same for rows that are all turned alike)
    SinusoidProximity(std::vector<double> omega, Metric metric, Index length, Index firstPosition,
                      std::shared_ptr<const compute::Backend> backend,
                      SinusoidRowMeaning meaning = SinusoidRowMeaning::Positions);

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
    [[nodiscard]] std::vector<double> rowNorms() const override;
    [[nodiscard]] bool toeplitz() const override { return m_source->metric != Metric::Centred; }
    [[nodiscard]] bool symmetric() const override { return m_rows == m_columns; }
    [[nodiscard]] Index positionOf(Index row) const override { return row + m_source->firstPosition; }
    [[nodiscard]] bool rowsAreOffsets() const override { return m_source->meaning == SinusoidRowMeaning::Offsets; }
    [[nodiscard]] std::string method() const override { return "closed form"; }

private:
    /// Values at every offset, for what looks at all of them: a frame asks for both profile and sample.
    struct AllValues {
        std::once_flag once;
        std::vector<double> values;
    };
    struct Source {
        std::vector<double> omega;
        kernel::Frequencies frequencies;
        Metric metric;
        Index length; ///< that means are taken over
        Index firstPosition;
        SinusoidRowMeaning meaning;
        double factor = 1, constant = 0; ///< S = factor ψ + constant (+ the terms of `centred`)
        std::vector<double> values; ///< factor ψ(m) + constant, m = 0 … length − 1, where that is short
        Eigen::RowVectorXd meanRow; ///< of `centred`
        std::vector<double> term, termBefore; ///< ‖p̄‖²/2 − p̄·p_i of `centred` and its running sums, as `values`
        SharedRows rows; ///< minus meanRow
        std::shared_ptr<AllValues> all = std::make_shared<AllValues>(); ///< where `values` is empty
        std::shared_ptr<const compute::Backend> backend;
    };

    SinusoidProximity(std::shared_ptr<const Source> source, Index rows, Index columns);
    [[nodiscard]] std::vector<double> valuesAt(Index first, Index count) const;
    [[nodiscard]] const std::vector<double>& allValues() const; ///< at offsets 0 … length − 1
    [[nodiscard]] std::vector<double> windowValues(OffsetWindow window) const;
    [[nodiscard]] std::vector<double> meanTerm(std::span<const double> edges) const;
    [[nodiscard]] bool cancels(Index farthest) const;
    [[nodiscard]] std::vector<double> secondSums(const std::vector<Index>& offsets) const;
    [[nodiscard]] SecondSum<double> closedSecondSum(OffsetWindow window, const std::vector<Index>& corners) const;
    [[nodiscard]] GramProximity gram() const;
    template<typename T, typename Sum>
    [[nodiscard]] Result<Image<T>> draw(const Viewport& view, int width, int height, const JobContext& job) const;

    std::shared_ptr<const Source> m_source;
    Index m_rows, m_columns;
};

} // namespace pescope::proximity
