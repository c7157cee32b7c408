// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command.h"
#include "app/range_report.h"
#include "app/range_solution.h"
#include "app/session_choice.h"
#include "core/encoding/resolve.h"
#include "core/tables/write.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <map>
#include <memory>

namespace pescope::app {

namespace {

struct RangeOptions {
    std::string source;
    encoding::SinusoidSpec sinusoid;
    std::string spacing = "half";
    double epsilon = 1e-4;
    bool json = false;
    std::optional<double> to;
    std::string lever = "scale";
    std::string sense = "integer";
    std::string output;
    int head = -1; ///< −1: not given
};

const std::map<std::string, RangeLever> kLevers{
    {"scale", RangeLever::Scale}, {"cutoff", RangeLever::Cutoff}, {"omega", RangeLever::Omega}};
const std::map<std::string, analysis::RangeSense> kSenses{{"continuous", analysis::RangeSense::Continuous},
                                                          {"integer", analysis::RangeSense::Integer},
                                                          {"tolerance", analysis::RangeSense::Tolerance}};

constexpr const char* kRangeHelp = R"(Three ranges, because they differ widely and are easily mixed up:
  continuous  the first real m > 0 where ψ′ changes sign (certified: no earlier one can be missed)
  integer     the largest m with ψ(0) > ψ(1) > … > ψ(m)
  tolerance   the largest m such that ψ(k) ≤ min ψ before k + ε ψ(0) for all k ≤ m
Of a table that is no sinusoid the last two are of the mean of S = P Pᵀ by distance |m|, with the spread over rows.

With --to M it says what makes the range M, or how near it gets:
  --by scale    the factor on every ω that is nearest to 1
  --by cutoff   how many of the fastest (or slowest) frequencies to leave out: what gives M exactly, else the nearest
  --by omega    the least change in log ω, by descent with LibTorch's gradients (integer range only)
No answer depends on the speed of the machine. Where M is not met, the answer says so, the exit status stays 0, and with
-o a warning stands on standard error; where nothing is nearer to M than the present range, -o is refused (status 1).

Examples:
  pescope range --dim 768 --base 10000 --first 0     BERT's width, code convention: 6.1657, 43, 74
  pescope range --dim 768 --first 1 --json           the paper's sum from i = 1
  pescope range all-MiniLM-L6-v2                     a learned table
  pescope range alibi:heads=8 --head 3               one head of a bias
  pescope range --to 60                              of the sinusoid of 768 columns, where no source is given
  pescope range --dim 768 --to 100 --by omega -o adapted.npy
  pescope range sinusoid:omega=adapted.npy)";

struct Ranged {
    RangeReport report;
    RangeStart start;
};

Result<Ranged> ranged(const RangeOptions& options)
{
    if (options.source.empty()) {
        if (Status valid = encoding::validate(options.sinusoid); !valid)
            return std::unexpected(std::move(valid).error());
        PESCOPE_TRY(made, rangeOfSinusoid(options.sinusoid, options.epsilon));
        return Ranged{.report = made, .start = {.omega = encoding::omega(options.sinusoid), .spec = options.sinusoid}};
    }
    PESCOPE_TRY(chosen, chooseOne(options.source));
    const encoding::Encoding& one = chosen.encoding;
    PESCOPE_TRY(made, rangeOf(one, options.epsilon, options.head < 0 ? chosen.head : std::optional(options.head)));
    Ranged result;
    result.report = made;
    result.start.omega = encoding::frequencies(one).value_or(std::vector<double>{});
    if (const auto* sinusoid = std::get_if<encoding::SinusoidSpec>(&one.content))
        result.start.spec = *sinusoid;
    return result;
}

/// A file of ω that are no nearer to the target than the present ones would pass for an answer.
Status comesNearer(const RangeReport& report, const RangeSolution& solution)
{
    const analysis::RangeGoal& goal = solution.task.goal;
    std::optional<double> present;
    switch (goal.sense) {
    case analysis::RangeSense::Continuous:
        present = report.continuous ? report.continuous->m : std::nullopt;
        break;
    case analysis::RangeSense::Integer:
        present = report.integer;
        break;
    case analysis::RangeSense::Tolerance:
        present = report.tolerance;
        break;
    }
    if (solution.exact || !present || std::abs(solution.reached - goal.target) < std::abs(*present - goal.target))
        return ok();
    return fail(ErrorCode::Unsupported,
                fmt::format("nothing nearer to a range of {} was found than the present {}, so there is no ω to write",
                            plainNumber(goal.target), plainNumber(*present)),
                "Choose another way (--by scale, cutoff or omega) or a target that is nearer.");
}

Status printRange(const RangeOptions& options, const GlobalOptions& global)
{
    PESCOPE_TRY(found, ranged(options));
    nlohmann::json json = rangeJson(found.report);
    std::string text = rangeText(found.report);
    if (options.to) {
        if (found.start.omega.empty())
            return fail(ErrorCode::Unsupported,
                        fmt::format("{} has no frequencies that could be changed", options.source),
                        "--to works on sinusoids and rotary encodings.");
        PESCOPE_TRY(
            solution,
            solveRange(found.start,
                       {.goal = {.sense = kSenses.at(options.sense), .target = *options.to, .epsilon = options.epsilon},
                        .lever = kLevers.at(options.lever)},
                       global));
        if (!options.output.empty()) {
            if (Status nearer = comesNearer(found.report, solution); !nearer)
                return nearer;
            const auto count = static_cast<std::int64_t>(solution.omega.size());
            if (Status written = tables::writeArray(options.output, {.values = solution.omega, .shape = {count}});
                !written)
                return written;
        }
        if (!options.output.empty() && !solution.exact)
            printMessage(fmt::format("{} holds ω with the range {}, not {}: {}", options.output,
                                     plainNumber(solution.reached), plainNumber(*options.to), whyNot(solution)));
        json["to"] = solutionJson(solution);
        text += solutionText(solution);
    }
    const std::string out =
        options.json ? json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n" : text;
    std::fwrite(out.data(), 1, out.size(), stdout);
    return ok();
}

} // namespace

