// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/product_kernels_impl.h"

namespace pescope::compute {

const ProductKernels kAvx2Kernels{
    .multiplyFloat = &multiplyTransposedWith<float>,
    .multiplyDouble = &multiplyTransposedWith<double>,
    .sinusoidRows = &sinusoidRowsWith,
};

} // namespace pescope::compute
