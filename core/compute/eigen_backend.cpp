// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/backend.h"
#include "core/compute/product_kernels.h"

#include <vector>

namespace pescope::compute {
namespace {

const ProductKernels& kernelsForThisProcessor()
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return kAvx2Kernels;
#endif
    return kBaselineKernels;
}

class EigenBackend final : public Backend {
public:
    [[nodiscard]] std::string name() const override { return "Eigen"; }

    [[nodiscard]] Status multiplyTransposed(const float* a, const float* b, float* c, tables::Index m, tables::Index n,
                                            tables::Index k) const override
    {
        return runGuarded([&]() -> Status {
            m_kernels.multiplyFloat(a, b, c, m, n, k);
            return ok();
        });
    }

    [[nodiscard]] Status multiplyTransposed(const double* a, const double* b, double* c, tables::Index m,
                                            tables::Index n, tables::Index k) const override
    {
        return runGuarded([&]() -> Status {
            m_kernels.multiplyDouble(a, b, c, m, n, k);
            return ok();
        });
    }

    [[nodiscard]] Status sinusoidTable(std::span<const double> omega, tables::Index firstPosition, tables::Index rows,
                                       double* out) const override
    {
        return runGuarded([&]() -> Status {
            std::vector<double> work(4 * omega.size());
            m_kernels.sinusoidRows(omega.data(), std::ssize(omega), firstPosition, rows, out, work.data());
            return ok();
        });
    }

private:
    const ProductKernels& m_kernels = kernelsForThisProcessor();
};

} // namespace

std::shared_ptr<const Backend> eigenBackend()
{
    return std::make_shared<const EigenBackend>();
}

} // namespace pescope::compute
