// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/gguf_config.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace pescope::checkpoint {

namespace {

using nlohmann::json;

/// An architecture whose name or pairing of columns differs from what transformers says.
struct Architecture {
    std::string_view name; ///< general.architecture
    std::string_view modelType; ///< of transformers
    bool interleaved = false; ///< llama_model_rope_type of llama.cpp: "norm", columns 2k and 2k + 1
};
constexpr std::array kArchitectures{
    Architecture{"llama", "llama", true},
    Architecture{"baichuan", "baichuan", true},
    Architecture{"starcoder", "gpt_bigcode"},
    Architecture{"gptneox", "gpt_neox"},
    Architecture{"gptj", "gptj", true},
    Architecture{"command-r", "cohere", true},
    Architecture{"olmo", "olmo", true},
    Architecture{"granite", "granite", true},
    Architecture{"qwen2moe", "qwen2_moe"},
    Architecture{"qwen3moe", "qwen3_moe"},
    Architecture{"phi2", "phi"},
    Architecture{"nomic-bert", "nomic_bert"},
    Architecture{"jina-bert-v2", "bert"},
    Architecture{"t5encoder", "t5"},
};

/// A key of the metadata, behind "ARCHITECTURE.", and the config key that means the same.
struct Key {
    std::string_view gguf;
    std::string_view config;
};
constexpr std::array kKeys{
    Key{"context_length", "max_position_embeddings"},
    Key{"embedding_length", "hidden_size"},
    Key{"feed_forward_length", "intermediate_size"},
    Key{"block_count", "num_hidden_layers"},
    Key{"attention.head_count", "num_attention_heads"},
    Key{"attention.head_count_kv", "num_key_value_heads"},
    Key{"attention.key_length", "head_dim"},
    Key{"attention.sliding_window", "sliding_window"},
    Key{"attention.relative_buckets_count", "relative_attention_num_buckets"},
    Key{"attention.causal", "is_decoder"},
    Key{"attention.layer_norm_epsilon", "layer_norm_eps"},
    Key{"rope.freq_base", "rope_theta"},
    Key{"vocab_size", "vocab_size"},
};

class Writer {
public:
    Writer(const GgufHeader& header, const GgufRopeFactors& factors)
        : m_header(header)
        , m_factors(factors)
    {
    }

    json run()
    {
        const GgufValue* named = find("general.architecture");
        const auto* name = named ? std::get_if<std::string>(named) : nullptr;
        if (!name)
            return nullptr;
        m_architecture = *name;
        const auto* const known = std::ranges::find(kArchitectures, m_architecture, &Architecture::name);
        const bool isKnown = known != kArchitectures.end();
        m_config = json::object();
        m_config["model_type"] = isKnown ? std::string(known->modelType) : m_architecture;
        for (const Key& key : kKeys)
            if (json value = scalar(key.gguf); !value.is_null())
                m_config[std::string(key.config)] = std::move(value);
        if (const GgufValue* tokens = find("tokenizer.ggml.tokens"); tokens && !m_config.contains("vocab_size"))
            if (const auto* array = std::get_if<GgufArray>(tokens))
                m_config["vocab_size"] = array->length;
        if (!scalar("rope.freq_base").is_null() || !scalar("rope.dimension_count").is_null())
            rope(isKnown && known->interleaved);
        alibi();
        return std::move(m_config);
    }

private:
    [[nodiscard]] const GgufValue* find(std::string_view key) const
    {
        const auto found = m_header.metadata.find(key);
        return found == m_header.metadata.end() ? nullptr : &found->second;
    }

    /// A number, truth value or text below the architecture; null where there is none.
    [[nodiscard]] json scalar(std::string_view key) const
    {
        const GgufValue* value = find(fmt::format("{}.{}", m_architecture, key));
        if (!value)
            return nullptr;
        return std::visit(
            [](const auto& one) -> json {
                if constexpr (std::is_same_v<std::decay_t<decltype(one)>, GgufArray>)
                    return nullptr;
                else
                    return one;
            },
            *value);
    }

    [[nodiscard]] double number(std::string_view key, double fallback) const
    {
        const json value = scalar(key);
        return value.is_number() ? value.get<double>() : fallback;
    }

    void rope(bool interleaved)
    {
        m_config["rotary_emb_interleaved"] = interleaved;
        const double width = number("embedding_length", 0);
        const double heads = number("attention.head_count", 0);
        const double headDim = number("attention.key_length", heads >= 1 ? std::floor(width / heads) : 0);
        const double dim = number("rope.dimension_count", headDim);
        if (headDim >= 1 && dim >= 1 && dim <= headDim) {
            m_config["partial_rotary_factor"] = dim / headDim;
            m_config["rotary_dim"] = static_cast<std::int64_t>(dim);
        }
        json scaling = json::object();
        const json type = scalar("rope.scaling.type");
        const double linear = number("rope.scale_linear", 1); // what version 2 files have
        if (type.is_string() && type != "none")
            scaling["rope_type"] = type;
        else if (linear > 1)
            scaling["rope_type"] = "linear";
        else if (m_factors.all)
            scaling["rope_type"] = "divisors";
        else if (m_factors.longText || m_factors.shortText)
            scaling["rope_type"] = "longrope";
        if (scaling.empty())
            return;
        scaling["factor"] = number("rope.scaling.factor", linear);
        copy("rope.scaling.original_context_length", "original_max_position_embeddings", scaling);
        copy("rope.scaling.attn_factor", "attention_factor", scaling);
        copy("rope.scaling.yarn_beta_fast", "beta_fast", scaling);
        copy("rope.scaling.yarn_beta_slow", "beta_slow", scaling);
        if (m_factors.all)
            scaling["divisors"] = *m_factors.all;
        if (m_factors.longText)
            scaling["long_factor"] = *m_factors.longText;
        if (m_factors.shortText)
            scaling["short_factor"] = *m_factors.shortText;
        m_config["rope_scaling"] = std::move(scaling);
    }

    void copy(std::string_view from, std::string_view to, json& into) const
    {
        if (json value = scalar(from); !value.is_null())
            into[std::string(to)] = std::move(value);
    }

    void alibi()
    {
        const double most = number("attention.max_alibi_bias", 0);
        if (!(most > 0) && m_architecture != "jina-bert-v2" && m_architecture != "bloom")
            return;
        if (m_architecture == "jina-bert-v2")
            m_config["position_embedding_type"] = "alibi"; // in both directions
        else
            m_config["alibi"] = true;
        m_config["attn_config"] = {{"alibi", true}, {"alibi_bias_max", most > 0 ? most : 8.0}};
    }

    const GgufHeader& m_header;
    const GgufRopeFactors& m_factors;
    std::string m_architecture;
    json m_config;
};

} // namespace

json ggufConfig(const GgufHeader& header, const GgufRopeFactors& factors)
{
    return Writer(header, factors).run();
}

std::optional<std::string_view> ggufKey(std::string_view configKey)
{
    const auto* const key = std::ranges::find(kKeys, configKey, &Key::config);
    return key == kKeys.end() ? std::nullopt : std::optional(key->gguf);
}

} // namespace pescope::checkpoint
