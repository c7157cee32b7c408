// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/properties_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pescope::app {

using analysis::NullValue;
using analysis::Property;
using nlohmann::json;

namespace {

json valueOf(const Property& property)
{
    return property.value ? json(*property.value) : json();
}

json exactnessOf(const Property& property)
{
    if (!property.value)
        return {};
    json result{{"exactly", property.holdsExactly()}, {"counter_example", json()}};
    if (const auto& example = property.counterExample)
        result["counter_example"] = {
            {"cells", {{example->first.i, example->first.j}, {example->second.i, example->second.j}}},
            {"values", {example->firstValue, example->secondValue}}};
    return result;
}

json nullOf(const std::optional<NullValue>& value)
{
    return value ? json{{"mean", value->mean}, {"p05", value->p05}, {"p95", value->p95}} : json();
}

json rangeOf(const std::optional<analysis::RowRanges>& range)
{
    if (!range)
        return {{"median", json()}, {"p10", json()}, {"p90", json()}, {"share_censored", json()}};
    return {
        {"median", range->median}, {"p10", range->p10}, {"p90", range->p90}, {"share_censored", range->shareCensored}};
}

/// Null also where nothing ends the range.
json lastOf(const std::optional<analysis::TableRanges>& ranges,
            std::optional<tables::Index> analysis::TableRanges::* range)
{
    const std::optional<tables::Index> m = ranges ? (*ranges).*range : std::nullopt;
    return m ? json(*m) : json();
}

json rowJson(const analysis::PropertyRow& row)
{
    const analysis::Properties& p = row.properties;
    std::vector<std::string> notes = p.notes;
    if (!row.whatIf.empty())
        notes.insert(notes.begin(), row.whatIf);
    const auto addNote = [&](const char* name, const Property& property) {
        if (!property.note.empty())
            notes.push_back(fmt::format("{}: {}.", name, property.note));
    };
    addNote("translation_invariance", p.translationInvariance);
    addNote("symmetry", p.symmetry);
    addNote("monotonicity", p.monotonicity);
    addNote("monotonicity_local", p.monotonicityLocal);
    addNote("step", p.step);
    json result{{"source", row.source},
                {"id", row.id},
                {"metric", row.metric},
                {"positions", p.positions},
                {"window", p.window},
                {"translation_invariance", valueOf(p.translationInvariance)},
                {"symmetry", valueOf(p.symmetry)},
                {"monotonicity", valueOf(p.monotonicity)},
                {"monotonicity_local", valueOf(p.monotonicityLocal)},
                {"step", valueOf(p.step)},
                {"integer_range", lastOf(row.ranges, &analysis::TableRanges::integer)},
                {"tolerance_range", lastOf(row.ranges, &analysis::TableRanges::tolerance)},
                {"epsilon", row.ranges ? json(row.ranges->epsilon) : json()},
                {"local_range", rangeOf(p.localRange)},
                {"trivial", p.trivial()},
                {"null", json()},
                {"notes", notes},
                {"rows_used", p.rowsUsed},
                {"holds",
                 {{"translation_invariance", exactnessOf(p.translationInvariance)},
                  {"symmetry", exactnessOf(p.symmetry)},
                  {"monotonicity", exactnessOf(p.monotonicity)},
                  {"monotonicity_local", exactnessOf(p.monotonicityLocal)},
                  {"step", exactnessOf(p.step)}}}};
    if (row.null)
        result["null"] = {{"permutations", row.null->permutations},
                          {"seed", row.null->seed},
                          {"translation_invariance", nullOf(row.null->translationInvariance)},
                          {"symmetry", nullOf(row.null->symmetry)},
                          {"monotonicity", nullOf(row.null->monotonicity)},
                          {"monotonicity_local", nullOf(row.null->monotonicityLocal)},
                          {"step", nullOf(row.null->step)},
                          {"integer_range", nullOf(row.null->integerRange)},
                          {"tolerance_range", nullOf(row.null->toleranceRange)}};
    return result;
}

} // namespace

json propertiesJson(std::span<const analysis::PropertyRow> rows)
{
    json list = json::array();
    for (const analysis::PropertyRow& row : rows)
        list.push_back(rowJson(row));
    return list;
}

std::vector<std::string> relativeNotes(const encoding::Encoding& encoding,
                                       const std::shared_ptr<const compute::Backend>& backend)
{
    std::vector<std::string> notes{"Measured on the map P_r · P_r′ of the rows over offsets. The encoding itself, "
                                   "(i, j) ↦ P_{i−j}, is translation invariant by construction."};
    const auto cosine = proximity::of(encoding, proximity::Metric::Cosine, backend);
    if (cosine)
        if (const auto mean = analysis::mirrorCosine(**cosine))
            notes.push_back(fmt::format("Symmetry of the encoding: the mean of cos(P_k, P_−k) is {:.4f}.", *mean));
    return notes;
}

} // namespace pescope::app
