// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/weights.h"

#include "core/bert/weight_names.h"
#include "core/encoding/table_encoding.h"
#include "core/encoding/tensor_name.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <unordered_map>

namespace pescope::bert {
namespace {

using tables::Index;
using Shape = std::vector<std::int64_t>;

constexpr std::string_view kWords = "embeddings.word_embeddings.weight";

/// Elements widened at a time: the doubles in between stay small.
constexpr std::size_t kBlock = std::size_t{1} << 16;

Result<std::vector<float>> widened(const checkpoint::TensorBytes& stored)
{
    if (!tables::isFloating(stored.dtype))
        return fail(
            ErrorCode::Unsupported,
            fmt::format("the weights are stored as {}, which is not a floating type", tables::name(stored.dtype)),
            "Take the checkpoint that was not quantised.");
    const std::size_t size = tables::byteSize(stored.dtype);
    std::vector<float> values(stored.bytes.size() / size);
    if (stored.dtype == tables::DType::F32) {
        std::memcpy(values.data(), stored.bytes.data(), values.size() * size);
        return values;
    }
    const std::span<const std::byte> bytes(stored.bytes);
    for (std::size_t at = 0; at < values.size(); at += kBlock) {
        const std::size_t count = std::min(kBlock, values.size() - at);
        PESCOPE_TRY(block, tables::toDouble(bytes.subspan(at * size, count * size), stored.dtype));
        std::ranges::transform(block, values.begin() + static_cast<std::ptrdiff_t>(at),
                               [](double value) { return static_cast<float>(value); });
    }
    return values;
}

/// The tensors of one encoder in a checkpoint, found by their names behind its prefix.
class Reader {
public:
    static Result<Reader> open(const checkpoint::Checkpoint& source)
    {
        Reader reader(source);
        std::vector<std::string> prefixes;
        for (const checkpoint::TensorInfo& tensor : source.tensors())
            if (encoding::endsAtDot(tensor.name, kWords))
                prefixes.push_back(tensor.name.substr(0, tensor.name.size() - kWords.size()));
        if (prefixes.size() > 1)
            return fail(ErrorCode::Format,
                        fmt::format(R"(the checkpoint holds {} encoders: their names begin with "{}" and "{}")",
                                    prefixes.size(), prefixes[0], prefixes[1]),
                        "Save the one to be run as a model of its own.");
        if (!prefixes.empty())
            reader.m_prefix = prefixes.front();
        return reader;
    }

    /// The stored tensor, or null.
    [[nodiscard]] const checkpoint::TensorInfo* find(const std::string& name) const
    {
        const auto found = m_index.find(m_prefix + name);
        return found == m_index.end() ? nullptr : &m_source->tensors()[found->second];
    }

    /// Notes that `target` is wanted; nothing is read before `read`.
    void want(WeightTensor& target, std::string name, Shape shape)
    {
        m_wanted.push_back({&target, std::move(name), std::move(shape)});
    }

    void want(LinearWeights& target, const std::string& name, Index outputs, Index inputs)
    {
        want(target.weight, name + ".weight", {outputs, inputs});
        want(target.bias, name + ".bias", {outputs});
    }

    /// Files of 2018 and 2019 call the two gamma and beta.
    void want(NormWeights& target, const std::string& name, Index width)
    {
        const bool old = find(name + ".weight") == nullptr && find(name + ".gamma") != nullptr;
        want(target.gain, name + (old ? ".gamma" : ".weight"), {width});
        want(target.shift, name + (old ? ".beta" : ".bias"), {width});
    }

    /// Whether all that is wanted is there, with the wanted shapes; costs no reading.
    [[nodiscard]] Status check() const
    {
        constexpr std::size_t kNamed = 8;
        std::string missing;
        std::size_t count = 0;
        for (const Wanted& one : m_wanted)
            if (find(one.name) == nullptr && ++count <= kNamed)
                missing += (count == 1 ? "" : ", ") + m_prefix + one.name;
        if (count > 0)
            return fail(ErrorCode::Format,
                        fmt::format("{} of the tensors that config.json calls for are missing: {}{}", count, missing,
                                    count > kNamed ? " …" : ""),
                        "Take the complete checkpoint, with the config.json that belongs to it.");
        for (const Wanted& one : m_wanted) {
            const checkpoint::TensorInfo& stored = *find(one.name);
            if (!stored.isMissing && stored.shape != one.shape)
                return fail(ErrorCode::Shape,
                            fmt::format("tensor {} is {}, config.json calls for {}", stored.name,
                                        encoding::shapeText(stored.shape), encoding::shapeText(one.shape)),
                            "Take the config.json that belongs to these weights.");
        }
        return ok();
    }

