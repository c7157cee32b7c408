// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/encoder_config.h"
#include "core/bert/position_scheme.h"
#include "core/encoding/encoding.h"

#include <cstdint>

namespace pescope::bert {

/// A source of positions in place of the trained ones: its table for an absolute model, its vectors by offset for a
/// relative one.
///
/// A sinusoid goes on by its formula to `tokens` positions where it is shorter. Of a relative table, which may run
/// either way and reach farther on one side, the offsets −M … M that it has on both sides are taken, by m = i − j.
/// Errors: Unsupported, by name, for a source without vectors of the kind that the model has (rotary, biases, maps, a
/// table of positions for a relative model and the reverse). Widths are checked by `resolvePositions`. O(rows · dim).
[[nodiscard]] Result<PositionScheme> schemeOf(const encoding::Encoding& source, const EncoderConfig& config,
                                              tables::Index tokens, bool matchNorm);

} // namespace pescope::bert
