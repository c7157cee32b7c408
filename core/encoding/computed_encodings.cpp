// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/computed_encodings.h"

#include "core/encoding/table_encoding.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pescope::encoding {

using tables::Index;
using tables::MatrixD;

namespace {

nlohmann::json scalingJson(const RopeScaling& scaling)
{
    if (scaling.type == RopeScaling::Type::Divisors)
        return {{"type", name(scaling.type)}, {"divisors", scaling.divisors}};
    nlohmann::json result{{"type", name(scaling.type)}, {"factor", scaling.factor}};
    if (scaling.type == RopeScaling::Type::Yarn) {
        result["beta_fast"] = scaling.fastTurns;
        result["beta_slow"] = scaling.slowTurns;
        result["truncate"] = scaling.wholeIndexes;
    }
    if (scaling.type == RopeScaling::Type::LongRope) {
        result["short_factor"] = scaling.divisors;
        result["long_factor"] = scaling.longDivisors;
    }
    if (scaling.amplitude != 1)
        result["attention_factor"] = scaling.amplitude;
    if (scaling.type == RopeScaling::Type::Llama3) {
        result["low_freq_factor"] = scaling.lowFrequencyFactor;
        result["high_freq_factor"] = scaling.highFrequencyFactor;
    }
    if (scaling.type != RopeScaling::Type::Linear)
        result["original_max_position_embeddings"] = static_cast<Index>(scaling.trainedLength);
    return result;
}

/// Rows 0 … firstRow + length − 1.
Result<StoredTable> computedTable(const ComputedRows& rows, Index firstRow, Index length)
{
    constexpr Index kMost = Index{1} << 26; // 512 MiB
    if (Status valid = validate(rows.sinusoid); !valid)
        return std::unexpected(std::move(valid).error());
    if (length < 1 || length > kMost || firstRow + length > kMost / rows.sinusoid.columns())
        return fail(ErrorCode::Shape, fmt::format("{} positions × {} columns", length, rows.sinusoid.columns()),
                    fmt::format("A computed table has at least one position and holds at most {} values.", kMost));
    auto values = std::make_shared<MatrixD>(table(rows.sinusoid, 0, firstRow + length));
    if (rows.zeroRow)
        values->row(*rows.zeroRow).setZero();
    RecognisedSinusoid known{.layout = rows.sinusoid.layout,
                             .omega = omega(rows.sinusoid),
                             .maxResidual = 0,
                             .base = rows.sinusoid.base,
                             .first = rows.sinusoid.first,
                             .spacing = rows.sinusoid.spacing};
    return StoredTable{.rows = std::move(values),
                       .firstPositionRow = firstRow,
                       .positions = length,
                       .sinusoid = std::move(known),
                       .computed = rows};
}

/// Number of rows, shape and the offsets of the first and the last row.
void describeOffsets(Encoding& encoding)
{
    const auto& table = std::get<RelativeTable>(encoding.content);
    encoding.shape = {table.rows->rows(), table.rows->cols()};
    encoding.positions = table.rows->rows();
    nlohmann::json parameters = encoding.parameters ? *encoding.parameters : nlohmann::json::object();
    parameters["sign"] = table.ascending ? "query-key" : "key-query";
    parameters["offsets"] = {table.firstOffset, table.lastOffset()};
    if (table.computed) {
        parameters["base"] = table.computed->sinusoid.base;
        parameters["layout"] = name(table.computed->sinusoid.layout);
        if (table.computed->clamp > 0)
            parameters["max_distance"] = table.computed->clamp;
    }
    encoding.parameters = std::make_shared<const nlohmann::json>(std::move(parameters));
}

} // namespace

std::string unpairedColumnNote(const SinusoidSpec& spec)
{
    return fmt::format("the width {} is odd: the last column is a sine without a cosine; ω, ψ and the ranges are of "
                       "the {} pairs",
                       spec.columns(), spec.pairs());
}

Encoding sinusoidEncoding(const SinusoidSpec& spec)
{
    Encoding encoding;
    encoding.id = "ape";
    encoding.kind = Kind::Sinusoid;
    encoding.family = "sinusoid";
    encoding.title = spec.freeOmega.empty() ? "Fixed sinusoid" : "Sinusoid with free ω";
    encoding.shape = {spec.length, spec.columns()};
    encoding.positions = spec.length;
    encoding.firstPositionRow = 0;
    encoding.dim = spec.columns();
    nlohmann::json parameters{{"layout", name(spec.layout)}};
    if (spec.freeOmega.empty()) {
        parameters["base"] = spec.base;
        parameters["first"] = spec.first;
        parameters["spacing"] = name(spec.spacing);
    }
    if (spec.scale != 1.0)
        parameters["scale"] = spec.scale;
    encoding.parameters = std::make_shared<const nlohmann::json>(std::move(parameters));
    if (spec.hasUnpairedColumn())
        encoding.notes.push_back(unpairedColumnNote(spec));
    if (spec.length == 1)
        encoding.notes.push_back(onePositionNote());
    encoding.formula = absoluteFormula();
    encoding.content = spec;
    return encoding;
}

