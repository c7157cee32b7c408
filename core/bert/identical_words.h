// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/encoder.h"

#include <optional>
#include <vector>

namespace pescope::bert {

/// Texts of one word again and again, whose attention can come from positions alone.
struct IdenticalWords {
    std::vector<std::int64_t> words; ///< token ids; each makes a text of its own
    tables::Index tokens = 0; ///< length of each text, special tokens included
    std::optional<std::int64_t> first, last; ///< special tokens at its ends ([CLS] and [SEP]); nothing: none
    AttentionKind kind = AttentionKind::Weights;
    PositionScheme scheme;
};

/// Attention of every layer and head, mean over the words: [layer, head, query, key].
struct IdenticalAttention {
    int layers = 0;
    tables::Index heads = 0;
    tables::Index tokens = 0;
    std::vector<double> mean;
    std::vector<double> deviation; ///< standard deviation over the words (n − 1); empty for one word
    std::vector<std::string> notes; ///< of the position scheme
    std::optional<double> factor; ///< as in ResolvedPositions

    [[nodiscard]] Eigen::Map<const tables::MatrixD> map(Layer layer, tables::Index head) const
    {
        return {mean.data() + ((layer.number - 1) * heads + head) * tokens * tokens, tokens, tokens};
    }
};

/// Runs the texts in batches and sums up their attention on the way; no hidden state is kept.
///
/// Memory: twice layers · heads · tokens² doubles, and a batch's attention. Errors: Shape without words, for fewer
/// tokens than the special ones and one word, or above 2^26 numbers; those of `Encoder::run`; Cancelled. Progress and
/// cancel point at each layer of each batch. O(words · forward pass).
[[nodiscard]] Result<IdenticalAttention> identicalAttention(const Encoder& encoder, const IdenticalWords& request,
                                                            const JobContext& job = {});

} // namespace pescope::bert
