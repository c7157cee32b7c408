// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/real_fft.h"
#include "core/tables/matrix.h"

#include <array>
#include <complex>
#include <vector>

namespace pescope::analysis {

/// cosine · cos ωp + sine · sin ωp + mean, p the position.
struct Wave {
    double cosine = 0, sine = 0, mean = 0;
};

/// The frequency that two columns share best.
struct SharedFrequency {
    double omega = 0; ///< rad/position, in [0, π]; 0: both columns are constant
    std::array<Wave, 2> waves;
    double residual = 0; ///< Σ (x − fit)² over both columns
    double total = 0; ///< Σ (x − column mean)²
    /// No curvature is seen beyond a parabola's, which is the limit of slow waves: ω is anything below, and the waves'
    /// numbers are large and cancel.
    bool trend = false;
};

/// Least squares of x_c(p) ≈ a_c cos ωp + b_c sin ωp + d_c in one ω for two columns.
///
/// For given ω the six other numbers are linear and are eliminated (variable projection, Golub & Pereyra 1973); what is
/// left is one function of ω, R(ω). It is surveyed at the frequencies 2πk/M, M ≥ 4N, by FFT, and below them at 20 more,
/// each half the next, so that waves much longer than the table are found as well; from every minimum that explains at
/// least 0.9 of what the best one does, the root of R′ is refined inside its bracket, first by a Gauss–Newton step,
/// then by secants. In float64 with rounding near its limit: the basis is sin²(ωt/2) and sin ωt about the middle of the
/// table, orthogonal and free of cancellation at any ω.
/// One object serves one thread. O(N) memory times the 20; O(N log N) a pair.
class FrequencySearch {
public:
    /// @param rows  N   @param used  the positions that have values, ascending, at least 1; the others are gaps
    FrequencySearch(Index rows, std::vector<Index> used);

    /// @param x  #used × 2, finite
    [[nodiscard]] SharedFrequency operator()(const Eigen::MatrixX2d& x);

private:
    /// What the columns are projected on at one ω.
    struct Basis {
        double omega = 0;
        Eigen::VectorXd even, odd; ///< orthonormal: from sin²(ωt/2), and sin ωt
        Eigen::VectorXd evenSlope, oddSlope; ///< derivatives by ω without their part along the basis
        double evenMean = 0, oddMean = 0;
        double evenScale = 0, oddScale = 0, oddAlongEven = 0; ///< 1/norms; 0 where a vector vanishes (ω = π)
    };
    struct Evaluation {
        double omega = 0, residual = 0;
        double descent = 0; ///< −R′/2: positive where R falls
        double curvature = 0; ///< Gauss–Newton's
        std::array<std::array<double, 2>, 2> coefficients{}; ///< of sin²(ωt/2) and sin ωt, by column
    };
    struct Start {
        double low = 0, omega = 0, high = 0;
        double residual = 0;
        bool trend = false;
    };

    void setBasis(double omega, bool withSlopes, Basis& basis);
    void setColumns(const Eigen::MatrixX2d& x);
    void survey();
    [[nodiscard]] std::vector<Start> starts() const;
    [[nodiscard]] Evaluation evaluate(double omega);
    [[nodiscard]] double residualAlong(const Basis& basis);
    [[nodiscard]] Evaluation refine(const Start& start);
    [[nodiscard]] SharedFrequency result(const Evaluation& best, bool trend);

    Index m_rows;
    std::vector<Index> m_used;
    double m_middle; ///< t = p − middle
    Eigen::VectorXd m_time; ///< t of the used positions
    RealFft m_fft;

    std::vector<double> m_grid; ///< frequencies of the survey, ascending
    std::vector<Basis> m_slow; ///< of the first of them
    std::vector<std::complex<double>> m_turn; ///< e^{iω·middle} of the others
    std::vector<double> m_evenWeight, m_oddWeight; ///< 1 ÷ Σ (cos ωt − mean)², 1 ÷ Σ sin² ωt

    Eigen::MatrixX2d m_x; ///< centred
    std::array<double, 2> m_mean{};
    double m_total = 0;
    std::vector<double> m_residuals; ///< of the survey

    Basis m_basis;
    Eigen::ArrayXXd m_halfSine, m_halfCosine;
    Eigen::VectorXd m_sine, m_cosine, m_rest;
    std::vector<double> m_filled;
};

} // namespace pescope::analysis
