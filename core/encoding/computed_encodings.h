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
/// A table of `length` positions from row `firstRow` of computed rows, which a model does not store.
/// Errors: those of the sinusoid; Shape for more than 2^26 values.
[[nodiscard]] Result<Encoding> computedTableEncoding(ComputedRows rows, tables::Index firstRow, tables::Index length);
/// Errors: as tableOf.
[[nodiscard]] Result<Encoding> offsetSinusoidEncoding(const OffsetSinusoid& spec, tables::Index length);
[[nodiscard]] Encoding rotaryEncoding(const RotarySpec& spec);

/// Id "alibi"; the shape is that of the bias at its length [heads, L, L].
[[nodiscard]] Encoding alibiEncoding(AlibiSlopes slopes, tables::Index length, LogitScale scale);

/// The same encoding looked at over another number of positions. Only for rotary encodings and biases by offset.
void setLength(Encoding& encoding, tables::Index length);

/// True where an encoding is given by a rule that has no end, so that it can be looked at over any number of positions
/// (a window of patches is a bias too, and has its own number). A sinusoid's spec is changed by itself.
[[nodiscard]] bool hasLength(const Encoding& encoding);

/// An encoding that `hasLength` over `length` positions, with its rows computed again.
/// Errors: Shape for a window of patches at a length that is not its own; those of computing the rows.
[[nodiscard]] Result<Encoding> withLength(Encoding encoding, tables::Index length);

} // namespace pescope::encoding