void addRangeCommand(CLI::App& app, const GlobalOptions& global, Chosen& chosen)
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
    auto* tolerance = command->add_option("--tolerance", options->epsilon, "ε of the third range (default 1e-4)")
                          ->type_name("E")
                          ->check(CLI::Range(0.0, 1.0));
    auto* json = command->add_flag("--json", options->json, "print JSON");
    command->add_option("--head", options->head, "head of a bias, from 0 (default 0)")
        ->type_name("H")
        ->check(CLI::Range(0, 1 << 20))
        ->needs(source);
    auto* to = command->add_option("--to", options->to, "the range wanted: says what it takes")->type_name("M");
    command->add_option("--by", options->lever, "what to change for it: scale (default), cutoff or omega")
        ->type_name("LEVER")
        ->check(CLI::IsMember({"scale", "cutoff", "omega"}))
        ->needs(to);
    command->add_option("--sense", options->sense, "which range: continuous, integer (default) or tolerance")
        ->type_name("SENSE")
        ->check(CLI::IsMember({"continuous", "integer", "tolerance"}))
        ->needs(to);
    command->add_option("-o,--output", options->output, "write the new ω to a .npy or .csv file")
        ->type_name("FILE")
        ->needs(to);
    command->footer(kRangeHelp);
    command->callback([=, &chosen] {
        // Any option speaks of the sinusoid of the defaults; a bare word may be half of a line.
        const bool formula = dim->count() + base->count() + first->count() + spacing->count() + tolerance->count()
                + json->count() + to->count()
            > 0;
        if (options->source.empty() && !formula)
            throw CLI::ValidationError("range", "give a SOURCE, or a sinusoid by --dim, --base, --first, --spacing");
        if (options->source.empty()) {
            options->sinusoid.spacing =
                options->spacing == "half" ? encoding::Spacing::Half : encoding::Spacing::HalfMinusOne;
            if (const Status valid = encoding::validate(options->sinusoid); !valid)
                throw CLI::ValidationError("range", describe(valid.error()));
        }
        chosen = [options, &global] {
            const Status printed = runGuarded([&] { return printRange(*options, global); });
            return printed ? kDone : printError(printed.error());
        };
    });
}

} // namespace pescope::app
