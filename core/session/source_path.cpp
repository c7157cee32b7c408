// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/source_path.h"

#include "core/checkpoint/hub_cache.h"
#include "core/encoding/key_values.h"
#include "core/encoding/spec.h"
#include "core/encoding/what_if.h"

#include <algorithm>

namespace pescope::session {

namespace {

constexpr std::string_view kSinusoid = "sinusoid:";
constexpr std::string_view kOmega = "omega=";

SpecPath split(std::string_view spec, std::size_t at, std::size_t size)
{
    size = std::min(size, spec.size() - at);
    return {std::string(spec.substr(0, at)), std::string(spec.substr(at, size)), std::string(spec.substr(at + size))};
}

} // namespace

std::string SpecPath::with(std::string_view other) const
{
    return before + std::string(other) + after;
}

std::optional<SpecPath> pathOf(std::string_view spec)
{
    const std::size_t changes = encoding::whatIfPrefix(spec);
    const std::string_view inner = spec.substr(changes);
    for (const std::string_view kind : {std::string_view("matrix:"), std::string_view("transposed:")})
        if (inner.starts_with(kind) && !checkpoint::isHubName(inner.substr(kind.size())))
            return split(spec, changes + kind.size(), std::string_view::npos);
    if (const std::string file = omegaFile(inner); !file.empty())
        return split(spec, spec.find(file, spec.find(kOmega, changes)), file.size());
    if (encoding::isBuiltIn(inner) || checkpoint::isHubName(inner) || inner.empty())
        return std::nullopt;
    return split(spec, changes, std::string_view::npos);
}

std::string absoluteSource(std::string_view spec, const std::filesystem::path& folder)
{
    const auto parts = pathOf(spec);
    if (!parts)
        return std::string(spec);
    std::filesystem::path path = (folder / parts->path).lexically_normal();
    if (!path.has_filename() && path.has_parent_path() && path != path.root_path()) // "model/"
        path = path.parent_path();
    return parts->with(path.string());
}

std::string omegaFile(std::string_view spec)
{
    // the keys tell where the name of a file with commas ends
    constexpr encoding::KeyValues::Allowed kKeys[] = {
        {"dim", ""},   {"base", ""},      {"first", ""},     {"spacing", ""}, {"layout", ""},
        {"scale", ""}, {"skip_fast", ""}, {"skip_slow", ""}, {"length", ""},  {"omega", ""}};
    if (!spec.starts_with(kSinusoid))
        return {};
    const auto keys = encoding::KeyValues::parse("sinusoid", spec.substr(kSinusoid.size()), kKeys);
    const std::string* value = keys ? keys->find("omega") : nullptr;
    return value && !value->starts_with('[') ? *value : std::string();
}

} // namespace pescope::session
