// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/numpy_source.h"

#include "core/base/number_text.h"
#include "core/session/quoting.h"
#include "core/session/source_path.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace pescope::session {

using encoding::Encoding;
using encoding::GivenMap;
using encoding::LogitBias;
using encoding::RelativeSinusoid;
using encoding::RelativeTable;
using encoding::RotarySpec;
using encoding::SinusoidSpec;
using encoding::StoredTable;
using tables::Index;
using tables::MatrixD;

namespace {

constexpr std::string_view kInterleaved =
    "P = np.stack([np.sin(angle), np.cos(angle)], axis=2).reshape(len(angle), -1)  # sin, cos, sin, cos, …";
constexpr std::string_view kHalves =
    "P = np.concatenate([np.sin(angle), np.cos(angle)], axis=1)  # all sines, then all cosines";

/// The indexes of `leaveOut` below `count`. Errors: Shape when they are all of them.
Result<std::vector<Index>> leftOut(const std::vector<Index>& leaveOut, Index count)
{
    std::vector<Index> inside;
    std::ranges::copy_if(leaveOut, std::back_inserter(inside), [&](Index row) { return row >= 0 && row < count; });
    if (static_cast<Index>(inside.size()) >= count)
        return fail(ErrorCode::Shape, fmt::format("{} of {} positions are left out, none remain", inside.size(), count),
                    "Leave out fewer positions.");
    return inside;
}

Status appendLeftOut(PythonLines& python, const std::vector<Index>& leaveOut, Index count)
{
    PESCOPE_TRY(rows, leftOut(leaveOut, count));
    if (!rows.empty())
        python.lines.push_back(
            fmt::format("P = np.delete(P, {}, axis=0)  # marked rows are left out", pythonList(rows)));
    return ok();
}

/// What the rows that are compared mean for products and means.
void lookAtRows(PythonLines& python, const MatrixD& rows)
{
    const auto finite = [](const auto& row) { return row.allFinite(); };
    const auto zero = [](const auto& row) { return (row.array() == 0).all(); };
    python.allZero = true;
    for (Index r = 0; r < rows.rows(); ++r) {
        python.finite = python.finite && finite(rows.row(r));
        python.anyZeroRow = python.anyZeroRow || zero(rows.row(r));
        python.allZero = python.allZero && zero(rows.row(r));
    }
    if (!python.finite)
        python.lines.emplace_back("P[~np.isfinite(P).all(axis=1)] = np.nan  # no cell of such a row has a value");
}

/// The frequencies that a sinusoid is given by, from the file that its spec names or written out.
PythonLines freeOmegaLines(const ShownMap& map, const SinusoidSpec& spec)
{
    PythonLines python;
    if (const std::string file = omegaFile(map.source); file.ends_with(".npy")) {
        python.lines.push_back(
            fmt::format("omega = np.load({}).astype(np.float64).ravel()  # radians per position", pythonText(file)));
        return python;
    }
    constexpr std::size_t kPerLine = 5;
    std::vector<std::string> rows;
    for (std::size_t k = 0; k < spec.freeOmega.size(); k += kPerLine) {
        std::string row;
        for (std::size_t n = k; n < std::min(k + kPerLine, spec.freeOmega.size()); ++n)
            row += fmt::format("{}{}", n == k ? "" : ", ", shortestText(spec.freeOmega[n]));
        rows.push_back(std::move(row));
    }
    if (rows.size() == 1) {
        python.lines.push_back(fmt::format("omega = np.array([{}])  # radians per position", rows.front()));
        return python;
    }
    python.lines.emplace_back("omega = np.array([  # radians per position");
    for (const std::string& row : rows)
        python.lines.push_back(fmt::format("    {},", row));
    python.lines.emplace_back("])");
    return python;
}

/// "base ** (−2.0 * INDEX / dim)" for the spacing of a sinusoid.
std::string geometricOmega(const SinusoidSpec& spec, std::string_view index)
{
    const std::string scale = spec.scale == 1 ? "" : "scale * ";
    if (spec.spacing == encoding::Spacing::Half)
        return fmt::format("{}base ** (-2.0 * {} / dim)", scale, index);
    return fmt::format("{}base ** (-1.0 * {} / max(1, dim // 2 - 1))", scale, index);
}

/// N and omega.
Result<PythonLines> sinusoidOmega(const ShownMap& map, const SinusoidSpec& spec)
{
    if (const Status valid = encoding::validate(spec); !valid)
        return std::unexpected(valid.error());
    PythonLines python;
    const bool free = !spec.freeOmega.empty();
    const bool scaled = spec.scale != 1;
    const std::string scaleName = scaled ? ", scale" : "";
    const std::string scaleValue = scaled ? fmt::format(", {}", shortestText(spec.scale)) : "";
    if (free) {
        python = freeOmegaLines(map, spec);
        python.lines.push_back(fmt::format("N = {}", spec.length));
        if (scaled)
            python.lines.push_back(fmt::format("omega = {} * omega  # scale", shortestText(spec.scale)));
    } else {
        python.lines.push_back(fmt::format("N, dim, base, first{} = {}, {}, {}, {}{}", scaleName, spec.length, spec.dim,
                                           shortestText(spec.base), spec.first, scaleValue));
        python.lines.push_back(fmt::format("omega = {}  # radians per position",
                                           geometricOmega(spec, "np.arange(first, first + dim // 2)")));
    }
    if (spec.skipFast > 0 || spec.skipSlow > 0) {
        python.lines.emplace_back("fastest_first = np.argsort(-np.abs(omega), kind=\"stable\")");
        python.lines.push_back(
            fmt::format("omega = omega[np.sort(fastest_first[{}:len(omega) - {}])]  # skip_fast, skip_slow",
                        spec.skipFast, spec.skipSlow));
    }
    return python;
}

Result<PythonLines> sinusoidRows(const ShownMap& map, const SinusoidSpec& spec)
{
    PESCOPE_TRY(python, sinusoidOmega(map, spec));
    python.lines.emplace_back("angle = np.arange(N)[:, None] * omega");
    python.lines.emplace_back(spec.layout == encoding::Layout::Interleaved ? kInterleaved : kHalves);
    if (spec.hasUnpairedColumn())
        python.lines.push_back(
            fmt::format("P = np.column_stack([P, np.sin(np.arange(N) * {})])  # dim is odd: a sine without a cosine",
                        geometricOmega(spec, "(first + dim // 2)")));
    python.anyZeroRow = spec.pairs() == 0; // sin 0 alone
    python.allZero = spec.pairs() == 0 && spec.length == 1;
    if (const Status left = appendLeftOut(python, map.rows.leaveOut, spec.length); !left)
        return std::unexpected(left.error());
    return std::move(python);
}

Result<PythonLines> storedRows(const ShownMap& map, const StoredTable& table, std::string_view suffix)
{
    if (!table.rows || table.positions < 1 || table.rows->cols() < 1)
        return fail(ErrorCode::Shape, fmt::format("a table of {} positions", table.positions),
                    "There is nothing to compare; open another encoding.");
    const bool everyRow = map.rows.includeUnused && table.positions < table.rows->rows();
    const bool read = isReadByNumpy(map.encoding);
    const bool turned = read && map.source.starts_with("transposed:");
    if (everyRow && !read)
        return fail(ErrorCode::Unsupported,
                    fmt::format("NumPy cannot read {}, and no command writes its rows that are no positions",
                                map.encoding.file),
                    "Show the positions only.");
    StoredArray array{.variable = "P", .rows = table.rows->rows(), .columns = table.rows->cols(), .what = "table"};
    if (turned)
        std::swap(array.rows, array.columns);
    PESCOPE_TRY(python, readingLines(map, array, suffix));
    if (turned)
        python.lines.emplace_back("P = P.T  # the file keeps one dimension a row");
    const Index end = table.firstPositionRow + table.positions;
    if (everyRow)
        python.lines.push_back(fmt::format("# all {} rows: positions are rows {} … {}", table.rows->rows(),
                                           table.firstPositionRow, end - 1));
    else if (read && table.positions < table.rows->rows())
        python.lines.push_back(
            end == table.rows->rows()
                ? fmt::format("P = P[{0}:]  # row {0} is position 0", table.firstPositionRow)
                : fmt::format("P = P[{0}:{1}]  # row {0} is position 0", table.firstPositionRow, end));
    lookAtRows(python, everyRow ? *table.rows : MatrixD(table.positionRows()));
    if (const Status left = appendLeftOut(python, map.rows.leaveOut, everyRow ? table.rows->rows() : table.positions);
        !left)
        return std::unexpected(left.error());
    return std::move(python);
}

Result<PythonLines> relativeRows(const ShownMap& map, const RelativeTable& table, std::string_view suffix)
{
    if (!table.rows || table.rows->size() == 0)
        return fail(ErrorCode::Shape, "a relative table without rows",
                    "There is nothing to compare; open another encoding.");
    PESCOPE_TRY(
        python,
        readingLines(map, {.variable = "P", .rows = table.rows->rows(), .columns = table.rows->cols(), .what = "table"},
                     suffix));
    const Index lowest = table.lowestOffset();
    const Index highest = lowest + table.rows->rows() - 1;
    if (table.ascending)
        python.lines.push_back(fmt::format("# rows are offsets i − j = {} … {}", lowest, highest));
    else
        python.lines.push_back(
            fmt::format("P = P[::-1]  # stored from {} down to {}: now rows are offsets i − j = {} … {}",
                        table.firstOffset, table.lastOffset(), lowest, highest));
    lookAtRows(python, *table.rows);
    if (const Status left = appendLeftOut(python, map.rows.leaveOut, table.rows->rows()); !left)
        return std::unexpected(left.error());
    return std::move(python);
}

Result<PythonLines> relativeSinusoidRows(const ShownMap& map, const RelativeSinusoid& spec)
{
    if (const Status valid = encoding::validate(spec); !valid)
        return std::unexpected(valid.error());
    const auto position = [&]() -> std::string_view {
        switch (spec.meaning) {
        case encoding::OffsetMeaning::Signed:
            return "r  # meaning signed";
        case encoding::OffsetMeaning::Shifted:
            return "r + max_offset  # meaning shifted";
        case encoding::OffsetMeaning::Absolute:
            return "np.abs(r)  # meaning absolute";
        }
        return "r";
    };
    PythonLines python;
    python.lines = {
        fmt::format("max_offset, dim, base, first = {}, {}, {}, {}", spec.maxOffset, spec.dim, shortestText(spec.base),
                    spec.first),
        "omega = base ** (-2.0 * np.arange(first, first + dim // 2) / dim)  # radians per position",
        "r = np.arange(-max_offset, max_offset + 1)  # rows are offsets i − j",
        fmt::format("position = {}", position()),
        "angle = position[:, None] * omega",
        std::string(kInterleaved),
    };
    if (const Status left = appendLeftOut(python, map.rows.leaveOut, spec.rows()); !left)
        return std::unexpected(left.error());
    return python;
}

Result<PythonLines> givenMap(const ShownMap& map, const GivenMap& given, std::string_view suffix)
{
    if (!given.values || given.values->size() == 0)
        return fail(ErrorCode::Shape, "a map without cells", "Open another file.");
    const MatrixD& values = *given.values;
    PESCOPE_TRY(python,
                readingLines(map,
                             {.variable = "S", .rows = values.rows(), .columns = values.cols(), .what = "proximity"},
                             suffix));
    python.finite = values.allFinite();
    for (const int axis : {0, 1}) {
        PESCOPE_TRY(gone, leftOut(map.rows.leaveOut, axis == 0 ? values.rows() : values.cols()));
        if (!gone.empty())
            python.lines.push_back(
                fmt::format("S = np.delete(S, {}, axis={})  # marked rows are left out", pythonList(gone), axis));
    }
    return std::move(python);
}

void appendAlibi(PythonLines& python, const encoding::AlibiSlopes& alibi, int head, Index length)
{
    python.lines.push_back(fmt::format("N, slope = {}, {}  # of head {} (from 0) of {}", length,
                                       shortestText(alibi.slopes[static_cast<std::size_t>(head)]), head,
                                       alibi.slopes.size()));
    python.lines.emplace_back("i = np.arange(N)");
    python.lines.emplace_back("offset = np.arange(1 - N, N)  # i − j");
    python.lines.emplace_back(alibi.causal ? "f = -slope * np.maximum(offset, 0)" : "f = -slope * np.abs(offset)");
}

Result<PythonLines> bucketLines(const ShownMap& map, const encoding::BucketTable& table, Index length,
                                std::string_view suffix)
{
    PESCOPE_TRY(
        python,
        readingLines(
            map, {.variable = "table", .rows = table.values->rows(), .columns = table.values->cols(), .what = "table"},
            suffix));
    const Index aside = table.bidirectional ? table.values->rows() / 2 : table.values->rows();
    python.usesLogarithms = true;
    python.finite = table.values->col(map.rows.head).allFinite();
    const std::vector<std::string> lines{
        fmt::format("N, head, buckets, exact, max_distance = {}, {}, {}, {}, {}", length, map.rows.head, aside,
                    aside / 2, table.maxDistance),
        "i = np.arange(N)",
        "offset = np.arange(1 - N, N)  # i − j; the model looks up the bucket of j − i",
        table.bidirectional ? "distance = np.abs(offset)" : "distance = np.maximum(offset, 0)",
        "octaves = [math.log(max(a, exact) / exact) / math.log(max_distance / exact) for a in distance]",
        "far = exact + np.floor(np.array(octaves) * (buckets - exact)).astype(int)",
        "bucket = np.where(distance < exact, distance, np.minimum(far, buckets - 1))",
    };
    python.lines.insert(python.lines.end(), lines.begin(), lines.end());
    if (table.bidirectional)
        python.lines.emplace_back("bucket = bucket + buckets * (offset < 0)  # keys after the query");
    python.lines.emplace_back("f = table[bucket, head]");
    return std::move(python);
}

/// table and row, the rows of the table for each pair of positions.
Result<PythonLines> windowLines(const ShownMap& map, const encoding::WindowTable& table, std::string_view suffix)
{
    PESCOPE_TRY(
        python,
        readingLines(
            map, {.variable = "table", .rows = table.values->rows(), .columns = table.values->cols(), .what = "table"},
            suffix));
    python.finite = table.values->col(map.rows.head).allFinite();
    const std::vector<std::string> lines{
        fmt::format("head, height, width = {}, {}, {}", map.rows.head, table.height, table.width),
        "N = height * width  # patches of the window, row by row",
        "y, x = np.divmod(np.arange(N), width)",
        "down = y[:, None] - y + height - 1  # of query i and key j",
        "row = down * (2 * width - 1) + x[:, None] - x + width - 1",
    };
    python.lines.insert(python.lines.end(), lines.begin(), lines.end());
    if (table.classToken)
        python.lines.insert(
            python.lines.end(),
            {"row = np.pad(row, ((1, 0), (1, 0)), constant_values=len(table) - 3)  # of the class token",
             "row[1:, 0] = len(table) - 2", "row[0, 0] = len(table) - 1", "N = N + 1"});
    return std::move(python);
}

/// N, i, offset and f, the bias of one head by offset; of a window of patches N, table and row.
Result<PythonLines> biasByOffset(const ShownMap& map, const LogitBias& bias, std::string_view suffix)
{
    if (const Status valid = encoding::validate(bias); !valid)
        return std::unexpected(valid.error());
    if (map.rows.head < 0 || map.rows.head >= bias.heads())
        return fail(ErrorCode::Shape, fmt::format("head {} of {}", map.rows.head, bias.heads()),
                    fmt::format("Heads are counted from 0 to {}.", bias.heads() - 1));
    PythonLines python;
    if (const auto* window = std::get_if<encoding::WindowTable>(&bias.rule))
        return windowLines(map, *window, suffix);
    if (const auto* alibi = std::get_if<encoding::AlibiSlopes>(&bias.rule)) {
        appendAlibi(python, *alibi, map.rows.head, bias.length);
    } else {
        PESCOPE_TRY(buckets, bucketLines(map, std::get<encoding::BucketTable>(bias.rule), bias.length, suffix));
        python = std::move(buckets);
    }
    return python;
}

} // namespace

