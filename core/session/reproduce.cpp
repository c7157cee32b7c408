// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/reproduce.h"

#include "core/encoding/resolve.h"
#include "core/session/numpy_code.h"
#include "core/session/quoting.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pescope::session {

using encoding::Encoding;
using proximity::Metric;
using tables::Index;

namespace {

constexpr std::string_view kCommonCells =
    "rows, columns = np.minimum({0}.shape, {1}.shape)  # the positions that both have";

bool isDifference(const ShownMap& map)
{
    return !map.difference.empty();
}

/// S of the rows P.
std::vector<std::string> metricLines(const PythonLines& rows, Metric metric)
{
    const std::string mean = rows.finite ? "mean" : "nanmean";
    switch (metric) {
    case Metric::Dot:
        return {"S = P @ P.T"};
    case Metric::Scaled:
        if (rows.allZero)
            return {"S = P @ P.T  # every row is zero, and nothing to divide by"};
        return {fmt::format("S = P @ P.T / np.{}(np.sum(P**2, axis=1))", mean)};
    case Metric::Cosine:
        if (rows.anyZeroRow)
            return {"norm = np.linalg.norm(P, axis=1, keepdims=True)",
                    "U = np.divide(P, norm, out=P.copy(), where=norm > 0)  # rows of zeros stay", "S = U @ U.T"};
        return {"U = P / np.linalg.norm(P, axis=1, keepdims=True)", "S = U @ U.T"};
    case Metric::Centred:
        return {fmt::format("C = P - np.{}(P, axis=0)", mean), "S = C @ C.T"};
    case Metric::Distance:
        return {fmt::format("C = P - np.{}(P, axis=0)  # distances stay, rounding is less", mean),
                "q = np.sum(C**2, axis=1)", "S = 2 * C @ C.T - q[:, None] - q"};
    }
    return {};
}

/// Where the rows of a map start: maps over offsets and over positions have nothing in common.
struct Axis {
    bool offsets = false;
    Index first = 0;
};

Axis axisOf(const ShownMap& map)
{
    if (isDifference(map))
        return axisOf(map.difference.front());
    Axis axis;
    if (const auto* table = std::get_if<encoding::RelativeTable>(&map.encoding.content))
        axis = {.offsets = true, .first = table->lowestOffset()};
    else if (const auto* sinusoid = std::get_if<encoding::RelativeSinusoid>(&map.encoding.content))
        axis = {.offsets = true, .first = -sinusoid->maxOffset};
    if (axis.offsets)
        for (Index row = 0; std::ranges::binary_search(map.rows.leaveOut, row); ++row)
            ++axis.first;
    return axis;
}

Status checkDifference(const ShownMap& map)
{
    PESCOPE_EXPECTS(map.difference.size() == 2);
    const Axis a = axisOf(map.difference[0]);
    const Axis b = axisOf(map.difference[1]);
    if (a.offsets != b.offsets)
        return fail(ErrorCode::Unsupported, "a map over offsets minus a map over positions",
                    "Choose two relative sources, or two whose maps are over positions.");
    if (a.offsets && a.first != b.first)
        return fail(ErrorCode::Unsupported,
                    fmt::format("the offsets of the two maps start at {} and at {}", a.first, b.first),
                    "Their cells do not stand for the same offsets; choose sources with the same largest offset.");
    return ok();
}

/// Rows of S, or its columns where they are more.
Index sizeOf(const ShownMap& map)
{
    if (isDifference(map))
        return std::min(sizeOf(map.difference[0]), sizeOf(map.difference[1]));
    const encoding::Content& content = map.encoding.content;
    if (const auto* sinusoid = std::get_if<encoding::SinusoidSpec>(&content))
        return sinusoid->length;
    if (const auto* table = std::get_if<encoding::StoredTable>(&content))
        return map.rows.includeUnused ? table->rows->rows() : table->positions;
    if (const auto* given = std::get_if<encoding::GivenMap>(&content))
        return std::max(given->values->rows(), given->values->cols());
    if (const auto* relative = std::get_if<encoding::RelativeTable>(&content))
        return relative->rows->rows();
    if (const auto* relative = std::get_if<encoding::RelativeSinusoid>(&content))
        return relative->rows();
    if (const auto* rotary = std::get_if<encoding::RotarySpec>(&content))
        return rotary->length;
    return std::get<encoding::LogitBias>(content).length;
}

/// A line for maps that hardly fit into a memory; else nothing.
std::string sizeWarning(const ShownMap& map)
{
    constexpr double kLarge = 4e9;
    const Index size = sizeOf(map);
    const double bytes = 8.0 * static_cast<double>(size) * static_cast<double>(size);
    return bytes < kLarge ? std::string()
                          : fmt::format("# S has {0} × {0} cells: {1:.0f} GB of memory\n", size, bytes / 1e9);
}

/// Options of `pescope data` for what is shown of one encoding.
Result<std::string> optionsOf(const ShownMap& map, Metric metric)
{
    const encoding::Content& content = map.encoding.content;
    const auto* bias = std::get_if<encoding::LogitBias>(&content);
    const auto* rotary = std::get_if<encoding::RotarySpec>(&content);
    const auto* table = std::get_if<encoding::StoredTable>(&content);
    if (!map.rows.leaveOut.empty() && !bias && !rotary)
        return fail(ErrorCode::Unsupported, "the command cannot leave out marked rows",
                    "Show all rows, or copy the picture as NumPy.");
    if (map.rows.includeUnused && table && table->rows && table->positions < table->rows->rows())
        return fail(ErrorCode::Unsupported, "the command cannot write the rows that are no positions",
                    "Show the positions only, or copy the picture as NumPy.");
    std::string options = "--what proximity";
    if (!encoding::isMap(map.encoding))
        options += fmt::format(" --metric {}", proximity::name(metric));
    if (bias)
        options += fmt::format(" --head {}", map.rows.head);
    if (bias || rotary)
        options += fmt::format(" --length {}", bias ? bias->length : rotary->length);
    return options;
}

/// @param stem  of the file that is written
Result<std::string> commandFor(const ShownMap& map, Metric metric, const std::string& stem)
{
    if (!isDifference(map)) {
        PESCOPE_TRY(command, dataCommand(map));
        PESCOPE_TRY(options, optionsOf(map, metric));
        return fmt::format("{} {} -o {}.npy", command, options, stem);
    }
    PESCOPE_TRY(a, commandFor(map.difference[0], metric, fmt::format("{}_A", stem)));
    PESCOPE_TRY(b, commandFor(map.difference[1], metric, fmt::format("{}_B", stem)));
    return fmt::format("{0} &&\n{1} &&\n"
                       "python3 -c 'import numpy as np; A, B = np.load(\"{2}_A.npy\"), np.load(\"{2}_B.npy\"); "
                       "r, c = np.minimum(A.shape, B.shape); np.save(\"{2}.npy\", A[:r, :c] - B[:r, :c])'",
                       a, b, stem);
}

} // namespace

