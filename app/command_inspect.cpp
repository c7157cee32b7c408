// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cached_models.h"
#include "app/command.h"
#include "app/inspect_details.h"
#include "app/session_choice.h"
#include "core/base/number_text.h"
#include "core/encoding/resolve.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>

namespace pescope::app {

namespace {

struct InspectOptions {
    std::string source;
    bool json = false;
    bool details = false;
    bool tensors = false;
};

constexpr const char* kInspectHelp = R"(Examples:
  pescope inspect all-MiniLM-L6-v2                what a model folder says about position
  pescope inspect model.safetensors --json        the same as JSON, with every tensor
  pescope inspect sinusoid:dim=768,length=512     a computed encoding
  pescope inspect hf:bert-base-uncased            a model of the local hub cache; nothing is downloaded
  pescope inspect MODEL --details                 range, mean, NaN and unused rows of each table, config against table
  pescope inspect MODEL --details --tensors       the same numbers of every tensor: reads the whole file
  pescope inspect hf:                             the models that are in the cache, with the source of each

Each encoding is listed with its id; SOURCE#ID picks it in the other commands.
The JSON is described by its keys: source, container, family, encodings, tensors, warnings; --details adds file and
details (values, rows, config) to each encoding, --tensors adds values to each tensor.)";

/// "1 position", "2 positions"
std::string counted(tables::Index count, std::string_view one, std::string_view many)
{
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string positionsText(tables::Index count)
{
    return counted(count, "position", "positions");
}

/// ", scaling linear, factor 4"; empty for none.
std::string scalingText(const encoding::Encoding& rotary)
{
    const auto scaling = rotary.parameters ? rotary.parameters->find("scaling") : nlohmann::json::const_iterator();
    if (!rotary.parameters || scaling == rotary.parameters->end() || !scaling->is_object())
        return {};
    std::string text = fmt::format(", scaling {}", scaling->value("type", "of its own"));
    if (const auto factor = scaling->find("factor"); factor != scaling->end() && factor->is_number())
        text += fmt::format(", factor {}", shortestText(factor->get<double>()));
    return text;
}

std::string countText(const encoding::Encoding& one)
{
    if (one.kind == encoding::Kind::Matrix)
        return "a map S as it is";
    if (const auto* bias = std::get_if<encoding::LogitBias>(&one.content))
        return fmt::format("{}, drawn over {}", counted(bias->heads(), "head", "heads"), positionsText(bias->length));
    if (const auto* rotary = std::get_if<encoding::RotarySpec>(&one.content))
        return fmt::format("{}, {}, base {}{}", counted(rotary->dim / 2, "frequency", "frequencies"),
                           positionsText(rotary->length), shortestText(rotary->base), scalingText(one));
    if (!one.positions || !one.dim)
        return {};
    if (encoding::isByOffset(one) && one.parameters)
        if (const auto offsets = one.parameters->find("offsets"); offsets != one.parameters->end())
            return fmt::format("offsets m = i − j from {} to {} × {}", (*offsets)[0].get<tables::Index>(),
                               (*offsets)[1].get<tables::Index>(), counted(*one.dim, "dimension", "dimensions"));
    std::string text =
        fmt::format("{} × {}", positionsText(*one.positions), counted(*one.dim, "dimension", "dimensions"));
    if (one.firstPositionRow && *one.firstPositionRow > 0)
        text += fmt::format(", position 0 in row {}", *one.firstPositionRow);
    return text;
}

void printForPeople(const encoding::Source& source, const InspectDetails& details)
{
    std::string text = fmt::format("{}\n  container {}{}{}\n", source.spec, source.container,
                                   source.family.empty() ? "" : ", family ", source.family);
    for (std::size_t k = 0; k < source.encodings.size(); ++k) {
        const encoding::Encoding& one = source.encodings[k];
        text += fmt::format("  {}  {}  {}\n", one.id, encoding::name(one.kind), countText(one));
        text += fmt::format("      {}{}{} [{}]\n", one.tensor.empty() ? "computed" : "tensor ", one.tensor,
                            one.tensor.empty() ? "" : fmt::format(", {}", tables::name(one.dtype)),
                            fmt::join(one.shape, ", "));
        if (!one.formula.lines.empty())
            text += fmt::format("      {}\n", one.formula.text());
        if (k < details.encodings.size())
            text += detailLines(one, details.encodings[k]);
        for (const std::string& note : one.notes)
            text += fmt::format("      note: {}\n", note);
    }
    if (!source.tensors.empty())
        text +=
            fmt::format("  {} {} in all\n", source.tensors.size(), source.tensors.size() == 1 ? "tensor" : "tensors");
    text += tensorLines(source, details.tensors);
    std::fwrite(text.data(), 1, text.size(), stdout);
}

Result<InspectDetails> detailsFor(const encoding::Source& source, const InspectOptions& options)
{
    InspectDetails details;
    if (options.details) {
        PESCOPE_TRY(encodings, encoding::detailsOf(source));
        details.encodings = std::move(encodings);
    }
    if (options.tensors) {
        PESCOPE_TRY(tensors, encoding::tensorStatistics(source));
        details.tensors = std::move(tensors);
    }
    return details;
}

int runInspect(const InspectOptions& options)
{
    if (options.source == "hf:")
        return listCachedModels(options.json);
    const auto session = sessionText(options.source);
    const auto source =
        runGuarded([&] { return session ? sourceOfSession(*session) : encoding::resolveText(options.source); });
    if (!source)
        return printError(source.error());
    const auto details = detailsFor(*source, options);
    if (!details)
        return printError(details.error());
    if (options.json) {
        // Paths and tensor names may hold bytes that are no UTF-8; JSON may not.
        nlohmann::json object = encoding::inspectJson(*source);
        addDetails(object, *source, *details);
        const std::string text = object.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
        std::fwrite(text.data(), 1, text.size(), stdout);
    } else {
        printForPeople(*source, *details);
    }
    for (const std::string& warning : source->warnings)
        printMessage("warning: " + warning);
    return kDone;
}

} // namespace

void addInspectCommand(CLI::App& app, const GlobalOptions& /*options*/, Chosen& chosen)
{
    auto* command = app.add_subcommand("inspect", "list the position information of a source");
    auto options = std::make_shared<InspectOptions>();
    command->add_option("SOURCE", options->source, "file, folder, hf:ORG/NAME, session or built-in source")->required();
    command->add_flag("--json", options->json, "print JSON");
    auto* details = command->add_flag("--details", options->details,
                                      "statistics, unused and zero rows, and the settings beside each table");
    command->add_flag("--tensors", options->tensors, "with --details: the statistics of every tensor")->needs(details);
    command->footer(kInspectHelp);
    command->callback([options, &chosen] { chosen = [options] { return runInspect(*options); }; });
}

} // namespace pescope::app
