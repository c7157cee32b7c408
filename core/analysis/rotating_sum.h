// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/tables/matrix.h"

#include <span>
#include <vector>

namespace pescope::analysis {

/// Sums of sines on equally spaced points, a block of up to 64 at a time: Σ a_i sin ω_i (x + k), k = 0 … count − 1.
///
/// Each block starts from exact sines at x and goes on by rotation, which costs a tenth of libm's and stays within
/// 1e-14 of Σ|a_i|. Eight frequencies are summed side by side; the padding has amplitude 0.
class RotatingSum {
public:
    static constexpr tables::Index kBlock = 64;

    RotatingSum(std::span<const double> omega, std::span<const double> amplitude);

    /// @param x  first point   @param out  at most kBlock values
    void sines(double x, std::span<double> out) const;

private:
    std::vector<double> m_omega;
    std::vector<double> m_amplitude;
    std::vector<double> m_stepSine; ///< sin ω
    std::vector<double> m_stepCosine; ///< cos ω
};

/// a_i = −2 sin(ω_i/2): with these Σ a_i sin ω_i (m + ½) = ψ(m + 1) − ψ(m).
[[nodiscard]] std::vector<double> stepAmplitudes(std::span<const double> omega);

/// sin and cos of ω·x for the exact product: the rounding of ω·x (1e-10 at x = 2^20) is put right to first order.
struct SineCosine {
    double sine = 0;
    double cosine = 1;
};
[[nodiscard]] SineCosine exactSineCosine(double omega, double x);

} // namespace pescope::analysis
