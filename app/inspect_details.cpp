// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspect_details.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace pescope::app {

namespace {

using encoding::RowCounts;
using nlohmann::json;
using tables::Index;
using tables::ValueStatistics;

std::string counted(std::uint64_t count, std::string_view one, std::string_view many)
{
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// JSON has no number for what is not finite.
json finiteOrNull(double value)
{
    return std::isfinite(value) ? json(value) : json();
}

json valuesJson(const ValueStatistics& values)
{
    return {{"count", values.count},
            {"nan", values.notANumber},
            {"infinite", values.infinite},
            {"zeros", values.zeros},
            {"min", finiteOrNull(values.min)},
            {"max", finiteOrNull(values.max)},
            {"mean", finiteOrNull(values.mean)},
            {"deviation", finiteOrNull(values.deviation)}};
}

json detailsJson(const encoding::EncodingDetails& details)
{
    json object{{"values", details.values ? valuesJson(*details.values) : json()}, {"rows", {}}, {"config", {}}};
    if (const auto& rows = details.rows)
        object["rows"] = {{"stored", rows->stored}, {"positions", rows->positions}, {"padding", rows->before},
                          {"behind", rows->behind}, {"all_zero", rows->zero},       {"not_finite", rows->notFinite}};
    if (const auto& config = details.config)
        object["config"] = {{"where", config->where},
                            {"key", config->key},
                            {"value", config->value},
                            {"agrees", config->agrees},
                            {"sentence", config->sentence}};
    return object;
}

std::string valuesText(const ValueStatistics& values)
{
    std::string text = counted(values.count, "value", "values");
    if (std::isfinite(values.mean))
        text += fmt::format(" from {:.6g} to {:.6g}, mean {:.6g}, standard deviation {:.6g}", values.min, values.max,
                            values.mean, values.deviation);
    return text + fmt::format(", {} NaN, {} infinite", values.notANumber, values.infinite);
}

/// "3 all zero (0, 1, 2)"; empty for none.
std::string rowList(const std::vector<Index>& rows, std::string_view what)
{
    constexpr std::size_t kShown = 6;
    if (rows.empty())
        return {};
    const auto end = rows.begin() + static_cast<std::ptrdiff_t>(std::min(rows.size(), kShown));
    return fmt::format(", {} {} ({}{})", rows.size(), what, fmt::join(rows.begin(), end, ", "),
                       rows.size() > kShown ? ", …" : "");
}

std::string rowsText(const RowCounts& rows)
{
    std::string text = fmt::format("{}: {}", counted(static_cast<std::uint64_t>(rows.stored), "row", "rows"),
                                   counted(static_cast<std::uint64_t>(rows.positions), "position", "positions"));
    if (rows.before > 0)
        text += fmt::format(", {} before position 0 (padding)", rows.before);
    if (rows.behind > 0)
        text += fmt::format(", {} behind the last (unused)", rows.behind);
    return text + rowList(rows.zero, "all zero") + rowList(rows.notFinite, "with NaN or infinite values");
}

} // namespace

std::string detailLines(const encoding::Encoding& one, const encoding::EncodingDetails& details)
{
    std::string text;
    if (!one.file.empty())
        text += fmt::format("      file {}\n", one.file);
    text += details.values ? fmt::format("      {}\n", valuesText(*details.values))
                           : std::string("      no stored values: computed\n");
    if (details.rows)
        text += fmt::format("      {}\n", rowsText(*details.rows));
    if (details.config)
        text += fmt::format("      {}\n", details.config->sentence);
    return text;
}

std::string tensorLines(const encoding::Source& source, const std::vector<Result<ValueStatistics>>& tensors)
{
    std::string text;
    for (std::size_t k = 0; k < std::min(tensors.size(), source.tensors.size()); ++k) {
        const encoding::Source::Tensor& tensor = source.tensors[k];
        text += fmt::format("  {}  {} [{}]\n      {}\n", tensor.name, tensor.dtype, fmt::join(tensor.shape, ", "),
                            tensors[k] ? valuesText(*tensors[k])
                                       : fmt::format("not read: {}", describe(tensors[k].error())));
    }
    return text;
}

void addDetails(json& inspected, const encoding::Source& source, const InspectDetails& details)
{
    for (std::size_t k = 0; k < details.encodings.size(); ++k) {
        json& one = inspected["encodings"][k];
        one["file"] = source.encodings[k].file.empty() ? json() : json(source.encodings[k].file);
        one["details"] = detailsJson(details.encodings[k]);
    }
    for (std::size_t k = 0; k < std::min(details.tensors.size(), source.tensors.size()); ++k) {
        const auto& values = details.tensors[k];
        inspected["tensors"][k]["values"] = values ? valuesJson(*values) : json();
    }
}

} // namespace pescope::app
