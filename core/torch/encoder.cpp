// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/encoder.h"

#include "core/bert/encoder_module.h"
#include "core/torch/encoder_math.h"
#include "core/torch/torch_backend.h"
#include "core/torch/torch_guard.h"

#include <fmt/format.h>

#include <ATen/ops/cat.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/index_select.h>
#include <algorithm>
#include <c10/core/InferenceMode.h>
#include <cstring>

namespace pescope::torch_module {
namespace {

using bert::Layer;
using bert::StateId;
using bert::WeightTensor;
using tables::Index;

/// Where and how an encoder computes.
struct Place {
    at::Device device = at::kCPU;
    CpuProducts products = CpuProducts::Blas;
    int threads = 1;
    std::string name;
};

/// The values as a tensor that keeps them alive; on the CPU without a copy. Nothing writes to weights.
at::Tensor tensorOf(const WeightTensor& weight, at::Device device)
{
    const auto values = weight.values;
    return at::from_blob(const_cast<float*>(values->data()), weight.shape, [values](void*) { }, at::kFloat).to(device);
}

LinearTensors tensorsOf(const bert::LinearWeights& weights, at::Device device)
{
    return {.weight = tensorOf(weights.weight, device), .bias = tensorOf(weights.bias, device)};
}

NormTensors tensorsOf(const bert::NormWeights& weights, at::Device device)
{
    return {.gain = tensorOf(weights.gain, device), .shift = tensorOf(weights.shift, device)};
}

LayerTensors tensorsOf(const bert::LayerWeights& weights, at::Device device)
{
    const auto all = [&](auto part) {
        return at::cat({tensorOf(weights.query.*part, device), tensorOf(weights.key.*part, device),
                        tensorOf(weights.value.*part, device)});
    };
    return {.queryKeyValue = {.weight = all(&bert::LinearWeights::weight), .bias = all(&bert::LinearWeights::bias)},
            .attentionOutput = tensorsOf(weights.attentionOutput, device),
            .attentionNorm = tensorsOf(weights.attentionNorm, device),
            .intermediate = tensorsOf(weights.intermediate, device),
            .output = tensorsOf(weights.output, device),
            .outputNorm = tensorsOf(weights.outputNorm, device)};
}

Index size(const LayerTensors& layer)
{
    Index all = 0;
    for (const LinearTensors* part : {&layer.queryKeyValue, &layer.attentionOutput, &layer.intermediate, &layer.output})
        all += part->weight.numel() + part->bias.numel();
    for (const NormTensors* part : {&layer.attentionNorm, &layer.outputNorm})
        all += part->gain.numel() + part->shift.numel();
    return all;
}

at::Tensor indexes(const std::vector<std::int64_t>& values, at::Device device)
{
    return at::from_blob(const_cast<std::int64_t*>(values.data()), {std::ssize(values)}, at::kLong).to(device);
}

std::vector<float> hostCopy(const at::Tensor& tensor)
{
    const at::Tensor here = tensor.contiguous().cpu();
    std::vector<float> values(static_cast<std::size_t>(here.numel()));
    std::memcpy(values.data(), here.data_ptr<float>(), values.size() * sizeof(float));
    return values;
}

/// Which row of a table of offsets belongs to query i and key j, counted from the first row that any pair needs.
struct OffsetRows {
    std::vector<std::int64_t> rowOf; ///< (1 or sequences) × tokens × tokens
    Index sequences = 1;
    Index first = 0; ///< of the table's rows
    Index count = 1;
};

OffsetRows offsetRows(const bert::EncodedText& text, Index tableRows)
{
    const std::vector<Index>& place = text.positions.place;
    const Index tokens = text.input.tokens;
    const Index reach = (tableRows - 1) / 2;
    OffsetRows rows;
    // Sequences differ only where a shuffle met different masks.
    const auto begin = place.begin();
    for (Index s = 1; s < text.input.sequences; ++s)
        if (!std::equal(begin, begin + tokens, begin + s * tokens))
            rows.sequences = text.input.sequences;
    for (Index s = 0; s < rows.sequences; ++s)
        for (Index i = 0; i < tokens; ++i)
            for (Index j = 0; j < tokens; ++j) {
                const Index offset =
                    place[static_cast<std::size_t>(s * tokens + i)] - place[static_cast<std::size_t>(s * tokens + j)];
                rows.rowOf.push_back(std::clamp(offset, -reach, reach) + reach);
            }
    const auto [lowest, highest] = std::ranges::minmax(rows.rowOf);
    rows.first = lowest;
    rows.count = highest - lowest + 1;
    for (std::int64_t& row : rows.rowOf)
        row -= rows.first;
    return rows;
}

class TorchEncoder final : public bert::Encoder {
public:
    TorchEncoder(bert::EncoderWeights weights, Place place)
        : m_place(std::move(place))
        , m_embedding(std::move(weights.embedding))
    {
        const bert::EncoderConfig& config = weights.config;
        m_shape = {.hidden = config.hidden,
                   .heads = config.heads,
                   .layerNormEps = config.layerNormEps,
                   .activation = config.activation,
                   .products = m_place.products};
        m_words = tensorOf(weights.words, m_place.device);
        if (weights.segments)
            m_segments = tensorOf(*weights.segments, m_place.device);
        m_embeddingNorm = tensorsOf(m_embedding.norm, m_place.device);
        if (m_embedding.projection)
            m_projection = tensorsOf(*m_embedding.projection, m_place.device);
        for (Layer layer; config.hasLayer(layer); ++layer.number) {
            bert::LayerWeights& one = weights.layers[static_cast<std::size_t>(layer.number - 1)];
            if (std::ssize(m_groups) == config.groupOf(layer))
                m_groups.push_back(tensorsOf(one, m_place.device));
            bert::LayerWeights& kept = m_offsets.emplace_back();
            kept.distances = std::move(one.distances);
        }
        m_info = {.config = config, .device = m_place.name, .notes = std::move(weights.notes), .parameters = count()};
    }

