// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/catalogue_relative.h"
#include "core/encoding/computed_encodings.h"
#include "core/encoding/limits.h"
#include "core/encoding/model_computed.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace pescope::encoding {

using tables::Index;

namespace {

constexpr std::int64_t kMostNamedLayers = 64;

/// One of the rotary encodings of a model, before its frequencies are known.
struct Rope {
    std::string id;
    std::string layers; ///< a phrase: which layers use it
    double base = 10000;
    ModelConfig scaling; ///< the section with rope_type, factor, …
};

double realIn(const ModelConfig& where, std::string_view key, double fallback)
{
    const std::string_view keys[] = {key};
    return where.real(keys).value_or(fallback);
}

std::string typeOf(const ModelConfig& scaling)
{
    const std::string type = scaling.text("rope_type").empty() ? scaling.text("type") : scaling.text("rope_type");
    return type == "su" ? "longrope" : type; // the older name
}

/// 0.1·a·ln s + 1: how YaRN's logits grow.
double yarnGrowth(double factor, double weight = 1)
{
    return factor <= 1 ? 1 : 0.1 * weight * std::log(factor) + 1;
}

void readYarn(RopeScaling& scaling, const ModelConfig& section)
{
    scaling.fastTurns = realIn(section, "beta_fast", 32);
    scaling.slowTurns = realIn(section, "beta_slow", 1);
    scaling.wholeIndexes = !section.isFalse("truncate");
    const double whole = realIn(section, "mscale", 0);
    const double rest = realIn(section, "mscale_all_dim", 0);
    scaling.amplitude = whole > 0 && rest > 0 ? yarnGrowth(scaling.factor, whole) / yarnGrowth(scaling.factor, rest)
                                              : yarnGrowth(scaling.factor);
    scaling.amplitude = realIn(section, "attention_factor", scaling.amplitude);
}

void readLongRope(RopeScaling& scaling, const ModelConfig& section, const ModelConfig& config)
{
    scaling.divisors = section.reals("short_factor");
    scaling.longDivisors = section.reals("long_factor");
    const double longest = realIn(config, "max_position_embeddings", 0);
    const double atTop = realIn(config, "original_max_position_embeddings", 0);
    if (atTop > 0)
        scaling.trainedLength = atTop;
    double factor = realIn(section, "factor", 0);
    // a length at the top of the config overrides the factor, except in rope_parameters
    if (scaling.trainedLength > 0 && (factor <= 0 || (atTop > 0 && !config.hasSection("rope_parameters"))))
        factor = longest / scaling.trainedLength;
    scaling.factor = std::max(1.0, factor);
    scaling.amplitude = factor <= 1 || !(scaling.trainedLength > 1)
        ? 1
        : std::sqrt(1 + std::log(factor) / std::log(scaling.trainedLength));
    scaling.amplitude = realIn(section, "attention_factor", scaling.amplitude);
}

/// The scaling of the frequencies; the name of one that is not there yet as the error's message.
Result<RopeScaling> scalingOf(const ModelConfig& section, const ModelConfig& config)
{
    using Type = RopeScaling::Type;
    RopeScaling scaling;
    const std::string type = typeOf(section);
    // mrope: pictures have three positions a token; those of words are the same in all three
    if (type.empty() || type == "default" || type == "mrope" || type == "proportional")
        return scaling;
    constexpr Type kTypes[] = {Type::Linear, Type::Dynamic, Type::Yarn, Type::LongRope, Type::Llama3, Type::Divisors};
    const auto* const known =
        std::ranges::find(kTypes, std::string_view(type), [](Type one) { return encoding::name(one); });
    if (known == std::end(kTypes))
        return fail(ErrorCode::Unsupported, fmt::format("a rotary encoding with the scaling “{}”", type));
    scaling.type = *known;
    const double longest = realIn(config, "max_position_embeddings", 0);
    scaling.divisors = section.reals("divisors");
    scaling.factor = realIn(section, "factor", 1);
    scaling.lowFrequencyFactor = realIn(section, "low_freq_factor", 1);
    scaling.highFrequencyFactor = realIn(section, "high_freq_factor", 4);
    // dynamic scaling starts at the longest text, the others at the one of the first training
    scaling.trainedLength =
        scaling.type == Type::Dynamic ? longest : realIn(section, "original_max_position_embeddings", longest);
    if (scaling.type == Type::Yarn)
        readYarn(scaling, section);
    if (scaling.type == Type::LongRope)
        readLongRope(scaling, section, config);
    return scaling;
}

/// "layers 0, 3", those that the config gives the type of; empty: it does not tell.
std::string layersOf(const ModelConfig& config, std::string_view type)
{
    constexpr std::string_view kLayers[] = {"num_hidden_layers", "n_layer"};
    constexpr std::string_view kEvery[] = {"global_attn_every_n_layers"};
    constexpr std::string_view kPattern[] = {"sliding_window_pattern", "_sliding_window_pattern"};
    const bool global = type == "full_attention";
    std::vector<std::int64_t> layers;
    if (const std::vector<std::string> types = config.texts("layer_types"); !types.empty()) {
        for (std::size_t k = 0; k < types.size(); ++k)
            if (types[k] == type)
                layers.push_back(static_cast<std::int64_t>(k));
    } else if (const auto count = config.number(kLayers); count && count->value <= kMostNamedLayers) {
        const auto every = config.number(kEvery);
        const auto pattern = config.number(kPattern);
        for (std::int64_t k = 0; k < count->value; ++k) {
            if (every && every->value >= 1 && (k % every->value == 0) == global)
                layers.push_back(k);
            else if (!every && pattern && pattern->value >= 1 && ((k + 1) % pattern->value == 0) == global)
                layers.push_back(k);
        }
    }
    return layers.empty() ? std::string() : fmt::format("layers {}", fmt::join(layers, ", "));
}

std::string layersPhrase(const ModelConfig& config, std::string_view type)
{
    constexpr std::string_view kAround[] = {"local_attention"};
    constexpr std::string_view kBefore[] = {"sliding_window"};
    const std::string named = layersOf(config, type);
    std::string phrase = fmt::format("used by {} ({})", named.empty() ? "the layers of one kind" : named, type);
    if (type != "sliding_attention")
        return phrase;
    if (const auto around = config.number(kAround))
        phrase += fmt::format(", which see keys within ±{} positions", around->value / 2);
    else if (const auto before = config.number(kBefore))
        phrase += fmt::format(", which see a window of {} positions", before->value);
    return phrase;
}

/// The encodings of a model: one, or one for each kind of layers.
std::vector<Rope> ropesOf(const RotaryRule& rule, const ModelConfig& config)
{
    constexpr std::string_view kGlobal = "full_attention";
    constexpr std::string_view kLocal = "sliding_attention";
    const ModelConfig parameters = config.section("rope_parameters");
    const ModelConfig scaling = parameters.present() ? parameters : config.section("rope_scaling");
    const auto baseIn = [&](const ModelConfig& section, double fallback) {
        const auto nested = section.real(rotaryBaseKeys());
        return nested ? *nested : fallback;
    };
    if (parameters.holdsSections()) { // version 5: a section for each type of layer
        std::vector<std::string> types = parameters.sectionNames();
        std::ranges::stable_partition(types, [&](const std::string& type) { return type == kGlobal; });
        std::vector<Rope> ropes;
        for (const std::string& type : types) {
            const ModelConfig section = parameters.section(type);
            const bool local = type == kLocal;
            const double standard = rule.globalBaseKey.empty() ? rule.defaultBase
                : local                                        ? rule.defaultLocalBase
                                                               : rule.defaultGlobalBase;
            ropes.push_back({.id = ropes.empty() ? "rotary"
                                 : local         ? "rotary.local"
                                                 : fmt::format("rotary.{}", type),
                             .layers = types.size() == 1 ? "the same in every layer" : layersPhrase(config, type),
                             .base = baseIn(section, realIn(config, "rope_theta", standard)),
                             .scaling = section});
        }
        return ropes;
    }
    if (!rule.globalBaseKey.empty()) {
        const double global = baseIn(parameters, realIn(config, rule.globalBaseKey, rule.defaultGlobalBase));
        return {{.id = "rotary", .layers = layersPhrase(config, kGlobal), .base = global, .scaling = scaling},
                {.id = "rotary.local",
                 .layers = layersPhrase(config, kLocal),
                 .base = realIn(config, rule.localBaseKey, rule.defaultLocalBase),
                 .scaling = config.section("")}};
    }
    return {{.id = "rotary",
             .layers = "the same in every layer",
             .base = baseIn(parameters, config.real(rotaryBaseKeys()).value_or(rule.defaultBase)),
             .scaling = scaling}};
}

Pairing pairingOf(const RotaryRule& rule, const ModelConfig& config)
{
    if (config.isTrue("rotary_emb_interleaved"))
        return Pairing::Interleaved;
    return config.isFalse("rotary_emb_interleaved") ? Pairing::HalfSplit : rule.pairing;
}

int rotatedColumns(const RotaryRule& rule, const ModelConfig& config, const ModelConfig& section, int headDim)
{
    if (rule.dimKey.empty()) {
        const auto nested = section.real(rotaryShareKeys());
        const double share = nested ? *nested : config.real(rotaryShareKeys()).value_or(rule.defaultShare);
        return static_cast<int>(headDim * std::clamp(share, 0.0, 1.0));
    }
    const std::string_view dimKeys[] = {rule.dimKey};
    const auto dim = config.number(dimKeys);
    return dim && dim->value >= 0 && dim->value <= headDim ? static_cast<int>(dim->value)
                                                           : std::min(rule.defaultDim, headDim);
}

/// The frequencies of the whole head, of which the last ones are zero: the base of a head of the rotated columns alone
/// that has the same ones.
void makeProportional(RotarySpec& spec)
{
    spec.dim -= spec.dim % 2;
    spec.base = std::pow(spec.base, static_cast<double>(spec.dim) / spec.headDim);
}

/// Errors: Unsupported with what is not there yet as a phrase.
Result<Encoding> rotaryOf(const RotaryRule& rule, const ModelConfig& config, const Rope& rope)
{
    PESCOPE_TRY(scaling, scalingOf(rope.scaling, config));
    const auto headDim = headSize(config);
    if (!headDim)
        return fail(ErrorCode::Unsupported,
                    fmt::format("a rotary encoding whose head size {} does not tell", config.place()));
    RotarySpec spec;
    spec.scaling = scaling;
    spec.pairing = pairingOf(rule, config);
    spec.base = rope.base;
    spec.headDim = *headDim;
    spec.dim = rotatedColumns(rule, config, rope.scaling, *headDim);
    const bool proportional = typeOf(rope.scaling) == "proportional";
    if (proportional)
        makeProportional(spec);
    std::vector<std::string> notes;
    spec.length = textLength(config, lengthKeys(), notes);
    if (const Status valid = validate(spec); !valid)
        return fail(ErrorCode::Unsupported,
                    fmt::format("a rotary encoding that cannot be computed ({})", valid.error().message));
    Encoding encoding = rotaryEncoding(spec);
    encoding.id = rope.id;
    encoding.family = config.modelType();
    encoding.title = titled(encoding.family, rope.id);
    if (const auto heads = config.number(headKeys()); heads && heads->value >= 1 && heads->value <= kMaxHeads)
        encoding.heads = static_cast<int>(heads->value);
    if (proportional) {
        nlohmann::json parameters = *encoding.parameters;
        parameters["theta"] = rope.base;
        parameters["scaling"] = {{"type", "proportional"}};
        encoding.parameters = std::make_shared<const nlohmann::json>(std::move(parameters));
        encoding.notes.push_back(fmt::format(
            "proportional: ω_k = theta^(−2k/{}) of the whole head, pairs are k and k + {}; the pairs that are left "
            "do not turn",
            *headDim, *headDim / 2));
    }
    encoding.notes.insert(encoding.notes.end(), notes.begin(), notes.end());
    if (rule.family.empty())
        encoding.notes.push_back(
            fmt::format("model_type {} is not in the catalogue: the pairing {} is taken, as most models have it",
                        config.modelType().empty() ? "(none)" : config.modelType(), name(spec.pairing)));
    if (typeOf(rope.scaling) == "mrope")
        encoding.notes.emplace_back("mrope: pictures and films have three positions a token; those of words are the "
                                    "same in all three, as they are here");
    encoding.notes.push_back(
        fmt::format("computed from {}, not stored; {}, and in every head", config.place(), rope.layers));
    return encoding;
}

bool applies(const RotaryRule& rule, const ModelConfig& config)
{
    if (rule.family.empty())
        return config.impliesRotary();
    if (rule.condition.starts_with('!'))
        return !config.isTrue(rule.condition.substr(1));
    if (rule.condition.empty())
        return true;
    return rule.value.empty() ? config.isTrue(rule.condition) : config.text(rule.condition) == rule.value;
}

} // namespace

void addRotary(const ModelConfig& whole, ComputedByConfig& result)
{
    // models of text and pictures keep what is said of the text in a section
    const ModelConfig config =
        whole.hasSection("text_config") && !whole.number(widthKeys()) ? whole.section("text_config") : whole;
    if (!config.present())
        return;
    const RotaryRule& rule = *findRotary(config.modelType());
    if (!applies(rule, config))
        return;
    for (const Rope& rope : ropesOf(rule, config)) {
        if (auto encoding = rotaryOf(rule, config, rope))
            result.encodings.push_back(*std::move(encoding));
        else
            result.refused = encoding.error().message;
    }
}

} // namespace pescope::encoding