bool hasRows(const Encoding& encoding)
{
    return !encoding::isMap(encoding) && !std::holds_alternative<encoding::RotarySpec>(encoding.content);
}

std::string nameOf(const ShownMap& map)
{
    const Encoding& encoding = map.encoding;
    if (const auto* sinusoid = std::get_if<encoding::SinusoidSpec>(&encoding.content)) {
        if (!sinusoid->freeOmega.empty() && (map.source.empty() || map.source.contains("omega=[")))
            return "sinusoid with free ω"; // its numbers are in the code
        return map.source.empty() ? encoding::specText(*sinusoid) : map.source;
    }
    if (map.source.empty())
        return encoding.file.empty() ? encoding.title : encoding.file;
    const bool oneOfSeveral = !encoding.id.empty() && !encoding::SourceText{.spec = map.source, .id = {}}.builtIn();
    return oneOfSeveral ? fmt::format("{}#{}", map.source, encoding.id) : map.source;
}

std::string titleOf(const ShownMap& map, Metric metric)
{
    if (isDifference(map))
        return fmt::format("({}) − ({})", titleOf(map.difference[0], metric), titleOf(map.difference[1], metric));
    const Metric shown = encoding::isMap(map.encoding) ? Metric::Dot : metric;
    return fmt::format("{}, {}", commentText(nameOf(map)), proximity::formula(map.encoding, shown));
}

