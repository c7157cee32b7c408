// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/catalogue_relative.h"
#include "core/encoding/computed_encodings.h"
#include "core/encoding/model_relative.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace pescope::encoding {

using tables::Index;

namespace {

constexpr Index kDefaultLength = 128;
constexpr std::int64_t kMostHeads = 1 << 16;
constexpr std::int64_t kMostColumns = 1 << 20;
constexpr std::int64_t kLongest = std::int64_t{1} << 40;

/// The length of a text that the config names, or 128.
Index lengthOf(const ModelConfig& config, std::span<const std::string_view> keys, std::vector<std::string>& notes)
{
    const auto said = config.number(keys);
    if (said && said->value >= 1 && said->value <= kLongest)
        return said->value;
    notes.push_back(fmt::format("config.json names no largest number of positions: {} are looked at", kDefaultLength));
    return kDefaultLength;
}

bool applies(const AlibiRule& rule, const ModelConfig& config)
{
    const bool typed =
        rule.modelTypes.empty() || std::ranges::find(rule.modelTypes, config.modelType()) != rule.modelTypes.end();
    if (!typed || rule.key.empty())
        return typed;
    const ModelConfig section = rule.section.empty() ? config : config.section(rule.section);
    return rule.value.empty() ? section.isTrue(rule.key) : section.text(rule.key) == rule.value;
}

/// Nothing where the config does not say how many heads there are.
std::optional<Encoding> alibiOf(const AlibiRule& rule, const ModelConfig& config)
{
    const auto heads = config.number(rule.headKeys);
    if (!heads || heads->value < 1 || heads->value > kMostHeads)
        return std::nullopt;
    const std::string_view maxKeys[] = {rule.biasMaxKey};
    const double biasMax = rule.biasMaxKey.empty() ? 8 : config.section(rule.section).real(maxKeys).value_or(8);
    if (!(biasMax > 0))
        return std::nullopt;
    std::vector<std::string> notes;
    const Index length = lengthOf(config, rule.lengthKeys, notes);
    AlibiSlopes slopes{.slopes = alibiSlopes(static_cast<int>(heads->value), biasMax), .causal = rule.causal};
    Encoding encoding = alibiEncoding(std::move(slopes), length, LogitScale::RootOfWidth);
    encoding.family = config.modelType();
    encoding.title = encoding.family.empty() ? encoding.title : fmt::format("{} · {}", encoding.family, encoding.title);
    encoding.notes = std::move(notes);
    encoding.notes.emplace_back("computed from config.json, not stored");
    if (rule.causal)
        encoding.notes.emplace_back(
            "the model adds slope·j, which differs from −slope·(i − j) by a constant in each row: "
            "the softmax does not see it; keys after the query are masked, and 0 here");
    return encoding;
}

/// The scaling of the frequencies; the name of one that is not there yet as the error's message.
Result<RopeScaling> scalingOf(const ModelConfig& config)
{
    RopeScaling scaling;
    const ModelConfig section =
        config.hasSection("rope_parameters") ? config.section("rope_parameters") : config.section("rope_scaling");
    if (!section.present())
        return scaling;
    const std::string type = section.text("rope_type").empty() ? section.text("type") : section.text("rope_type");
    if (type.empty() && section.holdsSections())
        return fail(ErrorCode::Unsupported, "rotary encodings that differ from layer to layer");
    if (type.empty() || type == "default")
        return scaling;
    constexpr RopeScaling::Type kTypes[] = {RopeScaling::Type::Linear, RopeScaling::Type::Dynamic,
                                            RopeScaling::Type::Llama3, RopeScaling::Type::Divisors};
    const auto* const known =
        std::ranges::find(kTypes, std::string_view(type), [](RopeScaling::Type one) { return encoding::name(one); });
    if (known == std::end(kTypes))
        return fail(ErrorCode::Unsupported, fmt::format("a rotary encoding with the scaling “{}”", type));
    scaling.type = *known;
    const auto number = [&](const ModelConfig& where, std::string_view key, double fallback) {
        const std::string_view keys[] = {key};
        return where.real(keys).value_or(fallback);
    };
    const double longest = number(config, "max_position_embeddings", 0);
    scaling.divisors = section.reals("divisors");
    scaling.factor = number(section, "factor", 1);
    scaling.lowFrequencyFactor = number(section, "low_freq_factor", 1);
    scaling.highFrequencyFactor = number(section, "high_freq_factor", 4);
    // dynamic scaling starts at the longest text, the others at the one of the first training
    scaling.trainedLength = scaling.type == RopeScaling::Type::Dynamic
        ? longest
        : number(section, "original_max_position_embeddings", longest);
    return scaling;
}

/// Errors: Unsupported with what is not there yet as a phrase.
Result<Encoding> rotaryOf(const RotaryRule& rule, const ModelConfig& config)
{
    PESCOPE_TRY(scaling, scalingOf(config));
    const ModelConfig parameters = config.section("rope_parameters");
    const auto real = [&](std::span<const std::string_view> keys, double fallback) {
        const auto nested = parameters.real(keys);
        return nested ? *nested : config.real(keys).value_or(fallback);
    };
    RotarySpec spec;
    spec.scaling = scaling;
    spec.pairing = config.isTrue("rotary_emb_interleaved") ? Pairing::Interleaved
        : config.isFalse("rotary_emb_interleaved")         ? Pairing::HalfSplit
                                                           : rule.pairing;
    spec.base = real(rotaryBaseKeys(), 10000.0);
    constexpr std::string_view kHeadDim[] = {"head_dim"};
    const auto heads = config.number(headKeys());
    const auto width = config.number(widthKeys());
    auto headDim = config.number(kHeadDim);
    if (!headDim && heads && width && heads->value >= 1)
        headDim = ModelConfig::Number{"", width->value / heads->value};
    if (!headDim || headDim->value < 1 || headDim->value > kMostColumns)
        return fail(ErrorCode::Unsupported, "a rotary encoding whose head size config.json does not tell");
    spec.headDim = static_cast<int>(headDim->value);
    if (rule.dimKey.empty()) {
        spec.dim = static_cast<int>(spec.headDim * std::clamp(real(rotaryShareKeys(), rule.defaultShare), 0.0, 1.0));
    } else {
        const std::string_view dimKeys[] = {rule.dimKey};
        const auto dim = config.number(dimKeys);
        spec.dim = dim && dim->value >= 0 && dim->value <= spec.headDim ? static_cast<int>(dim->value)
                                                                        : std::min(rule.defaultDim, spec.headDim);
    }
    std::vector<std::string> notes;
    spec.length = lengthOf(config, lengthKeys(), notes);
    if (const Status valid = validate(spec); !valid)
        return fail(ErrorCode::Unsupported,
                    fmt::format("a rotary encoding that cannot be computed ({})", valid.error().message));
    Encoding encoding = rotaryEncoding(spec);
    encoding.family = config.modelType();
    encoding.title = fmt::format("{} · rotary", encoding.family);
    if (heads && heads->value >= 1 && heads->value <= kMostHeads)
        encoding.heads = static_cast<int>(heads->value);
    encoding.notes.insert(encoding.notes.end(), notes.begin(), notes.end());
    encoding.notes.emplace_back("computed from config.json, not stored; the same in every layer and head");
    return encoding;
}

} // namespace

ComputedByConfig computedByConfig(const ModelConfig& config)
{
    ComputedByConfig result;
    if (!config.present())
        return result;
    for (const AlibiRule& rule : alibiRules())
        if (applies(rule, config)) {
            if (auto encoding = alibiOf(rule, config))
                result.encodings.push_back(*std::move(encoding));
            else
                result.refused = "ALiBi biases whose number of heads config.json does not tell";
            break;
        }
    if (const RotaryRule* rule = findRotary(config.modelType())) {
        if (auto encoding = rotaryOf(*rule, config))
            result.encodings.push_back(*std::move(encoding));
        else
            result.refused = encoding.error().message;
    }
    if (result.encodings.empty() && result.refused.empty())
        result.refused = config.computedPosition();
    return result;
}

} // namespace pescope::encoding
