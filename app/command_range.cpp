// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command.h"
#include "app/range_report.h"
#include "core/encoding/resolve.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <memory>

namespace pescope::app {

namespace {

struct RangeOptions {
    std::string source;
    encoding::SinusoidSpec sinusoid;
    std::string spacing = "half";
    double epsilon = 1e-4;
    bool json = false;
};

constexpr const char* kHelp = R"(Three ranges, because they differ widely and are easily mixed up:
  continuous  the first real m > 0 where ψ′ changes sign (certified: no earlier one can be missed)
  integer     the largest m with ψ(0) > ψ(1) > … > ψ(m)
  tolerance   the largest m such that ψ(k) ≤ min ψ before k + ε ψ(0) for all k ≤ m
Of a table that is no sinusoid the last two are of the mean of S = P Pᵀ by distance |m|, with the spread over rows.

Examples:
  pescope range --dim 768 --base 10000 --first 0     BERT's width, code convention: 6.1657, 43, 74
  pescope range --dim 768 --first 1 --json           the paper's sum from i = 1
  pescope range all-MiniLM-L6-v2                     a learned table)";

Status printRange(const RangeOptions& options)
{
    RangeReport report;
    if (options.source.empty()) {
        if (Status valid = encoding::validate(options.sinusoid); !valid)
            return valid;
        PESCOPE_TRY(made, rangeOfSinusoid(options.sinusoid, options.epsilon));
        report = std::move(made);
    } else {
        PESCOPE_TRY(one, encoding::resolveOne(options.source));
        PESCOPE_TRY(made, rangeOf(one, options.epsilon));
        report = std::move(made);
    }
    const std::string text = options.json
        ? rangeJson(report).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"
        : rangeText(report);
    std::fwrite(text.data(), 1, text.size(), stdout);
    return ok();
}

} // namespace

void addRangeCommand(CLI::App& app, const GlobalOptions& /*global*/, Chosen& chosen)
{
    auto* command = app.add_subcommand("range", "how far the proximity of positions falls with their distance");
    auto options = std::make_shared<RangeOptions>();
    auto* source = command->add_option("SOURCE", options->source, "file, folder or built-in source");
    auto* dim = command->add_option("--dim", options->sinusoid.dim, "columns D of a sinusoid (default 768)")
                    ->type_name("D")
                    ->check(CLI::Range(2, 1 << 20));
    auto* base = command->add_option("--base", options->sinusoid.base, "base B of its frequencies (default 10000)")
                     ->type_name("B");
    auto* first = command->add_option("--first", options->sinusoid.first, "first index i: 0 (code) or 1 (paper)")
                      ->type_name("0|1")
                      ->check(CLI::IsMember({0, 1}));
    auto* spacing = command->add_option("--spacing", options->spacing, "half: B^(-2i/D), half-1: B^(-i/(D/2-1))")
                        ->type_name("half|half-1")
                        ->check(CLI::IsMember({"half", "half-1"}));
    for (CLI::Option* option : {dim, base, first, spacing})
        option->excludes(source);
    command->add_option("--tolerance", options->epsilon, "ε of the third range (default 1e-4)")
        ->type_name("E")
        ->check(CLI::Range(0.0, 1.0));
    command->add_flag("--json", options->json, "print JSON");
    command->footer(kHelp);
    command->callback([=, &chosen] {
        const bool formula = dim->count() + base->count() + first->count() + spacing->count() > 0;
        if (options->source.empty() && !formula)
            throw CLI::ValidationError("range", "give a SOURCE, or a sinusoid by --dim, --base, --first, --spacing");
        if (options->source.empty()) {
            options->sinusoid.spacing =
                options->spacing == "half" ? encoding::Spacing::Half : encoding::Spacing::HalfMinusOne;
            if (const Status valid = encoding::validate(options->sinusoid); !valid)
                throw CLI::ValidationError("range", describe(valid.error()));
        }
        chosen = [options] {
            const Status printed = runGuarded([&] { return printRange(*options); });
            return printed ? kDone : printError(printed.error());
        };
    });
}

} // namespace pescope::app
