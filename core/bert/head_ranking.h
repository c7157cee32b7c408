// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/attention_measures.h"
#include "core/bert/encoder.h"

#include <span>
#include <vector>

namespace pescope::bert {

struct MeasuredHead {
    Layer layer;
    tables::Index head = 0; ///< from 0
    HeadMeasures measures;
};

/// Measures every head of a text that was run, layer by layer, head by head; its first sequence.
///
/// Attention is computed again for each layer, so that the weights and logits of no more than one layer are held.
/// @param roles  of the text's tokens
/// Errors: those of `Encoder::attention` (all states must have been kept) and `headMeasures`, with the layer and head;
/// Cancelled, asked for at each head. O(layers · (forward pass of a layer + heads · tokens² log tokens)).
[[nodiscard]] Result<std::vector<MeasuredHead>> measureHeads(const Encoder& encoder, const EncodedText& text,
                                                             const TokenRoles& roles,
                                                             const MeasureOptions& options = {},
                                                             const JobContext& job = {});

/// The same of a text that is run first, with some position scheme. Errors: those of `Encoder::run` as well.
[[nodiscard]] Result<std::vector<MeasuredHead>> measureHeads(const Encoder& encoder, const EncoderInput& input,
                                                             const PositionScheme& scheme, const TokenRoles& roles,
                                                             const MeasureOptions& options = {},
                                                             const JobContext& job = {});

enum class Ranking {
    PositionalFirst, ///< by what `positional` says; the highest first where it says nothing
    HighestFirst,
    LowestFirst,
};

/// Places in `heads`, best first. Heads with equal values stay in their order, those without one come last. O(n log n).
[[nodiscard]] std::vector<std::size_t> rankHeads(std::span<const MeasuredHead> heads, HeadMeasure measure,
                                                 Ranking ranking = Ranking::PositionalFirst);

} // namespace pescope::bert
