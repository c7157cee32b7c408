// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session_choice.h"

#include "app/command.h"
#include "core/encoding/resolve.h"
#include "core/session/session_source.h"

#include <fmt/format.h>

#include <algorithm>

namespace pescope::app {

using session::Session;
using session::Source;

namespace {

bool isDifference(const Source& source)
{
    return std::holds_alternative<session::DifferenceOrigin>(source.origin);
}

Result<ChosenEncoding> chosen(const SessionText& text, const Session& session, const Source& source)
{
    auto encoding = session::encodingOf(session, source);
    if (!encoding)
        return std::unexpected(withContext(std::move(encoding).error(), text.path));
    ChosenEncoding one{.encoding = *std::move(encoding),
                       .metric = session::metricOf(session, source),
                       .head = {},
                       .name = fmt::format("{}#{}", text.path, session::letterText(source))};
    if (encoding::isMap(one.encoding))
        one.metric.reset(); // it is shown as it is
    if (std::holds_alternative<encoding::LogitBias>(one.encoding.content))
        one.head = source.head;
    return one;
}

} // namespace

std::optional<SessionText> sessionText(const std::string& source)
{
    if (session::isSessionName(source))
        return SessionText{source, {}};
    const auto hash = source.rfind('#');
    if (hash == std::string::npos || !session::isSessionName(source.substr(0, hash)))
        return std::nullopt;
    return SessionText{source.substr(0, hash), source.substr(hash + 1)};
}

Result<session::OpenedSession> openSession(const std::string& path, bool whole)
{
    PESCOPE_TRY(opened, session::open(path));
    for (const session::Finding& finding : opened.findings) {
        const std::string text = session::describe(finding, opened.file.session);
        const bool lost = finding.found == session::Found::Missing || finding.found == session::Found::Unreadable;
        if (lost && whole)
            return fail(ErrorCode::Io, fmt::format("{}: {}", path, text),
                        "Put the file beside the session, or open the session in the window to say where it is.");
        printMessage(fmt::format("warning: {}: {}", path, text));
    }
    return std::move(opened);
}

Result<ChosenEncoding> chooseOne(const std::string& source)
{
    const auto text = sessionText(source);
    if (!text) {
        PESCOPE_TRY(encoding, encoding::resolveOne(source));
        return ChosenEncoding{.encoding = std::move(encoding), .metric = {}, .head = {}, .name = source};
    }
    PESCOPE_TRY(opened, openSession(text->path, false));
    const Session& session = opened.file.session;
    if (!text->letter.empty()) {
        PESCOPE_TRY(named, session::sourceByLetter(session, text->letter));
        return chosen(*text, session, *named);
    }
    if (session.sources.empty())
        return fail(ErrorCode::Format, fmt::format("{} is an empty session", text->path));
    if (std::ranges::count_if(session.sources, std::not_fn(isDifference)) != 1)
        return fail(
            ErrorCode::Format, fmt::format("{} has several sources: {}", text->path, session::letterList(session)),
            fmt::format("Add the one that is meant: {}#{}.", text->path, session::letterText(session.sources.front())));
    return chosen(*text, session, *std::ranges::find_if_not(session.sources, isDifference));
}

Result<std::vector<ChosenEncoding>> chooseAll(const SessionText& text)
{
    if (!text.letter.empty()) {
        PESCOPE_TRY(one, chooseOne(fmt::format("{}#{}", text.path, text.letter)));
        std::vector<ChosenEncoding> all;
        all.push_back(std::move(one));
        return all;
    }
    PESCOPE_TRY(opened, openSession(text.path, true));
    std::vector<ChosenEncoding> all;
    for (const Source& source : opened.file.session.sources) {
        if (!source.visible)
            continue;
        if (isDifference(source)) {
            printMessage(fmt::format("{}: {}, {}, is left out: a difference has no rows of its own", text.path,
                                     session::letterText(source), source.name));
            continue;
        }
        PESCOPE_TRY(one, chosen(text, opened.file.session, source));
        all.push_back(std::move(one));
    }
    if (all.empty())
        return fail(ErrorCode::Format, fmt::format("{} shows no source with rows of its own", text.path));
    return all;
}

Result<encoding::Source> sourceOfSession(const SessionText& text)
{
    PESCOPE_TRY(opened, openSession(text.path, false));
    const Session& session = opened.file.session;
    const Source* only = nullptr;
    if (!text.letter.empty()) {
        PESCOPE_TRY(named, session::sourceByLetter(session, text.letter));
        only = named;
    }
    encoding::Source result;
    result.spec = text.path;
    result.container = "session";
    for (const Source& source : session.sources) {
        if (only && &source != only)
            continue;
        auto one = chosen(text, session, source);
        if (!one) {
            if (only)
                return std::unexpected(std::move(one).error());
            result.warnings.push_back(describe(one.error()));
            continue;
        }
        const auto* origin = std::get_if<session::OpenedOrigin>(&source.origin);
        const std::string from = origin ? origin->spec + (origin->id.empty() ? "" : "#" + origin->id)
                                        : encoding::specText(std::get<session::SinusoidOrigin>(source.origin).spec);
        one->encoding.id = session::letterText(source);
        one->encoding.notes.insert(one->encoding.notes.begin(), fmt::format("“{}”, from {}", source.name, from));
        result.encodings.push_back(std::move(one->encoding));
    }
    return result;
}

} // namespace pescope::app