    [[nodiscard]] Status read(const JobContext& job) const
    {
        for (std::size_t k = 0; k < m_wanted.size(); ++k) {
            if (job.stopRequested())
                return cancelled();
            job.report(static_cast<double>(k) / static_cast<double>(m_wanted.size()), "reading weights");
            const Wanted& one = m_wanted[k];
            const std::string name = m_prefix + one.name;
            const auto stored = m_source->read(m_index.at(name));
            if (!stored)
                return std::unexpected(withContext(stored.error(), fmt::format("tensor {}", name)));
            auto values = widened(*stored);
            if (!values)
                return std::unexpected(withContext(std::move(values).error(), fmt::format("tensor {}", name)));
            // A missing shard's shape is known only now.
            if (stored->shape != one.shape)
                return fail(ErrorCode::Shape,
                            fmt::format("tensor {} is {}, config.json calls for {}", name,
                                        encoding::shapeText(stored->shape), encoding::shapeText(one.shape)));
            *one.target = {.name = name,
                           .shape = one.shape,
                           .values = std::make_shared<const std::vector<float>>(*std::move(values))};
        }
        return ok();
    }

private:
    struct Wanted {
        WeightTensor* target;
        std::string name;
        Shape shape;
    };

    explicit Reader(const checkpoint::Checkpoint& source)
        : m_source(&source)
    {
        for (std::size_t k = 0; k < source.tensors().size(); ++k)
            m_index.emplace(source.tensors()[k].name, k);
    }

