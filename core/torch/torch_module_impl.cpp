// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/torch_module.h"
#include "core/torch/adapt_omega.h"
#include "core/torch/blas.h"
#include "core/torch/torch_backend.h"
#include "core/torch/torch_guard.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ctime>

namespace pescope::torch_module {
namespace {

constexpr double kSlowGflops = 10;
constexpr const char* kAdvice = "LibTorch's matrix products run on a slow BLAS. Install libopenblas0-pthread or "
                                "libopenblas0 (apt install libopenblas0-pthread): products become up to 80 times "
                                "faster.";

/// Processor time of the calling thread: what other programs take does not count.
double threadSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Speed of a 192³ float product on this thread alone, the best of up to five within about 10 ms; 0 if it fails.
///
/// One thread, because the question is which BLAS this is, not how busy the machine: two threads that wait for each
/// other on a loaded machine make a good BLAS look like a bad one.
double productGflops(const compute::Backend& backend)
{
    constexpr tables::Index kSize = 192;
    const std::vector<float> factor(kSize * kSize, 0.5F);
    std::vector<float> product(kSize * kSize);
    const double start = threadSeconds();
    double best = 0;
    for (int i = 0; i < 6; ++i) {
        const double before = threadSeconds();
        if (!backend.multiplyTransposed(factor.data(), factor.data(), product.data(), kSize, kSize, kSize))
            return 0;
        best = std::max(best, 2e-9 * kSize * kSize * kSize / (threadSeconds() - before));
        // The first call also makes the BLAS's buffers, so there are two at least.
        if (i > 0 && threadSeconds() - start > 0.008)
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
        m_info.blas = blasName();
        m_info.devices.emplace_back("cpu");
        m_cards = cudaDeviceCount();
        for (int i = 0; i < m_cards; ++i)
            m_info.devices.push_back(fmt::format("cuda:{} {}", i, cudaCardName(i)));
        probe();
        setBlasThreads(m_info.threads);
    }

    [[nodiscard]] compute::TorchInfo info() const override { return m_info; }

    [[nodiscard]] Result<std::shared_ptr<const compute::Backend>>
    backend(const compute::DeviceChoice& device) const override
    {
        return onTorch(m_info.threads, [&]() -> Result<std::shared_ptr<const compute::Backend>> {
            if (Status exists = find(device); !exists)
                return std::unexpected(std::move(exists).error());
            return makeTorchBackend(options(device));
        });
    }

    [[nodiscard]] Result<compute::AdaptResult> adaptOmega(const compute::DeviceChoice& device,
                                                          const compute::AdaptRequest& request,
                                                          const compute::AdaptProgress& progress,
                                                          const JobContext& job) const override
    {
        // One thread: the arrays are small, and threads that wait for each other would cost more than they bring.
        return onTorch(1, [&]() -> Result<compute::AdaptResult> {
            if (Status exists = find(device); !exists)
                return std::unexpected(std::move(exists).error());
            return torch_module::adaptOmega(device, request, progress, job);
        });
    }

private:
    [[nodiscard]] Status find(const compute::DeviceChoice& device) const
    {
        if (device.cuda && (device.index < 0 || device.index >= m_cards))
            return fail(ErrorCode::Backend,
                        fmt::format("LibTorch {} has no device cuda:{}; there is {}", m_info.version, device.index,
                                    fmt::join(m_info.devices, ", ")),
                        "Choose one of these devices.");
        return ok();
    }

    void probe()
    {
        setBlasThreads(1);
        const auto speed = [](CpuProducts products) {
            return productGflops(
                *makeTorchBackend({.device = {}, .products = products, .threads = 1, .name = "probe"}));
        };
        m_info.gflops = speed(CpuProducts::Blas);
        m_info.slowBlas = m_info.gflops < kSlowGflops;
        if (!m_info.slowBlas)
            return;
        m_info.advice = kAdvice;
        if (hasOneDnn() && speed(CpuProducts::OneDnn) > m_info.gflops)
            m_products = CpuProducts::OneDnn;
    }

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
