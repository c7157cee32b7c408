// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/tables/matrix.h"

#include <string_view>
#include <vector>

namespace pescope::encoding {

/// Which columns of a head are turned together.
enum class Pairing {
    HalfSplit, ///< k and k + dim/2 (rotate_half: LLaMA, GPT-NeoX, …)
    Interleaved, ///< 2k and 2k + 1 (rotate_every_two: GPT-J, …, original LLaMA files)
};
[[nodiscard]] std::string_view name(Pairing pairing); ///< "half-split", "interleaved"

/// How the frequencies of a rotary encoding are changed for texts longer than those it was trained on.
struct RopeScaling {
    enum class Type {
        None,
        Linear, ///< ω / factor (position interpolation)
        Dynamic, ///< base · (factor·n/P − (factor − 1))^(dim/(dim−2)), n = max(length, P): NTK, grows with the text
        Yarn, ///< as Llama3, over the index of the frequency instead of its wave (Peng et al. 2023)
        LongRope, ///< ω_k ÷ a given number for each k; one set up to P positions, another beyond (Ding et al. 2024)
        Llama3, ///< long waves ÷ factor, short ones kept, in between mixed
        Divisors, ///< ω_k ÷ a stored number for each k
    };
    Type type = Type::None;
    double factor = 1;
    double lowFrequencyFactor = 1, highFrequencyFactor = 4; ///< Llama3: waves longer than P/low, shorter than P/high
    double fastTurns = 32, slowTurns = 1; ///< Yarn: kept above so many turns in P positions, ÷ factor below so many
    bool wholeIndexes = true; ///< Yarn: both limits are rounded to an index of a frequency
    double trainedLength = 0; ///< P; positions
    std::vector<double> divisors = {}; ///< Divisors, LongRope up to P: one a frequency, above 0
    std::vector<double> longDivisors = {}; ///< LongRope beyond P
    double amplitude = 1; ///< cosines and sines are multiplied by it: logits grow by its square; not part of ω

    bool operator==(const RopeScaling&) const = default;
};
[[nodiscard]] std::string_view name(RopeScaling::Type type); ///< "none", "linear", …, as rope_type in config.json

/// Rotations of query and key by ω_k · position before their product (Su et al. 2021), of `dim` columns of each head.
/// ω_k = base^(−2k/dim), k = 0 … dim/2 − 1, then scaled.
struct RotarySpec {
    int dim = 64; ///< rotated columns of a head, even
    int headDim = 64; ///< all columns of a head
    double base = 10000.0;
    Pairing pairing = Pairing::HalfSplit;
    RopeScaling scaling;
    tables::Index length = 2048; ///< positions that are looked at; `Dynamic` and `LongRope` depend on it

    bool operator==(const RotarySpec&) const = default;
};

/// Errors: Shape for an odd dim, dim > headDim, length < 1; Numeric for a base or a scaling that has no frequencies.
[[nodiscard]] Status validate(const RotarySpec& spec);

/// What ω_k is divided by, at spec.length; for all types but Dynamic, which changes the base.
[[nodiscard]] std::vector<double> divisors(const RotarySpec& spec);

/// The frequencies after scaling, at spec.length; rad/position, in index order.
[[nodiscard]] std::vector<double> omega(const RotarySpec& spec);

} // namespace pescope::encoding
