// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/encoder_math.h"

#include <ATen/ops/bmm.h>
#include <ATen/ops/gather.h>
#include <ATen/ops/gelu.h>
#include <ATen/ops/layer_norm.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/mkldnn_linear.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/sigmoid.h>
#include <ATen/ops/silu.h>
#include <ATen/ops/softmax.h>
#include <ATen/ops/tanh.h>
#include <cmath>
#include <limits>

namespace pescope::torch_module {
namespace {

at::Tensor activated(bert::Activation activation, const at::Tensor& x)
{
    switch (activation) {
    case bert::Activation::Gelu:
        return at::gelu(x);
    case bert::Activation::GeluTanh:
        return at::gelu(x, "tanh");
    case bert::Activation::QuickGelu:
        return at::mul(x, at::sigmoid(at::mul(x, 1.702)));
    case bert::Activation::Relu:
        return at::relu(x);
    case bert::Activation::Silu:
        return at::silu(x);
    case bert::Activation::Tanh:
        return at::tanh(x);
    }
    return x;
}

} // namespace

at::Tensor linear(const EncoderShape& shape, const at::Tensor& x, const LinearTensors& weights)
{
    if (shape.products == CpuProducts::OneDnn && x.device().is_cpu())
        return at::mkldnn_linear(x.to_mkldnn(), weights.weight, weights.bias).to_dense();
    return at::linear(x, weights.weight, weights.bias);
}

at::Tensor normalised(const EncoderShape& shape, const at::Tensor& x, const NormTensors& weights)
{
    return at::layer_norm(x, {x.size(-1)}, weights.gain, weights.shift, shape.layerNormEps);
}

HeadTensors headsOf(const EncoderShape& shape, const LayerTensors& layer, const at::Tensor& x, const Batch& batch,
                    const std::optional<RelativeTerm>& relative)
{
    const std::int64_t s = batch.sequences;
    const std::int64_t t = batch.tokens;
    const std::int64_t h = shape.heads;
    const std::int64_t d = shape.hidden / h;
    const double scale = 1 / std::sqrt(static_cast<double>(d));

    // Rows hold q, k and v of all heads side by side; one sequence needs no copy to take them apart.
    const at::Tensor parts = linear(shape, x, layer.queryKeyValue).view({s, t, 3, h, d}).permute({2, 0, 3, 1, 4});
    const auto part = [&](std::int64_t which) { return parts.select(0, which).reshape({s * h, t, d}); };
    // The division by √d is cheapest on the queries.
    const at::Tensor query = part(0).mul(scale);
    const at::Tensor key = part(1);
    at::Tensor logits = at::bmm(query, key.transpose(1, 2)).view({s, h, t, t});
    if (relative) {
        const at::Tensor rows = relative->table.transpose(0, 1);
        const at::Tensor rowOf = relative->rowOf.expand({s, h, t, t});
        const auto byRow = [&](const at::Tensor& vectors) { return at::matmul(vectors.reshape({s, h, t, d}), rows); };
        logits = logits.add(at::gather(byRow(query), 3, rowOf));
        // k_j·E[i − j] stands at [j, row of (i, j)].
        if (relative->meetsKeys)
            logits = logits.add(at::gather(byRow(key), 3, rowOf.transpose(2, 3)).transpose(2, 3), scale);
    }
    return {.logits = logits, .values = part(2)};
}

at::Tensor attentionWeights(const at::Tensor& logits, const Batch& batch)
{
    if (!batch.maskedKeys)
        return at::softmax(logits, -1);
    // The lowest number, not −∞: where every key is masked the softmax stays finite, as in the reference.
    return at::softmax(logits.masked_fill(*batch.maskedKeys, std::numeric_limits<float>::lowest()), -1);
}

at::Tensor layerOutput(const EncoderShape& shape, const LayerTensors& layer, const at::Tensor& x,
                       const at::Tensor& weights, const at::Tensor& values, const Batch& batch)
{
    const std::int64_t s = batch.sequences;
    const std::int64_t t = batch.tokens;
    const at::Tensor mixed = at::bmm(weights.view({s * shape.heads, t, t}), values)
                                 .view({s, shape.heads, t, shape.hidden / shape.heads})
                                 .permute({0, 2, 1, 3})
                                 .reshape({s * t, shape.hidden});
    const at::Tensor attended =
        normalised(shape, linear(shape, mixed, layer.attentionOutput).add_(x), layer.attentionNorm);
    const at::Tensor inner = activated(shape.activation, linear(shape, attended, layer.intermediate));
    return normalised(shape, linear(shape, inner, layer.output).add_(attended), layer.outputNorm);
}

} // namespace pescope::torch_module
