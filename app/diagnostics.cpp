// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command.h"
#include "core/compute/torch_module.h"

#include <Eigen/Core>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cstdio>
#include <vector>

namespace pescope::app {

namespace {

/// GFLOP/s of a 192³ product, best of a few.
double eigenSpeed()
{
    constexpr tables::Index kSize = 192;
    const std::vector<float> a(kSize * kSize, 1.0F);
    std::vector<float> c(kSize * kSize);
    const auto backend = compute::eigenBackend();
    double best = 0;
    for (int attempt = 0; attempt < 8; ++attempt) {
        const auto start = std::chrono::steady_clock::now();
        if (!backend->multiplyTransposed(a.data(), a.data(), c.data(), kSize, kSize, kSize))
            return 0;
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        best = std::max(best, 2e-9 * kSize * kSize * kSize / took.count());
    }
    return best;
}

} // namespace

int printDiagnostics()
{
    std::string text = fmt::format("PEScope {}\n", PESCOPE_VERSION);
    text += fmt::format("worker threads  {}\n", compute::workerThreads());
    text += fmt::format("Eigen           {}.{}.{}, {:.1f} GFLOP/s (192³ product, float32)\n", EIGEN_WORLD_VERSION,
                        EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION, eigenSpeed());
    const auto module = compute::loadTorchModule();
    if (module) {
        const compute::TorchInfo info = (*module)->info();
        text += fmt::format("LibTorch        {}\n", info.version);
        text += fmt::format("BLAS            {}{}\n", info.blas, info.slowBlas ? " (slow)" : "");
        text += fmt::format("threads         {}\n", info.threads);
        text += fmt::format("devices         {}\n", fmt::join(info.devices, ", "));
        text += fmt::format("speed           {:.1f} GFLOP/s (192³ product, float32)\n", info.gflops);
        if (!info.advice.empty())
            text += fmt::format("advice          {}\n", info.advice);
    } else {
        text += "LibTorch        not loaded\n";
    }
    std::fwrite(text.data(), 1, text.size(), stdout);
    if (!module)
        printMessage(describe(module.error()));
    return kDone;
}

} // namespace pescope::app
