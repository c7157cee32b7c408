// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tables/matrix.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

namespace pescope::test {

inline bool near(double a, double b, double tolerance)
{
    return std::abs(a - b) <= tolerance;
}

struct PlainExample {
    tables::Index i0, j0, i1, j1;
};

struct PlainProperties {
    std::optional<double> translationInvariance; ///< nothing for fewer than three positions
    double symmetry = 0, monotonicity = 0, monotonicityLocal = 0, step = 0;
    std::optional<PlainExample> notInvariant, notSymmetric, notFalling, notFallingLocally;
};

/// (falling − rising) ÷ all pairs a < b ≤ window of S(i, i ± a), S(i, i ± b).
inline double plainMonotonicity(const tables::MatrixD& s, tables::Index window)
{
    long double balance = 0, pairs = 0;
    for (tables::Index i = 0; i < s.rows(); ++i)
        for (const tables::Index sign : {-1, 1})
            for (tables::Index b = 1; b <= window && i + sign * b >= 0 && i + sign * b < s.rows(); ++b)
                for (tables::Index a = 0; a < b; ++a) {
                    const double near = s(i, i + sign * a);
                    const double far = s(i, i + sign * b);
                    balance += near > far ? 1 : near < far ? -1 : 0;
                    pairs += 1;
                }
    return static_cast<double>(balance / pairs);
}

/// The definitions, word for word, in long double; at least two positions, values whose differences are not rounding.
inline PlainProperties plainProperties(const tables::MatrixD& s, tables::Index window)
{
    using tables::Index;
    const Index n = s.rows();
    std::map<Index, std::vector<long double>> diagonals;
    long double sum = 0, cells = 0;
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j)
            if (i != j) {
                diagonals[i - j].push_back(s(i, j));
                sum += s(i, j);
                cells += 1;
            }
    const long double mean = sum / cells;
    long double total = 0, within = 0, mirrored = 0;
    for (const auto& [offset, values] : diagonals) {
        long double diagonalMean = 0;
        for (const long double value : values)
            diagonalMean += value / static_cast<long double>(values.size());
        for (const long double value : values) {
            total += (value - mean) * (value - mean);
            within += (value - diagonalMean) * (value - diagonalMean);
        }
    }
    PlainProperties result;
    Index falling = 0;
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j) {
            if (i == j)
                continue;
            mirrored += (s(i, j) - mean) * (s(j, i) - mean);
            const Index k = std::min(i, j);
            if (!result.notInvariant && s(i, j) != s(i - k, j - k))
                result.notInvariant = PlainExample{i, j, i - k, j - k};
            if (!result.notSymmetric && s(i, j) != s(j, i))
                result.notSymmetric = PlainExample{i, j, j, i};
            const Index inner = j < i ? j + 1 : j - 1;
            if (s(i, inner) > s(i, j)) {
                ++falling;
                continue;
            }
            if (!result.notFalling)
                result.notFalling = PlainExample{i, j, i, inner};
            if (!result.notFallingLocally && std::abs(i - j) <= window)
                result.notFallingLocally = PlainExample{i, j, i, inner};
        }
    if (n >= 3)
        result.translationInvariance = total > 0 ? static_cast<double>(1 - within / total) : 1.0;
    result.symmetry = total > 0 ? static_cast<double>(mirrored / total) : 1.0;
    result.monotonicity = plainMonotonicity(s, n);
    result.monotonicityLocal = plainMonotonicity(s, window);
    result.step = static_cast<double>(falling) / static_cast<double>(n * (n - 1));
    return result;
}

} // namespace pescope::test
