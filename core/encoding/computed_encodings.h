// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/encoding.h"

namespace pescope::encoding {

/// Encodings of specs, with the parameters, shape and formula that they imply; family, title and notes on where they
/// come from are the caller's. Every spec is valid.

/// Id "ape"; the shape is that of its table at its length.
[[nodiscard]] Encoding sinusoidEncoding(const SinusoidSpec& spec);

/// What an odd width means: a sentence for notes. `spec` has an unpaired column.
[[nodiscard]] std::string unpairedColumnNote(const SinusoidSpec& spec);

/// Id "relative"; a row per offset −max … max.
[[nodiscard]] Encoding relativeSinusoidEncoding(const RelativeSinusoid& spec);

/// Id "rotary"; the shape is that of the inverse frequencies [dim/2], as files that store them keep them.
[[nodiscard]] Encoding rotaryEncoding(const RotarySpec& spec);

/// Id "alibi"; the shape is that of the bias at its length [heads, L, L].
[[nodiscard]] Encoding alibiEncoding(AlibiSlopes slopes, tables::Index length, LogitScale scale);

/// The same encoding looked at over another number of positions. Only for rotary encodings and biases.
void setLength(Encoding& encoding, tables::Index length);

} // namespace pescope::encoding
