// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/psi_kernel_table.h"

#include <immintrin.h>

#define PESCOPE_KERNEL_ISA avx2
#include "core/proximity/psi_kernel_body.inc"
