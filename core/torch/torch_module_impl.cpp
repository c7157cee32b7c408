// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/torch_module.h"
#include "core/torch/blas.h"
#include "core/torch/torch_backend.h"
#include "core/torch/torch_guard.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>

namespace pescope::torch_module {
namespace {

constexpr double kSlowGflops = 10;
constexpr const char* kAdvice = "LibTorch's matrix products run on a slow BLAS. Install libopenblas0-pthread or "
                                "libopenblas0 (apt install libopenblas0-pthread): products become up to 80 times "
                                "faster.";

/// Speed of a 192³ float product, the best of up to five within about 10 ms; 0 if it fails.
double productGflops(const compute::Backend& backend)
{
    constexpr tables::Index kSize = 192;
    const std::vector<float> factor(kSize * kSize, 0.5F);
    std::vector<float> product(kSize * kSize);
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    double best = 0;
    // The first call also makes the BLAS's threads and buffers; it counts only if there is no time for another.
    for (int i = 0; i < 6; ++i) {
        const auto before = Clock::now();
        if (!backend.multiplyTransposed(factor.data(), factor.data(), product.data(), kSize, kSize, kSize))
            return 0;
        const std::chrono::duration<double> taken = Clock::now() - before;
        best = std::max(best, 2e-9 * kSize * kSize * kSize / taken.count());
        if (i > 0 && Clock::now() - start > std::chrono::milliseconds(8))
            break;
    }
    return best;
}

class Module final : public compute::TorchModule {
public:
    Module()
    {
        m_info.version = PESCOPE_TORCH_VERSION;
        m_info.threads = compute::workerThreads();
        setBlasThreads(m_info.threads);
        m_info.blas = blasName();
        m_info.devices.emplace_back("cpu");
        m_cards = cudaDeviceCount();
        for (int i = 0; i < m_cards; ++i)
            m_info.devices.push_back(fmt::format("cuda:{} {}", i, cudaCardName(i)));
        const auto plain = makeTorchBackend(options({}));
        m_info.gflops = productGflops(*plain);
        m_info.slowBlas = m_info.gflops < kSlowGflops;
        if (!m_info.slowBlas)
            return;
        m_info.advice = kAdvice;
        m_products = hasOneDnn() ? CpuProducts::OneDnn : CpuProducts::Blas;
        if (m_products == CpuProducts::OneDnn && productGflops(*makeTorchBackend(options({}))) <= m_info.gflops)
            m_products = CpuProducts::Blas;
    }

    [[nodiscard]] compute::TorchInfo info() const override { return m_info; }

    [[nodiscard]] Result<std::shared_ptr<const compute::Backend>>
    backend(const compute::DeviceChoice& device) const override
    {
        return onTorch(m_info.threads, [&]() -> Result<std::shared_ptr<const compute::Backend>> {
            if (device.cuda && (device.index < 0 || device.index >= m_cards))
                return fail(ErrorCode::Backend,
                            fmt::format("LibTorch {} has no device cuda:{}; there is {}", m_info.version, device.index,
                                        fmt::join(m_info.devices, ", ")),
                            "Choose one of these devices.");
            return makeTorchBackend(options(device));
        });
    }

private:
    [[nodiscard]] BackendOptions options(const compute::DeviceChoice& device) const
    {
        std::string name = fmt::format("LibTorch {} on CPU", m_info.version);
        if (device.cuda)
            name = fmt::format("LibTorch {} on CUDA:{} ({})", m_info.version, device.index, cudaCardName(device.index));
        else if (m_products == CpuProducts::OneDnn)
            name += " (oneDNN, the BLAS is slow)";
        return {.device = device, .products = m_products, .threads = m_info.threads, .name = std::move(name)};
    }

    compute::TorchInfo m_info;
    int m_cards = 0;
    CpuProducts m_products = CpuProducts::Blas;
};

} // namespace
} // namespace pescope::torch_module

/// The factory that the program looks up. Null for another interface version, or if LibTorch cannot be started.
extern "C" __attribute__((visibility("default"))) pescope::compute::TorchModule* pescope_torch_module(int abi)
{
    if (abi != pescope::compute::kTorchModuleAbi)
        return nullptr;
    try {
        return new pescope::torch_module::Module;
    } catch (...) {
        return nullptr;
    }
}
