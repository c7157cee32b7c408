// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/rotary.h"

#include "core/base/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pescope::encoding {

using tables::Index;

namespace {

constexpr int kMaxDim = 1 << 20;
constexpr Index kMaxLength = Index{1} << 40;

/// One frequency as LLaMA 3.1 scales it.
double scaledAsLlama3(double frequency, const RopeScaling& scaling)
{
    const double wave = 2 * std::numbers::pi / frequency;
    if (wave < scaling.trainedLength / scaling.highFrequencyFactor)
        return frequency;
    if (wave > scaling.trainedLength / scaling.lowFrequencyFactor)
        return frequency / scaling.factor;
    const double kept = (scaling.trainedLength / wave - scaling.lowFrequencyFactor)
        / (scaling.highFrequencyFactor - scaling.lowFrequencyFactor);
    return (1 - kept) * frequency / scaling.factor + kept * frequency;
}

double scaledBase(const RotarySpec& spec)
{
    if (spec.scaling.type != RopeScaling::Type::Dynamic || spec.dim <= 2)
        return spec.base;
    const double reach = std::max(1.0, static_cast<double>(spec.length) / spec.scaling.trainedLength);
    const double factor = spec.scaling.factor;
    return spec.base * std::pow(factor * reach - (factor - 1), spec.dim / (spec.dim - 2.0));
}

Status validateDivisors(const RotarySpec& spec)
{
    const std::vector<double>& divisors = spec.scaling.divisors;
    if (divisors.size() != static_cast<std::size_t>(spec.dim / 2))
        return fail(ErrorCode::Shape, fmt::format("{} divisors for {} frequencies", divisors.size(), spec.dim / 2),
                    "There is one divisor for each pair of rotated columns.");
    const auto isBad = [](double divisor) { return !(divisor > 0) || !std::isfinite(divisor); };
    if (const auto bad = std::ranges::find_if(divisors, isBad); bad != divisors.end())
        return fail(ErrorCode::Numeric,
                    fmt::format("divisor {} of the frequencies is {}", bad - divisors.begin(), shortestText(*bad)),
                    "Each divisor is a number above 0; the file may be damaged.");
    return ok();
}

} // namespace

std::string_view name(Pairing pairing)
{
    return pairing == Pairing::HalfSplit ? "half-split" : "interleaved";
}

std::string_view name(RopeScaling::Type type)
{
    switch (type) {
    case RopeScaling::Type::None:
        return "none";
    case RopeScaling::Type::Linear:
        return "linear";
    case RopeScaling::Type::Dynamic:
        return "dynamic";
    case RopeScaling::Type::Llama3:
        return "llama3";
    case RopeScaling::Type::Divisors:
        return "divisors";
    }
    return "";
}

Status validate(const RotarySpec& spec)
{
    if (spec.dim < 2 || spec.dim > kMaxDim || spec.dim % 2 != 0)
        return fail(ErrorCode::Shape, fmt::format("dim is {}", spec.dim),
                    fmt::format("dim is an even whole number from 2 to {}: columns are turned in pairs.", kMaxDim));
    if (spec.dim > spec.headDim)
        return fail(ErrorCode::Shape, fmt::format("{} of {} columns of a head are rotated", spec.dim, spec.headDim),
                    "A head has at least as many columns as are rotated.");
    if (spec.length < 1 || spec.length > kMaxLength)
        return fail(ErrorCode::Shape, fmt::format("length is {}", spec.length),
                    fmt::format("length is a whole number from 1 to {}.", kMaxLength));
    if (!(spec.base > 0) || spec.base == 1.0 || !std::isfinite(spec.base))
        return fail(ErrorCode::Numeric, fmt::format("base is {}", shortestText(spec.base)),
                    "base is a number above 0 other than 1; models use 10000 to 1000000.");
    const RopeScaling& scaling = spec.scaling;
    if (scaling.type == RopeScaling::Type::None)
        return ok();
    if (!(scaling.factor >= 1) || !std::isfinite(scaling.factor))
        return fail(ErrorCode::Numeric, fmt::format("the factor of the scaling is {}", shortestText(scaling.factor)),
                    "factor is a number from 1: how many times longer texts may become.");
    if (scaling.type == RopeScaling::Type::Linear)
        return ok();
    if (scaling.type == RopeScaling::Type::Divisors)
        return validateDivisors(spec);
    if (!(scaling.trainedLength >= 1) || !std::isfinite(scaling.trainedLength))
        return fail(ErrorCode::Numeric,
                    fmt::format("the trained length of the scaling is {}", shortestText(scaling.trainedLength)),
                    "original_max_position_embeddings or max_position_embeddings is a whole number from 1.");
    const bool mixed = scaling.lowFrequencyFactor > 0 && scaling.highFrequencyFactor > scaling.lowFrequencyFactor
        && std::isfinite(scaling.highFrequencyFactor);
    if (scaling.type == RopeScaling::Type::Llama3 && !mixed)
        return fail(ErrorCode::Numeric,
                    fmt::format("low_freq_factor is {} and high_freq_factor is {}",
                                shortestText(scaling.lowFrequencyFactor), shortestText(scaling.highFrequencyFactor)),
                    "Both are above 0, and the second is larger.");
    return ok();
}

std::vector<double> omega(const RotarySpec& spec)
{
    const double base = scaledBase(spec);
    std::vector<double> frequencies(static_cast<std::size_t>(spec.dim / 2));
    for (std::size_t k = 0; k < frequencies.size(); ++k) {
        double frequency = std::pow(base, -2.0 * static_cast<double>(k) / spec.dim);
        if (spec.scaling.type == RopeScaling::Type::Linear)
            frequency /= spec.scaling.factor;
        if (spec.scaling.type == RopeScaling::Type::Llama3)
            frequency = scaledAsLlama3(frequency, spec.scaling);
        if (spec.scaling.type == RopeScaling::Type::Divisors)
            frequency /= spec.scaling.divisors[k];
        frequencies[k] = frequency;
    }
    return frequencies;
}

} // namespace pescope::encoding
