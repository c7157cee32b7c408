// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/psi_kernel.h"
#include "core/tables/matrix.h"

#include <memory>
#include <span>
#include <vector>

namespace pescope::proximity {

using tables::Index;

/// N rows of D numbers, one side of a Gram product, and their means over any stretch. Immutable.
/// A row with a value that is not finite is "bad": it is a row of zeros here, and pictures mark what touches it.
class RowSet {
public:
    virtual ~RowSet() = default;

    [[nodiscard]] Index rows() const { return m_rows; }
    [[nodiscard]] Index dims() const { return m_dims; }
    [[nodiscard]] const std::vector<Index>& bad() const { return m_bad; } ///< ascending

    virtual void row(Index i, double* out) const = 0;

    /// Mean rows of [edges[b], edges[b + 1]), a row cut by an edge counting with its share. `edges` ascend within
    /// [0, rows]. Result: edges.size() − 1 rows of D.
    [[nodiscard]] virtual tables::MatrixD means(std::span<const double> edges) const = 0;

protected:
    RowSet(Index rows, Index dims)
        : m_rows(rows)
        , m_dims(dims)
    {
    }

    Index m_rows, m_dims;
    std::vector<Index> m_bad;
};

/// Means of one number a row over [edges[b], edges[b + 1]), as RowSet::means. `before` are the sums before each row and
/// after the last. O(edges).
[[nodiscard]] std::vector<double> stretchMeans(std::span<const double> values, std::span<const double> before,
                                               std::span<const double> edges);
/// 0, v_0, v_0 + v_1, …; one more element than `values`.
[[nodiscard]] std::vector<double> runningSums(std::span<const double> values);

using SharedRows = std::shared_ptr<const RowSet>;

/// Rows of a stored table, shifted, then scaled row by row: (x_i − shift) · scale_i. Sums of the rows are kept at every
/// 64th row, so that a mean costs O(D) however long its stretch is.
class TableRows final : public RowSet {
public:
    /// @param index  stored row of each row  @param shift  empty or D  @param scale  empty or one a row
    TableRows(tables::SharedMatrix table, std::vector<Index> index, std::vector<Index> bad,
              Eigen::RowVectorXd shift = {}, std::vector<double> scale = {});

    void row(Index i, double* out) const override;
    [[nodiscard]] tables::MatrixD means(std::span<const double> edges) const override;

private:
    void add(Index i, double weight, Eigen::RowVectorXd& sum) const;
    [[nodiscard]] Eigen::RowVectorXd sumBefore(double edge) const;

    tables::SharedMatrix m_table;
    std::vector<Index> m_index;
    Eigen::RowVectorXd m_shift;
    std::vector<double> m_scale; ///< 0 for bad rows
    tables::MatrixD m_sums; ///< row b: sum of the rows before 64 b
};

/// sin ω_i k, cos ω_i k at k = 0 … N − 1 and, for an odd width, one more sine: computed, never stored. Means are
/// geometric series, Σ_{k=a}^{b−1} e^{iωk} = e^{iω(a+b−1)/2} sin(ω(b−a)/2) / sin(ω/2).
class SinusoidRows final : public RowSet {
public:
    /// @param unpaired  frequency of the lone sine column, if there is one  @param shift  subtracted, empty or D
    SinusoidRows(std::span<const double> omega, std::span<const double> unpaired, Index rows,
                 Eigen::RowVectorXd shift = {});

    void row(Index i, double* out) const override;
    [[nodiscard]] tables::MatrixD means(std::span<const double> edges) const override;

private:
    struct Scratch;
    void addStretch(double first, double count, double weight, Scratch& scratch, double* sum) const;

    kernel::Frequencies m_frequencies; ///< pairs, then the lone one
    Index m_pairs;
    std::vector<double> m_inverseSineHalf; ///< 0: a frequency of 0, whose series is its length
    Eigen::RowVectorXd m_shift;
};

/// The first rows of another set.
class LeadingRows final : public RowSet {
public:
    LeadingRows(SharedRows whole, Index rowCount);

    void row(Index i, double* out) const override { m_whole->row(i, out); }
    [[nodiscard]] tables::MatrixD means(std::span<const double> edges) const override { return m_whole->means(edges); }

private:
    SharedRows m_whole;
};

/// [s_a A, s_b B] side by side, or [s_a A − s_b B, s_a A + s_b B] and its halved mirror, over their common rows.
class PairRows final : public RowSet {
public:
    enum class Form { Concatenate, DifferenceThenSum, HalfSumThenDifference };
    PairRows(SharedRows a, double scaleA, SharedRows b, double scaleB, Form form, Index rowCount);

    void row(Index i, double* out) const override;
    [[nodiscard]] tables::MatrixD means(std::span<const double> edges) const override;

private:
    void combine(const double* a, const double* b, double* out) const;

    SharedRows m_a, m_b;
    double m_scaleA, m_scaleB;
    Form m_form;
};

} // namespace pescope::proximity
