// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/encoder.h"

#include <functional>
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

/// Called with the attention of one layer over some of the texts: sequence s of `maps` is the text of words[firstWord +
/// s]. An error ends the run with it.
using IdenticalListener = std::function<Status(Layer, const AttentionMaps& maps, tables::Index firstWord)>;

/// What the position scheme said of such a run.
struct IdenticalRun {
    std::vector<std::string> notes;
    std::optional<double> factor; ///< as in ResolvedPositions
};

/// Runs the texts in batches and hands their attention out layer by layer; no hidden state is kept.
///
/// Memory: a batch's attention of one layer, 64 MB or one text's. Errors: Shape without words or for fewer tokens than
/// the special ones and one word; those of `Encoder::run` and of the listener; Cancelled. Progress and cancel point at
/// each layer of each batch. O(words · forward pass).
[[nodiscard]] Result<IdenticalRun> runIdenticalWords(const Encoder& encoder, const IdenticalWords& request,
                                                     const IdenticalListener& listener, const JobContext& job = {});

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

/// Sums the attention up on the way.
///
/// Memory: twice layers · heads · tokens² doubles, and what `runIdenticalWords` takes. Errors: Shape above 2^26 such
/// numbers; those of `runIdenticalWords`. Progress, cancel points and cost as there.
[[nodiscard]] Result<IdenticalAttention> identicalAttention(const Encoder& encoder, const IdenticalWords& request,
                                                            const JobContext& job = {});

} // namespace pescope::bert
