// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_figure.h"

#include "app/compute_choice.h"
#include "app/figure_arguments.h"
#include "app/head_choice.h"
#include "app/session_figure.h"
#include "core/base/number_text.h"
#include "core/encoding/resolve.h"
#include "ui/figure/compose.h"
#include "ui/figure/text_panels.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <QGuiApplication>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>

namespace pescope::app {

namespace {

using figure::FigureKind;

struct FigureOptions {
    std::vector<std::string> sources;
    std::string output, kind = "heatmap", metric, lens, colormap, scale, limits, rows, columns;
    std::string width = "84mm", height, panels, letters = "sources", bars = "shared", background = "white", font,
                language = "en";
    bool noTitles = false, noAxes = false, csv = false, caption = false;
    double dpi = 300, fontPt = 8;
    int perRow = 0, textSide = 1;
    int head = -1; ///< −1: not given
    long long length = 0; ///< 0: not given
};

constexpr const char* kGridOfGrids = "grid-of-grids";

constexpr const char* kFigureHelp = R"(Kinds:
  heatmap      S(i, j) of each source, side by side with one colour bar
  difference   A − B of two sources, on a map that is symmetric about 0
  profile      the mean of S over each offset m = i − j, with the 10–90 % band of rows
  psi          ψ(m) = Σ cos ω m        omega   the frequencies ω

Lengths take mm, cm, in or pt. PDF and SVG keep text as text and the map as one lossless image; --dpi is for PNG.

Examples:
  pescope figure all-MiniLM-L6-v2 sinusoid:dim=768 -o maps.pdf --width 174mm
  pescope figure sinusoid:dim=768 model#ape -o difference.svg --kind difference
  pescope figure alibi:heads=8 -o head.pdf --head 3
  pescope figure talk.pescope -o talk.pdf --width 174mm      the panes of a session as they are looked at there
  pescope figure talk.pescope -o fig2.pdf --panels A,B,distance,properties --letters a --csv --caption
  pescope figure model -o asymmetry.pdf --lens asymmetry
  pescope figure vit-base -o patches.pdf --lens grid-of-grids --metric cosine
  pescope figure talk.pescope -o text.pdf --panels original,exchanged,difference,layers      its Text workspace
  pescope figure model whatif:shuffle=0:model -o shuffled.pdf --width 174mm
  pescope figure model -o corner.png --rows 0:64 --cols 0:64 --limits=-0.2:1 --dpi 600)";

/// Options that say nothing about what is asked for are wrong usage, not to be ignored.
void refuseIdleOptions(const FigureOptions& options)
{
    const bool map = options.kind == "heatmap" || options.kind == "difference";
    const bool ofMatrix = map || options.kind == "profile";
    if (!ofMatrix && !options.metric.empty())
        throw CLI::ValidationError("--metric", fmt::format("does not belong to --kind {}", options.kind));
    if (!map
        && (!options.rows.empty() || !options.columns.empty() || !options.limits.empty() || !options.colormap.empty()))
        throw CLI::ValidationError("--rows, --cols, --limits, --colormap",
                                   fmt::format("do not belong to --kind {}", options.kind));
    if (!ofMatrix && options.head >= 0)
        throw CLI::ValidationError("--head", fmt::format("does not belong to --kind {}", options.kind));
    if (options.kind != "profile" && options.kind != "psi" && options.length > 0)
        throw CLI::ValidationError("--length", fmt::format("does not belong to --kind {}", options.kind));
    if (options.kind == "difference" && options.sources.size() != 2)
        throw CLI::ValidationError(
            "--kind difference", fmt::format("takes two sources, A and B of A − B; {} given", options.sources.size()));
    if (options.kind != "heatmap"
        && (!options.panels.empty() || !options.lens.empty() || options.csv || options.caption
            || options.language != "en"))
        throw CLI::ValidationError("--panels, --lens, --csv, --caption, --language",
                                   fmt::format("do not belong to --kind {}", options.kind));
    if (!options.limits.empty() && options.scale == "rank")
        throw CLI::ValidationError("--limits", "do not belong to --scale rank");
}

/// The command that makes the figure again, without the name of the file: two copies of a figure are equal.
std::string commandText(const FigureOptions& options)
{
    std::string text = fmt::format("pescope figure {} --kind {}", fmt::join(options.sources, " "), options.kind);
    const auto add = [&](const char* name, const std::string& value) {
        if (!value.empty())
            text += fmt::format(" {}={}", name, value);
    };
    add("--metric", options.metric);
    add("--colormap", options.colormap);
    add("--scale", options.scale == "shared" ? "" : options.scale);
    add("--limits", options.limits);
    add("--rows", options.rows);
    add("--cols", options.columns);
    add("--length", options.length > 0 ? std::to_string(options.length) : "");
    add("--head", options.head >= 0 ? std::to_string(options.head) : "");
    add("--width", options.width);
    add("--height", options.height);
    add("--font-size", options.fontPt == 8 ? "" : shortestText(options.fontPt));
    add("--per-row", options.perRow > 0 ? std::to_string(options.perRow) : "");
    add("--letters", options.letters == "sources" ? "" : options.letters);
    add("--bars", options.bars == "shared" ? "" : options.bars);
    add("--background", options.background == "white" ? "" : options.background);
    add("--font", options.font);
    text += options.noTitles ? " --no-titles" : "";
    text += options.noAxes ? " --no-axes" : "";
    return text;
}

tables::Index extentOf(const encoding::Encoding& encoding, bool rows)
{
    if (const auto* map = std::get_if<encoding::GivenMap>(&encoding.content))
        return rows ? map->values->rows() : map->values->cols();
    return encoding.positions.value_or(0);
}

/// An open end is the edge of the smallest matrix, so that all panels show the same part.
std::optional<std::pair<tables::Index, tables::Index>> spanOf(const std::string& text, bool rows,
                                                              const std::vector<encoding::Encoding>& encodings)
{
    if (text.empty())
        return std::nullopt;
    tables::Index least = extentOf(encodings.front(), rows);
    for (const encoding::Encoding& encoding : encodings)
        least = std::min(least, extentOf(encoding, rows));
    const Span span = *parseSpan(text);
    return std::pair(span.begin.value_or(0), span.end.value_or(least));
}

/// The encodings to draw; of a session those that it shows, for ψ and ω those that have frequencies. A session says
/// the metric too.
Status addEncodings(figure::FigureRequest& request, const FigureOptions& options)
{
    const bool needsOmega = request.kind == FigureKind::Psi || request.kind == FigureKind::Omega;
    for (const std::string& source : options.sources) {
        const auto session = sessionText(source);
        const bool all = session && session->letter.empty();
        std::vector<ChosenEncoding> chosen;
        if (all) {
            PESCOPE_TRY(shown, chooseAll(*session));
            chosen = std::move(shown);
            if (needsOmega && std::ranges::any_of(chosen, [](const ChosenEncoding& one) {
                    return encoding::frequencies(one.encoding).has_value();
                }))
                std::erase_if(chosen, [](const ChosenEncoding& one) { return !encoding::frequencies(one.encoding); });
        } else {
            PESCOPE_TRY(one, chooseOne(source));
            chosen.push_back(std::move(one));
        }
        for (ChosenEncoding& one : chosen) {
            if (!request.metric && !needsOmega)
                request.metric = one.metric;
            if (!request.head && chosen.size() == 1)
                request.head = one.head;
            request.encodings.push_back(std::move(one.encoding));
        }
    }
    return ok();
}

Result<figure::FigureRequest> requestOf(const FigureOptions& options)
{
    figure::FigureRequest request;
    request.kind = figure::kindFromName(options.kind).value_or(FigureKind::Heatmap);
    request.metric = proximity::metricFromName(options.metric);
    if (options.head >= 0)
        request.head = options.head;
    if (Status added = addEncodings(request, options); !added)
        return std::unexpected(std::move(added).error());
    request.map = options.colormap.empty() ? nullptr : raster::findColormap(options.colormap);
    request.scale = figure::scaleModeFromName(options.scale).value_or(figure::ScaleMode::Shared);
    if (!options.limits.empty())
        request.limits = parseLimits(options.limits);
    request.rows = spanOf(options.rows, true, request.encodings);
    request.columns = spanOf(options.columns, false, request.encodings);
    if (options.length > 0)
        request.length = options.length;
    if (Status valid = checkHead(request.encodings, request.head); !valid)
        return std::unexpected(std::move(valid).error());
    request.widthMm = parseMillimetres(options.width).value_or(84);
    request.heightMm = options.height.empty() ? 0 : parseMillimetres(options.height).value_or(0);
    request.dpi = options.dpi;
    request.fontPt = options.fontPt;
    request.panelColumns = options.perRow;
    request.pixels = extensionOf(options.output) == ".png";
    request.description = QString::fromStdString(commandText(options));
    return request;
}

std::optional<std::pair<tables::Index, tables::Index>> openSpan(const std::string& text)
{
    if (text.empty())
        return std::nullopt;
    const Span span = *parseSpan(text);
    return std::pair<tables::Index, tables::Index>(span.begin.value_or(0), span.end.value_or(-1));
}

figure::Settings settingsOf(const FigureOptions& options)
{
    figure::Settings settings;
    for (const std::string& panel : CLI::detail::split(options.panels, ','))
        if (!panel.empty())
            settings.panels.push_back(panel);
    settings.textSide = options.textSide;
    settings.widthMm = parseMillimetres(options.width).value_or(84);
    settings.heightMm = options.height.empty() ? 0 : parseMillimetres(options.height).value_or(0);
    settings.dpi = options.dpi;
    settings.fontPt = options.fontPt;
    settings.family = options.font;
    settings.perRow = options.perRow;
    settings.letters = figure::lettersFromName(options.letters).value_or(figure::Letters::OfSources);
    settings.bars = figure::barsFromName(options.bars).value_or(figure::Bars::Shared);
    settings.titles = !options.noTitles;
    settings.axes = !options.noAxes;
    settings.transparent = options.background == "transparent";
    settings.language = options.language == "zh" ? figure::Language::Chinese : figure::Language::English;
    settings.withData = options.csv;
    settings.withCaption = options.caption;
    return settings;
}

bool hasSession(const FigureOptions& options)
{
    return std::ranges::any_of(options.sources,
                               [](const std::string& source) { return sessionText(source).has_value(); });
}

/// Panels of several kinds, and what is written beside them, are those of a session; other sources make one.
bool isOfSession(const FigureOptions& options)
{
    return options.kind == "heatmap"
        && (hasSession(options) || !options.panels.empty() || !options.lens.empty() || options.csv || options.caption
            || options.language != "en");
}

/// The panels of a session with what the command line says in place of it.
Result<figure::SessionFigure> composeSession(const FigureOptions& options, const GlobalOptions& global)
{
    SessionFigureOptions wanted;
    wanted.metric = proximity::metricFromName(options.metric);
    wanted.lens = proximity::lensFromName(options.lens);
    wanted.gridOfGrids = options.lens == kGridOfGrids;
    wanted.overrides.colormap = options.colormap.empty() ? nullptr : raster::findColormap(options.colormap);
    if (const auto scale = figure::scaleModeFromName(options.scale))
        wanted.scale = *scale == figure::ScaleMode::Own ? session::ScaleMode::Own
            : *scale == figure::ScaleMode::Rank         ? session::ScaleMode::Rank
                                                        : session::ScaleMode::Shared;
    if (!options.limits.empty())
        wanted.overrides.limits = parseLimits(options.limits);
    wanted.overrides.rows = openSpan(options.rows);
    wanted.overrides.columns = openSpan(options.columns);
    if (options.head >= 0)
        wanted.head = options.head;
    const figure::Settings settings = settingsOf(options);
    const auto ofText = [](const std::string& name) {
        return std::ranges::find(figure::textPanels(), name) != figure::textPanels().end();
    };
    PESCOPE_TRY(opened, sessionOfSources(options.sources));
    const bool onlyText = opened.file.session.sources.empty() && opened.file.text; // its maps are the figure then
    if (onlyText || std::ranges::any_of(settings.panels, ofText))
        wanted.textSide = settings.textSide;
    PESCOPE_TRY(shown, shownSession(opened, wanted, global));
    const std::string sources = fmt::format("{}", fmt::join(options.sources, " "));
    return figure::composeSession(shown, settings, wanted.overrides, extensionOf(options.output) == ".png", sources);
}

/// Any figure, and what is written beside it.
Result<figure::SessionFigure> composed(const FigureOptions& options, const GlobalOptions& global)
{
    if (isOfSession(options))
        return composeSession(options, global);
    PESCOPE_TRY(request, requestOf(options));
    PESCOPE_TRY(backend, backendFor(global, 1e9 * figure::gigaflop(request)));
    figure::SessionFigure made;
    PESCOPE_TRY(composed, figure::compose(request, backend));
    made.composed = std::move(composed);
    made.backend = backend->name();
    const figure::Settings settings = settingsOf(options);
    figure::Figure& figure = made.composed.figure;
    figure.family = QString::fromStdString(settings.family);
    figure.letters = settings.letters;
    figure.bars = settings.bars;
    figure.titles = settings.titles;
    figure.axes = settings.axes;
    figure.transparent = settings.transparent;
    return made;
}

Status writeFigure(const FigureOptions& options, const GlobalOptions& global)
{
    using Clock = std::chrono::steady_clock;
    const auto since = [](Clock::time_point start) {
        return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    };
    PESCOPE_TRY(made, composed(options, global));
    if (global.verbose)
        for (const figure::Drawn& drawn : made.composed.drawn)
            printMessage(
                fmt::format("{}: {}, {:.1f} ms ({})", drawn.title, drawn.method, drawn.milliseconds, made.backend));
    const auto start = Clock::now();
    PESCOPE_TRY(written, figure::write(made.composed.figure, options.output));
    static_cast<void>(written);
    if (Status beside = figure::writeBeside(made, settingsOf(options), options.output); !beside)
        return beside;
    if (global.verbose) {
        const QSizeF mm = figure::sizeMm(made.composed.figure);
        printMessage(fmt::format("wrote {}, {:.1f} × {:.1f} mm, in {:.0f} ms", options.output, mm.width(), mm.height(),
                                 since(start)));
    }
    return ok();
}

/// Qt's remarks about a machine without a desktop are no concern of somebody who asked for a file.
void quiet(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    if (type == QtCriticalMsg || type == QtFatalMsg)
        printMessage(text.toStdString());
}

int runFigure(const FigureOptions& options, const GlobalOptions& global)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler(quiet);
    int argc = 1;
    char name[] = "pescope";
    char* argv[] = {name, nullptr};
    const QGuiApplication application(argc, argv);
    const Status status = runGuarded([&] { return writeFigure(options, global); });
    return status ? kDone : printError(status.error());
}

} // namespace