std::string pythonList(const std::vector<Index>& numbers)
{
    return fmt::format("[{}]", fmt::join(numbers, ", "));
}

Result<PythonLines> rowLines(const ShownMap& map, std::string_view suffix)
{
    const encoding::Content& content = map.encoding.content;
    if (const auto* spec = std::get_if<SinusoidSpec>(&content))
        return sinusoidRows(map, *spec);
    if (const auto* table = std::get_if<RelativeTable>(&content))
        return relativeRows(map, *table, suffix);
    if (const auto* sinusoid = std::get_if<RelativeSinusoid>(&content))
        return relativeSinusoidRows(map, *sinusoid);
    return storedRows(map, std::get<StoredTable>(content), suffix);
}

Result<PythonLines> mapLines(const ShownMap& map, proximity::Metric metric, std::string_view suffix)
{
    const encoding::Content& content = map.encoding.content;
    if (const auto* given = std::get_if<GivenMap>(&content))
        return givenMap(map, *given, suffix);
    if (const auto* bias = std::get_if<LogitBias>(&content)) {
        PESCOPE_TRY(python, biasByOffset(map, *bias, suffix));
        python.lines.emplace_back(bias->byOffset() ? kByOffset : "S = table[row, head]  # S[i, j]");
        return std::move(python);
    }
    return rotaryLines(std::get<RotarySpec>(content), metric);
}

