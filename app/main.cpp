// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command.h"
#include "app/command_properties.h"
#include "app/command_text.h"
#include "app/display.h"
#include "app/man_page.h"
#include "app/unknown_word.h"
#ifdef PESCOPE_GUI
#include "app/command_figure.h"
#include "app/command_sweep.h"
#include "app/window.h"
#endif

#include <CLI/CLI.hpp>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

using namespace pescope::app;

constexpr const char* kAbout = R"(PEScope shows the position embeddings of language models.
Without a subcommand it opens its window with the sources that are given.)";

constexpr const char* kSources = R"(SOURCE is one of
  a weight file (.safetensors, .bin, .pt, .gguf, .npy, .npz, .csv) or a model folder
  hf:ORG/NAME, hf:ORG/NAME@REVISION           a model of the local hub cache (HF_HUB_CACHE, HF_HOME); no download
  sinusoid:dim=768,base=10000,first=0,length=512,layout=interleaved
      also layout=halves, spacing=half-1, scale=c, skip_fast=k, skip_slow=k, omega=FILE.npy
  sinusoid-relative:dim=64,max=127,meaning=signed   also meaning=shifted|absolute; vectors by offset
  alibi:heads=8,length=128,causal=0           a bias by offset; rotary:dim=64,base=10000,length=2048
  learned:length=10,dim=16,seed=0,sd=1        a random table
  matrix:FILE                                 a .npy or .csv file read as the map S itself
  transposed:FILE                             a table kept as dimensions × positions
  as:tensor=NAME,offset=2:SOURCE              a tensor read by hand: also transpose=yes, positions=N, grid=14x14, prefix=P,
      kind=relative, sign=query-key|key-query; as:family=roberta:SOURCE reads a model as one of that family
  whatif:extend=1024,rule=clip:SOURCE         a change that no model was trained with; also rule=tile|interpolate,
      whatif:interpolate=N:SOURCE, whatif:shuffle=SEED:SOURCE, whatif:without-first:SOURCE; they nest
  SESSION.pescope                             what the window saved; SESSION.pescope#B picks the source B of it
  SOURCE#ID                                   one encoding of several; inspect lists the ids

Start here:
  pescope inspect MODEL_FOLDER
  pescope range --dim 768
  pescope data MODEL_FOLDER --what table -o table.npy
  pescope properties MODEL_FOLDER sinusoid:dim=768
  pescope SUBCOMMAND --help

Exit status: 0 done, 1 the input is at fault (the message says file and cause), 2 wrong usage.)";

int openWindow(int argc, char** argv, const GlobalOptions& options)
{
#ifdef PESCOPE_GUI
    if (!displayAvailable()) {
        printMessage(
            "there is no display to open the window on (neither DISPLAY nor WAYLAND_DISPLAY is set). On the "
            "command line: pescope inspect SOURCE, pescope data, pescope range, pescope figure; pescope --help "
            "explains them.");
        return kInputAtFault;
    }
    return runWindow(argc, argv, options);
#else
    static_cast<void>(argc);
    static_cast<void>(argv);
    static_cast<void>(options);
    printMessage("this build has no window. On the command line: pescope inspect SOURCE, pescope data, pescope range; "
                 "pescope --help explains them.");
    return kWrongUsage;
#endif
}

int parseAndRun(int argc, char** argv)
{
    CLI::App app{kAbout, "pescope"};
    GlobalOptions options;
    Chosen chosen;
    app.set_version_flag("--version", std::string("PEScope ") + PESCOPE_VERSION);
    app.set_help_flag("--help,-h", "print this help");
    addGlobalOptions(app, options);
    app.add_flag("--diagnostics", options.diagnostics, "print LibTorch, BLAS, threads, devices and speed");
    app.add_option("SOURCE", options.sources, "what to open in the window");
    app.footer(kSources);
    app.require_subcommand(0, 1);
    app.fallthrough();
    addInspectCommand(app, options, chosen);
    addDataCommand(app, options, chosen);
    addRangeCommand(app, options, chosen);
    addPropertiesCommand(app, options, chosen);
    addTextCommand(app, options, chosen);
#ifdef PESCOPE_GUI
    addFigureCommand(app, options, chosen);
    addSweepCommand(app, options, chosen);
#endif
    addLaterCommands(app, chosen);
    addManPageCommand(app, chosen);

    try {
        app.parse(argc, argv);
        if (chosen && !options.sources.empty())
            throw CLI::ExtrasError({options.sources.front()});
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success))
            return app.exit(error); // --help, --version
        const auto unknown =
            chosen || options.sources.empty() ? std::nullopt : unknownWord(app, options.sources.front());
        printMessage(unknown ? *unknown : std::string(error.what()) + " (pescope --help lists what there is)");
        return kWrongUsage;
    }
    if (!chosen && !options.diagnostics && !options.sources.empty())
        if (const auto unknown = unknownWord(app, options.sources.front())) {
            printMessage(*unknown);
            return kWrongUsage;
        }
    if (options.diagnostics)
        return printDiagnostics();
    return chosen ? chosen() : openWindow(argc, argv, options);
}

} // namespace

int main(int argc, char** argv)
{
    // LibTorch and its BLAS keep threads of their own; those that wait by spinning take the cores from the others, and
    // small products take up to ten times as long. Read when LibTorch is loaded; who sets it knows better.
    setenv("OMP_WAIT_POLICY", "passive", 0);
    try {
        const int status = parseAndRun(argc, argv);
        errno = 0;
        if ((std::fflush(stdout) != 0 || std::ferror(stdout) != 0) && status == kDone) {
            printMessage(std::string("standard output cannot be written: ") + std::strerror(errno != 0 ? errno : EIO));
            return kInputAtFault;
        }
        return status;
    } catch (const std::exception& error) {
        printMessage(std::string("a fault of the program itself: ") + error.what());
        return kInputAtFault;
    }
}