Encoding relativeSinusoidEncoding(const RelativeSinusoid& spec)
{
    Encoding encoding;
    encoding.id = "relative";
    encoding.kind = Kind::Relative;
    encoding.family = "sinusoid";
    encoding.title = fmt::format("Relative sinusoid, {}", name(spec.meaning));
    encoding.shape = {spec.rows(), spec.dim};
    encoding.positions = spec.rows();
    encoding.firstPositionRow = 0;
    encoding.dim = spec.dim;
    encoding.parameters =
        std::make_shared<const nlohmann::json>(nlohmann::json{{"base", spec.base},
                                                              {"first", spec.first},
                                                              {"layout", name(Layout::Interleaved)},
                                                              {"meaning", name(spec.meaning)},
                                                              {"sign", "query-key"},
                                                              {"offsets", {-spec.maxOffset, spec.maxOffset}}});
    switch (spec.meaning) {
    case OffsetMeaning::Signed:
        encoding.notes.emplace_back(
            "meaning signed: the vector of offset m is the sinusoid at m itself (formula of Wei et "
            "al. 2019); P_r·P_r′ = ψ(r − r′)");
        break;
    case OffsetMeaning::Shifted:
        encoding.notes.push_back(fmt::format("meaning shifted: the vector of offset m is the sinusoid at m + {} (what "
                                             "NEZHA's code looks up); P_r·P_r′ = ψ(r − r′), as for signed",
                                             spec.maxOffset));
        break;
    case OffsetMeaning::Absolute:
        encoding.notes.emplace_back("meaning absolute: the vector of offset m is the sinusoid at |m|, the same in both "
                                    "directions; P_r·P_r′ = ψ(|r| − |r′|)");
        break;
    }
    encoding.notes.push_back(fmt::format("offsets beyond ±{} use the vector of the nearest end", spec.maxOffset));
    encoding.formula = relativeFormula(false);
    encoding.content = spec;
    return encoding;
}

Result<Encoding> computedTableEncoding(ComputedRows rows, Index firstRow, Index length)
{
    PESCOPE_TRY(table, computedTable(rows, firstRow, length));
    Encoding encoding;
    encoding.id = "ape";
    encoding.kind = Kind::Sinusoid;
    encoding.shape = {table.rows->rows(), table.rows->cols()};
    encoding.positions = length;
    encoding.firstPositionRow = firstRow;
    encoding.dim = table.rows->cols();
    encoding.parameters =
        std::make_shared<const nlohmann::json>(nlohmann::json{{"layout", name(rows.sinusoid.layout)},
                                                              {"base", rows.sinusoid.base},
                                                              {"first", rows.sinusoid.first},
                                                              {"spacing", name(rows.sinusoid.spacing)}});
    encoding.formula = absoluteFormula();
    encoding.content = std::move(table);
    return encoding;
}

Result<Encoding> offsetSinusoidEncoding(const OffsetSinusoid& spec, Index length)
{
    PESCOPE_TRY(table, tableOf(spec, length));
    Encoding encoding;
    encoding.id = "relative";
    encoding.kind = Kind::Relative;
    encoding.firstPositionRow = 0;
    encoding.dim = table.rows->cols();
    encoding.content = std::move(table);
    describeOffsets(encoding);
    const Index clamp = spec.clamp;
    if (spec.reach == OffsetReach::Window)
        encoding.notes.push_back(fmt::format(
            "row r is key − query = r − {0}, so m = i − j = {0} − r: rows run against m, and pictures are turned; the "
            "row is the sinusoid of position r (meaning shifted); offsets beyond ±{0} use the row of the nearest end",
            clamp));
    else
        encoding.notes.push_back(fmt::format(
            "row 0 is the largest offset m = i − j = query − key, rows run down: they run against m, and pictures are "
            "turned; the row of m is [sin ω m, cos ω m]{}",
            clamp > 0 ? fmt::format(", m no further than ±{}", clamp) : std::string()));
    return encoding;
}

