// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/torch_backend.h"

#include "core/torch/torch_guard.h"

#include <ATen/Context.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/cos.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/mkldnn_linear.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/sin.h>
#include <ATen/ops/stack.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>

namespace pescope::torch_module {
namespace {

using tables::Index;

/// The caller's memory as a tensor; LibTorch has no read-only tensors, and none of the inputs is written.
template<typename T>
at::Tensor view(const T* data, at::IntArrayRef shape)
{
    return at::from_blob(const_cast<T*>(data), shape, at::TensorOptions().dtype(c10::CppTypeToScalarType<T>::value));
}

class TorchBackend final : public compute::Backend {
public:
    explicit TorchBackend(BackendOptions options)
        : m_options(std::move(options))
        , m_device(at::kCPU)
        , m_eigen(compute::eigenBackend())
    {
        if (m_options.device.cuda)
            m_device = at::Device(at::kCUDA, static_cast<at::DeviceIndex>(m_options.device.index));
    }

    [[nodiscard]] std::string name() const override { return m_options.name; }

    [[nodiscard]] Status multiplyTransposed(const float* a, const float* b, float* c, Index m, Index n,
                                            Index k) const override
    {
        return onTorch(m_options.threads, [&]() -> Status {
            if (m_device.is_cpu() && m_options.products == CpuProducts::OneDnn && m > 0 && n > 0 && k > 0) {
                const at::Tensor product = at::mkldnn_linear(view(a, {m, k}).to_mkldnn(), view(b, {n, k}), {});
                view(c, {m, n}).copy_(product.to_dense());
                return ok();
            }
            return multiply(a, b, c, m, n, k);
        });
    }

    [[nodiscard]] Status multiplyTransposed(const double* a, const double* b, double* c, Index m, Index n,
                                            Index k) const override
    {
        // oneDNN has no products of doubles.
        if (m_device.is_cpu() && m_options.products == CpuProducts::OneDnn)
            return m_eigen->multiplyTransposed(a, b, c, m, n, k);
        return onTorch(m_options.threads, [&] { return multiply(a, b, c, m, n, k); });
    }

    [[nodiscard]] Status sinusoidTable(std::span<const double> omega, Index firstPosition, Index rows,
                                       double* out) const override
    {
        return onTorch(m_options.threads, [&]() -> Status {
            const Index count = std::ssize(omega);
            const auto onDevice = at::TensorOptions().dtype(at::kDouble).device(m_device);
            const at::Tensor position = at::arange(firstPosition, firstPosition + rows, onDevice).unsqueeze(1);
            const at::Tensor frequency = view(omega.data(), {1, count}).to(m_device);
            const at::Tensor angle = at::mul(position, frequency);
            at::Tensor table = view(out, {rows, count, 2});
            if (m_device.is_cpu()) {
                at::Tensor sines = table.select(2, 0);
                at::Tensor cosines = table.select(2, 1);
                at::sin_out(sines, angle);
                at::cos_out(cosines, angle);
            } else {
                table.copy_(at::stack({at::sin(angle), at::cos(angle)}, 2));
            }
            return ok();
        });
    }

private:
    template<typename T>
    Status multiply(const T* a, const T* b, T* c, Index m, Index n, Index k) const
    {
        at::Tensor product = view(c, {m, n});
        const at::Tensor left = view(a, {m, k});
        const at::Tensor right = view(b, {n, k});
        if (m_device.is_cpu())
            at::mm_out(product, left, right.t());
        else
            product.copy_(at::mm(left.to(m_device), right.to(m_device).t()));
        return ok();
    }

    BackendOptions m_options;
    at::Device m_device;
    std::shared_ptr<const compute::Backend> m_eigen;
};

} // namespace

std::shared_ptr<const compute::Backend> makeTorchBackend(BackendOptions options)
{
    return std::make_shared<const TorchBackend>(std::move(options));
}

int cudaDeviceCount()
{
    if (!c10::impl::hasDeviceGuardImpl(c10::DeviceType::CUDA))
        return 0;
    return c10::impl::getDeviceGuardImpl(c10::DeviceType::CUDA)->deviceCount();
}

bool hasOneDnn()
{
    return at::hasMKLDNN();
}

} // namespace pescope::torch_module
