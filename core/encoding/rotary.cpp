// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/rotary.h"

#include "core/base/number_text.h"
#include "core/encoding/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pescope::encoding {

using tables::Index;

namespace {

/// What LLaMA 3.1 divides a frequency by.
double llama3Divisor(double frequency, const RopeScaling& scaling)
{
    const double wave = 2 * std::numbers::pi / frequency;
    if (wave < scaling.trainedLength / scaling.highFrequencyFactor)
        return 1;
    if (wave > scaling.trainedLength / scaling.lowFrequencyFactor)
        return scaling.factor;
    const double kept = (scaling.trainedLength / wave - scaling.lowFrequencyFactor)
        / (scaling.highFrequencyFactor - scaling.lowFrequencyFactor);
    return 1 / ((1 - kept) / scaling.factor + kept);
}

/// What YaRN divides frequency k by: 1 up to the index that turns `fastTurns` times in P positions, the factor from the
/// one that turns `slowTurns` times, between them a mix of both frequencies.
double yarnDivisor(const RotarySpec& spec, double k)
{
    const RopeScaling& scaling = spec.scaling;
    const auto indexOf = [&](double turns) {
        return spec.dim * std::log(scaling.trainedLength / (turns * 2 * std::numbers::pi)) / (2 * std::log(spec.base));
    };
    double low = indexOf(scaling.fastTurns);
    double high = indexOf(scaling.slowTurns);
    if (scaling.wholeIndexes) {
        low = std::floor(low);
        high = std::ceil(high);
    }
    low = std::max(low, 0.0);
    high = std::min(high, spec.dim - 1.0);
    if (low == high)
        high += 0.001;
    const double ramp = std::clamp((k - low) / (high - low), 0.0, 1.0);
    return 1 / ((1 - ramp) + ramp / scaling.factor);
}

double scaledBase(const RotarySpec& spec)
{
    if (spec.scaling.type != RopeScaling::Type::Dynamic || spec.dim <= 2)
        return spec.base;
    const double reach = std::max(1.0, static_cast<double>(spec.length) / spec.scaling.trainedLength);
    const double factor = spec.scaling.factor;
    return spec.base * std::pow(factor * reach - (factor - 1), spec.dim / (spec.dim - 2.0));
}

Status validateDivisors(const std::vector<double>& divisors, int dim)
{
    if (divisors.size() != static_cast<std::size_t>(dim / 2))
        return fail(ErrorCode::Shape, fmt::format("{} divisors for {} frequencies", divisors.size(), dim / 2),
                    "There is one divisor for each pair of rotated columns.");
    const auto isBad = [](double divisor) { return !(divisor > 0) || !std::isfinite(divisor); };
    if (const auto bad = std::ranges::find_if(divisors, isBad); bad != divisors.end())
        return fail(ErrorCode::Numeric,
                    fmt::format("divisor {} of the frequencies is {}", bad - divisors.begin(), shortestText(*bad)),
                    "Each divisor is a number above 0; the file may be damaged.");
    return ok();
}

Status validateMix(const RopeScaling& scaling)
{
    const bool mixed = scaling.lowFrequencyFactor > 0 && scaling.highFrequencyFactor > scaling.lowFrequencyFactor
        && std::isfinite(scaling.highFrequencyFactor);
    if (scaling.type == RopeScaling::Type::Llama3 && !mixed)
        return fail(ErrorCode::Numeric,
                    fmt::format("low_freq_factor is {} and high_freq_factor is {}",
                                shortestText(scaling.lowFrequencyFactor), shortestText(scaling.highFrequencyFactor)),
                    "Both are above 0, and the second is larger.");
    const bool turns = scaling.slowTurns > 0 && scaling.fastTurns > 0 && std::isfinite(scaling.fastTurns)
        && std::isfinite(scaling.slowTurns);
    if (scaling.type == RopeScaling::Type::Yarn && !turns)
        return fail(ErrorCode::Numeric,
                    fmt::format("beta_fast is {} and beta_slow is {}", shortestText(scaling.fastTurns),
                                shortestText(scaling.slowTurns)),
                    "Both are numbers of turns above 0; models use 32 and 1.");
    return ok();
}

Status validate(const RopeScaling& scaling, int dim)
{
    using Type = RopeScaling::Type;
    if (scaling.type == Type::None)
        return ok();
    if (!(scaling.factor >= 1) || !std::isfinite(scaling.factor))
        return fail(ErrorCode::Numeric, fmt::format("the factor of the scaling is {}", shortestText(scaling.factor)),
                    "factor is a number from 1: how many times longer texts may become.");
    if (scaling.type == Type::Linear)
        return ok();
    if (scaling.type == Type::Divisors)
        return validateDivisors(scaling.divisors, dim);
    if (!(scaling.trainedLength >= 1) || !std::isfinite(scaling.trainedLength))
        return fail(ErrorCode::Numeric,
                    fmt::format("the trained length of the scaling is {}", shortestText(scaling.trainedLength)),
                    "original_max_position_embeddings or max_position_embeddings is a whole number from 1.");
    if (scaling.type != Type::LongRope)
        return validateMix(scaling);
    for (const std::vector<double>* one : {&scaling.divisors, &scaling.longDivisors})
        if (Status valid = validateDivisors(*one, dim); !valid)
            return valid;
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
    case RopeScaling::Type::Yarn:
        return "yarn";
    case RopeScaling::Type::LongRope:
        return "longrope";
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
    return validate(spec.scaling, spec.dim);
}

std::vector<double> divisors(const RotarySpec& spec)
{
    using Type = RopeScaling::Type;
    const RopeScaling& scaling = spec.scaling;
    if (scaling.type == Type::Divisors)
        return scaling.divisors;
    if (scaling.type == Type::LongRope)
        return static_cast<double>(spec.length) > scaling.trainedLength ? scaling.longDivisors : scaling.divisors;
    std::vector<double> result(static_cast<std::size_t>(spec.dim / 2), 1.0);
    for (std::size_t k = 0; k < result.size(); ++k) {
        const auto index = static_cast<double>(k);
        if (scaling.type == Type::Linear)
            result[k] = scaling.factor;
        if (scaling.type == Type::Yarn)
            result[k] = yarnDivisor(spec, index);
        if (scaling.type == Type::Llama3)
            result[k] = llama3Divisor(std::pow(spec.base, -2.0 * index / spec.dim), scaling);
    }
    return result;
}

std::vector<double> omega(const RotarySpec& spec)
{
    const double base = scaledBase(spec);
    std::vector<double> frequencies = divisors(spec);
    for (std::size_t k = 0; k < frequencies.size(); ++k)
        frequencies[k] = std::pow(base, -2.0 * static_cast<double>(k) / spec.dim) / frequencies[k];
    return frequencies;
}

} // namespace pescope::encoding