    [[nodiscard]] const bert::EncoderInfo& info() const override { return m_info; }

    [[nodiscard]] Result<bert::EncodedText> run(const bert::EncoderInput& input, const bert::PositionScheme& scheme,
                                                const bert::RunOptions& options, const JobContext& job) const override
    {
        return onTorch(m_place.threads, [&]() -> Result<bert::EncodedText> {
            const c10::InferenceMode noGradients;
            PESCOPE_TRY(text, prepare(input, scheme));
            if (Status done = forward(text, options, job); !done)
                return std::unexpected(std::move(done).error());
            return std::move(text);
        });
    }

    [[nodiscard]] Result<bert::AttentionMaps> attention(const bert::EncodedText& text, Layer layer,
                                                        bert::AttentionKind kind, const JobContext& job) const override
    {
        return onTorch(m_place.threads, [&]() -> Result<bert::AttentionMaps> {
            const c10::InferenceMode noGradients;
            if (Status exists = checkLayer(m_info.config, layer); !exists)
                return std::unexpected(std::move(exists).error());
            const StateId from = StateId::inputOf(layer);
            if (!text.has(from) || text.dim != m_shape.hidden)
                return fail(ErrorCode::Shape,
                            fmt::format("attention of layer {} is made from the {}, which was not kept", layer.number,
                                        from.text()),
                            "Run the text again and keep all states.");
            if (job.stopRequested())
                return cancelled();
            const std::vector<float>& state = text.states[static_cast<std::size_t>(from.axisIndex())];
            const at::Tensor x = at::from_blob(const_cast<float*>(state.data()),
                                               {text.input.sequences * text.input.tokens, text.dim}, at::kFloat)
                                     .to(m_place.device);
            const Batch batch = batchOf(text.input);
            const HeadTensors heads =
                headsOf(m_shape, layerTensors(layer), x, batch, relativeTerm(text, layer, relativeRows(text)));
            return maps(kind == bert::AttentionKind::Weights ? attentionWeights(heads.logits, batch) : heads.logits,
                        batch);
        });
    }

private:
    /// The input with all that is known before the first product.
    [[nodiscard]] Result<bert::EncodedText> prepare(const bert::EncoderInput& input,
                                                    const bert::PositionScheme& scheme) const
    {
        PESCOPE_TRY(checked, checkInput(m_info.config, input));
        constexpr double kMostAttention = 1 << 30;
        const double attention = static_cast<double>(checked.input.sequences) * static_cast<double>(m_shape.heads)
            * static_cast<double>(checked.input.tokens) * static_cast<double>(checked.input.tokens);
        if (attention > kMostAttention)
            return fail(ErrorCode::Shape,
                        fmt::format("attention of {} × {} heads over {} tokens is {:.3g} numbers, above {:.3g}",
                                    checked.input.sequences, m_shape.heads, checked.input.tokens, attention,
                                    kMostAttention),
                        "Shorten the text.");
        PESCOPE_TRY(positions, resolvePositions(scheme, m_info.config, m_embedding, m_offsets, checked.positions));
        return bert::EncodedText{
            .input = std::move(checked.input),
            .positions = std::move(positions),
            .dim = m_shape.hidden,
            .states = std::vector<std::vector<float>>(static_cast<std::size_t>(m_info.config.layers) + 1)};
    }

