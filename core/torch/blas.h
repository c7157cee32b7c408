// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace pescope::torch_module {

/// What at::mm runs on, as the library itself says it: "OpenBLAS 0.3.21 (Zen)", "MKL …", or by the file that holds
/// sgemm: "reference BLAS". Looked up among the libraries that LibTorch brought along; nothing is loaded.
[[nodiscard]] std::string blasName();

/// OpenBLAS keeps a thread count of its own, which at::set_num_threads does not reach. No effect with another BLAS.
void setBlasThreads(int threads);

/// Name of a CUDA card by the driver, "" where there is none. @param index  from 0
[[nodiscard]] std::string cudaCardName(int index);

} // namespace pescope::torch_module
