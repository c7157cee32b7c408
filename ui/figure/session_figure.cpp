// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/session_figure.h"

#include "core/base/atomic_file.h"
#include "core/base/number_text.h"
#include "ui/figure/layout.h"
#include "ui/figure/session_panels.h"
#include "ui/figure/session_parts.h"
#include "ui/figure/text_panels.h"
#include "ui/figure/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace pescope::figure {

using session::Source;

namespace {

session::RowKind rowKind(const proximity::Proximity& map)
{
    return map.grid()          ? session::RowKind::Grid
        : map.isTable()        ? session::RowKind::Table
        : map.rowsAreOffsets() ? session::RowKind::Offsets
                               : session::RowKind::Positions;
}

Result<std::pair<Index, Index>> spanOf(const std::optional<std::pair<Index, Index>>& asked,
                                       const std::optional<std::pair<double, double>>& seen, Index count,
                                       const char* what)
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

Result<MapPanel> mapPanel(const ShownSession& shown, const frame::Pane& pane, const Settings& settings,
                          const Overrides& overrides)
{
    const Source& source = *session::find(shown.session, pane.source);
    if (pane.error)
        return std::unexpected(withContext(*pane.error, "source " + session::letterText(source)));
    if (!pane.proximity)
        return fail(ErrorCode::Unsupported, fmt::format("source {} is still being read", session::letterText(source)),
                    "Try again when its map is there.");
    const proximity::Proximity& map = *pane.proximity;
    const auto& view = shown.view.of(pane.source, rowKind(map), shown.session.options.linked).viewport;
    const auto seen = [&](double low, double high) {
        return view ? std::optional(std::pair(low, high)) : std::nullopt;
    };
    MapPanel panel;
    panel.map = pane.proximity;
    panel.scale = pane.scale;
    panel.title = nameOf(source) + shapeOf(shown, source, map);
    panel.subtitle = subtitleOf(shown, source, pane, settings.language);
    const bool offsets = map.rowsAreOffsets();
    panel.rowTitle = word(settings.language, offsets ? "offset r" : "position i");
    panel.columnTitle = word(settings.language, map.isTable() ? "dimension k" : offsets ? "offset r′" : "position j");
    if (const auto grid = map.grid()) {
        panel.rowTitle = word(settings.language, "y of patch i, in each map of j");
        panel.columnTitle = word(settings.language, "x of patch i, in each map of j");
        panel.tileRows = grid->height;
        panel.tileColumns = grid->width;
    }
    panel.firstRowLabel = offsets ? map.positionOf(0) : 0;
    panel.firstColumnLabel = offsets && !map.isTable() ? map.positionOf(0) : 0;
    PESCOPE_TRY(rows, spanOf(overrides.rows, seen(view ? view->row0 : 0, view ? view->row1 : 0), map.rows(), "rows"));
    PESCOPE_TRY(
        columns,
        spanOf(overrides.columns, seen(view ? view->col0 : 0, view ? view->col1 : 0), map.columns(), "columns"));
    std::tie(panel.row0, panel.row1) = rows;
    std::tie(panel.column0, panel.column1) = columns;
    return panel;
}

Result<std::vector<Wanted>> wantedPanels(const ShownSession& shown, const Settings& settings)
{
    std::vector<Wanted> wanted;
    const auto paneOf = [&](std::string_view letter) -> const frame::Pane* {
        for (const frame::Pane& pane : shown.frame->panes)
            if (const Source* source = session::find(shown.session, pane.source);
                source && session::letterText(*source) == letter)
                return &pane;
        return nullptr;
    };
    const std::vector<std::string> possible = possiblePanels(shown);
    std::vector<std::string> names = settings.panels;
    if (names.empty())
        std::ranges::copy_if(possible, std::back_inserter(names), paneOf);
    if (names.empty())
        std::ranges::copy_if(possible, std::back_inserter(names), isTextMap);
    for (const std::string& name : names) {
        if (std::ranges::find(possible, name) == possible.end())
            return fail(ErrorCode::Unsupported, fmt::format("the figure has no panel “{}”", name),
                        fmt::format("There are: {}.", fmt::join(possible, ", ")));
        wanted.push_back({name, paneOf(name), isTextMap(name)});
    }
    if (wanted.empty())
        return fail(ErrorCode::Shape, "the figure would have no panel", "Show a source, or name a panel.");
    return wanted;
}

/// The maps among the panels, with the scales that they use.
Result<Composed> composeMapsOf(const ShownSession& shown, const std::vector<Wanted>& wanted, const Settings& settings,
                               const Overrides& overrides, bool pixels, const JobContext& job)
{
    MapsRequest request;
    std::map<int, int> scales; // of the frame, to those of the figure
    for (const Wanted& one : wanted) {
        if (one.textMap) {
            PESCOPE_TRY(map, textMap(one.name, *shown.text, settings.language, request.scales));
            request.panels.push_back(std::move(map));
            continue;
        }
        if (!one.pane)
            continue;
        PESCOPE_TRY(panel, mapPanel(shown, *one.pane, settings, overrides));
        const auto [at, fresh] = scales.try_emplace(panel.scale, static_cast<int>(request.scales.size()));
        if (fresh) {
            const frame::ColourScale& scale = shown.frame->scales[static_cast<std::size_t>(panel.scale)];
            MapScale& made = request.scales.emplace_back(scale.scale, scale.map, qt(scale.formula));
            if (overrides.colormap)
                made.map = overrides.colormap;
            if (overrides.limits)
                made.scale = {.low = overrides.limits->first, .high = overrides.limits->second, .ranks = {}};
        }
        panel.scale = at->second;
        request.panels.push_back(std::move(panel));
    }
    request.widthMm = settings.widthMm;
    request.heightMm = settings.heightMm;
    request.dpi = settings.dpi;
    request.fontPt = settings.fontPt;
    request.panelColumns = settings.perRow;
    request.pixels = pixels;
    request.keepNumbers = settings.withData;
    if (settings.language == Language::Chinese)
        request.meanNote = QStringLiteral("%1 × %2 格的平均");
    if (request.panels.empty()) {
        Composed none;
        none.figure.widthMm = settings.widthMm;
        none.figure.heightMm = settings.heightMm;
        none.figure.dpi = settings.dpi;
        none.figure.fontPt = settings.fontPt;
        return none;
    }
    return composeMaps(request, job);
}

std::string csvOf(const HeatmapPanel& panel, const proximity::Image<float>& picture)
{
    const double rowStep = (panel.view.row1 - panel.view.row0) / picture.height;
    const double columnStep = (panel.view.col1 - panel.view.col0) / picture.width;
    const auto label = [](double cell, tables::Index first, tables::Index tile) {
        const auto whole = static_cast<tables::Index>(cell);
        return tile > 0 ? fmt::format("{} {}", whole / tile, whole % tile) // of patch i and of patch j
                        : shortestText(static_cast<double>(first) + cell);
    };
    std::string text = "row\\column";
    for (int x = 0; x < picture.width; ++x)
        text += ',' + label(panel.view.col0 + columnStep * (x + 0.5) - 0.5, panel.firstColumnLabel, panel.tileColumns);
    text += '\n';
    for (int y = 0; y < picture.height; ++y) {
        text += label(panel.view.row0 + rowStep * (y + 0.5) - 0.5, panel.firstRowLabel, panel.tileRows);
        for (int x = 0; x < picture.width; ++x) {
            const float value = picture.pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width)
                                               + static_cast<std::size_t>(x)];
            text += ',';
            if (std::isfinite(value))
                text += shortestText(value);
        }
        text += '\n';
    }
    return text;
}

} // namespace

