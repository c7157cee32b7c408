// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/computed_encodings.h"

#include "core/encoding/table_encoding.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pescope::encoding {

using tables::Index;

namespace {

nlohmann::json scalingJson(const RopeScaling& scaling)
{
    if (scaling.type == RopeScaling::Type::Divisors)
        return {{"type", name(scaling.type)}, {"divisors", scaling.divisors}};
    nlohmann::json result{{"type", name(scaling.type)}, {"factor", scaling.factor}};
    if (scaling.type == RopeScaling::Type::Llama3) {
        result["low_freq_factor"] = scaling.lowFrequencyFactor;
        result["high_freq_factor"] = scaling.highFrequencyFactor;
    }
    if (scaling.type != RopeScaling::Type::Linear)
        result["original_max_position_embeddings"] = static_cast<Index>(scaling.trainedLength);
    return result;
}

} // namespace

std::string unpairedColumnNote(const SinusoidSpec& spec)
{
    return fmt::format("the width {} is odd: the last column is a sine without a cosine; ω, ψ and the ranges are of "
                       "the {} pairs",
                       spec.columns(), spec.pairs());
}

Encoding sinusoidEncoding(const SinusoidSpec& spec)
{
    Encoding encoding;
    encoding.id = "ape";
    encoding.kind = Kind::Sinusoid;
    encoding.family = "sinusoid";
    encoding.title = spec.freeOmega.empty() ? "Fixed sinusoid" : "Sinusoid with free ω";
    encoding.shape = {spec.length, spec.columns()};
    encoding.positions = spec.length;
    encoding.firstPositionRow = 0;
    encoding.dim = spec.columns();
    nlohmann::json parameters{{"layout", name(spec.layout)}};
    if (spec.freeOmega.empty()) {
        parameters["base"] = spec.base;
        parameters["first"] = spec.first;
        parameters["spacing"] = name(spec.spacing);
    }
    if (spec.scale != 1.0)
        parameters["scale"] = spec.scale;
    encoding.parameters = std::make_shared<const nlohmann::json>(std::move(parameters));
    if (spec.hasUnpairedColumn())
        encoding.notes.push_back(unpairedColumnNote(spec));
    if (spec.length == 1)
        encoding.notes.push_back(onePositionNote());
    encoding.formula = absoluteFormula();
    encoding.content = spec;
    return encoding;
}

Encoding relativeSinusoidEncoding(const RelativeSinusoid& spec)
{
    Encoding encoding;
    encoding.id = "relative";
    encoding.kind = Kind::Relative;
    encoding.family = "sinusoid";
    encoding.title = fmt::format("Relative sinusoid, {}", name(spec.meaning));
    encoding.shape = {spec.rows(), spec.dim};
    encoding.positions = spec.rows();
    encoding.firstPositionRow = 0;
    encoding.dim = spec.dim;
    encoding.parameters =
        std::make_shared<const nlohmann::json>(nlohmann::json{{"base", spec.base},
                                                              {"first", spec.first},
                                                              {"layout", name(Layout::Interleaved)},
                                                              {"meaning", name(spec.meaning)},
                                                              {"sign", "query-key"},
                                                              {"offsets", {-spec.maxOffset, spec.maxOffset}}});
    switch (spec.meaning) {
    case OffsetMeaning::Signed:
        encoding.notes.emplace_back(
            "meaning signed: the vector of offset m is the sinusoid at m itself (formula of Wei et "
            "al. 2019); P_r·P_r′ = ψ(r − r′)");
        break;
    case OffsetMeaning::Shifted:
        encoding.notes.push_back(fmt::format("meaning shifted: the vector of offset m is the sinusoid at m + {} (what "
                                             "NEZHA's code looks up); P_r·P_r′ = ψ(r − r′), as for signed",
                                             spec.maxOffset));
        break;
    case OffsetMeaning::Absolute:
        encoding.notes.emplace_back("meaning absolute: the vector of offset m is the sinusoid at |m|, the same in both "
                                    "directions; P_r·P_r′ = ψ(|r| − |r′|)");
        break;
    }
    encoding.notes.push_back(fmt::format("offsets beyond ±{} use the vector of the nearest end", spec.maxOffset));
    encoding.formula = relativeFormula(false);
    encoding.content = spec;
    return encoding;
}

Encoding rotaryEncoding(const RotarySpec& spec)
{
    Encoding encoding;
    encoding.id = "rotary";
    encoding.kind = Kind::Rotary;
    encoding.title = "Rotary";
    encoding.shape = {spec.dim / 2};
    encoding.positions = spec.length;
    encoding.dim = spec.dim;
    nlohmann::json parameters{
        {"theta", spec.base}, {"rotary_dim", spec.dim}, {"head_dim", spec.headDim}, {"pairing", name(spec.pairing)}};
    parameters["scaling"] = spec.scaling.type == RopeScaling::Type::None ? nlohmann::json() : scalingJson(spec.scaling);
    encoding.parameters = std::make_shared<const nlohmann::json>(std::move(parameters));
    if (spec.dim < spec.headDim)
        encoding.notes.push_back(
            fmt::format("partial: {} of the {} columns of each head are rotated, the others do not "
                        "see the position",
                        spec.dim, spec.headDim));
    if (spec.scaling.type == RopeScaling::Type::Dynamic)
        encoding.notes.push_back(fmt::format("dynamic scaling: ω falls with the length of the text beyond {} positions",
                                             static_cast<Index>(spec.scaling.trainedLength)));
    encoding.formula = rotaryFormula(spec.dim < spec.headDim);
    encoding.content = spec;
    return encoding;
}

Encoding alibiEncoding(AlibiSlopes slopes, Index length, LogitScale scale)
{
    const auto heads = static_cast<int>(slopes.slopes.size());
    Encoding encoding;
    encoding.id = "alibi";
    encoding.kind = Kind::Bias;
    encoding.title = fmt::format("ALiBi, {} {}", heads, heads == 1 ? "head" : "heads");
    encoding.heads = heads;
    encoding.parameters = std::make_shared<const nlohmann::json>(
        nlohmann::json{{"slopes", slopes.slopes}, {"causal", slopes.causal}, {"sign", "query-key"}});
    encoding.formula = biasFormula(slopes.causal ? "b_h(m) = −slope_h·max(m, 0)" : "b_h(m) = −slope_h·|m|", scale);
    encoding.content = LogitBias{.rule = std::move(slopes), .length = length};
    setLength(encoding, length);
    return encoding;
}

void setLength(Encoding& encoding, Index length)
{
    encoding.positions = length;
    if (auto* rotary = std::get_if<RotarySpec>(&encoding.content))
        rotary->length = length;
    if (auto* bias = std::get_if<LogitBias>(&encoding.content)) {
        bias->length = length;
        if (encoding.tensor.empty())
            encoding.shape = {bias->heads(), length, length};
    }
}

} // namespace pescope::encoding
