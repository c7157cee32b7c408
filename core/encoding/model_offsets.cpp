// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/computed_encodings.h"
#include "core/encoding/model_computed.h"
#include "core/encoding/model_relative.h"
#include "core/encoding/table_encoding.h"
#include "core/encoding/tensor_name.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace pescope::encoding {

using checkpoint::Checkpoint;
using checkpoint::TensorInfo;
using tables::Index;
using tables::MatrixD;

namespace {

/// The logarithmic bucket of an offset n ≥ 0 among `half` on each side: the offset itself up to half / 2, then
/// mid + ⌈ln(n/mid) / ln((largest − 1)/mid) · (mid − 1)⌉ (DeBERTa v2).
Index logBucket(Index n, Index half, Index largest)
{
    const Index mid = half / 2;
    if (n <= mid)
        return n;
    const double octaves = std::log(static_cast<double>(n) / static_cast<double>(mid))
        / std::log(static_cast<double>(largest - 1) / static_cast<double>(mid));
    return mid + static_cast<Index>(std::ceil(octaves * static_cast<double>(mid - 1)));
}

/// The smallest offset that falls into a bucket, or into one beyond it.
Index firstOffsetOf(Index bucket, Index half, Index largest)
{
    Index low = 0;
    Index high = 2 * largest;
    while (low < high) { // buckets grow with the offset
        const Index middle = low + (high - low) / 2;
        if (logBucket(middle, half, largest) < bucket)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// The rows as attention uses them, after the layer norm of the encoder. Errors: Shape where its weights are missing.
Result<MatrixD> normalised(const Checkpoint& source, const ModelConfig& config, const TensorInfo& info,
                           const DisentangledRule& rule, const MatrixD& rows)
{
    const std::string before = info.name.substr(0, info.name.size() - rule.tensor.size());
    const auto either = [&](std::string_view now, std::string_view old) {
        const auto found = vectorNamed(source, fmt::format("{}{}.{}", before, rule.norm, now), rows.cols());
        return found ? found : vectorNamed(source, fmt::format("{}{}.{}", before, rule.norm, old), rows.cols());
    };
    const auto weight = either("weight", "gamma");
    const auto bias = either("bias", "beta");
    if (!weight || !bias)
        return fail(ErrorCode::Shape,
                    fmt::format("tensor {}: {} is {} in {}, but {}{} of {} values is missing", info.name, rule.normKey,
                                rule.normValue, config.place(), before, rule.norm, rows.cols()),
                    "The file is not complete.");
    constexpr std::string_view kEpsilon[] = {"layer_norm_eps"};
    constexpr double kUsualEpsilon = 1e-7;
    const double epsilon = config.real(kEpsilon).value_or(kUsualEpsilon);
    MatrixD result(rows.rows(), rows.cols());
    for (Index r = 0; r < rows.rows(); ++r) {
        const Eigen::RowVectorXd centred = rows.row(r).array() - rows.row(r).mean();
        const double scale = 1 / std::sqrt(centred.squaredNorm() / static_cast<double>(rows.cols()) + epsilon);
        result.row(r) = (centred * scale).cwiseProduct(*weight) + *bias;
    }
    return result;
}

/// The terms of disentangled attention that the config names: "c2p|p2c", or a list of the two.
std::vector<std::string> termsOf(const ModelConfig& config, std::string_view key)
{
    std::vector<std::string> terms = config.texts(key);
    const std::string joined = config.text(key);
    for (const std::string_view one : {"c2p", "p2c"})
        if (joined.find(one) != std::string::npos)
            terms.emplace_back(one);
    return terms;
}

AttentionFormula disentangledFormula(bool toPosition, bool toContent)
{
    std::string terms;
    if (toPosition)
        terms = "q_i·(P_{i−j} W_K)";
    if (toContent)
        terms += fmt::format("{}k_j·(P_{{i−j}} W_Q)", terms.empty() ? "" : " + ");
    const int count = 1 + (toPosition ? 1 : 0) + (toContent ? 1 : 0);
    return givenFormula(fmt::format("s_{{ij}} = (q_i·k_j + [{}]) / √({}d)", terms, count),
                        "the map shows P_r·P_{r′}: how alike two offsets are before W_K and W_Q turn them");
}

/// Which offsets the rows stand for. `rows` is 2·span.
void describeSpan(Encoding& encoding, const ModelConfig& config, const DisentangledRule& rule, Index rows)
{
    const std::string_view bucketKeys[] = {rule.bucketKey};
    const std::string_view distanceKeys[] = {rule.distanceKey};
    const Index span = rows / 2;
    const auto buckets = config.number(bucketKeys);
    auto distance = config.number(distanceKeys);
    if (!distance || distance->value < 1)
        distance = config.number(lengthKeys());
    constexpr Index kMostDistance = 1 << 30;
    const bool grouped = buckets && buckets->value >= 2 && buckets->value == span && distance && distance->value > span
        && distance->value <= kMostDistance;
    nlohmann::json parameters{{"sign", "query-key"}};
    Index first = -span;
    Index last = span - 1;
    if (grouped) {
        first = -firstOffsetOf(span, span, distance->value);
        last = firstOffsetOf(span - 1, span, distance->value);
        parameters["buckets"] = rows;
        parameters["max_distance"] = distance->value;
        encoding.notes.push_back(fmt::format(
            "row r is bucket r − {0} of m = i − j = query − key: up to ±{1} a bucket is the offset itself, beyond they "
            "grow with its logarithm (offset {2} is bucket {3}); axes count buckets",
            span, span / 2, last, span - 1));
    } else {
        encoding.notes.push_back(fmt::format(
            "row r is offset m = i − j = r − {} (query − key); offsets beyond the ends use the nearest one", span));
        if (buckets && buckets->value >= 1 && buckets->value != span)
            encoding.notes.push_back(fmt::format("{} says {} {}, the table has the rows of {}: they are "
                                                 "taken as single offsets",
                                                 config.place(), buckets->key, buckets->value, span));
    }
    parameters["offsets"] = {first, last};
    encoding.parameters = std::make_shared<const nlohmann::json>(std::move(parameters));
}

} // namespace

std::optional<Eigen::RowVectorXd> vectorNamed(const Checkpoint& source, const std::string& name, Index length)
{
    const auto& tensors = source.tensors();
    const auto found = std::ranges::find(tensors, name, &TensorInfo::name);
    if (found == tensors.end())
        return std::nullopt;
    const auto bytes = source.read(static_cast<std::size_t>(found - tensors.begin()));
    if (!bytes)
        return std::nullopt;
    const auto values = tables::toDouble(bytes->bytes, bytes->dtype);
    if (!values || static_cast<Index>(values->size()) != length)
        return std::nullopt;
    return Eigen::RowVectorXd(Eigen::Map<const Eigen::RowVectorXd>(values->data(), length));
}

Result<Encoding> readRelativeTable(const Checkpoint& source, const ModelConfig& config, std::size_t tensor,
                                   const RelativeTableRule& rule)
{
    const TensorInfo& info = source.tensors()[tensor];
    PESCOPE_TRY(values, readMatrix(source, tensor));
    if (values.rows() % 2 == 0)
        return fail(ErrorCode::Shape, fmt::format("tensor {} has {} rows, an even number", info.name, values.rows()),
                    "A table of offsets −(P − 1) … P − 1 has 2P − 1 rows; the file may be damaged.");
    const Index reach = values.rows() / 2;
    Encoding encoding = storedEncoding(info, config);
    encoding.kind = Kind::Relative;
    encoding.layer = numberAfter(info.name, rule.layer);
    encoding.id = encoding.layer ? fmt::format("layer{}.{}", *encoding.layer, rule.id) : std::string(rule.id);
    encoding.positions = values.rows();
    encoding.firstPositionRow = 0;
    encoding.dim = values.cols();
    encoding.title = titled(
        encoding.family, encoding.layer ? fmt::format("{}, layer {}", rule.id, *encoding.layer) : std::string(rule.id));
    encoding.parameters =
        std::make_shared<const nlohmann::json>(nlohmann::json{{"sign", "query-key"}, {"offsets", {-reach, reach}}});

    const std::string type = config.text(rule.typeKey);
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
        encoding.notes.push_back(
            fmt::format("not used by this model: {} is {} in {}", rule.typeKey, type, config.place()));
    if (const auto said = config.number(rule.lengthKeys); said && said->value != reach + 1)
        encoding.notes.push_back(fmt::format("{} says {} {}, the table has the {} rows of {}: it is shown as "
                                             "stored",
                                             config.place(), said->key, said->value, values.rows(), reach + 1));
    if (encoding.usedByModel)
        encoding.notes.emplace_back("transformers 5 no longer reads this table and adds the absolute one instead: its "
                                    "numbers for such a model are wrong");
    noteFaultyOffsets(encoding, values);
    encoding.content = RelativeTable{.rows = std::make_shared<const MatrixD>(std::move(values)), .firstOffset = -reach};
    return encoding;
}

Result<Encoding> readDisentangled(const Checkpoint& source, const ModelConfig& config, std::size_t tensor,
                                  const DisentangledRule& rule)
{
    const TensorInfo& info = source.tensors()[tensor];
    PESCOPE_TRY(values, readMatrix(source, tensor));
    if (values.rows() % 2 != 0)
        return fail(ErrorCode::Shape, fmt::format("tensor {} has {} rows, an odd number", info.name, values.rows()),
                    "A table of offsets −span … span − 1 has 2·span rows; the file may be damaged.");
    Encoding encoding = storedEncoding(info, config);
    encoding.kind = Kind::Relative;
    encoding.id = "relative";
    encoding.positions = values.rows();
    encoding.firstPositionRow = 0;
    encoding.dim = values.cols();
    encoding.title = titled(encoding.family, "relative");
    describeSpan(encoding, config, rule, values.rows());
    encoding.notes.emplace_back("one table for all layers and heads, which each layer projects by its own matrices; "
                                "the same row serves query to position and position to key");
    if (config.text(rule.normKey).find(rule.normValue) != std::string::npos) {
        PESCOPE_TRY(rows, normalised(source, config, info, rule, values));
        values = std::move(rows);
        encoding.file.clear(); // what is shown is not what the file holds
        encoding.dtype = tables::DType::F64;
        encoding.notes.push_back(fmt::format("shown after the encoder's {} ({} is {}), as attention uses it", rule.norm,
                                             rule.normKey, config.text(rule.normKey)));
    }
    const std::vector<std::string> terms = termsOf(config, rule.typesKey);
    const auto has = [&](std::string_view term) { return std::ranges::find(terms, term) != terms.end(); };
    const bool unused = config.isFalse("relative_attention");
    encoding.usedByModel = !unused;
    if (unused)
        encoding.notes.push_back(
            fmt::format("not used by this model: relative_attention is false in {}", config.place()));
    if (terms.empty() && !unused)
        encoding.notes.push_back(
            fmt::format("{} is not known: c2p and p2c are taken, as in the published models", rule.typesKey));
    encoding.formula =
        unused ? unusedFormula() : disentangledFormula(terms.empty() || has("c2p"), terms.empty() || has("p2c"));
    noteFaultyOffsets(encoding, values);
    const Index span = values.rows() / 2;
    encoding.content = RelativeTable{.rows = std::make_shared<const MatrixD>(std::move(values)), .firstOffset = -span};
    return encoding;
}

Result<Encoding> readStoredRotary(const Checkpoint& source, const ModelConfig& config, std::size_t tensor,
                                  const StoredRotaryRule& rule)
{
    const TensorInfo& info = source.tensors()[tensor];
    PESCOPE_TRY(stored, readTable(source, tensor, {.id = "rotary", .family = config.modelType(), .notes = {}}));
    const auto& table = std::get<StoredTable>(stored.content);
    if (!table.sinusoid || table.sinusoid->layout != Layout::Halves)
        return fail(
            ErrorCode::Shape,
            fmt::format("tensor {} of shape {} is no table of sines and cosines", info.name, shapeText(info.shape)),
            "Such a model turns queries and keys by a stored sinusoid, sines first; the file may be damaged.");
    const std::vector<double>& omega = table.sinusoid->omega;
    RotarySpec spec;
    spec.dim = static_cast<int>(2 * omega.size());
    spec.headDim = headSize(config).value_or(spec.dim);
    spec.pairing = rule.pairing;
    spec.length = table.positions;
    spec.base = table.sinusoid->base > 0 ? table.sinusoid->base : spec.base;
    // what the file holds counts, where it is no power of a base
    if (table.sinusoid->base <= 0 || table.sinusoid->spacing != Spacing::Half || table.sinusoid->first != 0) {
        spec.scaling.type = RopeScaling::Type::Divisors;
        for (std::size_t k = 0; k < omega.size(); ++k)
            spec.scaling.divisors.push_back(std::pow(spec.base, -2.0 * static_cast<double>(k) / spec.dim) / omega[k]);
    }
    if (Status valid = validate(spec); !valid)
        return std::unexpected(withContext(std::move(valid).error(), fmt::format("tensor {}", info.name)));
    Encoding encoding = rotaryEncoding(spec);
    const Encoding tensorFacts = storedEncoding(info, config);
    encoding.family = tensorFacts.family.empty() ? std::string(rule.modelType) : tensorFacts.family;
    encoding.tensor = tensorFacts.tensor;
    encoding.file = tensorFacts.file;
    encoding.shape = tensorFacts.shape;
    encoding.dtype = tensorFacts.dtype;
    encoding.title = titled(encoding.family, "rotary");
    if (const auto heads = config.number(headKeys()); heads && heads->value >= 1 && heads->value <= 65536)
        encoding.heads = static_cast<int>(heads->value);
    nlohmann::json parameters = *encoding.parameters;
    parameters["layout"] = name(Layout::Halves);
    encoding.parameters = std::make_shared<const nlohmann::json>(std::move(parameters));
    encoding.notes.push_back(fmt::format(
        "stored as a table of {} positions, all sines before all cosines: the angles that turn queries and keys, not "
        "rows that are added to words; ω is fitted, the largest difference is {:.2g}",
        table.positions, table.sinusoid->maxResidual));
    encoding.notes.emplace_back(config.isTrue("rotary_value") ? "values are turned as well (rotary_value is true)"
                                                              : "the same in every layer and head");
    return encoding;
}

} // namespace pescope::encoding
