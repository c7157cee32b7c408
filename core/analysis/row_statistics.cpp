// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/row_statistics.h"
