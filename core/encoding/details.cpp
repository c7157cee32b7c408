// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/details.h"

#include "core/checkpoint/checkpoint.h"
#include "core/encoding/catalogue.h"
#include "core/encoding/config_name.h"
#include "core/encoding/model_config.h"
#include "core/encoding/model_encodings.h"
#include "core/encoding/open_as.h"
#include "core/encoding/resolve.h"
#include "core/encoding/what_if.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <span>

namespace pescope::encoding {

using checkpoint::Checkpoint;
using tables::Index;
using tables::MatrixD;
using tables::StatisticsSum;
using tables::ValueStatistics;

namespace {

const MatrixD* storedNumbers(const Encoding& encoding)
{
    const Content& content = encoding.content;
    if (const auto* table = std::get_if<StoredTable>(&content))
        return table->rows.get();
    if (const auto* map = std::get_if<GivenMap>(&content))
        return map->values.get();
    if (const auto* relative = std::get_if<RelativeTable>(&content))
        return relative->rows.get();
    if (const auto* bias = std::get_if<LogitBias>(&content))
        if (const auto* buckets = std::get_if<BucketTable>(&bias->rule))
            return buckets->values.get();
    return nullptr;
}

RowCounts rowCounts(const StoredTable& table)
{
    RowCounts counts;
    counts.stored = table.rows->rows();
    counts.positions = table.positions;
    counts.before = table.firstPositionRow;
    counts.behind = counts.stored - table.firstPositionRow - table.positions;
    for (Index r = 0; r < counts.stored; ++r) {
        const auto row = table.rows->row(r);
        if (!row.allFinite())
            counts.notFinite.push_back(r);
        else if ((row.array() == 0).all())
            counts.zero.push_back(r);
    }
    return counts;
}

std::string rowsText(Index count)
{
    return fmt::format("{} {}", count, count == 1 ? "row" : "rows");
}

std::optional<ConfigLength> configLength(const Encoding& encoding, const RowCounts& rows, const Checkpoint& checkpoint)
{
    const ModelConfig config(checkpoint.config(), configName(checkpoint));
    const auto match = findFamily(encoding.tensor, config.modelType());
    constexpr std::string_view kUsual[] = {"max_position_embeddings", "n_positions", "max_seq_len"};
    auto said = match ? config.number(match->rule->lengthKeys) : std::nullopt;
    if (!said)
        said = config.number(kUsual);
    if (!said)
        return std::nullopt;
    ConfigLength length{
        .where = config.place(), .key = said->key, .value = said->value, .agrees = true, .sentence = {}};
    length.agrees = said->value == rows.stored || said->value == rows.positions;
    length.sentence = fmt::format("{} says {} {}, the table in {} has {}", length.where, length.key, length.value,
                                  std::filesystem::path(encoding.file).filename().string(), rowsText(rows.stored));
    if (rows.before > 0)
        length.sentence += fmt::format(", {} {} padding: {} {}", rows.before, rows.before == 1 ? "is" : "are",
                                       rows.positions, rows.positions == 1 ? "position is" : "positions are left");
    if (!length.agrees)
        length.sentence += "; they do not agree, and the table is shown as stored";
    return length;
}

/// The checkpoint behind a source; nothing for what is computed and for loose arrays read by a prefix.
std::optional<std::string> modelSpec(const Source& source)
{
    const SourceText text{.spec = source.spec, .id = {}};
    if (text.builtIn())
        return std::nullopt;
    const std::string inner = source.spec.substr(whatIfPrefix(source.spec));
    return inner.substr(openAsPrefix(inner));
}

/// The file behind a source: the path behind "matrix:" and the like too.
std::optional<std::string> fileSpec(const Source& source)
{
    const std::string inner = source.spec.substr(whatIfPrefix(source.spec));
    for (const std::string_view kind : {std::string_view("matrix:"), std::string_view("transposed:")})
        if (inner.starts_with(kind))
            return inner.substr(kind.size());
    return modelSpec(source);
}

Result<ValueStatistics> statisticsOf(const Checkpoint& checkpoint, std::size_t index, const JobContext& job)
{
    StatisticsSum sum;
    const Status visited = checkpoint.visit(index, [&](const checkpoint::TensorBytes& part) -> Status {
        if (job.stopRequested())
            return cancelled();
        // widened in small pieces, so that a part costs its own bytes and not eight times as many
        constexpr std::size_t kPiece = 1 << 16;
        const std::size_t size = tables::byteSize(part.dtype);
        const std::span bytes(part.bytes);
        for (std::size_t at = 0; at < bytes.size(); at += kPiece * size) {
            PESCOPE_TRY(values,
                        tables::toDouble(bytes.subspan(at, std::min(kPiece * size, bytes.size() - at)), part.dtype));
            sum.add(values);
        }
        return ok();
    });
    if (!visited)
        return std::unexpected(visited.error());
    return sum.result();
}

} // namespace

Result<std::vector<EncodingDetails>> detailsOf(const Source& source, const JobContext& job)
{
    return runGuarded([&]() -> Result<std::vector<EncodingDetails>> {
        std::optional<Checkpoint> checkpoint;
        if (const auto spec = modelSpec(source))
            if (auto opened = Checkpoint::open(*spec))
                checkpoint = *std::move(opened);
        std::vector<EncodingDetails> all;
        for (const Encoding& encoding : source.encodings) {
            if (job.stopRequested())
                return cancelled();
            EncodingDetails details;
            if (const MatrixD* numbers = storedNumbers(encoding)) {
                StatisticsSum sum;
                sum.add({numbers->data(), static_cast<std::size_t>(numbers->size())});
                details.values = sum.result();
            }
            if (const auto* table = std::get_if<StoredTable>(&encoding.content)) {
                details.rows = rowCounts(*table);
                if (checkpoint && encoding.whatIf.empty() && !isCandidate(encoding)) // of a candidate it is not known
                    details.config = configLength(encoding, *details.rows, *checkpoint);
            }
            all.push_back(std::move(details));
        }
        return all;
    });
}

Result<std::vector<Result<ValueStatistics>>> tensorStatistics(const Source& source, const JobContext& job)
{
    return runGuarded([&]() -> Result<std::vector<Result<ValueStatistics>>> {
        std::vector<Result<ValueStatistics>> all;
        const auto spec = fileSpec(source);
        if (!spec || source.tensors.empty())
            return all;
        PESCOPE_TRY(checkpoint, Checkpoint::open(*spec));
        const std::size_t count = checkpoint.tensors().size();
        for (std::size_t k = 0; k < count; ++k) {
            job.report(static_cast<double>(k) / static_cast<double>(count), checkpoint.tensors()[k].name);
            auto one = statisticsOf(checkpoint, k, job);
            if (!one && one.error().code == ErrorCode::Cancelled)
                return std::unexpected(std::move(one).error());
            all.push_back(std::move(one));
        }
        return all;
    });
}

} // namespace pescope::encoding