Encoding rotaryEncoding(const RotarySpec& spec)
{
    Encoding encoding;
    encoding.id = "rotary";
    encoding.kind = Kind::Rotary;
    encoding.title = "Rotary";
    encoding.shape = {spec.dim / 2};
    encoding.positions = spec.length;
    encoding.dim = spec.dim;
    nlohmann::json parameters{
        {"theta", spec.base}, {"rotary_dim", spec.dim}, {"head_dim", spec.headDim}, {"pairing", name(spec.pairing)}};
    parameters["scaling"] = spec.scaling.type == RopeScaling::Type::None ? nlohmann::json() : scalingJson(spec.scaling);
    encoding.parameters = std::make_shared<const nlohmann::json>(std::move(parameters));
    if (spec.dim < spec.headDim)
        encoding.notes.push_back(
            fmt::format("partial: {} of the {} columns of each head are rotated, the others do not "
                        "see the position",
                        spec.dim, spec.headDim));
    encoding.notes.push_back(
        spec.pairing == Pairing::HalfSplit
            ? fmt::format("half-split pairs: columns k and k + {} of a head turn together by ω_k·(i − j), i − j = "
                          "query − key",
                          spec.dim / 2)
            : std::string("interleaved pairs: columns 2k and 2k + 1 of a head turn together by ω_k·(i − j), i − j = "
                          "query − key"));
    if (spec.scaling.amplitude != 1)
        encoding.notes.push_back(fmt::format("cosines and sines are multiplied by {:.6g}, so logits by its square; the "
                                             "map and ψ leave that out",
                                             spec.scaling.amplitude));
    if (spec.scaling.type == RopeScaling::Type::LongRope)
        encoding.notes.push_back(fmt::format("longrope: up to {} positions ω is divided by short_factor, beyond by "
                                             "long_factor",
                                             static_cast<Index>(spec.scaling.trainedLength)));
    if (spec.scaling.type == RopeScaling::Type::Dynamic)
        encoding.notes.push_back(fmt::format("dynamic scaling: ω falls with the length of the text beyond {} positions",
                                             static_cast<Index>(spec.scaling.trainedLength)));
    encoding.formula = rotaryFormula(spec.dim < spec.headDim);
    encoding.content = spec;
    return encoding;
}

Encoding alibiEncoding(AlibiSlopes slopes, Index length, LogitScale scale)
{
    const auto heads = static_cast<int>(slopes.slopes.size());
    Encoding encoding;
    encoding.id = "alibi";
    encoding.kind = Kind::Bias;
    encoding.title = fmt::format("ALiBi, {} {}", heads, heads == 1 ? "head" : "heads");
    encoding.heads = heads;
    encoding.parameters = std::make_shared<const nlohmann::json>(
        nlohmann::json{{"slopes", slopes.slopes}, {"causal", slopes.causal}, {"sign", "query-key"}});
    encoding.formula = biasFormula(slopes.causal ? "b_h(m) = −slope_h·max(m, 0)" : "b_h(m) = −slope_h·|m|", scale);
    encoding.content = LogitBias{.rule = std::move(slopes), .length = length};
    setLength(encoding, length);
    return encoding;
}

void setLength(Encoding& encoding, Index length)
{
    if (auto* rotary = std::get_if<RotarySpec>(&encoding.content))
        rotary->length = length;
    if (auto* bias = std::get_if<LogitBias>(&encoding.content)) {
        bias->length = length;
        if (encoding.tensor.empty())
            encoding.shape = {bias->heads(), length, length};
    }
    encoding.positions = length;
}

Result<Encoding> withLength(Encoding encoding, Index length)
{
    if (const auto* table = std::get_if<StoredTable>(&encoding.content); table && table->computed) {
        PESCOPE_TRY(longer, computedTable(*table->computed, table->firstPositionRow, length));
        encoding.shape = {longer.rows->rows(), longer.rows->cols()};
        encoding.positions = length;
        encoding.content = std::move(longer);
        return encoding;
    }
    if (const auto* table = std::get_if<RelativeTable>(&encoding.content); table && table->computed) {
        PESCOPE_TRY(longer, tableOf(*table->computed, length));
        encoding.content = std::move(longer);
        describeOffsets(encoding);
        return encoding;
    }
    setLength(encoding, length);
    if (const auto* bias = std::get_if<LogitBias>(&encoding.content))
        if (Status valid = validate(*bias); !valid)
            return std::unexpected(std::move(valid).error());
    return encoding;
}

bool hasLength(const Encoding& encoding)
{
    if (const auto* table = std::get_if<StoredTable>(&encoding.content))
        return table->computed.has_value();
    if (const auto* table = std::get_if<RelativeTable>(&encoding.content))
        return table->computed && table->computed->reach != OffsetReach::Window;
    return std::holds_alternative<RotarySpec>(encoding.content) || std::holds_alternative<LogitBias>(encoding.content);
}

} // namespace pescope::encoding
