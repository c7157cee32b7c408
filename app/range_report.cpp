// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/range_report.h"

#include "app/head_choice.h"
#include "core/base/number_text.h"
#include "core/compute/backend.h"
#include "core/encoding/computed_encodings.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <limits>

namespace pescope::app {

using analysis::MonotoneRanges;
using encoding::Encoding;
using encoding::SinusoidSpec;
using encoding::StoredTable;
using nlohmann::json;
using tables::Index;

namespace {

Result<RangeReport> fromOmega(const std::vector<double>& omega, double epsilon)
{
    if (omega.empty())
        return fail(ErrorCode::Shape, "there is no pair of columns, so no frequency and no range",
                    "Choose at least two columns.");
    PESCOPE_TRY(ranges, analysis::monotoneRanges(omega, epsilon));
    RangeReport report;
    report.continuous = ranges.continuous;
    report.integer = ranges.integer;
    report.tolerance = ranges.tolerance;
    report.epsilon = epsilon;
    report.searchedTo = ranges.searchedTo;
    return report;
}

/// The mean of S by distance |m|: both directions weighted by their pairs.
std::vector<double> foldedProfile(const proximity::Profile& profile)
{
    const Index last = profile.firstOffset + std::ssize(profile.mean) - 1;
    const Index longest = std::max(-profile.firstOffset, last);
    std::vector<double> folded(static_cast<std::size_t>(longest + 1), std::numeric_limits<double>::quiet_NaN());
    for (Index m = 0; m <= longest; ++m) {
        double sum = 0;
        double count = 0;
        for (const Index offset : {m, -m}) {
            if (offset < profile.firstOffset || offset > last || (m == 0 && count > 0))
                continue;
            const auto at = static_cast<std::size_t>(offset - profile.firstOffset);
            if (profile.count[at] > 0) {
                sum += profile.mean[at] * static_cast<double>(profile.count[at]);
                count += static_cast<double>(profile.count[at]);
            }
        }
        if (count > 0)
            folded[static_cast<std::size_t>(m)] = sum / count;
    }
    return folded;
}

Result<RangeReport> fromProfile(const Encoding& encoding, double epsilon, std::optional<int> head)
{
    if (encoding.positions.value_or(0) < 2)
        return fail(ErrorCode::Shape,
                    fmt::format("{} has one position: a range is undefined below at least 2 positions", encoding.id));
    PESCOPE_TRY(chosen, rowsOfHead(encoding, head));
    PESCOPE_TRY(s, proximity::of(encoding, proximity::Metric::Dot, compute::eigenBackend(), chosen));
    PESCOPE_TRY(profile, s->profile());
    const analysis::ProfileRanges ranges = analysis::profileRanges(foldedProfile(profile), epsilon);
    if (ranges.searchedTo < 0)
        return fail(ErrorCode::Numeric,
                    fmt::format("{}: no mean of S by distance is finite, so there is no range", encoding.id),
                    "The rows hold NaN, infinity, or values so large that their products overflow; pescope inspect "
                    "says which.");
    PESCOPE_TRY(rows, analysis::rowRanges(*s));
    RangeReport report;
    report.integer = ranges.integer;
    report.tolerance = ranges.tolerance;
    report.epsilon = epsilon;
    report.searchedTo = ranges.searchedTo;
    report.perRow = std::move(rows);
    return report;
}

json orNull(const std::optional<Index>& value)
{
    return value ? json(*value) : json();
}

std::string orNothing(const std::optional<Index>& value, Index searchedTo)
{
    return value ? std::to_string(*value) : fmt::format("beyond {}", searchedTo);
}

} // namespace

Result<RangeReport> rangeOfSinusoid(const SinusoidSpec& spec, double epsilon)
{
    PESCOPE_TRY(report, fromOmega(encoding::omega(spec), epsilon));
    report.title = "sinusoid";
    report.dim = spec.columns();
    if (spec.hasUnpairedColumn())
        report.notes.push_back(encoding::unpairedColumnNote(spec));
    if (spec.freeOmega.empty()) {
        report.dim = spec.dim;
        report.base = spec.base;
        report.first = spec.first;
        report.spacing = spec.spacing;
    }
    return std::move(report);
}

Result<RangeReport> rangeOf(const Encoding& encoding, double epsilon, std::optional<int> head)
{
    PESCOPE_TRY(chosen, rowsOfHead(encoding, head)); // refuses it before anything is computed
    static_cast<void>(chosen);
    if (const auto* sinusoid = std::get_if<SinusoidSpec>(&encoding.content)) {
        PESCOPE_TRY(report, rangeOfSinusoid(*sinusoid, epsilon));
        report.whatIf = encoding.whatIf;
        if (!encoding.whatIf.empty())
            report.title = encoding.title;
        return std::move(report);
    }
    const auto omega = encoding::frequencies(encoding);
    PESCOPE_TRY(report, omega ? fromOmega(*omega, epsilon) : fromProfile(encoding, epsilon, head));
    report.head = head;
    report.title = encoding.title;
    report.whatIf = encoding.whatIf;
    report.dim = encoding.dim;
    if (const auto* rotary = std::get_if<encoding::RotarySpec>(&encoding.content))
        report.base = rotary->base;
    if (const auto* relative = std::get_if<encoding::RelativeSinusoid>(&encoding.content)) {
        report.base = relative->base;
        report.first = relative->first;
    }
    const auto* stored = std::get_if<StoredTable>(&encoding.content);
    if (stored && stored->sinusoid && stored->sinusoid->base > 0) {
        report.base = stored->sinusoid->base;
        report.first = stored->sinusoid->first;
        report.spacing = stored->sinusoid->spacing;
    }
    return std::move(report);
}

json rangeJson(const RangeReport& report)
{
    json result{{"continuous", json()},
                {"integer", orNull(report.integer)},
                {"tolerance", {{"epsilon", report.epsilon}, {"m", orNull(report.tolerance)}}},
                {"dim", orNull(report.dim)},
                {"base", report.base ? json(*report.base) : json()},
                {"first", report.base ? json(report.first) : json()},
                {"spacing", report.base ? json(encoding::name(report.spacing)) : json()},
                {"searched_to", report.searchedTo}};
    if (report.head)
        result["head"] = *report.head;
    if (!report.notes.empty())
        result["notes"] = report.notes;
    if (!report.whatIf.empty())
        result["what_if"] = report.whatIf;
    if (report.continuous)
        result["continuous"] = {{"m", report.continuous->m ? json(*report.continuous->m) : json()},
                                {"certified", report.continuous->certified}};
    if (report.perRow)
        result["per_row"] = {{"p10", report.perRow->p10},
                             {"median", report.perRow->median},
                             {"p90", report.perRow->p90},
                             {"share_censored", report.perRow->shareCensored}};
    return result;
}

std::string plainNumber(double value)
{
    return shortestText(parseDouble(fmt::format("{:.15g}", value)).value_or(value));
}

std::string rangeText(const RangeReport& report)
{
    std::string text = report.title;
    if (report.head)
        text += fmt::format(", head {}", *report.head);
    if (report.dim)
        text += fmt::format(", D = {}", *report.dim);
    if (report.base)
        text += fmt::format(", base {}, first {}, spacing {}", plainNumber(*report.base), report.first,
                            encoding::name(report.spacing));
    const char* const curve = report.continuous ? "ψ" : "the mean of S by distance |m|";
    text += fmt::format("\nMonotone range of {}, in positions:\n", curve);
    if (report.continuous)
        text += fmt::format("  continuous  {}  first sign change of ψ′{}\n",
                            report.continuous->m ? fmt::format("{:.12g}", *report.continuous->m)
                                                 : fmt::format("beyond {}", report.searchedTo),
                            report.continuous->certified ? " (certified)" : "");
    text += fmt::format("  integer     {}  falls at every whole step so far\n",
                        orNothing(report.integer, report.searchedTo));
    text += fmt::format("  tolerance   {}  never more than ε = {} of its value at 0 above its minimum\n",
                        orNothing(report.tolerance, report.searchedTo), plainNumber(report.epsilon));
    if (report.perRow)
        text += fmt::format("  per row     {} (10 %), {} (median), {} (90 %); {:.1f} % of rows reach the edge\n",
                            plainNumber(report.perRow->p10), plainNumber(report.perRow->median),
                            plainNumber(report.perRow->p90), 100.0 * report.perRow->shareCensored);
    for (const std::string& note : report.notes)
        text += fmt::format("  note        {}\n", note);
    return text;
}

} // namespace pescope::app
