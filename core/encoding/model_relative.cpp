// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/model_relative.h"

#include "core/encoding/catalogue_relative.h"
#include "core/encoding/table_encoding.h"
#include "core/encoding/tensor_name.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace pescope::encoding {

using checkpoint::Checkpoint;
using checkpoint::TensorInfo;
using tables::Index;
using tables::MatrixD;

namespace {

constexpr Index kDefaultLength = 128;

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

void noteNotFinite(Encoding& encoding, const MatrixD& values)
{
    if (!values.allFinite())
        encoding.notes.emplace_back("some values are NaN or infinite: left out of colour scales and means");
}

std::string titled(const Encoding& encoding, std::string_view what)
{
    return encoding.family.empty() ? std::string(what) : fmt::format("{} · {}", encoding.family, what);
}

/// "encoder." or "decoder.", as the ids write it; empty: the model has one stack.
std::string stackOf(const BucketRule& rule, std::string_view tensor)
{
    if (!rule.decoder.empty() && hasComponent(tensor, rule.decoder))
        return "decoder.";
    if (!rule.encoder.empty() && hasComponent(tensor, rule.encoder))
        return "encoder.";
    return {};
}

} // namespace

RelativeTensors::RelativeTensors(const Checkpoint& source, const ModelConfig& config)
    : m_source(source)
    , m_config(config)
{
}

Result<bool> RelativeTensors::take(std::size_t tensor)
{
    const TensorInfo& info = m_source.tensors()[tensor];
    const bool isTable = findRelativeTable(info.name) != nullptr;
    if (!couldBeTable(info) || (!isTable && !findBuckets(info.name)))
        return false;
    auto encoding = isTable ? relativeTable(tensor) : buckets(tensor);
    if (!encoding)
        return std::unexpected(std::move(encoding).error());
    m_found.push_back(*std::move(encoding));
    return true;
}

Result<Encoding> RelativeTensors::relativeTable(std::size_t tensor) const
{
    const TensorInfo& info = m_source.tensors()[tensor];
    const RelativeTableRule& rule = *findRelativeTable(info.name);
    PESCOPE_TRY(values, readMatrix(m_source, tensor));
    if (values.rows() % 2 == 0)
        return fail(ErrorCode::Shape, fmt::format("tensor {} has {} rows, an even number", info.name, values.rows()),
                    "A table of offsets −(P − 1) … P − 1 has 2P − 1 rows; the file may be damaged.");
    const Index reach = values.rows() / 2;
    Encoding encoding = storedEncoding(info, m_config);
    encoding.kind = Kind::Relative;
    encoding.layer = numberAfter(info.name, rule.layer);
    encoding.id = encoding.layer ? fmt::format("layer{}.{}", *encoding.layer, rule.id) : std::string(rule.id);
    encoding.positions = values.rows();
    encoding.firstPositionRow = 0;
    encoding.dim = values.cols();
    encoding.title =
        titled(encoding, encoding.layer ? fmt::format("{}, layer {}", rule.id, *encoding.layer) : std::string(rule.id));
    encoding.parameters =
        std::make_shared<const nlohmann::json>(nlohmann::json{{"sign", "query-key"}, {"offsets", {-reach, reach}}});

    const std::string type = m_config.text(rule.typeKey);
    const bool known = type == rule.queryType || type == rule.bothType;
    encoding.usedByModel = known || type.empty();
    encoding.formula = encoding.usedByModel ? relativeFormula(type == rule.bothType) : unusedFormula();
    encoding.notes.push_back(fmt::format("row r is offset m = i − j = r − {} (query − key); one table for all heads of "
                                         "the layer",
                                         reach));
    if (type.empty())
        encoding.notes.push_back(fmt::format(
            "found by the name of the tensor alone: taken as {}, where it meets the query", rule.queryType));
    else if (!known)
        encoding.notes.push_back(fmt::format("not used by this model: {} is {} in config.json", rule.typeKey, type));
    if (const auto said = m_config.number(rule.lengthKeys); said && said->value != reach + 1)
        encoding.notes.push_back(fmt::format("config.json says {} {}, the table has the {} rows of {}: it is shown as "
                                             "stored",
                                             said->key, said->value, values.rows(), reach + 1));
    if (encoding.usedByModel)
        encoding.notes.emplace_back("transformers 5 no longer reads this table and adds the absolute one instead: its "
                                    "numbers for such a model are wrong");
    noteFaultyOffsets(encoding, values);
    encoding.content = RelativeTable{.rows = std::make_shared<const MatrixD>(std::move(values)), .firstOffset = -reach};
    return encoding;
}

