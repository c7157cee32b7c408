// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/catalogue.h"

#include "core/encoding/catalogue_names.h"
#include "core/encoding/catalogue_relative.h"
#include "core/encoding/tensor_name.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace pescope::encoding {

namespace {

constexpr Names kEmbeddingTable = "embeddings.position_embeddings.weight";
constexpr Names kGgufTable = "position_embd.weight";

constexpr std::array kBertTypes{
    Names("bert"),           Names("big_bird"),    Names("megatron-bert"), Names("mobilebert"), Names("layoutlm"),
    Names("layoutlmv2"),     Names("nezha"),       Names("roc_bert"),      Names("vilt"),       Names("ernie"),
    Names("squeezebert"),    Names("visual_bert"), Names("convbert"),      Names("rembert"),    Names("tapas"),
    Names("splinter"),       Names("dpr"),         Names("realm"),         Names("deberta"),    Names("deberta-v2"),
    Names("bert-generation")};
constexpr std::array kRobertaTypes{Names("roberta"),       Names("xlm-roberta"), Names("xlm-roberta-xl"),
                                   Names("camembert"),     Names("longformer"),  Names("roberta-prelayernorm"),
                                   Names("data2vec-text"), Names("ibert"),       Names("mpnet"),
                                   Names("xmod"),          Names("luke"),        Names("lilt"),
                                   Names("esm"),           Names("layoutlmv3")};
constexpr std::array kAlbertTypes{Names("albert")};
constexpr std::array kElectraTypes{Names("electra")};
constexpr std::array kDistilbertTypes{Names("distilbert")};
constexpr std::array kGpt2Types{Names("gpt2"), Names("gpt_bigcode"), Names("imagegpt")};
constexpr std::array kGptNeoTypes{Names("gpt_neo")};
constexpr std::array kOpenAiGptTypes{Names("openai-gpt")};
constexpr std::array kXlmTypes{Names("xlm"), Names("flaubert")};
constexpr std::array kProphetTypes{Names("prophetnet"), Names("xlm-prophetnet")};
constexpr std::array kLayoutTypes{Names("layoutlm"), Names("layoutlmv2"), Names("layoutlmv3")};
constexpr std::array kBartTypes{Names("bart"),   Names("mbart"), Names("mvp"),
                                Names("plbart"), Names("trocr"), Names("biogpt")};
constexpr std::array kOptTypes{Names("opt")};
constexpr std::array kPlainSeqTypes{Names("blenderbot"), Names("blenderbot-small"), Names("led"),
                                    Names("pegasus"),    Names("marian"),           Names("whisper")};
constexpr std::array kClipTypes{Names("clip"),       Names("clip_text_model"), Names("clip_vision_model"),
                                Names("clipseg"),    Names("altclip"),         Names("chinese_clip"),
                                Names("groupvit"),   Names("owlvit"),          Names("owlv2"),
                                Names("metaclip_2"), Names("x-clip")};
constexpr std::array kSiglipTypes{Names("siglip"), Names("siglip_text_model"), Names("siglip_vision_model"),
                                  Names("siglip2")};
constexpr std::array kVitTypes{Names("vit"),     Names("beit"),      Names("data2vec-vision"), Names("dinov2"),
                               Names("vit_mae"), Names("vit_msn"),   Names("vivit"),           Names("dpt"),
                               Names("ijepa"),   Names("vit_hybrid")};
constexpr std::array kDeitTypes{Names("deit")};
constexpr std::array kSwinTypes{Names("swin"), Names("swinv2"), Names("donut-swin")};

constexpr Names kWithTypes = "LN(word_i + p_i + type_i)";
constexpr Names kNormalised = "LN(word_i + p_i)";
constexpr Names kProjected = "LN(word_i + p_i + type_i) W_E";

constexpr std::array kGptPositions{Names("n_positions"), Names("max_position_embeddings"), Names("n_ctx")};
constexpr std::array kHidden{Names("hidden_size")};
constexpr std::array kEmbeddingSize{Names("embedding_size"), Names("hidden_size")};
constexpr std::array kDim{Names("dim"), Names("hidden_size")};
constexpr std::array kGptWidth{Names("n_embd"), Names("hidden_size")};
constexpr std::array kModelWidth{Names("d_model"), Names("hidden_size"), Names("word_embed_proj_dim")};
constexpr std::array kTargetPositions{Names("max_target_positions"), Names("max_decoder_position_embeddings"),
                                      Names("max_position_embeddings")};
constexpr std::array kSourcePositions{Names("max_source_positions"), Names("max_encoder_position_embeddings"),
                                      Names("max_position_embeddings")};
constexpr std::array kPlanePositions{Names("max_2d_position_embeddings")};
constexpr std::array kXlmWidth{Names("emb_dim"), Names("hidden_size")};

constexpr Names kPatches = "patch_i + p_i";

/// A table over the patches of a picture, `prefix` rows of their own before them.
constexpr FamilyRule patches(Names family, std::span<const Names> types, Names tensor, Names prefix, int prefixTokens)
{
    return {family,
            types,
            tensor,
            prefix,
            RowRule::First,
            {},
            kHidden,
            kPatches,
            LogitScale::RootOfWidth,
            RowMeaning::Patches,
            prefixTokens,
            {}};
}

/// One of LayoutLM's tables over the coordinates of a word's box.
constexpr FamilyRule coordinate(Names tensor, Names part)
{
    return {"layoutlm",
            kLayoutTypes,
            tensor,
            "layoutlm",
            RowRule::First,
            kPlanePositions,
            {},
            kWithTypes,
            LogitScale::RootOfWidth,
            RowMeaning::Tokens,
            0,
            part};
}

/// The more exact name stands before the plain one; the first entry with a tensor name is the guess for bare names.
constexpr std::array kFamilies{
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
    FamilyRule{"openai-gpt", kOpenAiGptTypes, "positions_embed.weight", "", RowRule::First, kGptPositions, kGptWidth},
    // rows before position 0 are in the code of BART and OPT, so neither the config nor the name of the tensor tells
    FamilyRule{
        "bart", kBartTypes, "encoder.embed_positions.weight", "bart", RowRule::Third, {}, kModelWidth, kScaledWords},
    FamilyRule{
        "bart", kBartTypes, "decoder.embed_positions.weight", "bart", RowRule::Third, {}, kModelWidth, kScaledWords},
    FamilyRule{"biogpt", kBartTypes, "embed_positions.weight", "biogpt", RowRule::Third, {}, kModelWidth, kScaledWords},
    FamilyRule{"opt", kOptTypes, "decoder.embed_positions.weight", "opt", RowRule::Third, {}, kModelWidth},
    FamilyRule{"led", kPlainSeqTypes, "encoder.embed_positions.weight", "led", RowRule::First, kSourcePositions,
               kModelWidth, kScaledWords},
    FamilyRule{"led", kPlainSeqTypes, "decoder.embed_positions.weight", "led", RowRule::First, kTargetPositions,
               kModelWidth, kScaledWords},
    FamilyRule{"", {}, "embed_positions.weight", "", RowRule::First, {}, kModelWidth},
    FamilyRule{"clip", kClipTypes, "text_model.embeddings.position_embedding.weight", "text_model", RowRule::First,
               kMaxPositions, kHidden},
    FamilyRule{"siglip", kSiglipTypes, "text_model.embeddings.position_embedding.weight", "", RowRule::First,
               kMaxPositions, kHidden},
    patches("clip", kClipTypes, "vision_model.embeddings.position_embedding.weight", "vision_model", 1),
    patches("siglip", kSiglipTypes, "vision_model.embeddings.position_embedding.weight", "", 0),
    // the files of OpenAI's CLIP and Whisper
    patches("clip", {}, "visual.positional_embedding", "visual", 1),
    FamilyRule{"", {}, "positional_embedding", "", RowRule::First, {}, {}},
    patches("vit", kVitTypes, "embeddings.position_embeddings", "vit", 1),
    patches("deit", kDeitTypes, "embeddings.position_embeddings", "deit", 2),
    patches("swin", kSwinTypes, "embeddings.position_embeddings", "swin", 0),
    // timm's names
    patches("", {}, "pos_embed", "", 1),
    patches("swin", kSwinTypes, "absolute_pos_embed", "", 0),
    coordinate("x_position_embeddings.weight", "x"),
    coordinate("y_position_embeddings.weight", "y"),
    coordinate("h_position_embeddings.weight", "h"),
    coordinate("w_position_embeddings.weight", "w"),
    FamilyRule{"", {}, "position_embeddings.weight", "", RowRule::First, kMaxPositions, kHidden},
    FamilyRule{"prophetnet", kProphetTypes, "position_embeddings.weight", "prophetnet", RowRule::AfterPadToken,
               kMaxPositions, kHidden},
    FamilyRule{"xlm", kXlmTypes, "position_embeddings.weight", "", RowRule::First, kMaxPositions, kXlmWidth},
};

constexpr std::array kLater{
    LaterRule{"distance_embedding", "relative tables (relative_key)"},
    LaterRule{"relative_attention_bias", "bucketed relative biases"},
    LaterRule{"rel_embeddings", "relative tables (disentangled attention)"},
    LaterRule{"rel_attn_embed", "bucketed relative biases"},
    LaterRule{"inv_freq", kRotaryLater},
    LaterRule{"r_w_bias", kRelativeLater},
    LaterRule{"r_r_bias", kRelativeLater},
    LaterRule{"r_net", kRelativeLater},
    LaterRule{"pos_bias_u", kRelativeLater},
    LaterRule{"pos_bias_v", kRelativeLater},
    LaterRule{"linear_pos", kRelativeLater},
    LaterRule{"pos_conv_embed", kConvolutionLater},
    LaterRule{"continuous_position_bias_mlp", "window biases computed by a network (Swin v2)"},
    LaterRule{"position_embeddings.weights.", "axial tables (Reformer)"},
};

struct Part {
    Names component; ///< of a tensor's name
    Names part;
};
constexpr std::array kParts{Part{"text_model", "text"},     Part{"vision_model", "vision"}, Part{"visual", "vision"},
                            Part{"vision_tower", "vision"}, Part{"encoder", "encoder"},     Part{"decoder", "decoder"},
                            Part{"enc", "encoder"},         Part{"dec", "decoder"}};
constexpr std::array kTextSections{Names("text_config")};
constexpr std::array kVisionSections{Names("vision_config")};
constexpr std::array kEncoderSections{Names("encoder")};
constexpr std::array kDecoderSections{Names("decoder")};

template<typename List>
bool has(const List& list, std::string_view item)
{
    return std::ranges::find(list, item) != std::ranges::end(list);
}

} // namespace

