// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/session_figure.h"

#include "core/base/atomic_file.h"
#include "core/base/number_text.h"
#include "core/encoding/what_if.h"
#include "core/frame/vectors.h"
#include "core/session/source_hash.h"
#include "ui/figure/layout.h"
#include "ui/figure/session_panels.h"
#include "ui/figure/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace pescope::figure {

using session::Source;

namespace {

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

const encoding::Encoding* encodingOf(const ShownSession& shown, session::SourceKey key)
{
    const auto at = shown.encodings.find(key);
    return at == shown.encodings.end() || !at->second || !*at->second ? nullptr : &**at->second;
}

std::string whatIfOf(const ShownSession& shown, session::SourceKey key)
{
    const encoding::Encoding* encoding = encodingOf(shown, key);
    return encoding ? encoding::whatIfText(*encoding) : std::string();
}

session::RowKind rowKind(const proximity::Proximity& map)
{
    return map.isTable()       ? session::RowKind::Table
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

/// ", 512 × 384": positions × dimensions where a source has vectors, else what its map has.
QString shapeOf(const ShownSession& shown, const Source& source, const proximity::Proximity& map)
{
    Index dim = 0;
    if (const auto* origin = std::get_if<session::SinusoidOrigin>(&source.origin))
        dim = origin->spec.columns();
    else if (const encoding::Encoding* encoding = encodingOf(shown, source.key))
        dim = frame::vectorLength(*encoding);
    return QStringLiteral(", %1 × %2").arg(map.rows()).arg(dim > 0 ? dim : map.columns());
}

QString subtitleOf(const ShownSession& shown, const Source& source, const frame::Pane& pane, Language language)
{
    QStringList notes;
    if (pane.lens != proximity::Lens::Value)
        notes << word(language, lensName(pane.lens));
    if (const encoding::Encoding* encoding = encodingOf(shown, source.key))
        if (const auto* bias = std::get_if<encoding::LogitBias>(&encoding->content); bias && bias->heads() > 1)
            notes << word(language, "head %1 (from 0)").arg(source.head);
    if (const std::string mark = whatIfOf(shown, source.key); !mark.empty() && !source.name.contains(mark))
        notes << qt(mark);
    return notes.join(QStringLiteral(", "));
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

/// A panel of the figure before it is drawn.
struct Wanted {
    std::string name;
    const frame::Pane* pane = nullptr; ///< of a map
};

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
    for (const std::string& name : settings.panels) {
        const bool chart = std::ranges::find(chartPanels(), name) != chartPanels().end();
        const frame::Pane* pane = chart ? nullptr : paneOf(name);
        if (!chart && !pane)
            return fail(ErrorCode::Unsupported, fmt::format("the figure has no panel “{}”", name),
                        fmt::format("There are: {}.", fmt::join(possiblePanels(shown.session, *shown.frame), ", ")));
        wanted.push_back({name, pane});
    }
    if (settings.panels.empty())
        for (const frame::Pane& pane : shown.frame->panes)
            if (const Source* source = session::find(shown.session, pane.source))
                wanted.push_back({session::letterText(*source), &pane});
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
    std::string text = "row\\column";
    for (int x = 0; x < picture.width; ++x)
        text += fmt::format(
            ",{}",
            shortestText(static_cast<double>(panel.firstColumnLabel) + panel.view.col0 + columnStep * (x + 0.5) - 0.5));
    text += '\n';
    for (int y = 0; y < picture.height; ++y) {
        text += shortestText(static_cast<double>(panel.firstRowLabel) + panel.view.row0 + rowStep * (y + 0.5) - 0.5);
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

/// "A = model.safetensors#ape, sha256 1f2e…, [512, 384]; what-if: …".
std::string provenance(const ShownSession& shown, const std::vector<Wanted>& wanted)
{
    std::vector<std::string> parts{fmt::format("PEScope {}", PESCOPE_VERSION)};
    for (const session::SourceKey key : session::visibleSources(shown.session)) {
        const Source& source = *session::find(shown.session, key);
        const std::string letter = session::letterText(source);
        const bool used =
            std::ranges::any_of(wanted, [&](const Wanted& one) { return !one.pane || one.name == letter; });
        if (!used)
            continue;
        std::string part = fmt::format("{} = {}", letter, source.name);
        if (const auto* opened = std::get_if<session::OpenedOrigin>(&source.origin)) {
            part = fmt::format("{} = {}{}", letter, opened->spec, opened->id.empty() ? "" : "#" + opened->id);
            if (const encoding::Encoding* encoding = encodingOf(shown, key)) {
                if (!encoding->tensor.empty())
                    part += ", tensor " + encoding->tensor;
                if (const auto hash = encoding->whatIf.empty() ? session::contentHash(*encoding) : std::nullopt)
                    part += ", sha256 " + *hash;
            }
        }
        part += fmt::format(", {}", proximity::name(session::metricOf(shown.session, source)));
        if (const std::string mark = whatIfOf(shown, key); !mark.empty())
            part += ", " + mark;
        parts.push_back(std::move(part));
    }
    parts.emplace_back("m = i − j (query − key)");
    return fmt::format("{}", fmt::join(parts, "; "));
}

QString captionOf(const ShownSession& shown, const std::vector<Wanted>& wanted, const Figure& figure,
                  const QStringList& charts, const Settings& settings)
{
    const Language language = settings.language;
    QStringList sentences;
    if (!figure.colourBars.empty()) {
        QStringList formulas;
        for (const FigureColourBar& bar : figure.colourBars)
            if (!formulas.contains(bar.title))
                formulas << bar.title;
        sentences << word(language, "Proximity %1.").arg(formulas.join(QStringLiteral("; ")));
    }
    QStringList marks;
    qsizetype chart = 0;
    for (std::size_t k = 0; k < wanted.size(); ++k) {
        const QString letter = settings.letters == Letters::OfSources
            ? (wanted[k].pane ? qt(wanted[k].name) + QLatin1Char(':') : QString())
            : settings.letters == Letters::None ? QString()
                                                : panelLetter(settings.letters, k);
        if (!wanted[k].pane) {
            sentences << (letter.isEmpty() ? QString() : letter + QLatin1Char(' ')) + charts.value(chart++);
            continue;
        }
        const Source& source = *session::find(shown.session, wanted[k].pane->source);
        const proximity::Proximity& map = *wanted[k].pane->proximity;
        QString sentence =
            (letter.isEmpty() ? QString() : letter + QLatin1Char(' ')) + qt(source.name) + shapeOf(shown, source, map);
        if (const QString note = subtitleOf(shown, source, *wanted[k].pane, language); !note.isEmpty())
            sentence += QStringLiteral(" (") + note + QLatin1Char(')');
        sentences << sentence + (language == Language::Chinese ? QStringLiteral("。") : QStringLiteral("."));
        if (const std::string mark = whatIfOf(shown, source.key); !mark.empty())
            marks << qt(session::letterText(source)) + QLatin1Char(' ') + qt(mark);
    }
    if (std::ranges::any_of(figure.colourBars,
                            [](const FigureColourBar& bar) { return bar.arrowAbove || bar.arrowBelow; }))
        sentences << word(
            language, "Ends of the colour scale: 0.5 and 99.5 percentile; cells beyond have the colour of the arrow.");
    if (!marks.isEmpty())
        sentences << word(language, "No model was trained so: %1.").arg(marks.join(QStringLiteral("; ")));
    sentences << word(language, "m = i − j is query minus key; row 0 is the first position.");
    sentences.removeAll(QString());
    return sentences.join(language == Language::Chinese ? QString() : QStringLiteral(" "));
}

} // namespace

std::string latexCaption(const QString& caption)
{
    QString text;
    for (const QChar c : caption) {
        if (c == u'\\')
            text += QStringLiteral("\\textbackslash{}");
        else if (c == u'~')
            text += QStringLiteral("\\textasciitilde{}");
        else if (c == u'^')
            text += QStringLiteral("\\textasciicircum{}");
        else if (QStringLiteral("#$%&_{}").contains(c))
            text += QLatin1Char('\\') + QString(c);
        else
            text += c;
    }
    return QStringLiteral("\\caption{%1}\n").arg(text).toStdString();
}

std::vector<std::string> possiblePanels(const session::Session& session, const frame::Frame& frame)
{
    std::vector<std::string> names;
    for (const frame::Pane& pane : frame.panes)
        if (const Source* source = session::find(session, pane.source))
            names.push_back(session::letterText(*source));
    const bool sinusoid = std::ranges::any_of(session::visibleSources(session), [&](session::SourceKey key) {
        return std::holds_alternative<session::SinusoidOrigin>(session::find(session, key)->origin);
    });
    for (const std::string_view name : chartPanels())
        if (sinusoid || (name != "psi" && name != "steps"))
            names.emplace_back(name);
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
            if (one.pane) {
                auto& panel = std::get<HeatmapPanel>(maps.figure.panels[map]);
                if (settings.withData)
                    result.data.push_back({number + one.name, csvOf(panel, maps.pictures[map])});
                figure.panels.emplace_back(std::move(panel));
                ++map;
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
