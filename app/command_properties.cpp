// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_properties.h"

#include "app/compute_choice.h"
#include "app/head_choice.h"
#include "app/properties_json.h"
#include "app/session_choice.h"
#include "core/encoding/model_encodings.h"
#include "core/encoding/resolve.h"
#include "core/proximity/square_cells.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdio>
#include <memory>

namespace pescope::app {

namespace {

using analysis::PropertyRow;
using tables::Index;

struct PropertiesOptions {
    std::vector<std::string> sources;
    std::string metric; ///< empty: not given
    bool json = false, csv = false, latex = false, ownLength = false;
    Index permutations = 0, window = 16;
    double epsilon = 1e-4;
    int head = -1; ///< −1: not given
};

constexpr const char* kPropertiesHelp = R"(1 = holds. With S = φ(i, j), the diagonal left out of the first two:
  TI    translation invariance: how much of S depends on the offset m = i − j alone (R²)
  SYM   symmetry: correlation of S(i, j) with S(j, i)
  MON   monotonicity: falling minus rising pairs along each row away from the diagonal; "local": distances up to W
  STEP  share of single steps away from the diagonal on which S falls; local range: how many fall in a row at once
  range where ψ(m), or the mean of S over |m|, falls from m = 0 on: at every integer, and with the tolerance ε·ψ(0)
These are PEScope's own definitions, after the properties of Wang et al. 2021. A value is worth what it exceeds that of
rows in random order (--permutations): the local MON of a table without any order is about 0.12, not 0.

Several sources are measured on the positions they have in common, unless --own-length is given.

Examples:
  pescope properties all-MiniLM-L6-v2 sinusoid:dim=384,length=512 --permutations 200
  pescope properties gpt2 whatif:shuffle=0:gpt2     a table beside its rows in random order
  pescope properties matrix:attention.npy --json
  pescope properties alibi:heads=8 --head 3
  pescope properties talk.pescope                   what a session shows, as it is looked at there
  pescope properties bert-base-uncased gpt2 --metric cosine --latex)";

/// A map with its names.
struct Measured {
    PropertyRow row;
    proximity::SharedProximity map;
    std::vector<double> omega; ///< empty: it is not given by frequencies
};

/// What one SOURCE holds.
struct Opened {
    std::string text;
    std::vector<ChosenEncoding> encodings;
};

/// The encodings of a source that open by themselves, or the one with its #ID; of a session those that it shows.
Result<std::vector<ChosenEncoding>> encodingsOf(const std::string& text)
{
    if (const auto session = sessionText(text))
        return chooseAll(*session);
    const bool named = !encoding::parseSource(text).id.empty();
    PESCOPE_TRY(source, encoding::resolveText(text));
    std::vector<ChosenEncoding> open;
    for (encoding::Encoding& encoding : source.encodings)
        if (named || (encoding.usedByModel && !encoding::isCandidate(encoding))) {
            ChosenEncoding& one = open.emplace_back();
            one.name = named ? text : fmt::format("{}#{}", text, encoding.id);
            one.encoding = std::move(encoding);
        }
    if (open.size() == 1)
        open.front().name = text;
    if (!open.empty())
        return open;
    PESCOPE_TRY(one, chooseOne(text)); // says why nothing opens
    return std::vector{std::move(one)};
}

proximity::Metric metricFor(const PropertiesOptions& options, const ChosenEncoding& chosen)
{
    return proximity::metricFromName(options.metric).value_or(chosen.metric.value_or(proximity::Metric::Dot));
}

Result<std::vector<Measured>> mapsOf(const PropertiesOptions& options, const GlobalOptions& global)
{
    std::vector<Measured> maps;
    std::vector<Opened> opened;
    std::vector<encoding::Encoding> all;
    for (const std::string& text : options.sources) {
        PESCOPE_TRY(encodings, encodingsOf(text));
        for (const ChosenEncoding& one : encodings)
            all.push_back(one.encoding);
        opened.push_back({.text = text, .encodings = std::move(encodings)});
    }
    const std::optional<int> head = options.head < 0 ? std::nullopt : std::optional(options.head);
    if (Status valid = checkHead(all, head); !valid)
        return std::unexpected(std::move(valid).error());
    for (const auto& [text, encodings] : opened) {
        for (const ChosenEncoding& chosen : encodings) {
            const encoding::Encoding& encoding = chosen.encoding;
            const proximity::Metric metric = metricFor(options, chosen);
            const std::optional<int> shown = head ? head : chosen.head;
            proximity::RowChoice rows;
            rows.head = shown.value_or(0);
            const auto n = static_cast<double>(encoding.positions.value_or(0));
            PESCOPE_TRY(backend, backendFor(global, n * n * static_cast<double>(encoding.dim.value_or(1))));
            auto map = proximity::of(encoding, metric, backend, rows);
            if (!map)
                return std::unexpected(withContext(std::move(map).error(), text));
            Measured measured;
            measured.map = *std::move(map);
            if (encoding::productsArePsi(encoding))
                measured.omega = encoding::frequencies(encoding).value_or(std::vector<double>{});
            measured.row.source = chosen.name;
            measured.row.id = encoding.id;
            measured.row.metric = proximity::name(metric);
            measured.row.whatIf = encoding::whatIfText(encoding);
            if (encoding::isByOffset(encoding))
                measured.row.properties.notes = relativeNotes(encoding, backend);
            if (shown && std::holds_alternative<encoding::LogitBias>(encoding.content))
                measured.row.properties.notes.push_back(fmt::format("Measured on head {}.", *shown));
            maps.push_back(std::move(measured));
        }
    }
    return maps;
}

Status measure(std::vector<Measured>& maps, const PropertiesOptions& options, const JobContext& job)
{
    std::vector<proximity::SharedProximity> all;
    all.reserve(maps.size());
    for (const Measured& measured : maps)
        all.push_back(measured.map);
    const Index common = options.ownLength ? 0 : proximity::commonPositions(all);
    for (Measured& measured : maps) {
        std::vector<std::string> notes = std::move(measured.row.properties.notes);
        auto properties = analysis::properties(measured.map, {.window = options.window, .positions = common}, job);
        if (!properties)
            return std::unexpected(withContext(std::move(properties).error(), measured.row.source));
        measured.row.properties = *std::move(properties);
        notes.insert(notes.end(), measured.row.properties.notes.begin(), measured.row.properties.notes.end());
        measured.row.properties.notes = std::move(notes);
        auto ranges = analysis::tableRanges(measured.map, measured.omega, options.epsilon, common, job);
        if (!ranges)
            return std::unexpected(withContext(std::move(ranges).error(), measured.row.source));
        measured.row.ranges = *ranges;
        if (options.permutations < 1)
            continue;
        auto null = analysis::permutationNull(measured.map,
                                              {.permutations = options.permutations,
                                               .seed = 0,
                                               .window = options.window,
                                               .positions = common,
                                               .epsilon = options.epsilon},
                                              job);
        if (!null)
            return std::unexpected(withContext(std::move(null).error(), measured.row.source));
        measured.row.null = *null;
    }
    return ok();
}

Status printProperties(const PropertiesOptions& options, const GlobalOptions& global)
{
    const auto start = std::chrono::steady_clock::now();
    PESCOPE_TRY(maps, mapsOf(options, global));
    if (Status done = measure(maps, options, {}); !done)
        return done;
    std::vector<PropertyRow> rows;
    rows.reserve(maps.size());
    for (Measured& measured : maps)
        rows.push_back(std::move(measured.row));
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    if (global.verbose)
        printMessage(fmt::format("properties of {} maps, {:.1f} ms", rows.size(), took.count()));
    const std::string text = options.json
        ? propertiesJson(rows).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"
        : options.csv   ? analysis::propertyTableCsv(rows)
        : options.latex ? analysis::propertyTableLatex(rows)
                        : analysis::propertyTableText(rows);
    std::fwrite(text.data(), 1, text.size(), stdout);
    return ok();
}

} // namespace

