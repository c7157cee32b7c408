// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace pescope::compute {

/// The hot loops of the Eigen backend, compiled once per instruction set and chosen at run time, so that one binary
/// runs on every machine and is quick on those with AVX2 and FMA.
///
/// Shapes as in Backend. The files behind it give the linker no inline function of Eigen or the program under a name
/// that other files use: the linker keeps one copy of each, and it might be the one this processor cannot run.
struct ProductKernels {
    void (*multiplyFloat)(const float* a, const float* b, float* c, std::int64_t m, std::int64_t n, std::int64_t k);
    void (*multiplyDouble)(const double* a, const double* b, double* c, std::int64_t m, std::int64_t n, std::int64_t k);
    /// Rows p = firstPosition … of sin(p ω_0), cos(p ω_0), …; by rotation, anchored anew every 64 rows.
    /// @param work  4 · count doubles
    void (*sinusoidRows)(const double* omega, std::int64_t count, std::int64_t firstPosition, std::int64_t rows,
                         double* out, double* work);
};

extern const ProductKernels kBaselineKernels;
extern const ProductKernels kAvx2Kernels; ///< only on x86-64; needs AVX2 and FMA

} // namespace pescope::compute