std::span<const FamilyRule> familyRules()
{
    return kFamilies;
}

std::optional<FamilyMatch> findFamily(std::string_view tensor, std::string_view modelType)
{
    std::optional<FamilyMatch> byName;
    std::optional<FamilyMatch> byPrefix;
    for (const FamilyRule& rule : kFamilies) {
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

std::vector<std::string_view> knownModelTypes()
{
    std::vector<std::string_view> types = relativeModelTypes();
    for (const FamilyRule& rule : kFamilies)
        types.insert(types.end(), rule.modelTypes.begin(), rule.modelTypes.end());
    std::ranges::sort(types);
    types.erase(std::ranges::unique(types).begin(), types.end());
    return types;
}

bool namesPosition(std::string_view tensor)
{
    std::string lower(tensor);
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    // projections of positions and position-wise layers are layers, not tables
    for (const char* layer : {"proj", "pos_ff", "positionwise"})
        if (lower.find(layer) != std::string::npos)
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

std::string_view modelPart(std::string_view tensor)
{
    for (const Part& one : kParts)
        if (hasComponent(tensor, one.component))
            return one.part;
    return {};
}

std::span<const std::string_view> partSections(std::string_view part)
{
    if (part == "text")
        return kTextSections;
    if (part == "vision")
        return kVisionSections;
    if (part == "encoder")
        return kEncoderSections;
    if (part == "decoder")
        return kDecoderSections;
    return {};
}

} // namespace pescope::encoding