    [[nodiscard]] Status forward(bert::EncodedText& text, const bert::RunOptions& options, const JobContext& job) const
    {
        const int layers = m_info.config.layers;
        const auto keep = [&](StateId state, const at::Tensor& x) {
            const bool last = state == StateId::outputOf(Layer{layers});
            if (options.keep == bert::RunOptions::Keep::AllStates
                || (last && options.keep == bert::RunOptions::Keep::LastState))
                text.states[static_cast<std::size_t>(state.axisIndex())] = hostCopy(x);
        };
        const Batch batch = batchOf(text.input);
        const std::optional<OffsetRows> rows = relativeRows(text);
        at::Tensor x = embedded(text);
        keep(StateId::embeddingOutput(), x);
        for (Layer layer; layer.number <= layers; ++layer.number) {
            if (job.stopRequested())
                return cancelled();
            job.report(static_cast<double>(layer.number - 1) / layers,
                       fmt::format("layer {} of {}", layer.number, layers));
            const HeadTensors heads = headsOf(m_shape, layerTensors(layer), x, batch, relativeTerm(text, layer, rows));
            const at::Tensor weights = attentionWeights(heads.logits, batch);
            if (options.onAttention) {
                const bool logits = options.attention == bert::AttentionKind::Logits;
                if (Status taken = options.onAttention(layer, maps(logits ? heads.logits : weights, batch)); !taken)
                    return taken;
            }
            x = layerOutput(m_shape, layerTensors(layer), x, weights, heads.values, batch);
            keep(StateId::outputOf(layer), x);
        }
        if (job.stopRequested())
            return cancelled();
        return ok();
    }

    [[nodiscard]] at::Tensor embedded(const bert::EncodedText& text) const
    {
        at::Tensor x = at::index_select(m_words, 0, indexes(text.input.ids, m_place.device));
        if (m_segments.defined())
            x = x.add(at::index_select(m_segments, 0, indexes(text.input.segments, m_place.device)));
        if (const auto& added = text.positions.added)
            x = x.add(at::from_blob(const_cast<float*>(added->data()), {added->rows(), added->cols()}, at::kFloat)
                          .to(m_place.device));
        x = normalised(m_shape, x, m_embeddingNorm);
        return m_projection ? linear(m_shape, x, *m_projection) : x;
    }

    [[nodiscard]] Batch batchOf(const bert::EncoderInput& input) const
    {
        Batch batch{.sequences = input.sequences, .tokens = input.tokens, .maskedKeys = {}};
        if (std::ranges::find(input.mask, 0) != input.mask.end())
            batch.maskedKeys = indexes(input.mask, m_place.device).eq(0).view({input.sequences, 1, 1, input.tokens});
        return batch;
    }

