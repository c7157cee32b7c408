// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/head_measure.h"

#include <algorithm>

namespace pescope::bert {
namespace {

struct Known {
    HeadMeasure measure;
    std::string_view name, key;
    Positional positional;
};

constexpr std::array<Known, kHeadMeasureCount> kKnown{{
    {HeadMeasure::TranslationInvariance, "translation invariance", "translation_invariance", Positional::WhenHigh},
    {HeadMeasure::Symmetry, "symmetry", "symmetry", Positional::Either},
    {HeadMeasure::Monotonicity, "monotonicity", "monotonicity", Positional::WhenHigh},
    {HeadMeasure::MonotonicityLocal, "monotonicity, local", "monotonicity_local", Positional::WhenHigh},
    {HeadMeasure::StrongestShare, "strongest key at one distance", "strongest_share", Positional::WhenHigh},
    {HeadMeasure::Locality, "locality", "locality", Positional::WhenHigh},
    {HeadMeasure::MirrorSymmetry, "mirror symmetry", "mirror_symmetry", Positional::Either},
    {HeadMeasure::MeanDistance, "mean distance", "mean_distance", Positional::WhenLow},
    {HeadMeasure::Entropy, "entropy", "entropy", Positional::WhenLow},
    {HeadMeasure::NormalisedEntropy, "entropy ÷ ln n", "normalised_entropy", Positional::WhenLow},
    {HeadMeasure::FirstSpecial, "weight on the first special token", "first_special", Positional::WhenLow},
    {HeadMeasure::LastSpecial, "weight on the last special token", "last_special", Positional::WhenLow},
}};

constexpr auto kOrder = [] {
    std::array<HeadMeasure, kHeadMeasureCount> order{};
    for (std::size_t k = 0; k < kKnown.size(); ++k)
        order[k] = kKnown[k].measure;
    return order;
}();

const Known& known(HeadMeasure measure)
{
    return kKnown[static_cast<std::size_t>(measure)];
}

} // namespace

std::span<const HeadMeasure> allHeadMeasures()
{
    return kOrder;
}

std::string_view name(HeadMeasure measure)
{
    return known(measure).name;
}

std::string_view key(HeadMeasure measure)
{
    return known(measure).key;
}

std::optional<HeadMeasure> headMeasureOf(std::string_view key)
{
    const auto* const found = std::ranges::find(kKnown, key, &Known::key);
    return found == kKnown.end() ? std::nullopt : std::optional(found->measure);
}

Positional positional(HeadMeasure measure)
{
    return known(measure).positional;
}

} // namespace pescope::bert
