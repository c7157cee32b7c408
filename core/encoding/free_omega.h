// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/sinusoid.h"

#include <cstddef>

namespace pescope::encoding {

/// The same frequencies as numbers of their own, in index order: scale and skips are worked into `freeOmega` and back
/// at 1 and 0; base, first and spacing stay as what it once was. An unpaired last column (odd D) is not kept. O(D).
[[nodiscard]] SinusoidSpec freed(const SinusoidSpec& spec);

/// Moves ω_index by a factor, and its neighbours by less, in log ω:
///   log ω_j ← log ω_j + log(factor) · exp(−(j − index)² / (2 fallOff²)),
/// so that a smooth sequence stays smooth. `fallOff` 0 moves ω_index alone. A frequency of 0 stays 0; nothing moves
/// beyond [1e-12, 1e6]. @param spec  with free ω; index counts those  @param fallOff  in indices, ≥ 0
/// @param factor  > 0. O(D).
[[nodiscard]] SinusoidSpec moved(SinusoidSpec spec, std::size_t index, double factor, double fallOff);

} // namespace pescope::encoding
