// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tables/matrix.h"

#include <span>
#include <vector>

namespace pescope::analysis {

/// ψ(m) = Σ cos ω_i m at one real m. |ω|-order summation is not needed: error below 1e-13 · #ω.
[[nodiscard]] double psi(std::span<const double> omega, double m);
/// ψ′(m) = −Σ ω_i sin ω_i m.
[[nodiscard]] double psiPrime(std::span<const double> omega, double m);
/// ψ″(m) = −Σ ω_i² cos ω_i m.
[[nodiscard]] double psiSecond(std::span<const double> omega, double m);
/// ψ(m + 1) − ψ(m) = −Σ 2 sin(ω_i (m + ½)) sin(ω_i / 2): no cancellation, so its sign can be trusted.
[[nodiscard]] double psiStep(std::span<const double> omega, tables::Index m);

/// ψ(a) − ψ(b) = −Σ 2 sin(ω_i (a + b)/2) sin(ω_i (a − b)/2), with how far rounding (of the sum and of ω itself, half a
/// unit in the last place each) can move it: a difference within `uncertainty` is a tie.
struct PsiDifference {
    double value = 0;
    double uncertainty = 0;
};
[[nodiscard]] PsiDifference psiDifference(std::span<const double> omega, tables::Index a, tables::Index b);

/// ψ(0), …, ψ(count − 1). By rotation, re-anchored every 64 steps; absolute error below 1e-12 · #ω. O(count · #ω).
[[nodiscard]] std::vector<double> psiSequence(std::span<const double> omega, tables::Index count);
/// ψ(m + 1) − ψ(m) for m = 0 … count − 1 by the product form.
[[nodiscard]] std::vector<double> psiSteps(std::span<const double> omega, tables::Index count);

} // namespace pescope::analysis