void addFigureCommand(CLI::App& app, const GlobalOptions& options, Chosen& chosen)
{
    auto figure = std::make_shared<FigureOptions>();
    auto* command = app.add_subcommand("figure", "write a figure for a paper: PDF, SVG or PNG");
    command->footer(kFigureHelp);
    command->add_option("SOURCE", figure->sources, "one panel or curve each")->required();
    command->add_option("-o,--output", figure->output, "FILE.pdf, FILE.svg or FILE.png")
        ->required()
        ->check(checkOutput);
    command->add_option("--kind", figure->kind, "heatmap (default), difference, profile, psi, omega")
        ->check(CLI::IsMember({"heatmap", "difference", "profile", "psi", "omega"}));
    command->add_option("--metric", figure->metric, "dot, scaled (default), cosine, centred, distance")
        ->check(CLI::IsMember(metricNames()));
    command
        ->add_option(
            "--lens", figure->lens,
            "what of each map: value (default), departure from translation invariance, asymmetry, rising; over the "
            "patches of a picture grid-of-grids, the map of each patch at its place")
        ->check(CLI::IsMember({"value", "departure", "asymmetry", "rising", kGridOfGrids}));
    command->add_option("--colormap", figure->colormap, fmt::format("{}", fmt::join(colormapNames(), ", ")))
        ->check(CLI::IsMember(colormapNames()));
    command->add_option("--scale", figure->scale, "shared (default): one colour bar; own: one each; rank: by ranks")
        ->check(CLI::IsMember({"shared", "own", "rank"}));
    command->add_option("--limits", figure->limits, "LOW:HIGH of the colours; default: 0.5 and 99.5 percentile")
        ->check(checkLimits);
    command->add_option("--rows", figure->rows, "A:B, half open, from 0")->check(checkSpan);
    command->add_option("--cols", figure->columns, "A:B, half open, from 0")->check(checkSpan);
    command->add_option("--length", figure->length, "positions on the axis of profile and psi")
        ->check(CLI::PositiveNumber);
    command->add_option("--head", figure->head, "head of the biases among the sources, from 0 (default 0)")
        ->check(CLI::Range(0, 1 << 20));
    command->add_option("--width", figure->width, "84mm (default, one column), 174mm, …")->check(checkLength);
    command->add_option("--height", figure->height, "default: from the content")->check(checkLength);
    command->add_option("--dpi", figure->dpi, "of PNG; default 300")->check(CLI::Range(30.0, 4800.0));
    command->add_option("--font-size", figure->fontPt, "in points; default 8, nothing is below 6")
        ->check(CLI::Range(6.0, 72.0));
    command->add_option("--per-row", figure->perRow, "panels side by side; default: what fits")
        ->check(CLI::Range(1, 100));
    command
        ->add_option("--panels", figure->panels,
                     "letters of the sources (A is the first) and distance, psi, slope, steps, omega, properties; of "
                     "the text of "
                     "a session original, exchanged, difference, layers, heads, similarity, divergence")
        ->type_name("A,B,distance,…");
    command->add_option("--text-side", figure->textSide, "of two texts side by side in a session: 1 (default) or 2")
        ->check(CLI::Range(1, 2));
    command->add_option("--letters", figure->letters, "of the panels: sources (default), (a), a, A or none")
        ->check(CLI::IsMember({"sources", "(a)", "a", "A", "none"}));
    command->add_option("--bars", figure->bars, "colour bars: shared (default), each or none")
        ->check(CLI::IsMember({"shared", "each", "none"}));
    command->add_option("--background", figure->background, "white (default) or transparent")
        ->check(CLI::IsMember({"white", "transparent"}));
    command->add_option("--font", figure->font, "family of the type; default Inter")->type_name("FAMILY");
    command->add_option("--language", figure->language, "of the words in the figure: en (default) or zh")
        ->check(CLI::IsMember({"en", "zh"}));
    command->add_flag("--no-titles", figure->noTitles, "panels without titles");
    command->add_flag("--no-axes", figure->noAxes, "panels without ticks and titles of axes");
    command->add_flag("--csv", figure->csv, "write the numbers of each panel beside the figure");
    command->add_flag("--caption", figure->caption, "write a caption beside the figure, as text and LaTeX");
    command->callback([figure, &options, &chosen] {
        refuseIdleOptions(*figure);
        chosen = [figure, &options] { return runFigure(*figure, options); };
    });
}

} // namespace pescope::app
