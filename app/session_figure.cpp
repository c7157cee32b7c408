// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session_figure.h"

#include "app/compute_choice.h"
#include "app/head_choice.h"
#include "core/encoding/resolve.h"
#include "core/frame/frame.h"
#include "core/session/session_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pescope::app {

using session::Session;
using session::Source;
using session::SourceKey;
using tables::Index;

namespace {

QString qt(const std::string& text)
{
    return QString::fromStdString(text);
}

std::string_view lensName(proximity::Lens lens)
{
    switch (lens) {
    case proximity::Lens::Value:
        break;
    case proximity::Lens::NonInvariance:
        return "departure from translation invariance";
    case proximity::Lens::Asymmetry:
        return "asymmetry";
    case proximity::Lens::Rising:
        return "where it rises";
    }
    return {};
}

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
    if (options.colormap)
        session.options.colormap = options.colormap->name;
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

Result<std::pair<Index, Index>> spanOf(const std::optional<std::pair<Index, Index>>& asked,
                                       std::optional<std::pair<double, double>> seen, Index count, const char* what)
{
    if (asked) {
        const Index end = asked->second < 0 ? count : asked->second;
        if (asked->first >= end || end > count)
            return fail(ErrorCode::Shape,
                        fmt::format("{} {}:{} lie outside the matrix, which has {}", what, asked->first, end, count),
                        fmt::format("Choose A:B with 0 ≤ A < B ≤ {} (B itself is left out).", count));
        return std::pair(asked->first, end);
    }
    if (!seen)
        return std::pair(Index{0}, count);
    const auto within = [count](double edge, Index low, Index high) {
        return static_cast<Index>(std::clamp(edge, static_cast<double>(low), static_cast<double>(high + count)));
    };
    return std::pair(within(std::floor(seen->first), 0, -1), within(std::ceil(seen->second), 1, 0));
}

session::RowKind rowKind(const proximity::Proximity& map)
{
    return map.isTable()       ? session::RowKind::Table
        : map.rowsAreOffsets() ? session::RowKind::Offsets
                               : session::RowKind::Positions;
}

std::string subtitleOf(const Source& source, const frame::Pane& pane, const frame::Encodings& encodings)
{
    std::string text;
    const auto add = [&](std::string_view note) { text += fmt::format("{}{}", text.empty() ? "" : ", ", note); };
    if (pane.lens != proximity::Lens::Value)
        add(lensName(pane.lens));
    const auto at = encodings.find(source.key);
    if (at == encodings.end() || !*at->second)
        return text;
    if (std::holds_alternative<encoding::LogitBias>((*at->second)->content))
        add(fmt::format("head {}", source.head));
    if (const std::string mark = encoding::whatIfText(**at->second); !mark.empty())
        add(mark);
    return text;
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
    PESCOPE_TRY(read, openSession(text->path, false));
    Session& session = read.file.session;
    std::vector<SourceKey> shown;
    for (const std::string& source : sources) {
        if (const auto part = sessionText(source); part && part->letter.empty()) {
            std::ranges::copy(session::paneSources(session), std::back_inserter(shown));
        } else if (part) {
            PESCOPE_TRY(named, session::sourceByLetter(session, part->letter));
            shown.push_back(named->key);
        } else {
            const encoding::SourceText parts = encoding::parseSource(source);
            shown.push_back(session::add(session, session::OpenedOrigin{parts.spec, parts.id}));
        }
    }
    for (const session::Finding& finding : read.findings)
        if (std::ranges::find(shown, finding.source) != shown.end()
            && (finding.found == session::Found::Missing || finding.found == session::Found::Unreadable))
            return fail(ErrorCode::Io, fmt::format("{}: {}", text->path, session::describe(finding, session)),
                        "Put the file beside the session, or open the session in the window to say where it is.");
    // panes in the order asked for; what they are made of stays, unseen
    std::ranges::stable_sort(session.sources, {}, [&](const Source& source) {
        return std::ranges::find(shown, source.key) - shown.begin();
    });
    for (Source& source : session.sources)
        source.visible = std::ranges::find(shown, source.key) != shown.end();
    session.active = 0;
    return std::move(read);
}

Result<figure::MapsRequest> mapsOf(session::OpenedSession opened, const SessionFigureOptions& options,
                                   const GlobalOptions& global)
{
    Session& session = opened.file.session;
    PESCOPE_TRY(encodings, encodingsOf(session));
    if (Status applied = applyOptions(session, encodings, options); !applied)
        return std::unexpected(std::move(applied).error());
    PESCOPE_TRY(backend, backendFor(global, 1e9 * gigaflop(session, encodings)));
    PESCOPE_TRY(frame, frameOf(session, encodings, backend));
    figure::MapsRequest request;
    for (const frame::ColourScale& scale : frame.scales) {
        figure::MapScale& made = request.scales.emplace_back(scale.scale, scale.map, qt(scale.formula));
        if (options.colormap)
            made.map = options.colormap;
        if (options.limits)
            made.scale = {.low = options.limits->first, .high = options.limits->second, .ranks = {}};
    }
    for (const frame::Pane& pane : frame.panes) {
        const Source& source = *session::find(session, pane.source);
        const std::string letter = session::letterText(source);
        if (pane.error)
            return std::unexpected(withContext(*pane.error, "source " + letter));
        const proximity::Proximity& map = *pane.proximity;
        const auto& view = opened.file.view.of(pane.source, rowKind(map), session.options.linked).viewport;
        const auto seen = [&](double low, double high) {
            return view ? std::optional(std::pair(low, high)) : std::nullopt;
        };
        figure::MapPanel panel;
        panel.map = pane.proximity;
        panel.scale = pane.scale;
        panel.title = qt(fmt::format("{}  {}, {} × {}", letter, source.name, map.rows(), map.columns()));
        panel.subtitle = qt(subtitleOf(source, pane, encodings));
        const bool offsets = map.rowsAreOffsets();
        panel.rowTitle = offsets ? QStringLiteral("offset r") : QStringLiteral("position i");
        panel.columnTitle = map.isTable() ? QStringLiteral("dimension k")
            : offsets                     ? QStringLiteral("offset r′")
                                          : QStringLiteral("position j");
        panel.firstRowLabel = offsets ? map.positionOf(0) : 0;
        panel.firstColumnLabel = offsets && !map.isTable() ? map.positionOf(0) : 0;
        PESCOPE_TRY(rows, spanOf(options.rows, seen(view ? view->row0 : 0, view ? view->row1 : 0), map.rows(), "rows"));
        PESCOPE_TRY(
            columns,
            spanOf(options.columns, seen(view ? view->col0 : 0, view ? view->col1 : 0), map.columns(), "columns"));
        std::tie(panel.row0, panel.row1) = rows;
        std::tie(panel.column0, panel.column1) = columns;
        request.panels.push_back(std::move(panel));
    }
    if (request.panels.empty())
        return fail(ErrorCode::Shape, "the session shows no source", "Name one by its letter: SESSION.pescope#A.");
    return request;
}

} // namespace pescope::app
