// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/encoding.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

namespace pescope::encoding {

std::string_view name(Kind kind)
{
    switch (kind) {
    case Kind::Absolute:
        return "absolute";
    case Kind::Sinusoid:
        return "sinusoid";
    case Kind::Relative:
        return "relative";
    case Kind::Rotary:
        return "rotary";
    case Kind::Bias:
        return "bias";
    case Kind::Convolution:
        return "convolution";
    case Kind::Matrix:
        return "matrix";
    }
    return "";
}

bool isByOffset(const Encoding& encoding)
{
    return std::holds_alternative<RelativeTable>(encoding.content)
        || std::holds_alternative<RelativeSinusoid>(encoding.content);
}

bool isMap(const Encoding& encoding)
{
    return std::holds_alternative<GivenMap>(encoding.content) || std::holds_alternative<LogitBias>(encoding.content);
}

std::string whatIfText(const Encoding& encoding)
{
    return encoding.whatIf.empty() ? std::string() : fmt::format("what-if: {}", fmt::join(encoding.whatIf, "; "));
}

std::optional<std::vector<double>> frequencies(const Encoding& encoding)
{
    if (const auto* sinusoid = std::get_if<SinusoidSpec>(&encoding.content))
        return omega(*sinusoid);
    if (const auto* relative = std::get_if<RelativeSinusoid>(&encoding.content))
        return omega(*relative);
    if (const auto* rotary = std::get_if<RotarySpec>(&encoding.content))
        return omega(*rotary);
    if (const auto* stored = std::get_if<StoredTable>(&encoding.content); stored && stored->sinusoid)
        return stored->sinusoid->omega;
    if (const auto* relative = std::get_if<RelativeTable>(&encoding.content); relative && relative->computed)
        return omega(relative->computed->sinusoid);
    return std::nullopt;
}

bool productsArePsi(const Encoding& encoding)
{
    if (const auto* relative = std::get_if<RelativeSinusoid>(&encoding.content))
        return relative->meaning != OffsetMeaning::Absolute;
    if (const auto* relative = std::get_if<RelativeTable>(&encoding.content); relative && relative->computed) {
        const OffsetSinusoid& rule = *relative->computed;
        const tables::Index farthest = std::max(std::abs(relative->firstOffset), std::abs(relative->lastOffset()));
        return rule.clamp == 0 || rule.reach == OffsetReach::Window || farthest <= rule.clamp;
    }
    return frequencies(encoding).has_value();
}

} // namespace pescope::encoding