Result<PythonLines> linesOfMap(const ShownMap& map, Metric metric, const std::string& suffix)
{
    if (!isDifference(map)) {
        if (!hasRows(map.encoding))
            return mapLines(map, metric, suffix);
        PESCOPE_TRY(python, rowLines(map, suffix));
        const std::vector<std::string> lines = metricLines(python, metric);
        python.lines.insert(python.lines.end(), lines.begin(), lines.end());
        return std::move(python);
    }
    if (const Status possible = checkDifference(map); !possible)
        return std::unexpected(possible.error());
    PythonLines python;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const std::string name = fmt::format("{}_{}", suffix, side == 0 ? 'A' : 'B');
        PESCOPE_TRY(lines, linesOfMap(map.difference[side], metric, name));
        python.append(std::move(lines));
        python.lines.push_back(fmt::format("S{} = S", name));
        python.lines.emplace_back();
    }
    const std::string a = fmt::format("S{}_A", suffix);
    const std::string b = fmt::format("S{}_B", suffix);
    python.lines.push_back(fmt::format(kCommonCells, a, b));
    python.lines.push_back(fmt::format("S = {}[:rows, :columns] - {}[:rows, :columns]", a, b));
    return python;
}

std::vector<std::string> profileLines(const PythonLines& python)
{
    std::vector<std::string> lines{"m = np.arange(1 - S.shape[1], S.shape[0])  # i − j, query − key"};
    if (python.finite) {
        lines.emplace_back("profile = np.array([np.diagonal(S, -k).mean() for k in m])  # mean of S by offset");
    } else {
        lines.emplace_back("diagonals = [np.diagonal(S, -k) for k in m]");
        lines.emplace_back(
            "profile = np.array([d[np.isfinite(d)].mean() if np.isfinite(d).any() else np.nan for d in diagonals])");
    }
    return lines;
}

std::string assembled(const std::string& title, const PythonLines& python, const ShownMap* map)
{
    std::string code = fmt::format("# PEScope {} · {}\n", PESCOPE_VERSION, title) + (map ? sizeWarning(*map) : "");
    std::vector<std::string> modules;
    if (python.usesFiles)
        modules = {"json", "struct"};
    if (python.usesLogarithms)
        modules.insert(modules.begin(), "math");
    code += modules.empty() ? std::string() : fmt::format("import {}\n", fmt::join(modules, ", "));
    return code + fmt::format("import numpy as np\n\n{}\n", fmt::join(python.lines, "\n"));
}

ShownMap shownSinusoid(const encoding::SinusoidSpec& spec)
{
    ShownMap map;
    map.encoding.id = "ape";
    map.encoding.kind = encoding::Kind::Sinusoid;
    map.encoding.title = "Sinusoid";
    map.encoding.content = spec;
    return map;
}

ShownMap shownDifference(ShownMap a, ShownMap b)
{
    ShownMap map;
    map.difference.push_back(std::move(a));
    map.difference.push_back(std::move(b));
    return map;
}

Result<std::string> numpyCode(const ShownMap& map, Metric metric)
{
    return runGuarded([&]() -> Result<std::string> {
        PESCOPE_TRY(python, linesOfMap(map, metric, ""));
        std::ranges::move(profileLines(python), std::back_inserter(python.lines));
        return assembled(titleOf(map, metric), python, &map);
    });
}

Result<std::string> commandText(const ShownMap& map, Metric metric)
{
    return runGuarded([&]() -> Result<std::string> {
        // whatever cannot be computed from the sources cannot be computed by the command either
        if (const auto lines = linesOfMap(map, metric, ""); !lines)
            return std::unexpected(lines.error());
        return commandFor(map, metric, "S");
    });
}

} // namespace pescope::session
