// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/aligned_text.h"

#include <optional>
#include <vector>

namespace pescope::bert {

enum class NormalizerStep {
    Clean, ///< control characters, NUL and U+FFFD away, white space to spaces
    SpaceIdeographs, ///< a space before and behind every CJK ideograph
    Decompose, ///< Unicode NFD
    StripNonSpacingMarks, ///< what is left of accents after Decompose (BERT)
    StripMarks, ///< every mark (the reference's normaliser StripAccents)
    LowerCase,
};

/// What is done to a text before it is split into words; characters keep their places in the original.
struct Normalizer {
    std::vector<NormalizerStep> steps;

    /// O(n log k), k the longest run of combining marks.
    void apply(AlignedText& text) const;
};

/// The settings of BERT's normaliser as its files name them.
struct BertNormalizerSettings {
    bool cleanText = true;
    bool spaceIdeographs = true; ///< tokenize_chinese_chars
    std::optional<bool> stripAccents; ///< not given: as lowerCase
    bool lowerCase = true;

    [[nodiscard]] Normalizer normalizer() const;
};

} // namespace pescope::bert
