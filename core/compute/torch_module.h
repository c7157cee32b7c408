// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/compute/backend.h"
#include "core/compute/range_adapter.h"

#include <filesystem>
#include <vector>

namespace pescope::compute {

/// Device asked for by the user: "cpu", "cuda" or "cuda:N".
struct DeviceChoice {
    bool cuda = false;
    int index = 0;
};
/// Errors: Unsupported for any other text.
[[nodiscard]] Result<DeviceChoice> parseDevice(std::string_view text);

/// What `--diagnostics` and the settings show about one loaded LibTorch.
struct TorchInfo {
    std::string version; ///< "1.13.1"
    std::string blas; ///< what the products run on, e.g. "OpenBLAS 0.3.21 (Zen)", "reference BLAS"
    std::vector<std::string> devices; ///< "cpu", "cuda:0 NVIDIA H200"
    int threads = 0;
    double gflops = 0; ///< of a 192³ float product on one thread, best of a few, at load
    bool slowBlas = false; ///< below 10 GFLOP/s on one thread: `advice` says what to install
    std::string advice;
};

/// The LibTorch module, opened at first use and never closed.
class TorchModule {
public:
    virtual ~TorchModule() = default;
    [[nodiscard]] virtual TorchInfo info() const = 0;
    /// Errors: Backend if the device does not exist (the message lists those that do).
    [[nodiscard]] virtual Result<std::shared_ptr<const Backend>> backend(const DeviceChoice& device) const = 0;

    /// Least change in log ω for an exact integer range: min ½‖θ − θ₀‖², ω = ±e^θ, under ψ(m + 1) − ψ(m) < 0 for
    /// m < target and ψ(target + 1) − ψ(target) > 0, by descent with LibTorch's autograd in double. A local minimum;
    /// the range of every ω that is handed out was found by analysis::monotoneRanges.
    /// @param progress  called on the calling thread, first with the start and then about 30 times a second; may be
    /// empty
    /// Errors: Backend as for `backend`; Shape for no ω or none that is not 0; Numeric for an ω that is not finite (its
    /// index is named); Unsupported for a target below 1 or too large for the memory set aside, or no time; Cancelled.
    /// Cancel points at each evaluation (0.3 ms at 384 ω and a target of 100). O(#ω · target) an evaluation.
    [[nodiscard]] virtual Result<AdaptResult> adaptOmega(const DeviceChoice& device, const AdaptRequest& request,
                                                         const AdaptProgress& progress,
                                                         const JobContext& job) const = 0;
};

/// Version of the interface between program and module; the factory refuses any other.
inline constexpr int kTorchModuleAbi = 3;
/// extern "C" symbol of the module: `TorchModule* pescope_torch_module(int abi)`; null for another ABI.
inline constexpr const char* kTorchModuleFactory = "pescope_torch_module";

/// Opens the module beside the program (build tree or installed), or the one named by the environment variable
/// PESCOPE_TORCH_MODULE. About one second with Debian's LibTorch: call it on a worker thread. Safe to call again.
/// Errors: Backend; the message names the package to install, everything else in the program goes on.
[[nodiscard]] Result<std::shared_ptr<const TorchModule>> loadTorchModule();

/// Threads for one computation on this machine: the cores this process may use, or fewer where OMP_NUM_THREADS says so.
/// The one place that knows.
[[nodiscard]] int workerThreads();

} // namespace pescope::compute
