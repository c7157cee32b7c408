// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/model_computed.h"

#include "core/encoding/catalogue_relative.h"
#include "core/encoding/computed_encodings.h"
#include "core/encoding/limits.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace pescope::encoding {

using tables::Index;

namespace {

bool applies(const AlibiRule& rule, const ModelConfig& config)
{
    const bool typed =
        rule.modelTypes.empty() || std::ranges::find(rule.modelTypes, config.modelType()) != rule.modelTypes.end();
    if (!typed || rule.key.empty())
        return typed;
    const ModelConfig section = rule.section.empty() ? config : config.section(rule.section);
    return rule.value.empty() ? section.isTrue(rule.key) : section.text(rule.key) == rule.value;
}

/// The nearest number with the eight significant bits of bfloat16, ties to even.
double asBfloat16(double value)
{
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    const std::uint32_t rounded = (bits + 0x7FFFU + ((bits >> 16U) & 1U)) & 0xFFFF0000U;
    return static_cast<double>(std::bit_cast<float>(rounded));
}

/// Falcon rounds the slopes and divides the bias by √d together with the product.
void divideByRoot(Encoding& encoding, AlibiSlopes slopes, int headDim, Index length)
{
    const nlohmann::json stored = slopes.slopes;
    for (double& slope : slopes.slopes)
        slope /= std::sqrt(static_cast<double>(headDim));
    encoding = alibiEncoding(std::move(slopes), length, LogitScale::RootOfWidth);
    nlohmann::json parameters = *encoding.parameters;
    parameters["slopes"] = stored;
    parameters["divided_by"] = std::sqrt(static_cast<double>(headDim));
    encoding.parameters = std::make_shared<const nlohmann::json>(std::move(parameters));
    encoding.formula = biasFormula("b_h(m) = −slope_h·max(m, 0) / √d", LogitScale::RootOfWidth);
    encoding.notes.push_back(fmt::format("the slopes are rounded to bfloat16, and the bias is divided by √{} with the "
                                         "product: what is shown is divided",
                                         headDim));
}

/// Nothing where the config does not say how many heads there are.
std::optional<Encoding> alibiOf(const AlibiRule& rule, const ModelConfig& config)
{
    const auto heads = config.number(rule.headKeys);
    if (!heads || heads->value < 1 || heads->value > kMaxHeads)
        return std::nullopt;
    const std::string_view maxKeys[] = {rule.biasMaxKey};
    const double biasMax = rule.biasMaxKey.empty() ? 8 : config.section(rule.section).real(maxKeys).value_or(8);
    if (!(biasMax > 0))
        return std::nullopt;
    std::vector<std::string> notes;
    const Index length = textLength(config, rule.lengthKeys, notes);
    AlibiSlopes slopes{.slopes = alibiSlopes(static_cast<int>(heads->value), biasMax), .causal = rule.causal};
    Encoding encoding;
    if (rule.insideRoot) {
        const auto headDim = headSize(config);
        if (!headDim)
            return std::nullopt;
        std::ranges::transform(slopes.slopes, slopes.slopes.begin(), asBfloat16);
        divideByRoot(encoding, std::move(slopes), *headDim, length);
    } else {
        encoding = alibiEncoding(std::move(slopes), length, LogitScale::RootOfWidth);
    }
    encoding.family = config.modelType();
    encoding.title = titled(encoding.family, encoding.title);
    std::ranges::move(notes, std::back_inserter(encoding.notes));
    encoding.notes.push_back(fmt::format("computed from {}, not stored", config.place()));
    encoding.notes.emplace_back(
        rule.causal ? "the model adds slope·j, which differs from −slope·(i − j) by a constant in each row: "
                      "the softmax does not see it; keys after the query are masked, and 0 here"
                    : "−slope·|m|, m = i − j = query − key: the same in both directions");
    return encoding;
}

} // namespace

Index textLength(const ModelConfig& config, std::span<const std::string_view> keys, std::vector<std::string>& notes)
{
    const auto said = config.number(keys);
    if (said && said->value >= 1 && said->value <= kMaxLength)
        return said->value;
    notes.push_back(
        fmt::format("{} names no largest number of positions: {} are looked at", config.place(), kDefaultLength));
    return kDefaultLength;
}

std::optional<int> headSize(const ModelConfig& config)
{
    constexpr std::string_view kHeadDim[] = {"head_dim"};
    auto headDim = config.number(kHeadDim);
    const auto heads = config.number(headKeys());
    const auto width = config.number(widthKeys());
    if (!headDim && heads && width && heads->value >= 1)
        headDim = ModelConfig::Number{{}, width->value / heads->value};
    if (!headDim || headDim->value < 1 || headDim->value > kMaxDim)
        return std::nullopt;
    return static_cast<int>(headDim->value);
}

std::string titled(std::string_view family, std::string_view what)
{
    return family.empty() ? std::string(what) : fmt::format("{} · {}", family, what);
}

void addAlibi(const ModelConfig& config, ComputedByConfig& result)
{
    for (const AlibiRule& rule : alibiRules())
        if (applies(rule, config)) {
            if (auto encoding = alibiOf(rule, config))
                result.encodings.push_back(*std::move(encoding));
            else
                result.refused = fmt::format("ALiBi biases whose number of heads {} does not tell", config.place());
            return;
        }
}

ComputedByConfig computedByConfig(const ModelConfig& config, std::span<const checkpoint::TensorInfo> tensors,
                                  bool hasTable)
{
    ComputedByConfig result;
    if (!hasTable)
        addSinusoid(config, result);
    addOffsetSinusoid(config, tensors, result);
    addAlibi(config, result);
    addRotary(config, result);
    if (result.encodings.empty() && result.refused.empty())
        result.refused = config.computedPosition();
    return result;
}

} // namespace pescope::encoding
