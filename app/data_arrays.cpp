// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/data_arrays.h"

#include "app/compute_choice.h"
#include "app/head_choice.h"
#include "app/memory_check.h"
#include "core/analysis/psi.h"
#include "core/base/checked.h"
#include "core/encoding/computed_encodings.h"
#include "core/proximity/proximity.h"

#include <fmt/format.h>

#include <algorithm>

namespace pescope::app {

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

Result<IndexRange> inside(IndexRange range, Index size, std::string_view what)
{
    const bool toTheEdge = range.end == std::numeric_limits<Index>::max();
    const IndexRange cut{range.begin, toTheEdge ? size : range.end};
    if (cut.begin >= cut.end || cut.end > size)
        return fail(ErrorCode::Shape, fmt::format("{} {}:{} do not lie in 0:{}", what, cut.begin, cut.end, size),
                    "Ranges are half open and count from 0.");
    return cut;
}

std::vector<double> valuesOf(const MatrixD& matrix)
{
    return {matrix.data(), matrix.data() + matrix.size()};
}

std::vector<std::string> numbered(std::string_view letter, IndexRange range)
{
    std::vector<std::string> names;
    for (Index k = range.begin; k < range.end; ++k)
        names.push_back(fmt::format("{}{}", letter, k));
    return names;
}

std::unexpected<Error> hasNo(const Encoding& encoding, std::string_view what, std::string_view why)
{
    return fail(ErrorCode::Unsupported,
                fmt::format("{} ({}, {}) has no {}: {}", encoding.id, encoding::name(encoding.kind), encoding.title,
                            what, why));
}

/// The encoding at the length that was asked for. A table of positions or offsets has the length that it has.
Result<Encoding> atLength(Encoding encoding, const DataRequest& request)
{
    if (!request.length)
        return encoding;
    if (auto* sinusoid = std::get_if<SinusoidSpec>(&encoding.content)) {
        sinusoid->length = *request.length;
        encoding.positions = request.length;
        encoding.shape = {*request.length, sinusoid->columns()};
        return encoding;
    }
    if (encoding::hasLength(encoding))
        return encoding::withLength(std::move(encoding), *request.length);
    const bool fromOmega = request.what == "psi" || request.what == "omega";
    if (const auto* relative = std::get_if<RelativeSinusoid>(&encoding.content); relative && !fromOmega)
        return fail(ErrorCode::Shape,
                    fmt::format("{} has the offsets −{} … {}: --length {} says nothing about them", encoding.id,
                                relative->maxOffset, relative->maxOffset, *request.length),
                    fmt::format("Write max={} into the source.", *request.length - 1));
    if (!fromOmega)
        return fail(ErrorCode::Shape,
                    fmt::format("{} is stored with {} positions: --length {} is for computed encodings", encoding.id,
                                encoding.positions.value_or(0), *request.length),
                    "Leave --length out, or choose a part with --rows.");
    return encoding;
}

/// Rows as the file keeps them: positions, offsets in stored order, buckets. Null: nothing of that kind is stored.
std::optional<MatrixD> storedRows(const Encoding& encoding)
{
    if (const auto* stored = std::get_if<StoredTable>(&encoding.content))
        return stored->positionRows();
    if (const auto* relative = std::get_if<RelativeTable>(&encoding.content))
        return *relative->rows;
    if (const auto* bias = std::get_if<LogitBias>(&encoding.content)) {
        if (const auto* buckets = std::get_if<encoding::BucketTable>(&bias->rule))
            return *buckets->values;
        if (const auto* window = std::get_if<encoding::WindowTable>(&bias->rule))
            return *window->values;
    }
    return std::nullopt;
}

std::string_view whyNoTable(const Encoding& encoding)
{
    if (std::holds_alternative<RotarySpec>(encoding.content))
        return "it rotates query and key and adds nothing; --what proximity and --what psi write the sum of its "
               "cosines, "
               "--what omega its frequencies";
    if (std::holds_alternative<LogitBias>(encoding.content))
        return "it is computed from slopes; --what bias writes it";
    return "it is a map S given as it is; --what proximity and --what bias write it";
}

Result<DataArray> tableArray(const Encoding& encoding, const DataRequest& request)
{
    DataArray result;
    MatrixD rows;
    if (auto stored = storedRows(encoding)) {
        rows = *std::move(stored);
        const bool wide = encoding.dtype == tables::DType::F64;
        result.precision = wide ? tables::Precision::Float64 : tables::Precision::Float32;
        result.method = "reading";
    } else if (const auto* relative = std::get_if<RelativeSinusoid>(&encoding.content)) {
        rows = encoding::table(*relative);
        result.method = "closed form";
    } else if (const auto* sinusoid = std::get_if<SinusoidSpec>(&encoding.content)) {
        const auto fits = fitsIntoMemory(sinusoid->length, sinusoid->columns());
        if (!fits)
            return std::unexpected(fits.error());
        rows = encoding::table(*sinusoid, 0, sinusoid->length);
        result.method = "closed form";
    } else {
        return hasNo(encoding, "table", whyNoTable(encoding));
    }
    PESCOPE_TRY(taken, inside(request.rows, rows.rows(), "rows"));
    PESCOPE_TRY(columns, inside(request.columns, rows.cols(), "columns"));
    const MatrixD part = rows.block(taken.begin, columns.begin, taken.end - taken.begin, columns.end - columns.begin);
    result.values = valuesOf(part);
    result.shape = {part.rows(), part.cols()};
    result.columnNames = numbered("d", columns);
    return result;
}

Result<proximity::SharedProximity> proximityOf(const Encoding& encoding, const DataRequest& request,
                                               const GlobalOptions& options, double cells)
{
    const double dim = static_cast<double>(encoding.dim.value_or(1));
    PESCOPE_TRY(backend, backendFor(options, 2.0 * cells * dim));
    PESCOPE_TRY(rows, rowsOfHead(encoding, request.head));
    return proximity::of(encoding, request.metric, backend, rows);
}

Result<DataArray> proximityArray(const Encoding& encoding, const DataRequest& request, const GlobalOptions& options)
{
    // Before anything is made: where memory ends inside of a product, no error comes back from there.
    const Index size = encoding.positions.value_or(0);
    const auto extent = [&](const IndexRange& range) {
        return std::max<Index>(0, std::min(range.end, size) - std::min(range.begin, size));
    };
    if (const auto fits = fitsIntoMemory(extent(request.rows), extent(request.columns)); !fits)
        return std::unexpected(fits.error());
    const double cells = static_cast<double>(extent(request.rows)) * static_cast<double>(extent(request.columns));
    PESCOPE_TRY(s, proximityOf(encoding, request, options, cells));
    PESCOPE_TRY(rows, inside(request.rows, s->rows(), "rows"));
    PESCOPE_TRY(columns, inside(request.columns, s->columns(), "columns"));
    if (const auto fits = fitsIntoMemory(rows.end - rows.begin, columns.end - columns.begin); !fits)
        return std::unexpected(fits.error());
    PESCOPE_TRY(part, s->cells(rows.begin, rows.end, columns.begin, columns.end));
    DataArray result;
    result.values = valuesOf(part);
    result.shape = {part.rows(), part.cols()};
    result.columnNames = numbered("j", columns);
    result.method = s->method();
    return result;
}

Result<DataArray> profileArray(const Encoding& encoding, const DataRequest& request, const GlobalOptions& options)
{
    PESCOPE_TRY(s, proximityOf(encoding, request, options, 0));
    PESCOPE_TRY(profile, s->profile());
    DataArray result;
    for (std::size_t k = 0; k < profile.mean.size(); ++k) {
        result.values.push_back(static_cast<double>(profile.firstOffset + static_cast<Index>(k)));
        result.values.push_back(profile.mean[k]);
        result.values.push_back(static_cast<double>(profile.count[k]));
    }
    result.shape = {static_cast<std::int64_t>(profile.mean.size()), 3};
    result.columnNames = {"m", "mean", "count"};
    result.method = s->method();
    return result;
}

constexpr std::string_view kNoFrequencies =
    "it is neither a sinusoid nor a rotary encoding nor a table recognised as a sinusoid";

Result<DataArray> psiArray(const Encoding& encoding, const DataRequest& request)
{
    const auto omega = encoding::frequencies(encoding);
    if (!omega)
        return hasNo(encoding, "ψ", kNoFrequencies);
    const auto* relative = std::get_if<RelativeSinusoid>(&encoding.content);
    const Index own = relative ? relative->maxOffset + 1 : encoding.positions.value_or(128);
    const Index length = request.length.value_or(own);
    if (const auto fits = fitsIntoMemory(length, 3); !fits)
        return std::unexpected(fits.error());
    const std::vector<double> psi = analysis::psiSequence(*omega, length);
    DataArray result;
    for (std::size_t m = 0; m < psi.size(); ++m) {
        result.values.push_back(static_cast<double>(m));
        result.values.push_back(psi[m]);
    }
    result.shape = {length, 2};
    result.columnNames = {"m", "psi"};
    result.method = "closed form";
    return result;
}

Result<DataArray> omegaArray(const Encoding& encoding)
{
    auto omega = encoding::frequencies(encoding);
    if (!omega)
        return hasNo(encoding, "ω", kNoFrequencies);
    DataArray result;
    result.shape = {std::ssize(*omega)};
    result.values = *std::move(omega);
    result.columnNames = {"omega"};
    result.method = std::holds_alternative<StoredTable>(encoding.content) ? "fit" : "closed form";
    return result;
}

/// heads × L × L as [h, query i, key j].
Result<DataArray> biasOfHeads(const LogitBias& bias)
{
    if (const Status valid = encoding::validate(bias); !valid)
        return std::unexpected(valid.error());
    const Index length = bias.length;
    const auto rows = checkedMultiply(static_cast<std::uint64_t>(bias.heads()), static_cast<std::uint64_t>(length));
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
    if (const auto fits = fitsIntoMemory(rows && *rows <= kMost ? static_cast<Index>(*rows) : Index(kMost), length);
        !fits)
        return std::unexpected(fits.error());
    DataArray result;
    result.values.reserve(static_cast<std::size_t>(bias.heads() * length * length));
    for (int h = 0; h < bias.heads(); ++h) {
        const MatrixD map = encoding::biasMap(bias, h);
        result.values.insert(result.values.end(), map.data(), map.data() + map.size());
    }
    result.shape = {bias.heads(), length, length};
    result.columnNames = numbered("j", {0, length});
    result.axisNames = {"h", "i"};
    result.method = bias.byOffset() ? "by offset" : "by place in the window";
    return result;
}

Result<DataArray> biasArray(const Encoding& encoding)
{
    if (const auto* bias = std::get_if<LogitBias>(&encoding.content))
        return biasOfHeads(*bias);
    const auto* map = std::get_if<GivenMap>(&encoding.content);
    if (!map)
        return hasNo(encoding, "bias",
                     encoding.kind == encoding::Kind::Relative || encoding.kind == encoding::Kind::Rotary
                         ? "it meets the query, so what is added depends on the words"
                         : "it is added to the words, not to the attention logits");
    DataArray result;
    result.values = valuesOf(*map->values);
    result.shape = {1, map->values->rows(), map->values->cols()};
    result.columnNames = numbered("j", {0, map->values->cols()});
    result.axisNames = {"h", "i"};
    result.method = "reading";
    return result;
}

} // namespace

Result<DataArray> dataArray(const Encoding& encoding, const DataRequest& request, const GlobalOptions& options)
{
    PESCOPE_TRY(sized, atLength(encoding, request));
    if (request.what == "table")
        return tableArray(sized, request);
    if (request.what == "proximity")
        return proximityArray(sized, request, options);
    if (request.what == "profile")
        return profileArray(sized, request, options);
    if (request.what == "psi")
        return psiArray(sized, request);
    return request.what == "omega" ? omegaArray(sized) : biasArray(sized);
}

std::string checkArrayFile(const std::string& path)
{
    return path.ends_with(".npy") || path.ends_with(".csv") ? std::string()
                                                            : fmt::format("“{}” must end in .npy or .csv", path);
}

} // namespace pescope::app
