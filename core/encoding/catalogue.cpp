// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/catalogue.h"

#include "core/encoding/tensor_name.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace pescope::encoding {

namespace {

using Names = std::string_view;

constexpr Names kEmbeddingTable = "embeddings.position_embeddings.weight";
constexpr Names kGgufTable = "position_embd.weight";

constexpr std::array kBertTypes{
    Names("bert"),       Names("big_bird"),       Names("megatron-bert"), Names("mobilebert"), Names("layoutlm"),
    Names("ernie"),      Names("squeezebert"),    Names("visual_bert"),   Names("convbert"),   Names("rembert"),
    Names("tapas"),      Names("splinter"),       Names("dpr"),           Names("realm"),      Names("deberta"),
    Names("deberta-v2"), Names("bert-generation")};
constexpr std::array kRobertaTypes{Names("roberta"),       Names("xlm-roberta"), Names("xlm-roberta-xl"),
                                   Names("camembert"),     Names("longformer"),  Names("roberta-prelayernorm"),
                                   Names("data2vec-text"), Names("ibert"),       Names("mpnet"),
                                   Names("xmod"),          Names("luke"),        Names("lilt")};
constexpr std::array kAlbertTypes{Names("albert")};
constexpr std::array kElectraTypes{Names("electra")};
constexpr std::array kDistilbertTypes{Names("distilbert")};
constexpr std::array kGpt2Types{Names("gpt2"), Names("gpt_bigcode"), Names("imagegpt")};
constexpr std::array kGptNeoTypes{Names("gpt_neo")};

constexpr Names kWithTypes = "LN(word_i + p_i + type_i)";
constexpr Names kNormalised = "LN(word_i + p_i)";
constexpr Names kProjected = "LN(word_i + p_i + type_i) W_E";

constexpr std::array kMaxPositions{Names("max_position_embeddings")};
constexpr std::array kGptPositions{Names("n_positions"), Names("max_position_embeddings"), Names("n_ctx")};
constexpr std::array kHidden{Names("hidden_size")};
constexpr std::array kEmbeddingSize{Names("embedding_size"), Names("hidden_size")};
constexpr std::array kDim{Names("dim"), Names("hidden_size")};
constexpr std::array kGptWidth{Names("n_embd"), Names("hidden_size")};

/// The more exact name stands before the plain one; the first entry with a tensor name is the guess for bare names.
constexpr std::array kRules{
    FamilyRule{"bert", kBertTypes, kEmbeddingTable, "bert", RowRule::First, kMaxPositions, kHidden, kWithTypes},
    FamilyRule{"roberta", kRobertaTypes, kEmbeddingTable, "roberta", RowRule::AfterPadToken, kMaxPositions, kHidden,
               kWithTypes},
    FamilyRule{"longformer", kRobertaTypes, kEmbeddingTable, "longformer", RowRule::AfterPadToken, kMaxPositions,
               kHidden, kWithTypes},
    FamilyRule{"mpnet", kRobertaTypes, kEmbeddingTable, "mpnet", RowRule::AfterPadToken, kMaxPositions, kHidden,
               kNormalised},
    FamilyRule{"albert", kAlbertTypes, kEmbeddingTable, "albert", RowRule::First, kMaxPositions, kEmbeddingSize,
               kProjected},
    FamilyRule{"electra", kElectraTypes, kEmbeddingTable, "electra", RowRule::First, kMaxPositions, kEmbeddingSize,
               kProjected},
    FamilyRule{"distilbert", kDistilbertTypes, kEmbeddingTable, "distilbert", RowRule::First, kMaxPositions, kDim,
               kNormalised},
    FamilyRule{"gpt2", kGpt2Types, "wpe.weight", "transformer", RowRule::First, kGptPositions, kGptWidth},
    FamilyRule{"gpt_neo", kGptNeoTypes, "wpe.weight", "", RowRule::First, kGptPositions, kHidden, "word_i + p_i",
               LogitScale::One},
    // llama.cpp names all tables alike; its converter drops the rows before position 0
    FamilyRule{"", {}, kGgufTable, "", RowRule::First, kMaxPositions, kHidden},
    FamilyRule{"bert", kBertTypes, kGgufTable, "", RowRule::First, kMaxPositions, kHidden, kWithTypes},
    FamilyRule{"gpt2", kGpt2Types, kGgufTable, "", RowRule::First, kMaxPositions, kHidden},
    FamilyRule{"", {}, "position_embeddings.weight", "", RowRule::First, kMaxPositions, kHidden},
    FamilyRule{"", {}, "pos_embed", "", RowRule::First, {}, kHidden},
};

constexpr std::array kLater{
    LaterRule{"distance_embedding", "relative tables (relative_key)"},
    LaterRule{"relative_attention_bias", "bucketed relative biases"},
    LaterRule{"relative_position_bias", "window biases"},
    LaterRule{"rel_embeddings", "relative tables (disentangled attention)"},
    LaterRule{"rel_attn_embed", "bucketed relative biases"},
    LaterRule{"inv_freq", kRotaryLater},
    LaterRule{"r_w_bias", "relative sinusoids"},
    LaterRule{"r_r_bias", "relative sinusoids"},
    LaterRule{"r_net", "relative sinusoids"},
    LaterRule{"pos_bias_u", "relative sinusoids"},
    LaterRule{"pos_bias_v", "relative sinusoids"},
    LaterRule{"linear_pos", "relative sinusoids"},
    LaterRule{"pos_conv_embed", "convolutional positions"},
    LaterRule{"continuous_position_bias_mlp", "window biases"},
};

constexpr std::array kRotaryTypes{
    Names("llama"),  Names("mistral"), Names("mixtral"),     Names("qwen2"),  Names("qwen3"),      Names("gemma"),
    Names("gemma2"), Names("gemma3"),  Names("gemma3_text"), Names("phi"),    Names("phi3"),       Names("gpt_neox"),
    Names("gptj"),   Names("codegen"), Names("stablelm"),    Names("cohere"), Names("modernbert"), Names("nomic_bert"),
    Names("olmo"),   Names("olmo2"),   Names("roformer")};
constexpr std::array kAlibiTypes{Names("bloom"), Names("mpt")};
constexpr std::array kSinusoidTypes{Names("marian"),         Names("m2m_100"), Names("nllb-moe"), Names("xglm"),
                                    Names("speech_to_text"), Names("ctrl"),    Names("pegasus")};
constexpr std::array kRelativeSinusoidTypes{Names("transfo-xl"), Names("xlnet")};

template<typename List>
bool has(const List& list, std::string_view item)
{
    return std::ranges::find(list, item) != std::ranges::end(list);
}

} // namespace

