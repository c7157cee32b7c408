// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/backend.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace pescope::test {

/// Largest |C − A·Bᵀ| over all cells, against a plain loop in long double; infinite if the product failed.
template<typename T>
double productError(const compute::Backend& backend, tables::Index m, tables::Index n, tables::Index k)
{
    std::mt19937 generator(7);
    std::uniform_real_distribution<T> uniform(-1, 1);
    std::vector<T> a(static_cast<std::size_t>(m * k));
    std::vector<T> b(static_cast<std::size_t>(n * k));
    std::vector<T> c(static_cast<std::size_t>(m * n), T(99));
    std::ranges::generate(a, [&] { return uniform(generator); });
    std::ranges::generate(b, [&] { return uniform(generator); });
    if (!backend.multiplyTransposed(a.data(), b.data(), c.data(), m, n, k))
        return HUGE_VAL;
    double worst = 0;
    for (tables::Index i = 0; i < m; ++i) {
        for (tables::Index j = 0; j < n; ++j) {
            long double sum = 0;
            for (tables::Index l = 0; l < k; ++l)
                sum += static_cast<long double>(a[static_cast<std::size_t>(i * k + l)])
                    * static_cast<long double>(b[static_cast<std::size_t>(j * k + l)]);
            const double error =
                std::abs(static_cast<double>(static_cast<long double>(c[static_cast<std::size_t>(i * n + j)]) - sum));
            worst = std::isnan(error) ? HUGE_VAL : std::max(worst, error);
        }
    }
    return worst;
}

/// Largest error of a table of sines and cosines, against sinl and cosl of the exact product; infinite if it failed.
inline double tableError(const compute::Backend& backend, const std::vector<double>& omega, tables::Index first,
                         tables::Index rows)
{
    const std::size_t width = 2 * omega.size();
    std::vector<double> table(static_cast<std::size_t>(rows) * width, 99.0);
    if (!backend.sinusoidTable(omega, first, rows, table.data()))
        return HUGE_VAL;
    double worst = 0;
    for (tables::Index row = 0; row < rows; ++row) {
        for (std::size_t i = 0; i < omega.size(); ++i) {
            const long double angle = static_cast<long double>(first + row) * static_cast<long double>(omega[i]);
            const double* const pair = table.data() + static_cast<std::size_t>(row) * width + 2 * i;
            worst = std::max({worst, std::abs(pair[0] - static_cast<double>(std::sin(angle))),
                              std::abs(pair[1] - static_cast<double>(std::cos(angle)))});
        }
    }
    return worst;
}

inline std::vector<double> bertOmega(int half = 384)
{
    std::vector<double> omega(static_cast<std::size_t>(half));
    for (int i = 0; i < half; ++i)
        omega[static_cast<std::size_t>(i)] = std::pow(10000.0, -static_cast<double>(i) / half);
    return omega;
}

} // namespace pescope::test
