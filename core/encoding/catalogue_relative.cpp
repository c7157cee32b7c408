// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/catalogue_relative.h"

#include "core/encoding/tensor_name.h"

#include <algorithm>
#include <array>

namespace pescope::encoding {

namespace {

using Names = std::string_view;

constexpr std::array kMaxPositions{Names("max_position_embeddings")};
constexpr std::array kRelativeTables{
    RelativeTableRule{"attention.self.distance_embedding.weight", "layer", "position_embedding_type", "relative_key",
                      "relative_key_query", "relative_key", kMaxPositions},
};

constexpr std::array kBuckets{
    BucketRule{"SelfAttention.relative_attention_bias.weight", "block", "decoder", "encoder", std::nullopt,
               LogitScale::One},
    // T5 in GGUF
    BucketRule{"attn_rel_b.weight", "blk", "dec", "enc", std::nullopt, LogitScale::One},
};

constexpr std::array kBloomTypes{Names("bloom")};
constexpr std::array kMptTypes{Names("mpt")};
constexpr std::array kHeads{Names("num_attention_heads"), Names("n_head"), Names("n_heads"), Names("num_heads")};
constexpr std::array kBloomHeads{Names("n_head"), Names("num_attention_heads")};
constexpr std::array kLengths{Names("max_position_embeddings"), Names("n_positions"), Names("max_seq_len"),
                              Names("seq_length"), Names("n_ctx")};
constexpr std::array kAlibis{
    AlibiRule{"bloom", kBloomTypes, "", "", "", "", kBloomHeads, kLengths, true},
    AlibiRule{"mpt", kMptTypes, "attn_config", "alibi", "", "alibi_bias_max", kHeads, kLengths, true},
    // custom code under any model_type: the jina family says "bert"
    AlibiRule{"", {}, "", "position_embedding_type", "alibi", "", kHeads, kLengths, false},
};

constexpr std::array kLlamaTypes{Names("llama"),     Names("mistral"),   Names("mixtral"),   Names("qwen2"),
                                 Names("qwen2_moe"), Names("qwen3"),     Names("qwen3_moe"), Names("gemma"),
                                 Names("gemma2"),    Names("phi3"),      Names("olmo"),      Names("olmo2"),
                                 Names("granite"),   Names("starcoder2")};
constexpr std::array kNeoxTypes{Names("gpt_neox")};
constexpr std::array kStableTypes{Names("stablelm")};
constexpr std::array kPhiTypes{Names("phi")};
constexpr std::array kGptjTypes{Names("gptj"), Names("codegen")};
constexpr std::array kCohereTypes{Names("cohere")};
constexpr std::array kRotaries{
    RotaryRule{"llama", kLlamaTypes, Pairing::HalfSplit, 1, "", 0},
    RotaryRule{"gpt_neox", kNeoxTypes, Pairing::HalfSplit, 0.25, "", 0},
    RotaryRule{"stablelm", kStableTypes, Pairing::HalfSplit, 0.25, "", 0},
    RotaryRule{"phi", kPhiTypes, Pairing::HalfSplit, 0.5, "", 0},
    RotaryRule{"gptj", kGptjTypes, Pairing::Interleaved, 1, "rotary_dim", 64},
    RotaryRule{"cohere", kCohereTypes, Pairing::Interleaved, 1, "", 0},
};

constexpr std::array kBases{Names("rope_theta"), Names("rotary_emb_base")};
constexpr std::array kShares{Names("partial_rotary_factor"), Names("rotary_pct")};
constexpr std::array kWidths{Names("hidden_size"), Names("n_embd"), Names("d_model")};

template<typename Rules>
const auto* ruleFor(const Rules& rules, std::string_view tensor)
{
    const auto found = std::ranges::find_if(rules, [&](const auto& rule) { return endsAtDot(tensor, rule.tensor); });
    return found == rules.end() ? nullptr : &*found;
}

} // namespace

const RelativeTableRule* findRelativeTable(std::string_view tensor)
{
    return ruleFor(kRelativeTables, tensor);
}

const BucketRule* findBuckets(std::string_view tensor)
{
    return ruleFor(kBuckets, tensor);
}

std::span<const AlibiRule> alibiRules()
{
    return kAlibis;
}

const RotaryRule* findRotary(std::string_view modelType)
{
    const auto* const found = std::ranges::find_if(kRotaries, [&](const RotaryRule& rule) {
        return std::ranges::find(rule.modelTypes, modelType) != rule.modelTypes.end();
    });
    return found == kRotaries.end() ? nullptr : &*found;
}

std::span<const std::string_view> rotaryBaseKeys()
{
    return kBases;
}

std::span<const std::string_view> rotaryShareKeys()
{
    return kShares;
}

std::span<const std::string_view> headKeys()
{
    return kHeads;
}

std::span<const std::string_view> widthKeys()
{
    return kWidths;
}

std::span<const std::string_view> lengthKeys()
{
    return kLengths;
}

} // namespace pescope::encoding
