// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/psi_kernel_table.h"

#define PESCOPE_KERNEL_ISA baseline
#include "core/proximity/psi_kernel_body.inc"
