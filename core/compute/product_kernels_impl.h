// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/product_kernels.h"

#include <Eigen/Core>

#include <cmath>

// Included by one source file per instruction set, each of which compiles its own copy (internal linkage, and Eigen
// under a name of its own).
namespace pescope::compute {
namespace {

template<typename T>
void multiplyTransposedWith(const T* a, const T* b, T* c, std::int64_t m, std::int64_t n, std::int64_t k)
{
    using RowMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Eigen::Map<const RowMajor> left(a, m, k);
    const Eigen::Map<const RowMajor> right(b, n, k);
    Eigen::Map<RowMajor>(c, m, n).noalias() = left * right.transpose();
}

void sinusoidRowsWith(const double* omega, std::int64_t count, std::int64_t firstPosition, std::int64_t rows,
                      double* out, double* work)
{
    constexpr std::int64_t kAnchor = 64; // the error of 64 rotations stays below 1e-14
    double* const sine = work;
    double* const cosine = work + count;
    double* const stepSine = work + 2 * count;
    double* const stepCosine = work + 3 * count;
    for (std::int64_t i = 0; i < count; ++i) {
        stepSine[i] = std::sin(omega[i]);
        stepCosine[i] = std::cos(omega[i]);
    }
    for (std::int64_t row = 0; row < rows; ++row) {
        if (row % kAnchor == 0) {
            const auto position = static_cast<double>(firstPosition + row);
            for (std::int64_t i = 0; i < count; ++i) {
                // The rounded product alone is off by 1e-11 at position 131,072; its remainder is known exactly.
                const double angle = position * omega[i];
                const double rest = std::fma(position, omega[i], -angle);
                const double s = std::sin(angle);
                const double c = std::cos(angle);
                sine[i] = s + rest * c;
                cosine[i] = c - rest * s;
            }
        }
        double* const line = out + row * 2 * count;
        for (std::int64_t i = 0; i < count; ++i) {
            const double s = sine[i];
            const double c = cosine[i];
            line[2 * i] = s;
            line[2 * i + 1] = c;
            sine[i] = s * stepCosine[i] + c * stepSine[i];
            cosine[i] = c * stepCosine[i] - s * stepSine[i];
        }
    }
}

} // namespace
} // namespace pescope::compute
