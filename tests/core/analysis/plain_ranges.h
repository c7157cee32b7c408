// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tables/matrix.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace pescope::test {

/// ω_i = base^(−2i/D) from index `first` on; or base^(−i/(D/2 − 1)).
inline std::vector<double> omegas(int dim, double base, int first, bool halfMinusOne = false)
{
    std::vector<double> omega;
    for (int i = 0; i < dim / 2; ++i)
        omega.push_back(halfMinusOne ? std::pow(base, -static_cast<double>(i) / (dim / 2 - 1))
                                     : std::pow(base, -2.0 * (i + first) / dim));
    return omega;
}

inline std::vector<double> times(std::vector<double> omega, double factor)
{
    for (double& w : omega)
        w *= factor;
    return omega;
}

inline double plainPsi(const std::vector<double>& omega, tables::Index m)
{
    double sum = 0;
    for (const double w : omega)
        sum += std::cos(w * static_cast<double>(m));
    return sum;
}

struct PlainRanges {
    std::optional<tables::Index> integer;
    std::optional<tables::Index> tolerance;
};

/// The definitions, word for word.
inline PlainRanges plainRanges(const std::vector<double>& omega, double epsilon, tables::Index last)
{
    PlainRanges ranges;
    const double start = plainPsi(omega, 0);
    double before = start;
    double lowest = start;
    for (tables::Index m = 1; m <= last && !(ranges.integer && ranges.tolerance); ++m) {
        const double here = plainPsi(omega, m);
        if (!ranges.integer && here >= before)
            ranges.integer = m - 1;
        if (!ranges.tolerance && here > lowest + epsilon * start)
            ranges.tolerance = m - 1;
        before = here;
        lowest = std::min(lowest, here);
    }
    return ranges;
}

} // namespace pescope::test
