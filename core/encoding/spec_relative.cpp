// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/spec_relative.h"

#include "core/base/number_text.h"
#include "core/encoding/computed_encodings.h"
#include "core/encoding/key_values.h"
#include "core/encoding/limits.h"

#include <fmt/format.h>

namespace pescope::encoding {

namespace {

constexpr KeyValues::Allowed kRelativeSinusoidKeys[] = {
    {"dim", "an even whole number from 2 to 1048576"},
    {"base", "a number above 0 other than 1 (models use 10000)"},
    {"first", "0 (as all code bases) or 1 (as the paper's sum)"},
    {"max", "a whole number from 1: the largest offset"},
    {"meaning", "signed, shifted or absolute"},
};
constexpr KeyValues::Allowed kAlibiKeys[] = {
    {"heads", "a whole number from 1 to 65536"},
    {"length", "a whole number from 1"},
    {"causal", "0 (both directions) or 1 (earlier keys only)"},
};
constexpr KeyValues::Allowed kRotaryKeys[] = {
    {"dim", "an even whole number from 2 to 1048576"},
    {"base", "a number above 0 other than 1 (models use 10000)"},
    {"length", "a whole number from 1"},
};

Result<Encoding> relativeSinusoid(std::string_view parameters)
{
    PESCOPE_TRY(spec, parseRelativeSinusoid(parameters));
    return relativeSinusoidEncoding(spec);
}

Result<Encoding> alibi(std::string_view parameters)
{
    PESCOPE_TRY(bias, parseAlibi(parameters));
    Encoding encoding =
        alibiEncoding(std::get<AlibiSlopes>(std::move(bias.rule)), bias.length, LogitScale::RootOfWidth);
    encoding.family = "alibi";
    return encoding;
}

Result<Encoding> rotary(std::string_view parameters)
{
    PESCOPE_TRY(spec, parseRotary(parameters));
    Encoding encoding = rotaryEncoding(spec);
    encoding.family = "rotary";
    encoding.title = fmt::format("Rotary, base {}", shortestText(spec.base));
    return encoding;
}

struct BuiltIn {
    std::string_view prefix;
    Result<Encoding> (*make)(std::string_view parameters);
};
constexpr BuiltIn kBuiltIns[] = {{"sinusoid-relative:", relativeSinusoid}, {"alibi:", alibi}, {"rotary:", rotary}};

} // namespace

Result<RelativeSinusoid> parseRelativeSinusoid(std::string_view parameters)
{
    PESCOPE_TRY(keys, KeyValues::parse("sinusoid-relative", parameters, kRelativeSinusoidKeys));
    RelativeSinusoid spec;
    constexpr std::string_view kMeanings[] = {"signed", "shifted", "absolute"};
    PESCOPE_TRY(dim, keys.integer("dim", spec.dim, 2, kMaxDim));
    PESCOPE_TRY(base, keys.number("base", spec.base));
    PESCOPE_TRY(first, keys.integer("first", spec.first, 0, 1));
    PESCOPE_TRY(max, keys.integer("max", spec.maxOffset, 1, kMaxLength));
    PESCOPE_TRY(meaning, keys.choice("meaning", 0, kMeanings));
    spec.dim = static_cast<int>(dim);
    spec.base = base;
    spec.first = static_cast<int>(first);
    spec.maxOffset = max;
    spec.meaning = static_cast<OffsetMeaning>(meaning);
    if (Status valid = validate(spec); !valid)
        return std::unexpected(withContext(std::move(valid).error(), "sinusoid-relative"));
    return spec;
}

Result<LogitBias> parseAlibi(std::string_view parameters)
{
    PESCOPE_TRY(keys, KeyValues::parse("alibi", parameters, kAlibiKeys));
    PESCOPE_TRY(heads, keys.integer("heads", 8, 1, kMaxHeads));
    PESCOPE_TRY(length, keys.integer("length", 128, 1, kMaxLength));
    PESCOPE_TRY(causal, keys.integer("causal", 0, 0, 1));
    LogitBias bias;
    bias.rule = AlibiSlopes{.slopes = alibiSlopes(static_cast<int>(heads)), .causal = causal == 1};
    bias.length = length;
    return bias;
}

Result<RotarySpec> parseRotary(std::string_view parameters)
{
    PESCOPE_TRY(keys, KeyValues::parse("rotary", parameters, kRotaryKeys));
    RotarySpec spec;
    PESCOPE_TRY(dim, keys.integer("dim", spec.dim, 2, kMaxDim));
    PESCOPE_TRY(base, keys.number("base", spec.base));
    PESCOPE_TRY(length, keys.integer("length", spec.length, 1, kMaxLength));
    spec.dim = static_cast<int>(dim);
    spec.headDim = spec.dim;
    spec.base = base;
    spec.length = length;
    if (Status valid = validate(spec); !valid)
        return std::unexpected(withContext(std::move(valid).error(), "rotary"));
    return spec;
}

std::optional<Result<Encoding>> relativeBuiltIn(std::string_view spec)
{
    for (const BuiltIn& builtIn : kBuiltIns)
        if (spec.starts_with(builtIn.prefix))
            return builtIn.make(spec.substr(builtIn.prefix.size()));
    return std::nullopt;
}

} // namespace pescope::encoding
