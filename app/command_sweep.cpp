// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_sweep.h"

#include "app/figure_arguments.h"
#include "app/session_choice.h"
#include "core/base/number_text.h"
#include "core/encoding/resolve.h"
#include "ui/sweep/write.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <QGuiApplication>

#include <cstdio>
#include <map>
#include <memory>
#include <unistd.h>

namespace pescope::app {

namespace {

struct SweepOptions {
    std::string source, what = "scale", output, metric, colormap;
    double from = 0, to = 0;
    int frames = 40;
    double framesPerSecond = 10;
    double widthMm = 174, dpi = 150, fontPt = 8;
    double epsilon = 1e-4;
};

constexpr const char* kSweepHelp =
    R"(Every frame is the heatmap beside ψ(m) at one value, with the three monotone ranges of that ω as lines and as
numbers. Size, colour scale and axes are the same in all frames. scale and base go in equal ratios, the cuts in
whole numbers of ω; numbered pictures count from 1. A film plays again and again and is lossless.

Examples:
  pescope sweep sinusoid:dim=768 --what scale --from 1 --to 0.25 -o scale.webp
  pescope sweep sinusoid:dim=768 --what base --from 100 --to 1000000 --frames 60 --fps 15 -o base.apng
  pescope sweep talk.pescope#A --what skip_fast --from 0 --to 120 -o slides/frame-%04d.png --dpi 200)";

/// What the command was, for the metadata.
std::string commandText(const SweepOptions& options)
{
    return fmt::format("pescope sweep {} --what {} --from {:g} --to {:g} --frames {}", options.source, options.what,
                       options.from, options.to, options.frames);
}

Result<sweep::Request> requestOf(const SweepOptions& options)
{
    PESCOPE_TRY(source, chooseOne(options.source));
    const auto* spec = std::get_if<encoding::SinusoidSpec>(&source.encoding.content);
    if (spec == nullptr)
        return fail(ErrorCode::Unsupported,
                    fmt::format("{} is no sinusoid with ω of its own: there is nothing to sweep", options.source),
                    "Take a built-in one (sinusoid:dim=768), or a session's source that is one.");
    sweep::Request request;
    request.spec = *spec;
    request.title = source.encoding.title.empty() ? source.encoding.id : source.encoding.title;
    request.what = sweep::whatFromName(options.what).value_or(sweep::What::Scale);
    request.from = options.from;
    request.to = options.to;
    request.frames = options.frames;
    request.metric = options.metric.empty() ? source.metric.value_or(proximity::Metric::Scaled)
                                            : *proximity::metricFromName(options.metric);
    request.map = options.colormap.empty() ? nullptr : raster::findColormap(options.colormap);
    request.epsilon = options.epsilon;
    request.widthMm = options.widthMm;
    request.dpi = options.dpi;
    request.fontPt = options.fontPt;
    request.description = commandText(options);
    return request;
}

/// One line that is written over on a terminal; in a file a line a tenth.
JobContext::Sink progressSink()
{
    const bool terminal = ::isatty(STDERR_FILENO) != 0;
    return [terminal, last = -1](const Progress& progress) mutable {
        const int tenth = static_cast<int>(10 * progress.fraction);
        if (terminal) {
            fmt::print(stderr, "\r{:<24}{}", progress.step, progress.fraction >= 1 ? "\n" : "");
            std::fflush(stderr);
        } else if (tenth != last) {
            printMessage(progress.step);
        }
        last = tenth;
    };
}

Status writeSweep(const SweepOptions& options, const GlobalOptions& global)
{
    PESCOPE_TRY(target, sweep::targetOf(options.output));
    PESCOPE_TRY(request, requestOf(options));
    const JobContext job({}, progressSink());
    PESCOPE_TRY(planned, sweep::Sweep::plan(std::move(request), job));
    PESCOPE_TRY(written, sweep::write(planned, target, options.framesPerSecond, job));
    if (global.verbose)
        for (int k = 0; k < planned.frames(); ++k)
            printMessage(fmt::format("{}: {}", sweep::valueText(planned.request().what, planned.value(k)).toStdString(),
                                     sweep::rangesText(planned.ranges(k)).toStdString()));
    return written;
}

int runSweep(const SweepOptions& options, const GlobalOptions& global)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    // Qt's remarks about a machine without a desktop are no concern of somebody who asked for a file
    qInstallMessageHandler([](QtMsgType type, const QMessageLogContext&, const QString& text) {
        if (type == QtCriticalMsg || type == QtFatalMsg)
            printMessage(text.toStdString());
    });
    int argc = 1;
    char name[] = "pescope";
    char* argv[] = {name, nullptr};
    const QGuiApplication application(argc, argv);
    const Status status = runGuarded([&] { return writeSweep(options, global); });
    return status ? kDone : printError(status.error());
}

std::string checkTarget(const std::string& text)
{
    const auto target = sweep::targetOf(text);
    return target ? std::string() : describe(target.error());
}

} // namespace

void addSweepCommand(CLI::App& app, const GlobalOptions& options, Chosen& chosen)
{
    auto sweep = std::make_shared<SweepOptions>();
    auto* command = app.add_subcommand("sweep", "ω on their way: numbered pictures or a film for slides");
    command->footer(kSweepHelp);
    command->add_option("SOURCE", sweep->source, "a sinusoid")->required();
    command->add_option("--what", sweep->what, "scale (default), base, skip_fast, skip_slow")
        ->check(CLI::IsMember({"scale", "base", "skip_fast", "skip_slow"}));
    command->add_option("--from", sweep->from, "value of the first frame")->required();
    command->add_option("--to", sweep->to, "value of the last frame")->required();
    command->add_option("--frames", sweep->frames, "default 40")->check(CLI::Range(2, 1000));
    command->add_option("-o,--output", sweep->output, "FILE.webp, FILE.apng or FOLDER/frame-%04d.png")
        ->required()
        ->check(checkTarget);
    command->add_option("--fps", sweep->framesPerSecond, "frames a second of a film; default 10")
        ->check(CLI::Range(0.1, 60.0));
    command->add_option("--metric", sweep->metric, "dot, scaled (default), cosine, centred, distance")
        ->check(CLI::IsMember(metricNames()));
    command->add_option("--colormap", sweep->colormap, fmt::format("{}", fmt::join(colormapNames(), ", ")))
        ->check(CLI::IsMember(colormapNames()));
    command->add_option("--tolerance", sweep->epsilon, "ε of the range with tolerance; default 0.0001")
        ->check(CLI::Range(0.0, 1.0));
    command->add_option("--width", sweep->widthMm, "174mm (default), 8.4cm, 6in, 480pt; a number alone is mm")
        ->transform(
            CLI::AsNumberWithUnit(std::map<std::string, double>{{"mm", 1}, {"cm", 10}, {"in", 25.4}, {"pt", 25.4 / 72}},
                                  CLI::AsNumberWithUnit::CASE_INSENSITIVE, "LENGTH"))
        ->check(CLI::Range(60.0, 1000.0));
    command->add_option("--dpi", sweep->dpi, "default 150")->check(CLI::Range(30.0, 1200.0));
    command->add_option("--font-size", sweep->fontPt, "in points; default 8")->check(CLI::Range(6.0, 72.0));
    command->callback([sweep, &options, &chosen] { chosen = [sweep, &options] { return runSweep(*sweep, options); }; });
}

} // namespace pescope::app
