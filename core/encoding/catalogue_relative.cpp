// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/catalogue_relative.h"

#include "core/encoding/catalogue_names.h"
#include "core/encoding/tensor_name.h"

#include <algorithm>
#include <array>

namespace pescope::encoding {

namespace {

constexpr std::array kRelativeTables{
    RelativeTableRule{"attention.self.distance_embedding.weight", "layer", "position_embedding_type", "relative_key",
                      "relative_key_query", "relative_key", kMaxPositions},
};

constexpr std::array kBuckets{
    BucketRule{"SelfAttention.relative_attention_bias.weight", "block", "decoder", "encoder", std::nullopt,
               LogitScale::One},
    // T5 in GGUF
    BucketRule{"attn_rel_b.weight", "blk", "dec", "enc", std::nullopt, LogitScale::One},
    BucketRule{"EncDecAttention.relative_attention_bias.weight", "block", "decoder", "encoder", std::nullopt,
               LogitScale::One, "EncDecAttention"},
    // MPNet: one table for all layers; its code has the 128, whatever the config says
    BucketRule{"encoder.relative_attention_bias.weight", "", "", "", 128},
};

constexpr std::array kDisentangled{
    DisentangledRule{"rel_embeddings.weight", "LayerNorm", "norm_rel_ebd", "layer_norm", "position_buckets",
                     "max_relative_positions", "pos_att_type"},
};

constexpr std::array kWindows{
    // BEiT: a table for each layer, or one for all of them
    WindowRule{"attention.attention.relative_position_bias.relative_position_bias_table", "", "layer"},
    WindowRule{"encoder.relative_position_bias.relative_position_bias_table", "", ""},
    // Swin, as transformers writes it, holds it in memory, and as timm writes it
    WindowRule{"attention.self.relative_position_bias_table", "layers", "blocks"},
    WindowRule{"attention.relative_position_bias.relative_position_bias_table", "layers", "blocks"},
    WindowRule{"attn.relative_position_bias_table", "layers", "blocks"},
};

constexpr std::array kConvolutions{
    // the two ways in which PyTorch has written a weight norm
    ConvolutionRule{"pos_conv_embed.conv.parametrizations.weight.original1",
                    "pos_conv_embed.conv.parametrizations.weight.original0"},
    ConvolutionRule{"pos_conv_embed.conv.weight_v", "pos_conv_embed.conv.weight_g"},
    ConvolutionRule{"pos_conv_embed.conv.weight", ""},
};

constexpr std::array kStoredRotaries{
    StoredRotaryRule{"encoder.embed_positions.weight", "roformer", "roformer", Pairing::Interleaved},
};

constexpr std::array kBloomTypes{Names("bloom")};
constexpr std::array kMptTypes{Names("mpt")};
constexpr std::array kFalconTypes{Names("falcon"), Names("RefinedWeb"), Names("RefinedWebModel")};
constexpr std::array kHeads{Names("num_attention_heads"), Names("n_head"), Names("n_heads"), Names("num_heads")};
constexpr std::array kBloomHeads{Names("n_head"), Names("num_attention_heads")};
constexpr std::array kLengths{Names("max_position_embeddings"), Names("n_positions"), Names("max_seq_len"),
                              Names("seq_length"), Names("n_ctx")};
constexpr std::array kAlibis{
    AlibiRule{"bloom", kBloomTypes, "", "", "", "", kBloomHeads, kLengths, true},
    AlibiRule{"mpt", kMptTypes, "attn_config", "alibi", "", "alibi_bias_max", kHeads, kLengths, true},
    // custom code under any model_type: the jina family says "bert"
    AlibiRule{"", {}, "", "position_embedding_type", "alibi", "", kHeads, kLengths, false},
    AlibiRule{"falcon", kFalconTypes, "", "alibi", "", "", kHeads, kLengths, true, true},
};

constexpr std::array kWidthOfSeq{Names("d_model"), Names("hidden_size")};
constexpr std::array kWidthOfCtrl{Names("n_embd"), Names("d_model")};
constexpr std::array kSourceLengths{Names("max_source_positions"), Names("max_position_embeddings")};
constexpr std::array kTargetLengths{Names("max_target_positions")};
constexpr std::array kMarianTypes{Names("marian"), Names("pegasus")};
constexpr std::array kFairseqTypes{Names("m2m_100"), Names("nllb-moe"), Names("xglm")};
constexpr std::array kSpeechTypes{Names("speech_to_text")};
constexpr std::array kCtrlTypes{Names("ctrl")};
constexpr std::array kSinusoids{
    SinusoidRule{
        "marian", kMarianTypes, Layout::Halves, Spacing::Half, false, kWidthOfSeq, kMaxPositions, {}, kScaledWords},
    SinusoidRule{"m2m_100",
                 kFairseqTypes,
                 Layout::Halves,
                 Spacing::HalfMinusOne,
                 true,
                 kWidthOfSeq,
                 kMaxPositions,
                 {},
                 kScaledWords},
    SinusoidRule{"speech_to_text", kSpeechTypes, Layout::Halves, Spacing::HalfMinusOne, true, kWidthOfSeq,
                 kSourceLengths, kTargetLengths, kScaledWords},
    SinusoidRule{
        "ctrl", kCtrlTypes, Layout::Halves, Spacing::Half, false, kWidthOfCtrl, kLengths, {}, "√d_model word_i + p_i"},
};

constexpr std::array kOffsetSinusoids{
    OffsetSinusoidRule{"transfo-xl", "r_net.weight", OffsetReach::Earlier,
                       "s_{ij} = ((q_i + u)·k_j + [(q_i + v)·(P_{i−j} W_R)]) / √d"},
    OffsetSinusoidRule{"xlnet", "rel_attn.r_w_bias", OffsetReach::Both,
                       "s_{ij} = ((q_i + u)·k_j + [(q_i + v)·(P_{i−j} W_R)] + (q_i + w)·segment_{ij}) / √d"},
    OffsetSinusoidRule{"nezha", "", OffsetReach::Window, "s_{ij} = (q_i·k_j + [q_i·P_{i−j}]) / √d"},
};

constexpr std::array kLlamaTypes{
    Names("llama"),         Names("mistral"),    Names("mixtral"), Names("qwen2"),           Names("qwen2_moe"),
    Names("qwen3"),         Names("qwen3_moe"),  Names("gemma"),   Names("gemma2"),          Names("phi3"),
    Names("olmo"),          Names("olmo2"),      Names("olmo3"),   Names("granite"),         Names("starcoder2"),
    Names("qwen2_vl"),      Names("qwen2_5_vl"), Names("smollm3"), Names("exaone4"),         Names("deepseek"),
    Names("qwen2_vl_text"), Names("ministral"),  Names("arcee"),   Names("hunyuan_v1_dense")};
constexpr std::array kModernTypes{Names("modernbert"), Names("modernbert-decoder")};
constexpr std::array kGemma3Types{Names("gemma3"), Names("gemma3_text")};
constexpr std::array kNomicTypes{Names("nomic_bert")};
constexpr std::array kEsmTypes{Names("esm")};
constexpr std::array kConformerTypes{Names("wav2vec2-conformer")};
constexpr std::array kNeoxTypes{Names("gpt_neox"), Names("gpt_neox_japanese")};
constexpr std::array kStableTypes{Names("stablelm")};
constexpr std::array kPhiTypes{Names("phi"), Names("persimmon")};
constexpr std::array kGptjTypes{Names("gptj"), Names("codegen")};
constexpr std::array kCohereTypes{Names("cohere"), Names("cohere2")};
constexpr std::array kGlmTypes{Names("glm"), Names("glm4")};
constexpr std::array kRotaries{
    RotaryRule{.family = "llama", .modelTypes = kLlamaTypes},
    RotaryRule{.family = "gpt_neox", .modelTypes = kNeoxTypes, .defaultShare = 0.25},
    RotaryRule{.family = "stablelm", .modelTypes = kStableTypes, .defaultShare = 0.25},
    RotaryRule{.family = "phi", .modelTypes = kPhiTypes, .defaultShare = 0.5},
    RotaryRule{.family = "gptj",
               .modelTypes = kGptjTypes,
               .pairing = Pairing::Interleaved,
               .dimKey = "rotary_dim",
               .defaultDim = 64},
    RotaryRule{.family = "cohere", .modelTypes = kCohereTypes, .pairing = Pairing::Interleaved},
    RotaryRule{.family = "glm", .modelTypes = kGlmTypes, .pairing = Pairing::Interleaved, .defaultShare = 0.5},
    RotaryRule{.family = "modernbert",
               .modelTypes = kModernTypes,
               .globalBaseKey = "global_rope_theta",
               .localBaseKey = "local_rope_theta",
               .defaultGlobalBase = 160000,
               .defaultLocalBase = 10000},
    RotaryRule{.family = "gemma3",
               .modelTypes = kGemma3Types,
               .globalBaseKey = "rope_theta",
               .localBaseKey = "rope_local_base_freq",
               .defaultGlobalBase = 1000000,
               .defaultLocalBase = 10000},
    RotaryRule{.family = "nomic_bert", .modelTypes = kNomicTypes, .defaultBase = 1000},
    RotaryRule{.family = "esm", .modelTypes = kEsmTypes, .condition = "position_embedding_type", .value = "rotary"},
    RotaryRule{.family = "wav2vec2-conformer",
               .modelTypes = kConformerTypes,
               .condition = "position_embeddings_type",
               .value = "rotary"},
    RotaryRule{.family = "falcon", .modelTypes = kFalconTypes, .condition = "!alibi"},
    RotaryRule{.family = ""},
};

constexpr std::array kBases{Names("rope_theta"), Names("rotary_emb_base"), Names("rotary_embedding_base")};
constexpr std::array kShares{Names("partial_rotary_factor"), Names("rotary_pct"), Names("rotary_emb_fraction")};
constexpr std::array kWidths{Names("hidden_size"), Names("n_embd"), Names("d_model")};

template<typename Rules>
const auto* ruleFor(const Rules& rules, std::string_view tensor)
{
    const auto found = std::ranges::find_if(rules, [&](const auto& rule) { return endsAtDot(tensor, rule.tensor); });
    return found == rules.end() ? nullptr : &*found;
}

template<typename Rules>
const auto* ofType(const Rules& rules, std::string_view modelType)
{
    const auto found = std::ranges::find_if(rules, [&](const auto& rule) {
        return std::ranges::find(rule.modelTypes, modelType) != rule.modelTypes.end();
    });
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

const DisentangledRule* findDisentangled(std::string_view tensor)
{
    return ruleFor(kDisentangled, tensor);
}

const WindowRule* findWindow(std::string_view tensor)
{
    return ruleFor(kWindows, tensor);
}

const ConvolutionRule* findConvolution(std::string_view tensor)
{
    const auto* const found = std::ranges::find_if(
        kConvolutions, [&](const ConvolutionRule& rule) { return endsAtDot(tensor, rule.direction); });
    return found == kConvolutions.end() ? nullptr : found;
}

const StoredRotaryRule* findStoredRotary(std::string_view tensor, std::string_view modelType)
{
    const auto* const found = std::ranges::find_if(kStoredRotaries, [&](const StoredRotaryRule& rule) {
        return endsAtDot(tensor, rule.tensor)
            && (modelType.empty() ? hasComponent(tensor, rule.prefix) : modelType == rule.modelType);
    });
    return found == kStoredRotaries.end() ? nullptr : &*found;
}

const SinusoidRule* findSinusoid(std::string_view modelType)
{
    return ofType(kSinusoids, modelType);
}

std::span<const OffsetSinusoidRule> offsetSinusoidRules()
{
    return kOffsetSinusoids;
}

std::span<const AlibiRule> alibiRules()
{
    return kAlibis;
}

const RotaryRule* findRotary(std::string_view modelType)
{
    const RotaryRule* known = ofType(kRotaries, modelType);
    return known ? known : &kRotaries.back();
}

std::vector<std::string_view> relativeModelTypes()
{
    std::vector<std::string_view> types;
    const auto take = [&](const auto& rules) {
        for (const auto& rule : rules)
            types.insert(types.end(), rule.modelTypes.begin(), rule.modelTypes.end());
    };
    take(kSinusoids);
    take(kAlibis);
    take(kRotaries);
    for (const StoredRotaryRule& rule : kStoredRotaries)
        types.push_back(rule.modelType);
    for (const OffsetSinusoidRule& rule : kOffsetSinusoids)
        types.push_back(rule.modelType);
    return types;
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
