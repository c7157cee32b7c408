// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/identical_words.h"

#include <vector>

namespace pescope::bert {

/// Mean over words, and standard deviation (n − 1) of one word's value; NaN where undefined (the deviation of one
/// word).
struct OverWords {
    double mean = 0;
    double deviation = 0;
};

struct MapProperties {
    OverWords translationInvariance, symmetry, monotonicity, monotonicityLocal;
    /// Words whose logits are all equal off the diagonal, as without positions; their translation invariance and
    /// symmetry are 1 by convention.
    tables::Index constant = 0;
};

/// How far attention by position alone has the three properties, by layer and head.
struct WordProperties {
    int layers = 0;
    tables::Index heads = 0;
    tables::Index words = 0;
    tables::Index tokens = 0; ///< measured ones of each text: without the special tokens
    std::vector<MapProperties> byHead; ///< layers × heads
    std::vector<MapProperties>
        ofMeanOverHeads; ///< of the map averaged over the layer's heads; element k is layer k + 1
    IdenticalRun run;

    [[nodiscard]] const MapProperties& head(Layer layer, tables::Index head) const
    {
        return byHead[static_cast<std::size_t>((layer.number - 1) * heads + head)];
    }
};

/// TI, SYM, MON and MON local (`logitProperties`) of the attention logits of each word's text, without the rows and
/// columns of the special tokens, and their mean and spread over the words.
///
/// Logits whatever `request.kind` says. A word is measured when its layer passes: memory is that of
/// `runIdenticalWords`. (Measuring the mean map of `identicalAttention` instead gives one number without a spread,
/// mostly a higher one, as what differs from word to word cancels out.)
/// @param window  W of the local monotonicity
/// Errors: those of `runIdenticalWords` and `logitProperties`. Cancel point at each text. O(words · (forward pass +
/// layers · heads · tokens² log tokens)).
[[nodiscard]] Result<WordProperties> wordProperties(const Encoder& encoder, const IdenticalWords& request,
                                                    tables::Index window = 16, const JobContext& job = {});

} // namespace pescope::bert