    const checkpoint::Checkpoint* m_source;
    std::unordered_map<std::string, std::size_t> m_index;
    std::string m_prefix;
    std::vector<Wanted> m_wanted;
};

/// Sizes that config.json leaves out, as the weights have them.
void fillSizes(EncoderConfig& config, const Reader& reader)
{
    const auto rows = [&](std::optional<Index>& size, const std::string& name) {
        const checkpoint::TensorInfo* const stored = size ? nullptr : reader.find(name);
        if (stored != nullptr && !stored->shape.empty() && stored->shape.front() > 0)
            size = stored->shape.front();
    };
    const LayerNames first = layerNames(config.family, 0);
    rows(config.vocabulary, std::string(kWords));
    rows(config.segments, "embeddings.token_type_embeddings.weight");
    rows(config.intermediate, first.intermediate + ".weight");
    if (config.isRelative()) {
        std::optional<Index> distances;
        rows(distances, first.distances);
        if (distances && !config.positionRows)
            config.positionRows = (*distances + 1) / 2;
    }
    rows(config.positionRows, "embeddings.position_embeddings.weight");
    if (config.family == EncoderFamily::DistilBert)
        config.segments.reset();
}

/// What the file says beyond its config.json.
std::vector<std::string> notesOn(const EncoderConfig& config, const checkpoint::Checkpoint& source)
{
    std::vector<std::string> notes;
    int layers = 0;
    bool distances = false;
    for (const checkpoint::TensorInfo& tensor : source.tensors()) {
        layers = std::max(layers, encoding::numberAfter(tensor.name, "layer").value_or(-1) + 1);
        distances = distances || encoding::endsAtDot(tensor.name, "distance_embedding.weight");
    }
    if (config.family != EncoderFamily::Albert && layers > config.layers)
        notes.push_back(fmt::format("config.json says {} layers, the weights have {}: the first {} are run",
                                    config.layers, layers, config.layers));
    if (distances && !config.isRelative())
        notes.emplace_back("the weights have tables of relative positions that config.json does not call for: they are "
                           "not used");
    return notes;
}

void wantEmbedding(Reader& reader, const EncoderConfig& config, EmbeddingWeights& embedding)
{
    const Index width = config.embeddingDim();
    if (!config.isRelative())
        reader.want(embedding.positions.emplace(), "embeddings.position_embeddings.weight",
                    {config.positionRows.value_or(0), width});
    reader.want(embedding.norm, "embeddings.LayerNorm", width);
    if (const std::string projection = projectionName(config); !projection.empty())
        reader.want(embedding.projection.emplace(), projection, config.hidden, width);
}

void wantLayer(Reader& reader, const EncoderConfig& config, int group, LayerWeights& layer)
{
    const LayerNames names = layerNames(config.family, group);
    const Index hidden = config.hidden;
    const Index intermediate = config.intermediate.value_or(0);
    reader.want(layer.query, names.query, hidden, hidden);
    reader.want(layer.key, names.key, hidden, hidden);
    reader.want(layer.value, names.value, hidden, hidden);
    reader.want(layer.attentionOutput, names.attentionOutput, hidden, hidden);
    reader.want(layer.attentionNorm, names.attentionNorm, hidden);
    reader.want(layer.intermediate, names.intermediate, intermediate, hidden);
    reader.want(layer.output, names.output, hidden, intermediate);
    reader.want(layer.outputNorm, names.outputNorm, hidden);
    if (config.isRelative())
        reader.want(layer.distances.emplace(), names.distances,
                    {2 * config.positionRows.value_or(0) - 1, config.headDim()});
}

Status checkPositionRows(const EncoderConfig& config)
{
    if (!config.positionRows || *config.positionRows > config.firstPositionRow())
        return ok();
    return fail(ErrorCode::Format,
                fmt::format("config.json: of {} position rows the first {} are unused: none is left",
                            *config.positionRows, config.firstPositionRow()));
}

Status readAll(Reader& reader, const JobContext& job)
{
    if (Status complete = reader.check(); !complete)
        return complete;
    return reader.read(job);
}

} // namespace

Result<EncoderWeights> loadEncoderWeights(const checkpoint::Checkpoint& source, const JobContext& job)
{
    return runGuarded([&]() -> Result<EncoderWeights> {
        EncoderWeights weights;
        PESCOPE_TRY(config, readEncoderConfig(source.config()));
        PESCOPE_TRY(reader, Reader::open(source));
        fillSizes(config, reader);
        if (Status usable = checkPositionRows(config); !usable)
            return std::unexpected(std::move(usable).error());
        weights.config = config;
        weights.notes = notesOn(config, source);

        reader.want(weights.words, std::string(kWords), {config.vocabulary.value_or(0), config.embeddingDim()});
        if (config.family != EncoderFamily::DistilBert)
            reader.want(weights.segments.emplace(), "embeddings.token_type_embeddings.weight",
                        {config.segments.value_or(0), config.embeddingDim()});
        wantEmbedding(reader, config, weights.embedding);
        std::vector<LayerWeights> groups(static_cast<std::size_t>(config.groups));
        for (int group = 0; group < config.groups; ++group)
            wantLayer(reader, config, group, groups[static_cast<std::size_t>(group)]);
        if (Status done = readAll(reader, job); !done)
            return std::unexpected(std::move(done).error());
        for (Layer layer; config.hasLayer(layer); ++layer.number)
            weights.layers.push_back(groups[static_cast<std::size_t>(config.groupOf(layer))]);
        return weights;
    });
}

Result<HeadWeights> loadHeadWeights(const checkpoint::Checkpoint& source, Layer layer)
{
    return runGuarded([&]() -> Result<HeadWeights> {
        HeadWeights weights;
        PESCOPE_TRY(config, readEncoderConfig(source.config()));
        if (Status exists = checkLayer(config, layer); !exists)
            return std::unexpected(std::move(exists).error());
        PESCOPE_TRY(reader, Reader::open(source));
        fillSizes(config, reader);
        if (Status usable = checkPositionRows(config); !usable)
            return std::unexpected(std::move(usable).error());
        weights.config = config;
        wantEmbedding(reader, config, weights.embedding);
        const LayerNames names = layerNames(config.family, config.groupOf(layer));
        reader.want(weights.query, names.query, config.hidden, config.hidden);
        reader.want(weights.key, names.key, config.hidden, config.hidden);
        if (Status done = readAll(reader, {}); !done)
            return std::unexpected(std::move(done).error());
        return weights;
    });
}

} // namespace pescope::bert
