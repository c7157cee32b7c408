// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tables/matrix.h"

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

namespace pescope::bert {

/// One number that is said of an attention head on a text; `headMeasures` has the formulas.
enum class HeadMeasure {
    TranslationInvariance,
    Symmetry,
    Monotonicity,
    MonotonicityLocal,
    StrongestShare,
    Locality,
    MirrorSymmetry,
    MeanDistance,
    Entropy,
    NormalisedEntropy,
    FirstSpecial,
    LastSpecial,
};
inline constexpr std::size_t kHeadMeasureCount = 12;

/// All of them, those that tell most about position first.
[[nodiscard]] std::span<const HeadMeasure> allHeadMeasures();

/// For people: "translation invariance", "mean distance", …
[[nodiscard]] std::string_view name(HeadMeasure measure);
/// For files and options: "translation_invariance", "mean_distance", …
[[nodiscard]] std::string_view key(HeadMeasure measure);
[[nodiscard]] std::optional<HeadMeasure> headMeasureOf(std::string_view key);

/// Which end of a measure belongs to a head that looks by position.
enum class Positional {
    WhenHigh,
    WhenLow,
    Either, ///< says nothing about it: a head that looks one token back is positional and not symmetric
};
[[nodiscard]] Positional positional(HeadMeasure measure);

/// What is known of one head on one text.
struct HeadMeasures {
    std::array<double, kHeadMeasureCount> values; ///< by HeadMeasure; NaN where undefined
    /// Distance m = i − j at which most queries have their strongest key: 1 is the token before. 0 also where no query
    /// has a single strongest key.
    tables::Index strongestDistance = 0;
    tables::Index tokens = 0; ///< measured ones
    /// All logits off the diagonal are equal: translation invariance and symmetry are 1 by convention.
    bool constantLogits = false;

    HeadMeasures() { values.fill(std::numeric_limits<double>::quiet_NaN()); }
};

[[nodiscard]] inline double& value(HeadMeasures& measures, HeadMeasure measure)
{
    return measures.values[static_cast<std::size_t>(measure)];
}
[[nodiscard]] inline double value(const HeadMeasures& measures, HeadMeasure measure)
{
    return measures.values[static_cast<std::size_t>(measure)];
}

} // namespace pescope::bert