std::vector<std::string> possiblePanels(const ShownSession& shown)
{
    std::vector<std::string> names;
    for (const frame::Pane& pane : shown.frame->panes)
        if (const Source* source = session::find(shown.session, pane.source))
            names.push_back(session::letterText(*source));
    const std::vector<session::SourceKey> visible = session::visibleSources(shown.session);
    const bool sinusoid = std::ranges::any_of(visible, [&](session::SourceKey key) {
        return std::holds_alternative<session::SinusoidOrigin>(session::find(shown.session, key)->origin);
    });
    if (!visible.empty())
        for (const std::string_view name : chartPanels())
            if (sinusoid || (name != "psi" && name != "slope" && name != "steps"))
                names.emplace_back(name);
    if (shown.text)
        std::ranges::copy(textPanelsOf(*shown.text), std::back_inserter(names));
    return names;
}

Result<SessionFigure> composeSession(const ShownSession& shown, const Settings& settings, const Overrides& overrides,
                                     bool pixels, const std::string& file, const JobContext& job)
{
    return runGuarded([&]() -> Result<SessionFigure> {
        PESCOPE_EXPECTS(shown.frame != nullptr);
        PESCOPE_TRY(wanted, wantedPanels(shown, settings));
        PESCOPE_TRY(maps, composeMapsOf(shown, wanted, settings, overrides, pixels, job));
        SessionFigure result;
        Figure figure = maps.figure;
        figure.panels.clear();
        std::size_t map = 0;
        QStringList chartCaptions;
        SourceNames names;
        if (settings.letters != Letters::OfSources && settings.letters != Letters::None)
            for (std::size_t k = 0; k < wanted.size(); ++k)
                if (wanted[k].pane)
                    names.letters.try_emplace(wanted[k].pane->source, panelLetter(settings.letters, k));
        for (const Wanted& one : wanted) {
            const std::string number = fmt::format("{}-", static_cast<char>('a' + result.data.size() % 26));
            if (one.isMap()) {
                auto& panel = std::get<HeatmapPanel>(maps.figure.panels[map]);
                if (settings.withData)
                    result.data.push_back({number + one.name, csvOf(panel, maps.pictures[map])});
                figure.panels.emplace_back(std::move(panel));
                ++map;
                continue;
            }
            if (isTextGrid(one.name)) {
                PESCOPE_TRY(grid, textGrid(one.name, *shown.text, settings.language, job));
                grid.panel.colourBar = static_cast<int>(figure.colourBars.size());
                figure.colourBars.push_back(std::move(grid.bar));
                if (settings.withData)
                    result.data.push_back({number + one.name, std::move(grid.csv)});
                chartCaptions << grid.caption;
                figure.panels.push_back(std::move(grid.panel));
                continue;
            }
            PESCOPE_TRY(chart, chartPanel(one.name, shown, names, settings.language, job));
            if (settings.withData)
                result.data.push_back({number + one.name, std::move(chart.csv)});
            chartCaptions << chart.caption;
            figure.panels.push_back(std::move(chart.panel));
        }
        figure.family = qt(settings.family);
        figure.letters = settings.letters;
        figure.bars = settings.bars;
        figure.titles = settings.titles;
        figure.axes = settings.axes;
        figure.transparent = settings.transparent;
        figure.columns = settings.perRow;
        const QString caption =
            settings.caption.empty() ? captionOf(shown, wanted, figure, chartCaptions, settings) : qt(settings.caption);
        figure.description = qt(fmt::format("pescope figure {} {} # {}", file.empty() ? "SESSION" : file,
                                            optionsText(settings), provenance(shown, wanted)));
        result.caption = caption.toStdString() + '\n';
        result.captionLatex = latexCaption(caption);
        result.backend = shown.backend ? shown.backend->name() : std::string();
        result.composed = std::move(maps);
        result.composed.figure = std::move(figure);
        return result;
    });
}

Status writeBeside(const SessionFigure& figure, const Settings& settings, const std::filesystem::path& target)
{
    const auto beside = [&](const std::string& ending) {
        std::filesystem::path path = target;
        path.replace_extension();
        path += ending;
        return path;
    };
    if (settings.withData)
        for (const PanelData& data : figure.data)
            if (Status written = writeFileAtomically(beside(fmt::format("-{}.csv", data.name)), data.csv); !written)
                return written;
    if (!settings.withCaption)
        return ok();
    if (Status written = writeFileAtomically(beside(".txt"), figure.caption); !written)
        return written;
    return writeFileAtomically(beside(".tex"), figure.captionLatex);
}

} // namespace pescope::figure