std::span<const FamilyRule> familyRules()
{
    return kRules;
}

std::optional<FamilyMatch> findFamily(std::string_view tensor, std::string_view modelType)
{
    std::optional<FamilyMatch> byName;
    std::optional<FamilyMatch> byPrefix;
    for (const FamilyRule& rule : kRules) {
        if (!endsAtDot(tensor, rule.tensor))
            continue;
        if (!modelType.empty() && has(rule.modelTypes, modelType))
            return FamilyMatch{&rule, Certainty::ByConfig};
        if (!byPrefix && !rule.prefix.empty() && hasComponent(tensor, rule.prefix))
            byPrefix = FamilyMatch{&rule, Certainty::ByPrefix};
        if (!byName)
            byName = FamilyMatch{&rule, Certainty::ByName};
    }
    return byPrefix ? byPrefix : byName;
}

const LaterRule* findLater(std::string_view tensor)
{
    const auto* const found = std::ranges::find_if(
        kLater, [&](const LaterRule& rule) { return tensor.find(rule.fragment) != std::string_view::npos; });
    return found == kLater.end() ? nullptr : found;
}

bool namesPosition(std::string_view tensor)
{
    std::string lower(tensor);
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (lower.find("proj") != std::string::npos) // projections of positions are layers, not tables
        return false;
    if (lower.find("position") != std::string::npos)
        return true;
    for (std::size_t at = lower.find("pos"); at != std::string::npos; at = lower.find("pos", at + 1)) {
        const auto isLetter = [&](std::size_t i) { return i < lower.size() && lower[i] >= 'a' && lower[i] <= 'z'; };
        if ((at == 0 || !isLetter(at - 1)) && !isLetter(at + 3))
            return true;
    }
    return false;
}

std::string_view computedPosition(std::string_view modelType)
{
    if (has(kRotaryTypes, modelType))
        return "a rotary encoding, which is computed and not stored";
    if (has(kAlibiTypes, modelType))
        return "ALiBi biases, which are computed and not stored";
    if (has(kSinusoidTypes, modelType))
        return "a sinusoid, which is computed and not stored";
    if (has(kRelativeSinusoidTypes, modelType))
        return "a relative sinusoid, which is computed and not stored";
    return {};
}

} // namespace pescope::encoding
