// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/torch_module.h"

#include <memory>
#include <string>

/// Not pescope::torch: inside it every `torch::` would mean this namespace instead of LibTorch's.
namespace pescope::torch_module {

/// How float products on the CPU are computed. A slow BLAS (Debian's reference one is 35 to 180 times slower than
/// OpenBLAS) is gone around: oneDNN comes with LibTorch, doubles go to Eigen.
enum class CpuProducts { Blas, OneDnn };

/// What a backend needs to know of the load-time probe.
struct BackendOptions {
    compute::DeviceChoice device;
    CpuProducts products = CpuProducts::Blas;
    int threads = 1; ///< set in every thread that calls, since it is a property of the calling thread
    std::string name;
};

[[nodiscard]] std::shared_ptr<const compute::Backend> makeTorchBackend(BackendOptions options);

/// Number of CUDA cards that this LibTorch can use; 0 in a build without CUDA.
[[nodiscard]] int cudaDeviceCount();
[[nodiscard]] bool hasOneDnn();

} // namespace pescope::torch_module
