// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tables/matrix.h"

#include <span>
#include <vector>

/// The hot sums over frequencies, compiled once for the baseline processor and once for AVX2 with FMA; the better one
/// is chosen at run time. Every angle ω·k is reduced in turns with the exact product, so the error of a sine or cosine
/// does not grow with k (below 3e-16 up to k = 2^25).
namespace pescope::proximity::kernel {

using tables::Index;

/// ψ(0), …, ψ(count − 1), ψ(m) = Σ cos ω_i m. `out` has `count` elements; ω in rad per position, any order.
/// Exact sines and cosines every 64 steps, angle addition between them. Absolute error below 1e-13 · #ω;
/// O(count · #ω) at about 0.1 ns each.
void psiSequence(std::span<const double> omega, Index count, std::span<double> out);

/// Frequencies laid out for the kernels: turns per position as a sum of two doubles, padded to whole vectors.
class Frequencies {
public:
    explicit Frequencies(std::span<const double> omega);

    [[nodiscard]] Index count() const { return m_count; }
    [[nodiscard]] Index padded() const { return static_cast<Index>(m_high.size()); } ///< a multiple of 4

    /// ψ(first), …, ψ(first + out.size() − 1).
    void psi(Index first, std::span<double> out) const;

    /// sin(ω_i k), cos(ω_i k); k a multiple of ½. Both spans have padded() elements; padding is sin 0, cos 0.
    void sineCosine(double k, std::span<double> sine, std::span<double> cosine) const;
    /// sin(ω_i k / 2), cos(ω_i k / 2), laid out as above.
    void halfSineCosine(double k, std::span<double> sine, std::span<double> cosine) const;

    /// ψ(0) − ψ(m) = Σ 2 sin²(ω_i m / 2): all positive terms, so small values keep their digits.
    [[nodiscard]] double drop(Index m) const;

    /// G(m) = ½ Σ (sin(ω_i m/2) / sin(ω_i/2))² at `first` … `first + out.size() − 1`: its second difference
    /// G(m+1) − 2 G(m) + G(m−1) is ψ(m), so sums of ψ over boxes are four values of it. G(0) = 0, even, no
    /// cancellation.
    void secondSum(Index first, std::span<double> out) const;

private:
    Index m_count;
    Index m_whole = 0; ///< frequencies that are 0: their share of G is m²/2
    std::vector<double> m_high, m_low; ///< turns
    std::vector<double> m_sineHalf, m_cosineHalf; ///< of ω/2
    std::vector<double> m_inverseSineHalf; ///< 1 / sin(ω/2); 0 for padding and ω = 0
};

} // namespace pescope::proximity::kernel
