// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/encoder_config.h"

#include "core/encoding/model_config.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <utility>

namespace pescope::bert {
namespace {

using tables::Index;

constexpr std::array<std::pair<std::string_view, EncoderFamily>, 7> kFamilies{{
    {"bert", EncoderFamily::Bert},
    {"roberta", EncoderFamily::Roberta},
    {"xlm-roberta", EncoderFamily::Roberta},
    {"camembert", EncoderFamily::Roberta},
    {"electra", EncoderFamily::Electra},
    {"distilbert", EncoderFamily::DistilBert},
    {"albert", EncoderFamily::Albert},
}};

constexpr std::array<std::pair<std::string_view, Activation>, 11> kActivations{{
    {"gelu", Activation::Gelu},
    {"gelu_python", Activation::Gelu},
    {"gelu_new", Activation::GeluTanh},
    {"gelu_fast", Activation::GeluTanh},
    {"gelu_accurate", Activation::GeluTanh},
    {"gelu_pytorch_tanh", Activation::GeluTanh},
    {"quick_gelu", Activation::QuickGelu},
    {"relu", Activation::Relu},
    {"silu", Activation::Silu},
    {"swish", Activation::Silu},
    {"tanh", Activation::Tanh},
}};

template<typename Pairs>
auto find(const Pairs& pairs, std::string_view text) -> std::optional<typename Pairs::value_type::second_type>
{
    for (const auto& [key, value] : pairs)
        if (key == text)
            return value;
    return std::nullopt;
}

template<typename Pairs>
std::string names(const Pairs& pairs)
{
    std::string all;
    for (const auto& [key, value] : pairs)
        all += (all.empty() ? "" : ", ") + std::string(key);
    return all;
}

/// Sizes that take part in products of sizes; a larger one is no model of this kind.
constexpr Index kLargestSize = Index{1} << 31;

/// A whole number in [smallest, 2^31] under a key, or nothing when the key is absent.
Result<std::optional<Index>> size(const nlohmann::json& config, std::string_view key, Index smallest)
{
    const auto found = config.find(key);
    if (found == config.end() || found->is_null())
        return std::nullopt;
    if (!found->is_number_integer() || found->get<std::int64_t>() < smallest
        || found->get<std::int64_t>() > kLargestSize)
        return fail(ErrorCode::Format,
                    fmt::format("config.json: {} is {}, which is not a whole number from {} to {}", key, found->dump(),
                                smallest, kLargestSize));
    return found->get<std::int64_t>();
}

Result<Index> required(const nlohmann::json& config, std::string_view key)
{
    PESCOPE_TRY(value, size(config, key, 1));
    if (!value)
        return fail(ErrorCode::Format, fmt::format("config.json does not say {}", key),
                    "Take the config.json that belongs to these weights.");
    return *value;
}

Result<EncoderFamily> familyOf(const nlohmann::json& config, const std::string& modelType)
{
    if (!config.is_object())
        return fail(ErrorCode::Format,
                    "the model has no config.json, which says the number of attention heads and the activation",
                    "Put the config.json of this model beside its weights.");
    const auto family = find(kFamilies, modelType);
    if (!family)
        return fail(ErrorCode::Unsupported,
                    modelType.empty() ? std::string("config.json does not say model_type")
                                      : fmt::format("a text cannot be run through a model of type \"{}\"", modelType),
                    fmt::format("Encoders of these types can be run: {}.", names(kFamilies)));
    if (const auto decoder = config.find("is_decoder"); decoder != config.end() && *decoder == true)
        return fail(ErrorCode::Unsupported,
                    fmt::format("config.json says is_decoder: this \"{}\" is a decoder, whose tokens see only earlier "
                                "ones",
                                modelType),
                    "Take an encoder.");
    return *family;
}

Result<PositionKind> positionOf(const nlohmann::json& config, EncoderFamily family)
{
    const std::string type = encoding::ModelConfig(config).text("position_embedding_type");
    // DistilBERT's reference does not read this key.
    if (type.empty() || family == EncoderFamily::DistilBert)
        return PositionKind::Absolute;
    for (const PositionKind kind : {PositionKind::Absolute, PositionKind::RelativeKey, PositionKind::RelativeKeyQuery})
        if (type == name(kind))
            return kind;
    return fail(ErrorCode::Unsupported,
                fmt::format("config.json: position_embedding_type \"{}\" is not one that can be run", type),
                "absolute, relative_key and relative_key_query can.");
}

Result<Activation> activationOf(const nlohmann::json& config, EncoderFamily family)
{
    const char* const key = family == EncoderFamily::DistilBert ? "activation" : "hidden_act";
    const auto found = config.find(key);
    if (found == config.end() || found->is_null())
        return family == EncoderFamily::Albert ? Activation::GeluTanh : Activation::Gelu;
    const auto activation = found->is_string() ? find(kActivations, found->get<std::string>()) : std::nullopt;
    if (!activation)
        return fail(ErrorCode::Unsupported, fmt::format("config.json: {} {} is not known", key, found->dump()),
                    fmt::format("These activations can be run: {}.", names(kActivations)));
    return *activation;
}

/// Keys that differ between DistilBERT and the others.
struct Keys {
    std::string_view layers = "num_hidden_layers";
    std::string_view heads = "num_attention_heads";
    std::string_view hidden = "hidden_size";
    std::string_view intermediate = "intermediate_size";
};

Status readSizes(const nlohmann::json& json, EncoderConfig& config)
{
    Keys keys;
    if (config.family == EncoderFamily::DistilBert)
        keys = {.layers = "n_layers", .heads = "n_heads", .hidden = "dim", .intermediate = "hidden_dim"};
    PESCOPE_TRY(layers, required(json, keys.layers));
    PESCOPE_TRY(heads, required(json, keys.heads));
    PESCOPE_TRY(hidden, required(json, keys.hidden));
    constexpr Index kMostLayers = 10000;
    if (layers > kMostLayers)
        return fail(ErrorCode::Format,
                    fmt::format("config.json: {} is {}, above {}", keys.layers, layers, kMostLayers));
    if (hidden % heads != 0)
        return fail(ErrorCode::Format,
                    fmt::format("config.json: {} {} cannot be divided among {} heads", keys.hidden, hidden, heads));
    config.layers = static_cast<int>(layers);
    config.heads = static_cast<int>(heads);
    config.hidden = hidden;
    config.groups = config.layers;
    PESCOPE_TRY(intermediate, size(json, keys.intermediate, 1));
    PESCOPE_TRY(vocabulary, size(json, "vocab_size", 1));
    PESCOPE_TRY(positionRows, size(json, "max_position_embeddings", 1));
    config.intermediate = intermediate;
    config.vocabulary = vocabulary;
    config.positionRows = positionRows;
    if (config.family != EncoderFamily::DistilBert) {
        PESCOPE_TRY(segments, size(json, "type_vocab_size", 1));
        config.segments = segments;
    }
    if (config.family == EncoderFamily::Electra || config.family == EncoderFamily::Albert) {
        PESCOPE_TRY(embedding, size(json, "embedding_size", 1));
        // The reference's own default, for configs that leave it out.
        config.embedding = embedding.value_or(128);
    }
    PESCOPE_TRY(pad, size(json, "pad_token_id", 0));
    config.padToken = pad.value_or(config.family == EncoderFamily::Roberta ? 1 : 0);
    return ok();
}

/// ALBERT's layers share weights within groups.
Status readGroups(const nlohmann::json& json, EncoderConfig& config)
{
    PESCOPE_TRY(groups, size(json, "num_hidden_groups", 1));
    PESCOPE_TRY(inner, size(json, "inner_group_num", 1));
    if (inner.value_or(1) != 1)
        return fail(ErrorCode::Unsupported,
                    fmt::format("config.json: inner_group_num {}: only groups of one layer can be run", *inner));
    if (groups.value_or(1) > config.layers || config.layers % groups.value_or(1) != 0)
        return fail(ErrorCode::Format,
                    fmt::format("config.json: {} layers cannot be divided among {} groups", config.layers, *groups));
    config.groups = static_cast<int>(groups.value_or(1));
    return ok();
}

} // namespace

std::string_view name(EncoderFamily family)
{
    switch (family) {
    case EncoderFamily::Bert:
        return "BERT";
    case EncoderFamily::Roberta:
        return "RoBERTa";
    case EncoderFamily::Electra:
        return "ELECTRA";
    case EncoderFamily::DistilBert:
        return "DistilBERT";
    case EncoderFamily::Albert:
        return "ALBERT";
    }
    return "";
}

std::string_view name(PositionKind kind)
{
    switch (kind) {
    case PositionKind::Absolute:
        return "absolute";
    case PositionKind::RelativeKey:
        return "relative_key";
    case PositionKind::RelativeKeyQuery:
        return "relative_key_query";
    }
    return "";
}

Result<EncoderConfig> readEncoderConfig(const nlohmann::json& json)
{
    const encoding::ModelConfig reader(json);
    EncoderConfig config;
    config.modelType = reader.modelType();
    PESCOPE_TRY(family, familyOf(json, config.modelType));
    config.family = family;
    PESCOPE_TRY(position, positionOf(json, family));
    config.position = position;
    PESCOPE_TRY(activation, activationOf(json, family));
    config.activation = activation;
    if (Status sizes = readSizes(json, config); !sizes)
        return std::unexpected(std::move(sizes).error());
    if (family == EncoderFamily::Albert)
        if (Status groups = readGroups(json, config); !groups)
            return std::unexpected(std::move(groups).error());
    constexpr std::array<std::string_view, 1> kEps{"layer_norm_eps"};
    // DistilBERT's is fixed.
    if (family != EncoderFamily::DistilBert)
        config.layerNormEps = reader.real(kEps).value_or(1e-12);
    if (config.layerNormEps < 0)
        return fail(ErrorCode::Format, fmt::format("config.json: layer_norm_eps is {}", config.layerNormEps));
    return config;
}

Status checkLayer(const EncoderConfig& config, Layer layer)
{
    if (config.hasLayer(layer))
        return ok();
    return fail(ErrorCode::Shape, fmt::format("there is no layer {}: the model has {}", layer.number, config.layers),
                fmt::format("Choose a layer from 1 to {}.", config.layers));
}

} // namespace pescope::bert
