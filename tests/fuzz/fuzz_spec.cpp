// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as a SOURCE: its what-ifs, its ways to read a tensor, a built-in spec, or a name in the hub's cache.
#include "core/checkpoint/hub_cache.h"
#include "core/encoding/open_as.h"
#include "core/encoding/resolve.h"
#include "core/encoding/spec.h"
#include "core/encoding/spec_relative.h"
#include "core/encoding/what_if.h"
#include "tests/fuzz/memory_file.h"

#include <algorithm>
#include <string_view>

namespace {

using namespace pescope;
using namespace pescope::encoding;

/// A refusal has a message; what is taken can be written again and reads back equal.
template<typename T, typename Again>
void check(const Result<T>& parsed, Again&& again)
{
    if (parsed)
        again(*parsed);
    else
        fuzz::require(!parsed.error().message.empty() && parsed.error().code != ErrorCode::Backend);
}

void checkSinusoid(const SinusoidSpec& spec)
{
    constexpr std::string_view kName = "sinusoid:";
    const std::string text = specText(spec);
    fuzz::require(text.starts_with(kName));
    const auto again = parseSinusoid(std::string_view(text).substr(kName.size()));
    fuzz::require(again.has_value() && specText(*again) == text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::size_t kLongest = 512;
    const std::string text(reinterpret_cast<const char*>(data), std::min(size, kLongest));
    const SourceText source = parseSource(text);
    fuzz::require(source.spec.size() <= text.size() && text.starts_with(source.spec));
    fuzz::require(whatIfPrefix(text) <= text.size() && openAsPrefix(text) <= text.size());
    (void)source.builtIn();
    check(parseWhatIfs(text), [](const WhatIfText& changes) {
        std::string again;
        for (auto change = changes.changes.rbegin(); change != changes.changes.rend(); ++change)
            again += specText(*change);
        const auto read = parseWhatIfs(again + changes.source);
        fuzz::require(changes.changes.empty() || (read.has_value() && read->changes == changes.changes));
    });
    check(parseOpenAs(text), [](const OpenAsText& as) {
        if (!as.as)
            return;
        const std::string prefix = specText(*as.as);
        const auto again = parseOpenAs(prefix + as.source);
        fuzz::require(prefix.empty() || (again.has_value() && again->as == as.as));
    });
    if (text.find("omega=/") != std::string::npos) // any file of this machine
        return 0;
    check(parseSinusoid(text), checkSinusoid);
    check(parseLearned(text), [](const LearnedSpec&) { });
    check(parseRelativeSinusoid(text), [](const RelativeSinusoid& spec) { fuzz::require(validate(spec).has_value()); });
    check(parseAlibi(text), [](const LogitBias& bias) { fuzz::require(validate(bias).has_value()); });
    check(parseRotary(text), [](const RotarySpec& spec) { fuzz::require(validate(spec).has_value()); });
    if (checkpoint::isHubName(text))
        check(checkpoint::hubFolder(std::string_view(text).substr(3), {}, "/nonexistent"),
              [](const std::filesystem::path&) { fuzz::require(false); });
    return 0;
}