    [[nodiscard]] static std::optional<OffsetRows> relativeRows(const bert::EncodedText& text)
    {
        if (text.positions.offsets.empty())
            return std::nullopt;
        return offsetRows(text, text.positions.offsets.front().shape.front());
    }

    [[nodiscard]] std::optional<RelativeTerm> relativeTerm(const bert::EncodedText& text, Layer layer,
                                                           const std::optional<OffsetRows>& rows) const
    {
        if (!rows)
            return std::nullopt;
        const WeightTensor& table = text.positions.offsets[static_cast<std::size_t>(layer.number - 1)];
        return RelativeTerm{
            .table = tensorOf(table, m_place.device).narrow(0, rows->first, rows->count),
            .rowOf =
                indexes(rows->rowOf, m_place.device).view({rows->sequences, 1, text.input.tokens, text.input.tokens}),
            .meetsKeys = m_info.config.position == bert::PositionKind::RelativeKeyQuery};
    }

    [[nodiscard]] bert::AttentionMaps maps(const at::Tensor& values, const Batch& batch) const
    {
        return {
            .sequences = batch.sequences, .heads = m_shape.heads, .tokens = batch.tokens, .values = hostCopy(values)};
    }

    [[nodiscard]] const LayerTensors& layerTensors(Layer layer) const
    {
        return m_groups[static_cast<std::size_t>(m_info.config.groupOf(layer))];
    }

    [[nodiscard]] Index count() const
    {
        Index all = m_words.numel() + m_embeddingNorm.gain.numel() + m_embeddingNorm.shift.numel();
        if (m_segments.defined())
            all += m_segments.numel();
        if (m_embedding.positions)
            all += std::ssize(*m_embedding.positions->values);
        if (m_projection)
            all += m_projection->weight.numel() + m_projection->bias.numel();
        for (const LayerTensors& group : m_groups)
            all += size(group);
        for (const bert::LayerWeights& layer : m_offsets)
            all += layer.distances ? std::ssize(*layer.distances->values) : 0;
        return all;
    }

    Place m_place;
    EncoderShape m_shape;
    bert::EncoderInfo m_info;
    bert::EmbeddingWeights m_embedding; ///< on the host, for the position schemes
    std::vector<bert::LayerWeights> m_offsets; ///< by layer, of which only `distances` is kept
    at::Tensor m_words;
    at::Tensor m_segments; ///< undefined: none
    NormTensors m_embeddingNorm;
    std::optional<LinearTensors> m_projection;
    std::vector<LayerTensors> m_groups;
};

class Encoders final : public bert::EncoderModule {
public:
    explicit Encoders(const compute::TorchModule& module)
        : m_module(&module)
    {
    }

    [[nodiscard]] Result<std::shared_ptr<const bert::Encoder>>
    create(bert::EncoderWeights weights, const compute::DeviceChoice& device) const override
    {
        PESCOPE_TRY(backend, m_module->backend(device));
        const compute::TorchInfo info = m_module->info();
        return onTorch(info.threads, [&]() -> Result<std::shared_ptr<const bert::Encoder>> {
            Place place{.device = at::kCPU,
                        .products = info.slowBlas && hasOneDnn() ? CpuProducts::OneDnn : CpuProducts::Blas,
                        .threads = info.threads,
                        .name = backend->name()};
            if (device.cuda)
                place.device = at::Device(at::kCUDA, static_cast<at::DeviceIndex>(device.index));
            const c10::InferenceMode noGradients;
            return std::make_shared<const TorchEncoder>(std::move(weights), std::move(place));
        });
    }

private:
    const compute::TorchModule* m_module; ///< lives as long as the program
};

} // namespace
} // namespace pescope::torch_module

/// The factory that core/bert looks up. Null for another interface version.
extern "C" __attribute__((visibility("default"))) pescope::bert::EncoderModule*
pescope_torch_encoders(int abi, const pescope::compute::TorchModule* module)
{
    if (abi != pescope::bert::kEncoderModuleAbi || module == nullptr)
        return nullptr;
    try {
        return new pescope::torch_module::Encoders(*module);
    } catch (...) {
        return nullptr;
    }
}
