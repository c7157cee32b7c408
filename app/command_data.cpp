// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command.h"
#include "app/data_arrays.h"
#include "app/session_choice.h"
#include "core/base/number_text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <chrono>
#include <memory>

namespace pescope::app {

namespace {

struct DataOptions {
    std::string source, what, output, metric, rows, columns;
    tables::Index length = 0; ///< 0: not given
    int head = -1; ///< −1: not given
};

constexpr const char* kDataHelp = R"(What there is:
  table      the rows that are positions (row 0 is position 0), of a relative source all rows in stored order; float32,
             or float64 where computed or stored so
  proximity  S(i, j) in float64, of --rows and --cols or all; of a relative source P_r·P_r′ over offsets ascending, of a
             rotary one Σ cos ω (i − j), of a bias the map of --head H
  profile    columns m, mean, count: the mean of S over each offset m = i − j (query − key)
  psi        columns m, ψ(m) = Σ cos ω m of a sinusoid, a rotary encoding or a stored table recognised as a sinusoid
  omega      its frequencies in radians per position, scaled as at --length
  bias       what is added to the logits, heads × L × L as [h, query i, key j]; a map given as it is 1 × L × L

Examples:
  pescope data all-MiniLM-L6-v2 --what table -o table.npy
  pescope data all-MiniLM-L6-v2#ape --what proximity --metric cosine --rows 0:128 --cols 0:128 -o cosine.csv
  pescope data sinusoid:dim=768 --what psi --length 4096 -o psi.csv
  pescope data whatif:extend=1024,rule=clip:gpt2 --what table -o longer.npy
  pescope data talk.pescope#B --what profile -o profile.csv      source B of a session, as it is looked at there
  pescope data alibi:heads=8,causal=1 --what bias --length 64 -o alibi.npy)";

/// "A:B", half open; an end that is left out is the edge. Nothing for any other text.
std::optional<IndexRange> parseRange(const std::string& text)
{
    const auto colon = text.find(':');
    if (colon == std::string::npos)
        return std::nullopt;
    IndexRange range;
    for (const bool isBegin : {true, false}) {
        const std::string part = isBegin ? text.substr(0, colon) : text.substr(colon + 1);
        if (part.empty())
            continue;
        const auto value = parseInteger(part);
        if (!value || *value < 0)
            return std::nullopt;
        (isBegin ? range.begin : range.end) = *value;
    }
    return range;
}

std::string checkRange(const std::string& text)
{
    return parseRange(text) ? std::string()
                            : fmt::format("“{}” is no range: write A:B, half open, counted from 0", text);
}

/// Options that say nothing about what is asked for are wrong usage, not to be ignored.
void refuseIdleOptions(const DataOptions& options)
{
    const bool ofMap = options.what == "proximity" || options.what == "profile";
    if (!options.metric.empty() && !ofMap)
        throw CLI::ValidationError("--metric",
                                   fmt::format("belongs to proximity and profile, not to {}", options.what));
    if (options.head >= 0 && !ofMap)
        throw CLI::ValidationError("--head", fmt::format("belongs to proximity and profile, not to {}", options.what));
    const bool sliced = options.what == "proximity" || options.what == "table";
    if (!sliced && (!options.rows.empty() || !options.columns.empty()))
        throw CLI::ValidationError("--rows/--cols",
                                   fmt::format("belong to proximity and table, not to {}", options.what));
}

Status writeData(const DataOptions& options, const GlobalOptions& global)
{
    PESCOPE_TRY(chosen, chooseOne(options.source));
    const encoding::Encoding& encoding = chosen.encoding;
    DataRequest request;
    request.what = options.what;
    request.metric = proximity::metricFromName(options.metric).value_or(chosen.metric.value_or(proximity::Metric::Dot));
    request.rows = parseRange(options.rows).value_or(IndexRange{});
    request.columns = parseRange(options.columns).value_or(IndexRange{});
    if (options.length > 0)
        request.length = options.length;
    if (options.head >= 0)
        request.head = options.head;
    else if (options.what == "proximity" || options.what == "profile")
        request.head = chosen.head;

    const auto start = std::chrono::steady_clock::now();
    PESCOPE_TRY(data, dataArray(encoding, request, global));
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    if (global.verbose)
        printMessage(fmt::format("{} of {} by {}, {:.1f} ms", options.what, encoding.title, data.method, took.count()));
    PESCOPE_TRY(written,
                tables::writeArray(options.output, {data.values, data.shape, data.precision}, data.columnNames,
                                   data.axisNames));
    if (!encoding.whatIf.empty()) // the file cannot say so
        printMessage(fmt::format("{} is no data of a model, {}", options.output, encoding::whatIfText(encoding)));
    return written;
}

} // namespace

void addDataCommand(CLI::App& app, const GlobalOptions& global, Chosen& chosen)
{
    auto* command = app.add_subcommand("data", "write the numbers behind a picture to a .npy or .csv file");
    auto options = std::make_shared<DataOptions>();
    command->add_option("SOURCE", options->source, "file, folder, session or built-in source; #ID picks one")
        ->required();
    command->add_option("--what", options->what, "table, proximity, profile, psi, omega or bias")
        ->required()
        ->type_name("WHAT")
        ->check(CLI::IsMember({"table", "proximity", "profile", "psi", "omega", "bias"}));
    command->add_option("-o,--output", options->output, "file to write, .npy or .csv")
        ->required()
        ->type_name("FILE")
        ->check(checkArrayFile);
    command->add_option("--metric", options->metric, "dot (default), scaled, cosine, centred or distance")
        ->type_name("METRIC")
        ->check(CLI::IsMember({"dot", "scaled", "cosine", "centred", "distance"}));
    command->add_option("--rows", options->rows, "rows i (query) A:B, half open, from 0")
        ->type_name("A:B")
        ->check(checkRange);
    command->add_option("--cols", options->columns, "columns j (key) A:B")->type_name("A:B")->check(checkRange);
    command->add_option("--length", options->length, "number of positions of a computed encoding, a bias, or of ψ")
        ->type_name("L")
        ->check(CLI::Range(tables::Index{1}, tables::Index{1} << 40));
    command->add_option("--head", options->head, "head of a bias, from 0 (default 0)")
        ->type_name("H")
        ->check(CLI::Range(0, 1 << 20));
    command->footer(kDataHelp);
    command->callback([options, &global, &chosen] {
        refuseIdleOptions(*options);
        chosen = [options, &global] {
            const Status written = runGuarded([&] { return writeData(*options, global); });
            return written ? kDone : printError(written.error());
        };
    });
}

} // namespace pescope::app