void addPropertiesCommand(CLI::App& app, const GlobalOptions& global, Chosen& chosen)
{
    auto* command = app.add_subcommand("properties", "translation invariance, symmetry and monotonicity as numbers");
    auto options = std::make_shared<PropertiesOptions>();
    command->add_option("SOURCE", options->sources, "files, folders, sessions or built-in sources; #ID picks one")
        ->required();
    command->add_option("--metric", options->metric, "dot (default), scaled, cosine, centred or distance")
        ->type_name("METRIC")
        ->check(CLI::IsMember({"dot", "scaled", "cosine", "centred", "distance"}));
    auto* json = command->add_flag("--json", options->json, "print JSON");
    auto* csv = command->add_flag("--csv", options->csv, "print CSV");
    auto* latex = command->add_flag("--latex", options->latex, "print a LaTeX table");
    json->excludes(csv)->excludes(latex);
    csv->excludes(latex);
    command->add_option("--permutations", options->permutations, "also measure K random orders of the rows")
        ->type_name("K")
        ->check(CLI::Range(Index{1}, Index{1000000}));
    command->add_option("--window", options->window, "W of the local values (default 16)")
        ->type_name("W")
        ->check(CLI::Range(Index{1}, Index{1} << 20));
    command->add_option("--tolerance", options->epsilon, "ε of the range with tolerance (default 1e-4)")
        ->type_name("E")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--head", options->head, "head of the biases among the sources, from 0 (default 0)")
        ->type_name("H")
        ->check(CLI::Range(0, 1 << 20));
    command->add_flag("--own-length", options->ownLength, "measure every source on all its positions");
    command->footer(kPropertiesHelp);
    command->callback([options, &global, &chosen] {
        chosen = [options, &global] {
            const Status printed = runGuarded([&] { return printProperties(*options, global); });
            return printed ? kDone : printError(printed.error());
        };
    });
}

} // namespace pescope::app
