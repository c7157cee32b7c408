// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session_figure.h"

#include "app/compute_choice.h"
#include "app/head_choice.h"
#include "core/encoding/resolve.h"
#include "core/frame/frame.h"
#include "core/session/session_source.h"
#include "core/session/text_view.h"
#include "ui/state/text_figure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ranges>

namespace pescope::app {

using session::Session;
using session::Source;
using session::SourceKey;
using tables::Index;

namespace {

/// The encodings of the panes' sources and of what differences are made of. Errors: of the first that does not open.
Result<frame::Encodings> encodingsOf(const Session& session)
{
    frame::Encodings all;
    for (const Source& source : session.sources)
        if (std::holds_alternative<session::OpenedOrigin>(source.origin)) {
            auto encoding = session::encodingOf(session, source);
            if (!encoding && source.visible)
                return std::unexpected(std::move(encoding).error());
            all.emplace(source.key, std::make_shared<const Result<encoding::Encoding>>(std::move(encoding)));
        }
    return all;
}

Status applyOptions(Session& session, const frame::Encodings& encodings, const SessionFigureOptions& options)
{
    if (options.metric) {
        session.options.metric = *options.metric;
        session.options.limits.clear(); // limits of one metric mean nothing under another
        for (Source& source : session.sources)
            source.metric.reset();
    }
    if (options.overrides.colormap)
        session.options.colormap = options.overrides.colormap->name;
    if (options.lens)
        for (Source& source : session.sources) {
            source.lens = *options.lens;
            source.shown = session::Shown::Map;
        }
    if (options.gridOfGrids)
        for (Source& source : session.sources)
            source.shown = session::Shown::Grid;
    if (options.scale)
        session.options.scale = *options.scale;
    if (!options.head)
        return ok();
    std::vector<encoding::Encoding> all;
    for (const auto& [key, encoding] : encodings)
        if (*encoding)
            all.push_back(**encoding);
    if (Status valid = checkHead(all, options.head); !valid)
        return valid;
    for (Source& source : session.sources)
        source.head = *options.head;
    return ok();
}

double gigaflop(const Session& session, const frame::Encodings& encodings)
{
    double sum = 0;
    for (const SourceKey key : session::visibleSources(session))
        if (const auto at = encodings.find(key); at != encodings.end() && *at->second)
            if (const auto* table = std::get_if<encoding::StoredTable>(&(*at->second)->content)) {
                const auto side = static_cast<double>(std::min(table->positions, figure::kMostCells));
                sum += 2e-9 * side * side * static_cast<double>(table->rows->cols());
            }
    return sum;
}

Result<frame::Frame> frameOf(const Session& session, frame::Encodings encodings,
                             std::shared_ptr<const compute::Backend> backend)
{
    frame::Request request;
    request.session = session;
    request.opened = std::move(encodings);
    request.backend = std::move(backend);
    // The picture in the figure is made anew, at the resolution of the cells; here the map and its scale are wanted.
    constexpr int kSide = 2;
    for (const SourceKey key : session::visibleSources(session))
        request.panes.push_back(
            {.source = key, .width = kSide, .height = kSide, .view = proximity::Viewport{0, 1, 0, 1}});
    return frame::Composer().compose(request);
}

/// "Fixed sinusoid (scale=0.6)": what is not as usual, but for its size.
std::string nameOf(const std::string& title, const encoding::SinusoidSpec& spec)
{
    encoding::SinusoidSpec usual;
    usual.dim = spec.dim;
    usual.length = spec.length;
    if (spec == usual)
        return title;
    encoding::SinusoidSpec shown = spec;
    if (!spec.freeOmega.empty())
        return title + " (free ω)";
    shown.dim = encoding::SinusoidSpec{}.dim;
    shown.length = encoding::SinusoidSpec{}.length;
    std::string text = encoding::specText(shown);
    const std::string usualText = encoding::specText(encoding::SinusoidSpec{});
    std::vector<std::string> parts;
    for (const auto part : std::views::split(std::string_view(text).substr(text.find(':') + 1), ','))
        if (const std::string one(part.begin(), part.end()); !usualText.contains(one))
            parts.push_back(one);
    return fmt::format("{} ({})", title, fmt::join(parts, ", "));
}

/// As the window opens it: a sinusoid is one that can be tweaked.
Result<SourceKey> addSource(Session& session, const std::string& text)
{
    const encoding::SourceText parts = encoding::parseSource(text);
    PESCOPE_TRY(encoding, encoding::resolveOne(text));
    if (const auto* spec = std::get_if<encoding::SinusoidSpec>(&encoding.content); spec && encoding.whatIf.empty())
        return session::add(session, session::SinusoidOrigin{*spec}, nameOf(encoding.title, *spec));
    return session::add(session, session::OpenedOrigin{parts.spec, parts.id}, encoding.title);
}

Result<figure::ShownText> textOf(const session::OpenedSession& opened, int number, const GlobalOptions& global)
{
    const session::TextView view = session::textViewOf(opened.file.text);
    if (number > static_cast<int>(view.sides.size()))
        return fail(ErrorCode::Unsupported,
                    view.sides.empty()
                        ? std::string("the session has no text")
                        : fmt::format("the session has {} text(s), no number {}", view.sides.size(), number),
                    "Open a model in the Text workspace and save the session.");
    compute::DeviceChoice device;
    if (!global.device.empty()) {
        PESCOPE_TRY(asked, compute::parseDevice(global.device));
        device = asked;
    }
    return ui::computeText(view.sides[static_cast<std::size_t>(number - 1)], device);
}

} // namespace

Result<session::OpenedSession> sessionOfSources(const std::vector<std::string>& sources)
{
    std::optional<session::OpenedSession> opened;
    std::optional<SessionText> text;
    for (const std::string& source : sources)
        if (const auto found = sessionText(source)) {
            if (text && text->path != found->path)
                return fail(ErrorCode::Unsupported, fmt::format("{} and {} are two sessions", text->path, found->path),
                            "One figure takes one session; other sources may stand beside it.");
            text = found;
        }
    session::OpenedSession read;
    if (text) {
        PESCOPE_TRY(found, openSession(text->path, false));
        read = std::move(found);
    }
    Session& session = read.file.session;
    std::vector<SourceKey> shown;
    for (const std::string& source : sources) {
        if (const auto part = sessionText(source); part && part->letter.empty()) {
            std::ranges::copy(session::paneSources(session), std::back_inserter(shown));
        } else if (part) {
            PESCOPE_TRY(named, session::sourceByLetter(session, part->letter));
            shown.push_back(named->key);
        } else {
            PESCOPE_TRY(added, addSource(session, source));
            shown.push_back(added);
        }
    }
    for (const session::Finding& finding : read.findings)
        if (std::ranges::find(shown, finding.source) != shown.end()
            && (finding.found == session::Found::Missing || finding.found == session::Found::Unreadable))
            return fail(ErrorCode::Io,
                        fmt::format("{}: {}", text ? text->path : "", session::describe(finding, session)),
                        "Put the file beside the session, or open the session in the window to say where it is.");
    // panes in the order asked for; what they are made of stays, unseen
    std::ranges::stable_sort(session.sources, {}, [&](const Source& source) {
        return std::ranges::find(shown, source.key) - shown.begin();
    });
    for (Source& source : session.sources)
        source.visible = std::ranges::find(shown, source.key) != shown.end();
    session.active = 0;
    return read;
}

Result<figure::ShownSession> shownSession(const session::OpenedSession& opened, const SessionFigureOptions& options,
                                          const GlobalOptions& global)
{
    figure::ShownSession shown;
    shown.session = opened.file.session;
    shown.view = opened.file.view;
    PESCOPE_TRY(encodings, encodingsOf(shown.session));
    if (Status applied = applyOptions(shown.session, encodings, options); !applied)
        return std::unexpected(std::move(applied).error());
    PESCOPE_TRY(backend, backendFor(global, 1e9 * gigaflop(shown.session, encodings)));
    PESCOPE_TRY(frame, frameOf(shown.session, encodings, backend));
    if (options.textSide > 0) {
        PESCOPE_TRY(text, textOf(opened, options.textSide, global));
        shown.text = std::make_shared<const figure::ShownText>(std::move(text));
    }
    shown.encodings = std::move(encodings);
    shown.frame = std::make_shared<const frame::Frame>(std::move(frame));
    shown.backend = std::move(backend);
    return shown;
}

} // namespace pescope::app
