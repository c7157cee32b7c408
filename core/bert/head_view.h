// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/weights.h"
#include "core/tables/matrix.h"

namespace pescope::bert {

struct HeadViewOptions {
    /// The position vector goes through the embedding's LayerNorm (γ and β) first, as for a token that has nothing but
    /// its position; false: the stored vector as it is.
    bool layerNorm = false;
    /// b_Q and b_K, and the bias of a projection, are added too. Then the map is no longer bilinear in the positions.
    bool biases = false;
};

/// Positions as one head sees them: S = queries · keysᵀ, not symmetric in general.
struct HeadFactors {
    tables::MatrixD queries; ///< positions × d: p_i W_Q^h / √d
    tables::MatrixD keys; ///< positions × d: p_j W_K^h
};

/// S(i, j) = p_i W_Q^h W_K^hᵀ p_jᵀ / √d, from the checkpoint alone: the part of the logit that comes from the two
/// positions, were they what enters the layer (the position-to-position term that Ke et al. 2021, TUPE, take apart).
///
/// Rows are the usable positions, row 0 is position 0. ELECTRA and ALBERT project to the hidden width first.
/// @param head  from 0
/// Errors: Unsupported for a relative model, which adds no positions to the words; Shape for a head that does not
/// exist. O(positions · embedding · d).
[[nodiscard]] Result<HeadFactors> headFactors(const HeadWeights& weights, tables::Index head,
                                              const HeadViewOptions& options = {});

} // namespace pescope::bert
