// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/encoder.h"

#include <span>

namespace pescope::bert {

/// Cosine of every two tokens' hidden states, tokens × tokens of one sequence; 0 where a state is 0. The state must
/// have been kept. O(tokens² · dim).
[[nodiscard]] tables::MatrixD cosineMap(const EncodedText& text, StateId state, tables::Index sequence = 0);

/// The same of some tokens alone (places from 0), for small pictures of long texts. O(places² · dim).
[[nodiscard]] tables::MatrixD cosineMapOf(const EncodedText& text, StateId state,
                                          const std::vector<tables::Index>& places, tables::Index sequence = 0);

/// Mean of |a − b| over pairs i ≠ j of real (not masked) tokens; 0 with fewer than two. Maps of one size.
[[nodiscard]] double meanDifference(const tables::MatrixD& a, const tables::MatrixD& b,
                                    const std::vector<std::int64_t>& mask = {});

/// Jensen–Shannon divergence of two rows of attention, in bits: ½ KL(p ‖ m) + ½ KL(q ‖ m), m = (p + q)/2; from 0 for
/// equal rows to 1 for rows that share no key. (Lin 1991.)
[[nodiscard]] double jensenShannon(std::span<const float> p, std::span<const float> q);

/// What exchanging the positions did to a text.
struct ExchangeCurves {
    std::vector<double> cosine; ///< by StateId::axisIndex: meanDifference of the cosine maps
    std::vector<double> divergence; ///< by layer from 1: element k is layer k + 1
};

/// Compares two runs of the same input, state by state; attention is computed again layer by layer, so that no more
/// than two layers' maps are held. Both must have kept all states.
/// Errors: Shape for runs of different inputs; those of Encoder::attention; Cancelled.
/// O(layers · (tokens² · dim + heads · tokens²)).
[[nodiscard]] Result<ExchangeCurves> compareRuns(const Encoder& encoder, const EncodedText& original,
                                                 const EncodedText& exchanged, const JobContext& job = {});

} // namespace pescope::bert
