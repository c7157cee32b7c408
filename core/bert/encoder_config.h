// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/tables/matrix.h"

#include <nlohmann/json_fwd.hpp>

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace pescope::bert {

/// One transformer layer, counted from 1 as papers do.
struct Layer {
    int number = 1; ///< 1 … layers
    auto operator<=>(const Layer&) const = default;
};

/// How a checkpoint names its tensors and what its embedding is made of.
enum class EncoderFamily {
    Bert, ///< BERT, MiniLM, BGE, E5
    Roberta, ///< RoBERTa, XLM-R, CamemBERT: position rows from pad_token_id + 1
    Electra, ///< as BERT, with an embedding of its own width
    DistilBert, ///< no segments
    Albert, ///< layers share their weights, embedding of its own width
};
[[nodiscard]] std::string_view name(EncoderFamily family); ///< "BERT", "RoBERTa", …

enum class Activation {
    Gelu, ///< x Φ(x)
    GeluTanh, ///< ½x (1 + tanh(√(2/π) (x + 0.044715 x³)))
    QuickGelu, ///< x σ(1.702 x)
    Relu,
    Silu, ///< x σ(x)
    Tanh,
};

/// `position_embedding_type`.
enum class PositionKind {
    Absolute, ///< a table is added to the words
    RelativeKey, ///< q_i·E[i−j] is added to q_i·k_j before the division by √d
    RelativeKeyQuery, ///< k_j·E[i−j] as well
};
[[nodiscard]] std::string_view name(PositionKind kind); ///< "absolute", "relative_key", "relative_key_query"

/// What config.json says of an encoder. Sizes that it leaves out come from the weights.
struct EncoderConfig {
    EncoderFamily family = EncoderFamily::Bert;
    std::string modelType; ///< as written: "bert", "xlm-roberta", …
    PositionKind position = PositionKind::Absolute;
    Activation activation = Activation::Gelu;
    double layerNormEps = 1e-12;
    int layers = 0;
    int heads = 0;
    int groups = 1; ///< of layers that share their weights (ALBERT); `layers` for all others
    tables::Index hidden = 0;
    tables::Index padToken = 0;
    std::optional<tables::Index> embedding; ///< width of the embedding; nothing: as wide as `hidden`
    std::optional<tables::Index> intermediate;
    std::optional<tables::Index> vocabulary;
    std::optional<tables::Index> positionRows; ///< max_position_embeddings: stored rows, also unused ones
    std::optional<tables::Index> segments; ///< type_vocab_size

    [[nodiscard]] tables::Index headDim() const { return hidden / heads; }
    [[nodiscard]] tables::Index embeddingDim() const { return embedding.value_or(hidden); }
    /// Stored row of position 0.
    [[nodiscard]] tables::Index firstPositionRow() const { return family == EncoderFamily::Roberta ? padToken + 1 : 0; }
    [[nodiscard]] bool isRelative() const { return position != PositionKind::Absolute; }
    /// Which group's weights a layer has, from 0.
    [[nodiscard]] int groupOf(Layer layer) const { return (layer.number - 1) / (layers / groups); }
    [[nodiscard]] bool hasLayer(Layer layer) const { return layer.number >= 1 && layer.number <= layers; }
};

/// Reads what an encoder needs of config.json.
///
/// Errors: Unsupported for another kind of model, a decoder, an activation or position_embedding_type that is not known
/// (each by name); Format for a missing or impossible number (its key is named).
[[nodiscard]] Result<EncoderConfig> readEncoderConfig(const nlohmann::json& json);

/// Errors: Shape with the numbers for a layer that the encoder does not have.
[[nodiscard]] Status checkLayer(const EncoderConfig& config, Layer layer);

} // namespace pescope::bert
