// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/tables/matrix.h"

#include <cstdint>

namespace pescope::app {

/// Bytes that this process can still get without anything being swapped out or ended: the least of what the machine has
/// available (MemAvailable), what the limit of its control group leaves, and what the limit of its address space
/// leaves. Read anew at each call.
[[nodiscard]] std::uint64_t availableMemory();

/// OutOfMemory, with the size and with what to do, where `rows` × `columns` numbers do not fit twice: as the matrix
/// that is computed and as the array that is written.
[[nodiscard]] Status fitsIntoMemory(tables::Index rows, tables::Index columns);

} // namespace pescope::app
