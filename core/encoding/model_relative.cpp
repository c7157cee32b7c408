// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/model_relative.h"

#include "core/encoding/model_computed.h"
#include "core/encoding/table_encoding.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <tuple>

namespace pescope::encoding {

using checkpoint::Checkpoint;
using checkpoint::TensorInfo;

namespace {

/// Blocks are counted from 0 in each stage: they are numbered through.
void numberThrough(std::vector<FoundBias>& biases)
{
    std::map<int, int> blocks;
    for (const FoundBias& one : biases)
        if (one.stage && one.encoding.layer)
            blocks[*one.stage] = std::max(blocks[*one.stage], *one.encoding.layer + 1);
    for (FoundBias& one : biases) {
        if (!one.stage || !one.encoding.layer)
            continue;
        int before = 0;
        for (const auto& [stage, count] : blocks)
            before += stage < *one.stage ? count : 0;
        if (before > 0)
            one.encoding.notes.push_back(
                fmt::format("block {} of stage {}: blocks are numbered through", *one.encoding.layer, *one.stage));
        *one.encoding.layer += before;
    }
}

} // namespace

Encoding storedEncoding(const TensorInfo& tensor, const ModelConfig& config)
{
    Encoding encoding;
    encoding.family = config.modelType();
    encoding.tensor = tensor.name;
    encoding.file = tensor.file.string();
    encoding.shape = tensor.shape;
    encoding.dtype = tensor.readable.value_or(tables::DType::F64);
    return encoding;
}

RelativeTensors::RelativeTensors(const Checkpoint& source, const ModelConfig& config)
    : m_source(source)
    , m_config(config)
{
}

Result<bool> RelativeTensors::take(std::size_t tensor)
{
    const TensorInfo& info = m_source.tensors()[tensor];
    const auto keep = [](auto read, auto& list) -> Result<bool> {
        if (!read)
            return std::unexpected(std::move(read).error());
        list.push_back(*std::move(read));
        return true;
    };
    if (const auto* rule = findConvolution(info.name); rule && info.readable)
        return keep(readConvolution(m_source, m_config, tensor, *rule), m_tables);
    if (!couldBeTable(info))
        return false;
    if (const auto* rule = findRelativeTable(info.name))
        return keep(readRelativeTable(m_source, m_config, tensor, *rule), m_tables);
    if (const auto* rule = findDisentangled(info.name))
        return keep(readDisentangled(m_source, m_config, tensor, *rule), m_tables);
    if (const auto* rule = findStoredRotary(info.name, m_config.modelType()))
        return keep(readStoredRotary(m_source, m_config, tensor, *rule), m_tables);
    if (const auto* rule = findBuckets(info.name))
        return keep(readBuckets(m_source, m_config, tensor, *rule), m_biases);
    if (const auto* rule = findWindow(info.name))
        return keep(readWindow(m_source, m_config, tensor, *rule), m_biases);
    return false;
}

std::vector<Encoding> RelativeTensors::encodings() &&
{
    std::ranges::stable_sort(m_tables, {}, [](const Encoding& one) { return one.layer.value_or(0); });
    numberThrough(m_biases);
    // encoder before decoder, as data flows; layers in their order
    std::ranges::stable_sort(m_biases, {}, [](const FoundBias& one) {
        return std::tuple(one.stack == "decoder.", one.encoding.layer.value_or(0));
    });
    for (FoundBias& one : m_biases) {
        const auto sameStack = [&](const FoundBias& other) {
            return other.stack == one.stack && other.encoding.usedByModel;
        };
        Encoding& encoding = one.encoding;
        const bool shared = one.sharedWhenAlone && std::ranges::count_if(m_biases, sameStack) <= 1;
        if (shared && encoding.usedByModel && encoding.layer) {
            encoding.notes.emplace_back("stored in the first block, used by all blocks of the stack");
            encoding.layer.reset();
        }
        encoding.id = encoding.layer ? fmt::format("{}layer{}.bias", one.stack, *encoding.layer)
                                     : fmt::format("{}bias", one.stack);
        encoding.title = titled(encoding.family, encoding.id);
    }
    for (FoundBias& one : m_biases)
        m_tables.push_back(std::move(one.encoding));
    return std::move(m_tables);
}

} // namespace pescope::encoding
