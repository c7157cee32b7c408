// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/property_table.h"

#include "core/base/number_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace pescope::analysis {
namespace {

struct Column {
    const char* key; ///< as in JSON and CSV
    const char* shortName;
    Property Properties::* property;
    std::optional<NullValue> PermutationNull::* null;
    bool order; ///< about falling values
};

constexpr std::array<Column, 5> kColumns{
    {{"translation_invariance", "TI", &Properties::translationInvariance, &PermutationNull::translationInvariance,
      false},
     {"symmetry", "SYM", &Properties::symmetry, &PermutationNull::symmetry, false},
     {"monotonicity", "MON", &Properties::monotonicity, &PermutationNull::monotonicity, true},
     {"monotonicity_local", "MON local", &Properties::monotonicityLocal, &PermutationNull::monotonicityLocal, true},
     {"step", "STEP", &Properties::step, &PermutationNull::step, true}}};

struct RangeColumn {
    const char* key;
    const char* shortName;
    std::optional<Index> TableRanges::* range;
    std::optional<NullValue> PermutationNull::* null;
};

constexpr std::array<RangeColumn, 2> kRanges{
    {{"integer_range", "integer range", &TableRanges::integer, &PermutationNull::integerRange},
     {"tolerance_range", "ε range", &TableRanges::tolerance, &PermutationNull::toleranceRange}}};

/// "0…43", "0…511 at least" where nothing ends it.
std::string lastText(const std::optional<TableRanges>& ranges, const RangeColumn& column)
{
    if (!ranges)
        return "—";
    const std::optional<Index>& m = (*ranges).*column.range;
    return m ? fmt::format("0…{}", *m) : fmt::format("≥ 0…{}", ranges->searchedTo);
}

/// Characters that are seen, for columns of text.
std::size_t width(const std::string& text)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// Lines of cells, the first left, the others right aligned.
std::string aligned(const std::vector<std::vector<std::string>>& lines)
{
    std::vector<std::size_t> widths;
    for (const auto& line : lines)
        for (std::size_t c = 0; c < line.size(); ++c) {
            widths.resize(std::max(widths.size(), c + 1));
            widths[c] = std::max(widths[c], width(line[c]));
        }
    std::string text;
    for (const auto& line : lines) {
        for (std::size_t c = 0; c < line.size(); ++c) {
            const std::string gap(widths[c] - width(line[c]), ' ');
            text += c == 0 ? line[c] + gap : "  " + gap + line[c];
        }
        text.erase(text.find_last_not_of(' ') + 1);
        text += '\n';
    }
    return text;
}

std::string rangeText(const std::optional<RowRanges>& range)
{
    return range ? fmt::format("{:.4g} ({:.4g}–{:.4g})", range->median, range->p10, range->p90) : "—";
}

bool samePositions(std::span<const PropertyRow> rows)
{
    return std::ranges::all_of(
        rows, [&](const PropertyRow& row) { return row.properties.positions == rows.front().properties.positions; });
}

bool anyNull(std::span<const PropertyRow> rows)
{
    return std::ranges::any_of(rows, [](const PropertyRow& row) { return row.null.has_value(); });
}

bool anyWhatIf(std::span<const PropertyRow> rows)
{
    return std::ranges::any_of(rows, [](const PropertyRow& row) { return !row.whatIf.empty(); });
}

std::string nullText(const std::optional<NullValue>& value)
{
    return value ? fmt::format("{:.4f}", value->mean) : "—";
}

std::string csvField(const std::string& text)
{
    if (text.find_first_of(",\"\n\r") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"')
            quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

std::string latexEscaped(const std::string& text)
{
    std::string escaped;
    for (const char c : text)
        switch (c) {
        case '\\':
            escaped += "\\textbackslash{}";
            break;
        case '~':
            escaped += "\\textasciitilde{}";
            break;
        case '^':
            escaped += "\\textasciicircum{}";
            break;
        case '#':
        case '$':
        case '%':
        case '&':
        case '_':
        case '{':
        case '}':
            escaped += '\\';
            [[fallthrough]];
        default:
            escaped += c;
        }
    return escaped;
}

std::string answerText(const Property& property, bool order)
{
    if (!property.value)
        return "— " + property.note;
    if (property.counterExample)
        return "no   " + counterExampleText(*property.counterExample, order);
    return property.theorem ? "yes, a theorem" : "yes";
}

} // namespace

std::string propertyText(const Property& property, int digits)
{
    if (!property.value)
        return "—";
    if (!property.note.empty())
        return fmt::format("{} (degenerate)", shortestText(*property.value));
    if (property.theorem)
        return "theorem";
    return *property.value == 1 ? "1" : fmt::format("{:.{}f}", *property.value, digits);
}

std::string counterExampleText(const CounterExample& example, bool order)
{
    // as many digits as tell the two values apart
    std::string first, second;
    for (int digits = 5; digits <= 17 && first == second; digits += 3) {
        first = fmt::format("{:.{}g}", example.firstValue, digits);
        second = fmt::format("{:.{}g}", example.secondValue, digits);
    }
    return fmt::format("φ({}, {}) = {} {} φ({}, {}) = {}", example.first.i, example.first.j, first, order ? "≥" : "≠",
                       example.second.i, example.second.j, second);
}

std::string propertyTableText(std::span<const PropertyRow> rows)
{
    if (rows.empty())
        return {};
    const bool same = samePositions(rows);
    const Properties& first = rows.front().properties;
    std::string text = fmt::format(
        "Properties of S = φ(i, j){}, W = {}; 1 = holds. PEScope's own definitions, after the properties of "
        "Wang et al. 2021.\n",
        same ? fmt::format(", N = {}", first.positions) : "", first.window);

    std::vector<std::vector<std::string>> lines{{"source", "metric"}};
    if (!same)
        lines.front().emplace_back("N");
    for (const Column& column : kColumns)
        lines.front().emplace_back(column.shortName);
    for (const RangeColumn& column : kRanges)
        lines.front().emplace_back(column.shortName);
    lines.front().emplace_back("local range");
    for (const PropertyRow& row : rows) {
        std::vector<std::string> line{row.source, row.metric};
        if (!same)
            line.push_back(std::to_string(row.properties.positions));
        for (const Column& column : kColumns)
            line.push_back(propertyText(row.properties.*column.property));
        for (const RangeColumn& column : kRanges)
            line.push_back(lastText(row.ranges, column));
        line.push_back(rangeText(row.properties.localRange));
        lines.push_back(std::move(line));
        if (!row.whatIf.empty())
            lines.push_back({fmt::format("  {}", row.whatIf)});
        if (!row.null)
            continue;
        line = {"  permuted rows", fmt::format("{} ×", row.null->permutations)};
        if (!same)
            line.emplace_back();
        for (const Column& column : kColumns)
            line.push_back(nullText((*row.null).*column.null));
        for (const RangeColumn& column : kRanges) {
            const std::optional<NullValue>& value = (*row.null).*column.null;
            line.push_back(value ? fmt::format("{:.1f}", value->mean) : "—");
        }
        lines.push_back(std::move(line));
    }
    text += "\n" + aligned(lines) + "\nHolds exactly? Else the first counter-example, row by row:\n";
    for (const PropertyRow& row : rows) {
        text += row.source + "\n";
        for (const Column& column : kColumns) {
            const Property& property = row.properties.*column.property;
            const bool repeated = column.property == &Properties::step; // the one of MON
            if (!repeated)
                text += fmt::format("  {:<10} {}\n", column.shortName, answerText(property, column.order));
        }
        for (const std::string& note : row.properties.notes)
            text += fmt::format("  note: {}\n", note);
    }
    text += "\ninteger and ε range: where ψ, or the mean of S over |m|, falls from m = 0 on";
    const auto known = std::ranges::find_if(rows, [](const PropertyRow& row) { return row.ranges.has_value(); });
    if (known != rows.end())
        text += fmt::format("; ε = {:g}", known->ranges->epsilon);
    text += ".\nlocal range: steps that S falls from the diagonal on, median of all rows and both directions "
            "(10–90 %).\n";
    return text;
}

std::string propertyTableCsv(std::span<const PropertyRow> rows)
{
    const bool nulls = anyNull(rows);
    std::vector<std::string> names{"source", "id", "metric", "positions", "window"};
    for (const Column& column : kColumns)
        names.emplace_back(column.key);
    for (const RangeColumn& column : kRanges)
        names.emplace_back(column.key);
    names.emplace_back("epsilon");
    for (const char* part : {"median", "p10", "p90", "share_censored"})
        names.push_back(fmt::format("local_range_{}", part));
    names.emplace_back("trivial");
    if (nulls) {
        names.emplace_back("permutations");
        for (const Column& column : kColumns)
            for (const char* part : {"mean", "p05", "p95"})
                names.push_back(fmt::format("null_{}_{}", column.key, part));
        for (const RangeColumn& column : kRanges)
            for (const char* part : {"mean", "p05", "p95"})
                names.push_back(fmt::format("null_{}_{}", column.key, part));
    }
    const bool whatIfs = anyWhatIf(rows);
    if (whatIfs)
        names.emplace_back("what_if");
    std::string text = fmt::format("{}\n", fmt::join(names, ","));
    const auto orEmpty = [](bool there, double value) { return there ? shortestText(value) : std::string(); };
    for (const PropertyRow& row : rows) {
        const Properties& p = row.properties;
        std::vector<std::string> fields{csvField(row.source), csvField(row.id), row.metric, std::to_string(p.positions),
                                        std::to_string(p.window)};
        for (const Column& column : kColumns)
            fields.push_back(orEmpty((p.*column.property).value.has_value(), (p.*column.property).value.value_or(0)));
        for (const RangeColumn& column : kRanges) {
            const std::optional<Index> m = row.ranges ? (*row.ranges).*column.range : std::nullopt;
            fields.push_back(m ? std::to_string(*m) : "");
        }
        fields.push_back(row.ranges ? shortestText(row.ranges->epsilon) : "");
        const RowRanges range = p.localRange.value_or(RowRanges{});
        for (const double value : {range.median, range.p10, range.p90, range.shareCensored})
            fields.push_back(orEmpty(p.localRange.has_value(), value));
        fields.push_back(fmt::format("{}", fmt::join(p.trivial(), ";")));
        if (nulls) {
            fields.push_back(row.null ? std::to_string(row.null->permutations) : "");
            const auto addNull = [&](std::optional<NullValue> PermutationNull::* null) {
                const std::optional<NullValue> value = row.null ? (*row.null).*null : std::nullopt;
                const NullValue shown = value.value_or(NullValue{});
                for (const double part : {shown.mean, shown.p05, shown.p95})
                    fields.push_back(orEmpty(value.has_value(), part));
            };
            for (const Column& column : kColumns)
                addNull(column.null);
            for (const RangeColumn& column : kRanges)
                addNull(column.null);
        }
        if (whatIfs)
            fields.push_back(csvField(row.whatIf));
        text += fmt::format("{}\n", fmt::join(fields, ","));
    }
    return text;
}

std::string propertyTableLatex(std::span<const PropertyRow> rows)
{
    if (rows.empty())
        return {};
    const bool same = samePositions(rows);
    const Properties& first = rows.front().properties;
    std::string text = fmt::format("% 1 = holds; W = {}{}. PEScope's own definitions, after the properties of Wang et "
                                   "al. 2021.\n\\begin{{tabular}}{{ll{}rrrrrrrr}}\n\\hline\nsource & metric",
                                   first.window, same ? fmt::format(", N = {}", first.positions) : "", same ? "" : "r");
    if (!same)
        text += " & $N$";
    for (const Column& column : kColumns)
        text += column.property == &Properties::monotonicityLocal ? fmt::format(" & MON$_{{{}}}$", first.window)
                                                                  : fmt::format(" & {}", column.shortName);
    text += " & range & range$_\\varepsilon$ & rows \\\\\n\\hline\n";
    for (const PropertyRow& row : rows) {
        text += fmt::format("{} & {}", latexEscaped(row.source), latexEscaped(row.metric));
        if (!same)
            text += fmt::format(" & {}", row.properties.positions);
        for (const Column& column : kColumns) {
            const Property& property = row.properties.*column.property;
            std::string cell = property.value ? propertyText(property, 3) : "--";
            if (!cell.empty() && cell.front() == '-' && property.value)
                cell = "$-$" + cell.substr(1);
            text += " & " + cell;
        }
        for (const RangeColumn& column : kRanges) {
            const std::optional<Index> m = row.ranges ? (*row.ranges).*column.range : std::nullopt;
            text += m        ? fmt::format(" & {}", *m)
                : row.ranges ? fmt::format(" & $\\geq$ {}", row.ranges->searchedTo)
                             : " & --";
        }
        const auto& range = row.properties.localRange;
        text += fmt::format(" & {} \\\\\n", range ? shortestText(range->median) : "--");
        if (!row.whatIf.empty()) // across all columns: source, metric, N where it differs, the values, the ranges
            text += fmt::format("\\multicolumn{{{}}}{{l}}{{\\quad {}}} \\\\\n",
                                kColumns.size() + kRanges.size() + (same ? 3 : 4), latexEscaped(row.whatIf));
        if (!row.null)
            continue;
        text += fmt::format("\\quad permuted rows & ${}\\times$", row.null->permutations);
        if (!same)
            text += " &";
        for (const Column& column : kColumns) {
            const std::optional<NullValue>& value = (*row.null).*column.null;
            text += value ? fmt::format(" & {:.3f}", value->mean) : " & --";
        }
        for (const RangeColumn& column : kRanges) {
            const std::optional<NullValue>& value = (*row.null).*column.null;
            text += value ? fmt::format(" & {:.1f}", value->mean) : " & --";
        }
        text += " & \\\\\n";
    }
    return text + "\\hline\n\\end{tabular}\n";
}

} // namespace pescope::analysis
