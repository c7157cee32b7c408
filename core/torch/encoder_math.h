// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/encoder_config.h"
#include "core/torch/torch_backend.h"

#include <ATen/core/Tensor.h>
#include <optional>

/// The encoder's formulas on tensors (after Devlin et al. 2019 and Shaw et al. 2018, as transformers 4.57 computes
/// them). Hidden states are rows: (sequences · tokens) × hidden. May throw what LibTorch throws.
namespace pescope::torch_module {

struct LinearTensors {
    at::Tensor weight; ///< outputs × inputs
    at::Tensor bias;
};

struct NormTensors {
    at::Tensor gain;
    at::Tensor shift;
};

struct LayerTensors {
    LinearTensors queryKeyValue; ///< 3 · hidden × hidden, so that one product makes all three
    LinearTensors attentionOutput;
    NormTensors attentionNorm;
    LinearTensors intermediate;
    LinearTensors output;
    NormTensors outputNorm;
};

/// What all layers share.
struct EncoderShape {
    std::int64_t hidden = 0;
    std::int64_t heads = 0;
    double layerNormEps = 0;
    bert::Activation activation = bert::Activation::Gelu;
    CpuProducts products = CpuProducts::Blas;
};

/// How many rows belong together.
struct Batch {
    std::int64_t sequences = 0;
    std::int64_t tokens = 0;
    /// True where a key is masked, sequences × 1 × 1 × tokens; nothing: none is.
    std::optional<at::Tensor> maskedKeys;
};

/// Position by offset: E[i − j] meets the query, and in relative_key_query the key too.
struct RelativeTerm {
    at::Tensor table; ///< rows × head dimension
    at::Tensor rowOf; ///< row of E for query i and key j: (1 or sequences) × 1 × tokens × tokens
    bool meetsKeys = false;
};

/// x Wᵀ + b
[[nodiscard]] at::Tensor linear(const EncoderShape& shape, const at::Tensor& x, const LinearTensors& weights);

/// γ (x − mean)/√(variance + ε) + β over the last axis
[[nodiscard]] at::Tensor normalised(const EncoderShape& shape, const at::Tensor& x, const NormTensors& weights);

/// What a layer's heads make of a state.
struct HeadTensors {
    at::Tensor logits; ///< sequences × heads × tokens (query) × tokens (key), without the mask
    at::Tensor values; ///< (sequences · heads) × tokens × head dimension
};
[[nodiscard]] HeadTensors headsOf(const EncoderShape& shape, const LayerTensors& layer, const at::Tensor& x,
                                  const Batch& batch, const std::optional<RelativeTerm>& relative);

/// Softmax over the keys that are not masked; where all are, over all.
[[nodiscard]] at::Tensor attentionWeights(const at::Tensor& logits, const Batch& batch);

/// What leaves the layer that `x` enters, given its attention.
[[nodiscard]] at::Tensor layerOutput(const EncoderShape& shape, const LayerTensors& layer, const at::Tensor& x,
                                     const at::Tensor& weights, const at::Tensor& values, const Batch& batch);

} // namespace pescope::torch_module
