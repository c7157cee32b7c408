// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/limits.h"
#include "core/encoding/model_relative.h"
#include "core/encoding/table_encoding.h"
#include "core/encoding/tensor_name.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace pescope::encoding {

using checkpoint::Checkpoint;
using checkpoint::TensorInfo;
using tables::Index;
using tables::MatrixD;

namespace {

void noteNotFinite(Encoding& encoding, const MatrixD& values)
{
    if (!values.allFinite())
        encoding.notes.emplace_back("some values are NaN or infinite: left out of colour scales and means");
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

/// The whole root of an odd square, else nothing.
std::optional<Index> oddRoot(Index square)
{
    if (square < 1)
        return std::nullopt;
    const auto root = static_cast<Index>(std::llround(std::sqrt(static_cast<double>(square))));
    return root * root == square && root % 2 == 1 ? std::optional(root) : std::nullopt;
}

/// The patches of a window whose offsets fill the rows: the picture's of config.json where they do, else a square.
std::optional<WindowTable> windowOf(const ModelConfig& config, Index rows)
{
    const auto image = config.extent("image_size");
    const auto patch = config.extent("patch_size");
    for (const bool classToken : {false, true}) {
        const Index offsets = rows - (classToken ? 3 : 0);
        if (image && patch) {
            const Index height = image->first / patch->first;
            const Index width = image->second / patch->second;
            if (height >= 1 && width >= 1 && height <= rows && width <= rows
                && (2 * height - 1) * (2 * width - 1) == offsets)
                return WindowTable{.values = nullptr, .height = height, .width = width, .classToken = classToken};
        }
        if (const auto root = oddRoot(offsets))
            return WindowTable{
                .values = nullptr, .height = (*root + 1) / 2, .width = (*root + 1) / 2, .classToken = classToken};
    }
    return std::nullopt;
}

} // namespace

Result<FoundBias> readBuckets(const Checkpoint& source, const ModelConfig& config, std::size_t tensor,
                              const BucketRule& rule)
{
    const TensorInfo& info = source.tensors()[tensor];
    PESCOPE_TRY(values, readMatrix(source, tensor));
    constexpr std::string_view kBuckets[] = {"relative_attention_num_buckets"};
    constexpr std::string_view kDistance[] = {"relative_attention_max_distance"};
    constexpr Index kMostDistance = 1 << 30;
    Encoding encoding = storedEncoding(info, config);
    encoding.kind = Kind::Bias;
    encoding.heads = static_cast<int>(values.cols());
    BucketTable table;
    table.bidirectional = rule.decoder.empty() || !hasComponent(info.name, rule.decoder);
    table.maxDistance = rule.fixedDistance.value_or(128);
    if (!rule.fixedDistance) {
        const auto distance = config.number(kDistance);
        if (distance && distance->value >= 1 && distance->value <= kMostDistance)
            table.maxDistance = static_cast<int>(distance->value);
        else
            encoding.notes.emplace_back(
                "relative_attention_max_distance is not known: 128 is taken, as in the published "
                "models");
    }
    if (const auto said = config.number(kBuckets); said && said->value != values.rows() && !rule.fixedDistance)
        encoding.notes.push_back(fmt::format("{} says {} {}, the table has {} rows: their number is taken",
                                             config.place(), said->key, said->value, values.rows()));
    encoding.notes.push_back(
        fmt::format("the model looks up the bucket of key − query; pictures, profiles and bias are "
                    "turned to m = i − j = query − key{}",
                    table.bidirectional ? "" : "; keys after the query share bucket 0"));
    noteNotFinite(encoding, values);
    encoding.parameters = std::make_shared<const nlohmann::json>(nlohmann::json{{"buckets", values.rows()},
                                                                                {"max_distance", table.maxDistance},
                                                                                {"bidirectional", table.bidirectional},
                                                                                {"sign", "key-query"}});
    encoding.usedByModel = rule.unusedIn.empty() || !hasComponent(info.name, rule.unusedIn);
    encoding.formula = encoding.usedByModel ? biasFormula("", rule.scale) : unusedFormula();
    if (!encoding.usedByModel)
        encoding.notes.emplace_back("not used by this model: cross-attention adds no bias, though old files hold one");
    table.values = std::make_shared<const MatrixD>(std::move(values));
    LogitBias bias{.rule = std::move(table), .length = kDefaultLength};
    if (const auto said = config.number(lengthKeys()); said && said->value >= 1)
        bias.length = said->value;
    encoding.positions = bias.length;
    encoding.layer = rule.layer.empty() ? std::nullopt : numberAfter(info.name, rule.layer);
    if (const Status valid = validate(bias); !valid)
        return std::unexpected(withContext(Error(valid.error()), fmt::format("tensor {}", info.name)));
    encoding.content = std::move(bias);
    const std::string stack = stackOf(rule, info.name);
    return FoundBias{.encoding = std::move(encoding), .stack = stack, .stage = {}, .sharedWhenAlone = true};
}

Result<FoundBias> readWindow(const Checkpoint& source, const ModelConfig& config, std::size_t tensor,
                             const WindowRule& rule)
{
    const TensorInfo& info = source.tensors()[tensor];
    PESCOPE_TRY(values, readMatrix(source, tensor));
    auto window = windowOf(config, values.rows());
    if (!window)
        return fail(ErrorCode::Shape, fmt::format("tensor {} has {} rows", info.name, values.rows()),
                    fmt::format("A window of h × w patches has (2h − 1)·(2w − 1) offsets, with a class token three "
                                "more; which window this is needs image_size and patch_size in {}.",
                                config.place()));
    Encoding encoding = storedEncoding(info, config);
    encoding.kind = Kind::Bias;
    encoding.heads = static_cast<int>(values.cols());
    encoding.positions = window->positions();
    noteNotFinite(encoding, values);
    const int prefix = window->classToken ? 1 : 0;
    encoding.parameters = std::make_shared<const nlohmann::json>(
        nlohmann::json{{"grid", {window->height, window->width}}, {"prefix_tokens", prefix}, {"sign", "query-key"}});
    encoding.notes.push_back(fmt::format(
        "b_h of query i and key j is row (y_i − y_j + {})·{} + x_i − x_j + {} of the table: patches are counted row by "
        "row in a window of {} × {}{}; rows of the table run with query − key",
        window->height - 1, 2 * window->width - 1, window->width - 1, window->height, window->width,
        window->classToken ? ", behind the class token, whose three rows come last" : ""));
    encoding.notes.emplace_back("a profile by i − j mixes rows and columns of the window: read the map");
    constexpr std::string_view kWindow[] = {"window_size"};
    if (const auto said = config.number(kWindow); said && !window->classToken && said->value != window->height)
        encoding.notes.push_back(fmt::format("{} says {} {}, the table has the rows of {}: it is shown as "
                                             "stored",
                                             config.place(), said->key, said->value, window->height));
    encoding.formula =
        givenFormula("s_{ij} = q_i·k_j / √d + [b_h(i, j)]", "the map shows the marked term itself, of one head h");
    window->values = std::make_shared<const MatrixD>(std::move(values));
    LogitBias bias{.rule = *window, .length = window->positions()};
    if (const Status valid = validate(bias); !valid)
        return std::unexpected(withContext(Error(valid.error()), fmt::format("tensor {}", info.name)));
    encoding.content = std::move(bias);
    encoding.layer = rule.layer.empty() ? std::nullopt : numberAfter(info.name, rule.layer);
    const auto stage = rule.stage.empty() ? std::nullopt : numberAfter(info.name, rule.stage);
    return FoundBias{.encoding = std::move(encoding), .stack = {}, .stage = stage, .sharedWhenAlone = false};
}

} // namespace pescope::encoding
