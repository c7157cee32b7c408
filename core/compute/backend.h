// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/tables/matrix.h"

#include <memory>
#include <span>
#include <string>

namespace pescope::compute {

/// Where dense products are computed. Eigen is there at once; LibTorch (CPU or CUDA) comes as a module.
///
/// Pure interface with default visibility: the LibTorch module implements it on the other side of a dlopen.
/// All calls may come from any thread; nothing throws.
class Backend {
public:
    virtual ~Backend() = default;

    /// For the status bar and --verbose: "Eigen", "LibTorch 1.13.1 on CPU", "LibTorch 2.6.0 on CUDA:0 (NVIDIA H200)".
    [[nodiscard]] virtual std::string name() const = 0;

    /// C = A · Bᵀ. A is m × k, B is n × k, C is m × n, all row-major and contiguous; C is overwritten.
    /// Errors: Backend with LibTorch's text, OutOfMemory. O(m n k).
    [[nodiscard]] virtual Status multiplyTransposed(const float* a, const float* b, float* c, tables::Index m,
                                                    tables::Index n, tables::Index k) const = 0;
    [[nodiscard]] virtual Status multiplyTransposed(const double* a, const double* b, double* c, tables::Index m,
                                                    tables::Index n, tables::Index k) const = 0;

    /// sin and cos of p·ω: out is rows × 2K, row p holds sin(p ω_0), cos(p ω_0), sin(p ω_1), … in double.
    /// @param omega  K frequencies in rad per position   @param firstPosition  p of row 0
    [[nodiscard]] virtual Status sinusoidTable(std::span<const double> omega, tables::Index firstPosition,
                                               tables::Index rows, double* out) const = 0;
};

/// The backend that needs nothing: Eigen on the calling thread.
[[nodiscard]] std::shared_ptr<const Backend> eigenBackend();

} // namespace pescope::compute
