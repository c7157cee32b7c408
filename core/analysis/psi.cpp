// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/psi.h"

#include "core/analysis/rotating_sum.h"
#include "core/proximity/psi_kernel.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pescope::analysis {

using tables::Index;

double psi(std::span<const double> omega, double m)
{
    double sum = 0;
    for (const double w : omega)
        sum += exactSineCosine(w, m).cosine;
    return sum;
}

double psiPrime(std::span<const double> omega, double m)
{
    double sum = 0;
    for (const double w : omega)
        sum -= w * exactSineCosine(w, m).sine;
    return sum;
}

double psiSecond(std::span<const double> omega, double m)
{
    double sum = 0;
    for (const double w : omega)
        sum -= w * w * exactSineCosine(w, m).cosine;
    return sum;
}

PsiDifference psiDifference(std::span<const double> omega, Index a, Index b)
{
    const double middle = (static_cast<double>(a) + static_cast<double>(b)) / 2;
    const double half = (static_cast<double>(a) - static_cast<double>(b)) / 2;
    double sum = 0;
    double spread = 0;
    for (const double w : omega) {
        const double s = exactSineCosine(w, middle).sine;
        const double h = exactSineCosine(w, half).sine;
        sum -= 2 * s * h;
        // d/dω of the term, times ω, is what half a unit in the last place of ω is worth.
        spread += 2 * std::abs(h) * (std::abs(s) + std::abs(w * middle)) + 2 * std::abs(s * w * half);
    }
    return {.value = sum, .uncertainty = spread * std::numeric_limits<double>::epsilon()};
}

double psiStep(std::span<const double> omega, Index m)
{
    return psiDifference(omega, m + 1, m).value;
}

std::vector<double> psiSequence(std::span<const double> omega, Index count)
{
    std::vector<double> values(static_cast<std::size_t>(std::max<Index>(count, 0)));
    proximity::kernel::psiSequence(omega, std::ssize(values), values);
    return values;
}

std::vector<double> psiSteps(std::span<const double> omega, Index count)
{
    const RotatingSum sum(omega, stepAmplitudes(omega));
    std::vector<double> steps(static_cast<std::size_t>(std::max<Index>(count, 0)));
    for (Index start = 0; start < count; start += RotatingSum::kBlock) {
        const auto length = static_cast<std::size_t>(std::min(RotatingSum::kBlock, count - start));
        sum.sines(static_cast<double>(start) + 0.5, std::span(steps).subspan(static_cast<std::size_t>(start), length));
    }
    return steps;
}

} // namespace pescope::analysis
