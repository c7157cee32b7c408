// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_source.h"

#include "core/encoding/computed_encodings.h"
#include "core/encoding/model_encodings.h"
#include "core/encoding/resolve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace pescope::session {

namespace {

Result<encoding::Encoding> encodingOf(const OpenedOrigin& opened, const JobContext& job)
{
    if (!opened.id.empty())
        return encoding::resolveOne(fmt::format("{}#{}", opened.spec, opened.id), job);
    PESCOPE_TRY(source, encoding::resolve(opened.spec, job)); // without an id a '#' belongs to the name
    const auto at = std::ranges::find_if(
        source.encodings, [](const encoding::Encoding& one) { return one.usedByModel && !encoding::isCandidate(one); });
    if (at == source.encodings.end())
        return encoding::resolveOne(opened.spec, job); // says why nothing opens
    return std::move(*at);
}

} // namespace

Result<encoding::Encoding> encodingOf(const Session& session, const Source& source, const JobContext& job)
{
    if (const auto* sinusoid = std::get_if<SinusoidOrigin>(&source.origin)) {
        encoding::Encoding encoding = encoding::sinusoidEncoding(sinusoid->spec);
        encoding.title = source.name;
        return encoding;
    }
    if (const auto* opened = std::get_if<OpenedOrigin>(&source.origin)) {
        auto encoding = encodingOf(*opened, job);
        if (!encoding)
            return std::unexpected(withContext(std::move(encoding).error(), "source " + letterText(source)));
        return encoding;
    }
    const auto& pair = std::get<DifferenceOrigin>(source.origin);
    const auto letter = [&](SourceKey key) {
        const Source* of = find(session, key);
        return of ? letterText(*of) : std::string("?");
    };
    return fail(ErrorCode::Unsupported,
                fmt::format("{} is the difference {} − {}: a map of two sources without rows of its own",
                            letterText(source), letter(pair.a), letter(pair.b)),
                fmt::format("Take {} or {}; pescope figure draws the difference.", letter(pair.a), letter(pair.b)));
}

Result<const Source*> sourceByLetter(const Session& session, std::string_view letter)
{
    if (letter.size() == 1) {
        const char wanted = static_cast<char>(std::toupper(static_cast<unsigned char>(letter.front())));
        const auto at = std::ranges::find(session.sources, std::string(1, wanted), letterText);
        if (at != session.sources.end())
            return &*at;
    }
    return fail(ErrorCode::Format, fmt::format("the session has no source “{}”", letter),
                session.sources.empty() ? "It is empty." : fmt::format("It has {}.", letterList(session)));
}

std::string letterList(const Session& session, bool withDifferences)
{
    std::string list;
    for (const Source& source : session.sources)
        if (withDifferences || !std::holds_alternative<DifferenceOrigin>(source.origin))
            list += (list.empty() ? "" : ", ") + letterText(source);
    return list;
}

} // namespace pescope::session
