// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/resolve.h"

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/hub_cache.h"
#include "core/encoding/loose_array.h"
#include "core/encoding/model_encodings.h"
#include "core/encoding/open_as.h"
#include "core/encoding/spec.h"
#include "core/encoding/what_if.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

namespace pescope::encoding {

namespace {

Result<Source> resolveAny(const std::string& spec, std::string_view candidate, const std::string& family,
                          const JobContext& job)
{
    return runGuarded([&]() -> Result<Source> {
        const auto noFamily = [&] {
            return fail(ErrorCode::Unsupported, fmt::format("as: family={}, but {} is no model's file", family, spec),
                        "A formula or an array by itself has no family: say offset=K or grid=HxW instead.");
        };
        if (isBuiltIn(spec))
            return family.empty() ? resolveBuiltIn(spec) : noFamily();
        if (spec.ends_with(".pescope"))
            return fail(ErrorCode::Unsupported, fmt::format("{} is a session: several sources in one file", spec),
                        "The window opens it, and so do pescope figure, properties, inspect, data and range.");
        PESCOPE_TRY(checkpoint, checkpoint::Checkpoint::open(spec));
        if (isLoose(checkpoint))
            return family.empty() ? resolveLoose(spec, checkpoint) : noFamily();
        return resolveModel(spec, checkpoint, candidate, family, job);
    });
}

std::string idList(const Source& source, bool opensByItself)
{
    std::vector<std::string> ids;
    for (const Encoding& encoding : source.encodings)
        if (!opensByItself || (encoding.usedByModel && !isCandidate(encoding)))
            ids.push_back(encoding.id);
    return fmt::format("{}", fmt::join(ids, ", "));
}

/// Leaves one encoding.
Status pick(Source& source, const std::string& id)
{
    auto found = std::ranges::find(source.encodings, id, &Encoding::id);
    if (found == source.encodings.end() && id.starts_with(kCandidatePrefix)) // a rule knows that tensor
        found = std::ranges::find(source.encodings, id.substr(kCandidatePrefix.size()), &Encoding::tensor);
    if (found == source.encodings.end())
        return fail(ErrorCode::Format, fmt::format("{} has no encoding “{}”", source.spec, id),
                    fmt::format("It has {}.", idList(source, false)));
    Encoding one = std::move(*found);
    source.encodings.clear();
    source.encodings.push_back(std::move(one));
    return ok();
}

/// Every encoding of the source that can be read so; those that cannot are left out.
Status openAs(const OpenAs& as, Source& source)
{
    std::optional<Error> refused;
    std::vector<Encoding> read;
    for (const Encoding& encoding : source.encodings) {
        auto one = opened(as, encoding);
        if (one)
            read.push_back(*std::move(one));
        else if (!refused)
            refused = std::move(one).error();
    }
    if (read.empty() && refused)
        return std::unexpected(*std::move(refused));
    source.encodings = std::move(read);
    return ok();
}

/// With an id, that encoding alone.
Result<Source> resolveAsked(const SourceText& asked, const JobContext& job)
{
    PESCOPE_TRY(text, parseWhatIfs(asked.spec));
    PESCOPE_TRY(read, parseOpenAs(text.source));
    const std::string tensor = read.as && !read.as->tensor.empty() ? read.as->tensor
        : asked.id.starts_with(kCandidatePrefix)                   ? asked.id.substr(kCandidatePrefix.size())
                                                                   : std::string();
    PESCOPE_TRY(source, resolveAny(read.source, tensor, read.as ? read.as->family : std::string(), job));
    source.spec = asked.spec;
    const bool byHand = read.as && !read.as->tensor.empty();
    if (const std::string id = byHand ? std::string(kCandidatePrefix) + tensor : asked.id; !id.empty())
        if (Status picked = pick(source, id); !picked)
            return std::unexpected(std::move(picked).error());
    if (read.as)
        if (Status done = openAs(*read.as, source); !done)
            return std::unexpected(std::move(done).error());
    if (text.changes.empty())
        return std::move(source);
    return applied(text.changes, std::move(source), job);
}

/// The error of a source whose encodings all need to be asked for.
std::unexpected<Error> nothingOpens(const Source& source)
{
    std::string message = fmt::format("{}: nothing opens by itself", source.spec);
    for (const Encoding& encoding : source.encodings)
        if (!encoding.notes.empty())
            message += fmt::format("; {} ({}): {}", encoding.id, encoding.tensor, encoding.notes.back());
    for (const std::string& warning : source.warnings)
        message += fmt::format("; {}", warning);
    return fail(ErrorCode::Format, std::move(message),
                fmt::format("To open one all the same, add its id: {}#{}.", source.spec, source.encodings.front().id));
}

} // namespace

bool SourceText::builtIn() const
{
    return isBuiltIn(std::string_view(spec).substr(whatIfPrefix(spec)));
}

SourceText parseSource(std::string_view text)
{
    if (const std::size_t prefix = whatIfPrefix(text); prefix > 0) {
        SourceText inner = parseSource(text.substr(prefix));
        inner.spec.insert(0, text.substr(0, prefix));
        return inner;
    }
    std::error_code ignored;
    const auto hash = text.rfind('#');
    const bool isPath = !isBuiltIn(text) && !checkpoint::isHubName(text);
    if (hash == std::string_view::npos || (isPath && std::filesystem::exists(std::string(text), ignored)))
        return {std::string(text), {}};
    return {std::string(text.substr(0, hash)), std::string(text.substr(hash + 1))};
}

Result<Source> resolve(const std::string& spec, const JobContext& job)
{
    return resolveAsked({.spec = spec, .id = {}}, job);
}

Result<Source> resolveText(const std::string& text, const JobContext& job)
{
    return resolveAsked(parseSource(text), job);
}

Result<Encoding> resolveOne(const std::string& text, const JobContext& job)
{
    PESCOPE_TRY(source, resolveText(text, job));
    if (!parseSource(text).id.empty())
        return std::move(source.encodings.front());
    Encoding* only = nullptr;
    for (Encoding& encoding : source.encodings) {
        if (!encoding.usedByModel || isCandidate(encoding))
            continue;
        if (only)
            return fail(ErrorCode::Format,
                        fmt::format("{} has several encodings: {}", source.spec, idList(source, true)),
                        fmt::format("Add the one that is meant: {}#{}.", source.spec, only->id));
        only = &encoding;
    }
    if (!only)
        return nothingOpens(source);
    return std::move(*only);
}

} // namespace pescope::encoding
