// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/encoding.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

} // namespace pescope::encoding
