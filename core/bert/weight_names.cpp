// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/weight_names.h"

#include <fmt/format.h>

namespace pescope::bert {

LayerNames layerNames(EncoderFamily family, int group)
{
    switch (family) {
    case EncoderFamily::DistilBert: {
        const std::string layer = fmt::format("transformer.layer.{}.", group);
        return {.query = layer + "attention.q_lin",
                .key = layer + "attention.k_lin",
                .value = layer + "attention.v_lin",
                .attentionOutput = layer + "attention.out_lin",
                .attentionNorm = layer + "sa_layer_norm",
                .intermediate = layer + "ffn.lin1",
                .output = layer + "ffn.lin2",
                .outputNorm = layer + "output_layer_norm",
                .distances = {}};
    }
    case EncoderFamily::Albert: {
        const std::string layer = fmt::format("encoder.albert_layer_groups.{}.albert_layers.0.", group);
        return {.query = layer + "attention.query",
                .key = layer + "attention.key",
                .value = layer + "attention.value",
                .attentionOutput = layer + "attention.dense",
                .attentionNorm = layer + "attention.LayerNorm",
                .intermediate = layer + "ffn",
                .output = layer + "ffn_output",
                .outputNorm = layer + "full_layer_layer_norm",
                .distances = layer + "attention.distance_embedding.weight"};
    }
    case EncoderFamily::Bert:
    case EncoderFamily::Roberta:
    case EncoderFamily::Electra:
        break;
    }
    const std::string layer = fmt::format("encoder.layer.{}.", group);
    return {.query = layer + "attention.self.query",
            .key = layer + "attention.self.key",
            .value = layer + "attention.self.value",
            .attentionOutput = layer + "attention.output.dense",
            .attentionNorm = layer + "attention.output.LayerNorm",
            .intermediate = layer + "intermediate.dense",
            .output = layer + "output.dense",
            .outputNorm = layer + "output.LayerNorm",
            .distances = layer + "attention.self.distance_embedding.weight"};
}

std::string projectionName(const EncoderConfig& config)
{
    if (config.family == EncoderFamily::Albert)
        return "encoder.embedding_hidden_mapping_in";
    // ELECTRA has one only where the widths differ.
    if (config.family == EncoderFamily::Electra && config.embeddingDim() != config.hidden)
        return "embeddings_project";
    return {};
}

} // namespace pescope::bert