Result<Encoding> RelativeTensors::buckets(std::size_t tensor) const
{
    const TensorInfo& info = m_source.tensors()[tensor];
    const BucketRule& rule = *findBuckets(info.name);
    PESCOPE_TRY(values, readMatrix(m_source, tensor));
    constexpr std::string_view kBuckets[] = {"relative_attention_num_buckets"};
    constexpr std::string_view kDistance[] = {"relative_attention_max_distance"};
    constexpr Index kMostDistance = 1 << 30;
    Encoding encoding = storedEncoding(info, m_config);
    encoding.kind = Kind::Bias;
    encoding.heads = static_cast<int>(values.cols());
    BucketTable table;
    table.bidirectional = rule.decoder.empty() || !hasComponent(info.name, rule.decoder);
    table.maxDistance = rule.fixedDistance.value_or(128);
    if (!rule.fixedDistance) {
        const auto distance = m_config.number(kDistance);
        if (distance && distance->value >= 1 && distance->value <= kMostDistance)
            table.maxDistance = static_cast<int>(distance->value);
        else
            encoding.notes.emplace_back(
                "relative_attention_max_distance is not known: 128 is taken, as in the published "
                "models");
    }
    if (const auto said = m_config.number(kBuckets); said && said->value != values.rows() && !rule.fixedDistance)
        encoding.notes.push_back(fmt::format("config.json says {} {}, the table has {} rows: their number is taken",
                                             said->key, said->value, values.rows()));
    encoding.notes.push_back(
        fmt::format("the model looks up the bucket of key − query; pictures, profiles and bias are "
                    "turned to m = i − j = query − key{}",
                    table.bidirectional ? "" : "; keys after the query share bucket 0"));
    noteNotFinite(encoding, values);
    encoding.parameters = std::make_shared<const nlohmann::json>(nlohmann::json{{"buckets", values.rows()},
                                                                                {"max_distance", table.maxDistance},
                                                                                {"bidirectional", table.bidirectional},
                                                                                {"sign", "key-query"}});
    encoding.formula = biasFormula("", rule.scale);
    table.values = std::make_shared<const MatrixD>(std::move(values));
    LogitBias bias{.rule = std::move(table), .length = kDefaultLength};
    if (const auto said = m_config.number(lengthKeys()); said && said->value >= 1)
        bias.length = said->value;
    encoding.positions = bias.length;
    encoding.layer = rule.layer.empty() ? std::nullopt : numberAfter(info.name, rule.layer);
    encoding.id = stackOf(rule, info.name); // completed when all tables are known
    if (const Status valid = validate(bias); !valid)
        return std::unexpected(withContext(Error(valid.error()), fmt::format("tensor {}", info.name)));
    encoding.content = std::move(bias);
    return encoding;
}

std::vector<Encoding> RelativeTensors::encodings() &&
{
    std::ranges::stable_sort(m_found, {}, [](const Encoding& one) { return one.layer.value_or(0); });
    for (Encoding& one : m_found) {
        if (one.kind != Kind::Bias)
            continue;
        const std::string stack = one.id;
        const bool everyLayer = std::ranges::count_if(m_found,
                                                      [&](const Encoding& other) {
                                                          return other.kind == Kind::Bias && other.tensor != one.tensor
                                                              && stackOf(*findBuckets(other.tensor), other.tensor)
                                                              == stackOf(*findBuckets(one.tensor), one.tensor);
                                                      })
            > 0;
        if (!everyLayer) {
            if (one.layer)
                one.notes.emplace_back("stored in the first block, used by all blocks of the stack");
            one.layer.reset();
        }
        one.id = one.layer ? fmt::format("{}layer{}.bias", stack, *one.layer) : fmt::format("{}bias", stack);
        one.title = titled(one, one.id);
    }
    // encoder before decoder, as data flows; layers in their order
    std::ranges::stable_sort(m_found, {}, [](const Encoding& one) { return one.id.starts_with("decoder."); });
    return std::move(m_found);
}

} // namespace pescope::encoding
