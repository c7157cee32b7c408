// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/bert/encoder_config.h"
#include "core/checkpoint/checkpoint.h"
#include "core/tables/matrix.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pescope::bert {

/// A tensor of the checkpoint, widened to float32; row-major. Copies share the values.
struct WeightTensor {
    std::string name; ///< as stored
    std::vector<std::int64_t> shape;
    std::shared_ptr<const std::vector<float>> values;

    /// Of a tensor with two axes.
    [[nodiscard]] Eigen::Map<const tables::MatrixF> matrix() const
    {
        return {values->data(), shape.at(0), shape.at(1)};
    }
    [[nodiscard]] std::span<const float> span() const { return *values; }
};

/// y = x Wᵀ + b
struct LinearWeights {
    WeightTensor weight; ///< outputs × inputs
    WeightTensor bias; ///< outputs
};

/// y = γ (x − mean) / √(variance + ε) + β
struct NormWeights {
    WeightTensor gain; ///< γ, called weight or gamma in files
    WeightTensor shift; ///< β, called bias or beta
};

struct LayerWeights {
    LinearWeights query, key, value, attentionOutput; ///< hidden × hidden
    NormWeights attentionNorm;
    LinearWeights intermediate; ///< intermediate × hidden
    LinearWeights output; ///< hidden × intermediate
    NormWeights outputNorm;
    std::optional<WeightTensor> distances; ///< 2P − 1 × d: row i − j + P − 1; only where the model is relative
};

/// What makes a position table into what the heads of one layer see.
struct EmbeddingWeights {
    std::optional<WeightTensor> positions; ///< stored rows × embedding, also the unused ones; nothing: relative
    NormWeights norm;
    std::optional<LinearWeights> projection; ///< embedding → hidden, where a model has one
};

/// All that a forward pass needs, by its role instead of its name.
struct EncoderWeights {
    EncoderConfig config; ///< sizes that config.json leaves out are filled in
    WeightTensor words; ///< vocabulary × embedding
    std::optional<WeightTensor> segments; ///< types × embedding
    EmbeddingWeights embedding;
    std::vector<LayerWeights> layers; ///< of layer 1 first; those of one group share their values
    std::vector<std::string> notes; ///< one sentence each
};

/// What "as heads see it" needs: one layer's queries and keys, and the embedding of positions.
struct HeadWeights {
    EncoderConfig config;
    EmbeddingWeights embedding;
    LinearWeights query, key;
};

/// Reads an encoder's weights: the embedding and the layers, never the heads for training on top of them.
///
/// Names are those of the family behind whatever prefix the file has (none, "bert.", "module.bert.", …), LayerNorm's
/// also gamma and beta. One tensor at a time is read in its stored type and widened to float32, so that memory is
/// bounded by the float32 weights and the largest stored tensor.
/// Errors: those of `readEncoderConfig`; Format for missing tensors (each is named, up to eight), or for two encoders
/// in one file; Shape for a tensor that does not fit config.json (its name and both shapes); those of reading;
/// Cancelled. Cancel point at each layer.
[[nodiscard]] Result<EncoderWeights> loadEncoderWeights(const checkpoint::Checkpoint& source,
                                                        const JobContext& job = {});

/// The few tensors of `HeadWeights` alone. Errors: as `loadEncoderWeights`, and those of `checkLayer`.
[[nodiscard]] Result<HeadWeights> loadHeadWeights(const checkpoint::Checkpoint& source, Layer layer);

} // namespace pescope::bert
