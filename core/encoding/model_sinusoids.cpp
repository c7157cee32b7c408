// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/catalogue_relative.h"
#include "core/encoding/computed_encodings.h"
#include "core/encoding/model_computed.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace pescope::encoding {

using tables::Index;

namespace {

constexpr std::int64_t kWidest = 1 << 20;

std::optional<int> widthOf(const ModelConfig& config, std::span<const std::string_view> keys)
{
    const auto said = config.number(keys);
    if (!said || said->value < 2 || said->value > kWidest || said->value % 2 != 0)
        return std::nullopt;
    return static_cast<int>(said->value);
}

/// Errors: Unsupported with what cannot be computed as a phrase.
Result<Encoding> sinusoidOf(const SinusoidRule& rule, const ModelConfig& config,
                            std::span<const std::string_view> lengthKeys)
{
    const auto width = widthOf(config, rule.widthKeys);
    if (!width)
        return fail(ErrorCode::Unsupported,
                    fmt::format("a sinusoid whose width (an even number) {} does not tell", config.place()));
    ComputedRows rows;
    rows.sinusoid = {.dim = *width, .spacing = rule.spacing, .layout = rule.layout};
    Index firstRow = 0;
    if (rule.afterPadToken) {
        constexpr std::string_view kPad[] = {"pad_token_id"};
        const auto pad = config.number(kPad);
        // the 2 rows are in the code of these models; the row of the padding token is zero
        firstRow = 2;
        rows.zeroRow = pad && pad->value >= 0 && pad->value < firstRow ? pad->value : 1;
    }
    std::vector<std::string> notes;
    const Index length = textLength(config, lengthKeys, notes);
    auto encoding = computedTableEncoding(std::move(rows), firstRow, length);
    if (!encoding)
        return fail(ErrorCode::Unsupported,
                    fmt::format("a sinusoid that cannot be computed ({})", encoding.error().message));
    encoding->family = config.modelType();
    encoding->title = titled(encoding->family, "sinusoid");
    encoding->formula = absoluteFormula(rule.input);
    if (firstRow > 0)
        encoding->notes.push_back(fmt::format("position 0 is the sinusoid of {}: the rows before it are reserved "
                                              "(padding) and never added to a word",
                                              firstRow));
    std::ranges::move(notes, std::back_inserter(encoding->notes));
    encoding->notes.push_back(fmt::format("computed from {}, not stored", config.place()));
    return encoding;
}

OffsetReach reachOf(const OffsetSinusoidRule& rule, const ModelConfig& config)
{
    return rule.reach == OffsetReach::Both && config.text("attn_type") == "uni" ? OffsetReach::EarlierAndOne
                                                                                : rule.reach;
}

/// NEZHA turns no projections: its vectors have the width of a head, sines and cosines in turn.
std::optional<OffsetSinusoid> specOf(const OffsetSinusoidRule& rule, const ModelConfig& config)
{
    OffsetSinusoid spec;
    spec.reach = reachOf(rule, config);
    constexpr std::string_view kClamp[] = {"clamp_len"};
    constexpr std::string_view kWindow[] = {"max_relative_position"};
    const bool window = rule.reach == OffsetReach::Window;
    const auto width = window ? headSize(config) : widthOf(config, widthKeys());
    if (!width || *width % 2 != 0)
        return std::nullopt;
    spec.sinusoid = {.dim = *width, .layout = window ? Layout::Interleaved : Layout::Halves};
    const auto clamp = window ? config.number(kWindow) : config.number(kClamp);
    constexpr Index kUsualWindow = 64;
    spec.clamp = clamp && clamp->value > 0 ? clamp->value : window ? kUsualWindow : 0;
    return spec;
}

bool applies(const OffsetSinusoidRule& rule, const ModelConfig& config, std::span<const checkpoint::TensorInfo> tensors)
{
    if (!config.modelType().empty() || rule.marker.empty())
        return config.modelType() == rule.modelType;
    return std::ranges::any_of(tensors,
                               [&](const auto& tensor) { return tensor.name.find(rule.marker) != std::string::npos; });
}

} // namespace

void addSinusoid(const ModelConfig& config, ComputedByConfig& result)
{
    const SinusoidRule* rule = findSinusoid(config.modelType());
    if (!rule)
        return;
    auto encoding = sinusoidOf(*rule, config, rule->lengthKeys);
    if (!encoding) {
        result.refused = encoding.error().message;
        return;
    }
    const bool two = !rule->decoderLengthKeys.empty() && config.number(rule->decoderLengthKeys).has_value();
    if (two)
        encoding->id = "ape.encoder";
    result.encodings.push_back(*std::move(encoding));
    if (!two)
        return;
    if (auto decoder = sinusoidOf(*rule, config, rule->decoderLengthKeys)) {
        decoder->id = "ape.decoder";
        result.encodings.push_back(*std::move(decoder));
    }
}

void addOffsetSinusoid(const ModelConfig& config, std::span<const checkpoint::TensorInfo> tensors,
                       ComputedByConfig& result)
{
    const auto rules = offsetSinusoidRules();
    const auto rule =
        std::ranges::find_if(rules, [&](const OffsetSinusoidRule& one) { return applies(one, config, tensors); });
    if (rule == rules.end())
        return;
    const auto spec = specOf(*rule, config);
    if (!spec) {
        result.refused =
            fmt::format("a relative sinusoid whose width (an even number) {} does not tell", config.place());
        return;
    }
    constexpr Index kUsual = 128; // these models have no longest text
    auto encoding = offsetSinusoidEncoding(*spec, kUsual);
    if (!encoding) {
        result.refused = fmt::format("a relative sinusoid that cannot be computed ({})", encoding.error().message);
        return;
    }
    encoding->family = rule->modelType;
    encoding->title = titled(encoding->family, "relative sinusoid");
    if (const auto heads = config.number(headKeys()); heads && heads->value >= 1 && heads->value <= kWidest)
        encoding->heads = static_cast<int>(heads->value);
    encoding->formula = givenFormula(rule->formula,
                                     "the map shows P_r·P_{r′}: how alike two offsets are before W_R "
                                     "and the head's own vectors meet them");
    encoding->notes.push_back(
        fmt::format("computed from {}, not stored; the same in every layer and head", config.place()));
    result.encodings.push_back(*std::move(encoding));
}

} // namespace pescope::encoding