Result<PythonLines> frequencyLines(const ShownMap& map)
{
    if (const auto* spec = std::get_if<SinusoidSpec>(&map.encoding.content))
        return sinusoidOmega(map, *spec);
    if (const auto* rotary = std::get_if<RotarySpec>(&map.encoding.content))
        return rotaryOmega(*rotary);
    return fail(ErrorCode::Unsupported, fmt::format("frequencies of a source of kind {}", name(map.encoding.kind)),
                "Sinusoids and rotary encodings are given by frequencies.");
}

Result<PythonLines> biasLines(const ShownMap& map)
{
    const auto* bias = std::get_if<LogitBias>(&map.encoding.content);
    PESCOPE_EXPECTS(bias);
    PESCOPE_TRY(python, biasByOffset(map, *bias, ""));
    if (!bias->byOffset()) {
        python.lines.emplace_back("offset = np.arange(1 - N, N)  # i − j");
        python.lines.emplace_back(
            "b = np.array([[np.diagonal(table[row, h], -m).mean() for m in offset] for h in range(table.shape[1])])");
        return std::move(python);
    }
    if (const auto* alibi = std::get_if<encoding::AlibiSlopes>(&bias->rule)) {
        std::vector<std::string> slopes;
        for (const double slope : alibi->slopes)
            slopes.push_back(shortestText(slope));
        python.lines.push_back(fmt::format("slopes = np.array([{}])", fmt::join(slopes, ", ")));
        python.lines.emplace_back("b = slopes[:, None] * (f / slope)  # heads × offsets");
    } else {
        python.lines.emplace_back("b = table[bucket].T  # heads × offsets");
    }
    return std::move(python);
}

} // namespace pescope::session
