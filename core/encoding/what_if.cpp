// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/what_if.h"

#include "core/encoding/computed_encodings.h"
#include "core/encoding/model_encodings.h"
#include "core/encoding/table_encoding.h"
#include "core/encoding/what_if_rows.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace pescope::encoding {

using tables::Index;
using tables::MatrixD;

namespace {

using Change = WhatIf::Change;
using Rule = WhatIf::Rule;

constexpr Index kMostValues = Index{1} << 28; // 2 GiB
constexpr std::string_view kMark = "what-if: ";
constexpr std::string_view kOfSource = "source: ";

std::unexpected<Error> refused(const Encoding& from, std::string_view why, std::string hint)
{
    return fail(ErrorCode::Unsupported, fmt::format("{} ({}, {}): {}", from.id, name(from.kind), from.title, why),
                std::move(hint));
}

Status fitsIntoMemory(const Encoding& from, Index rows, Index columns)
{
    if (columns <= kMostValues && rows <= kMostValues / std::max<Index>(columns, 1))
        return ok();
    return fail(ErrorCode::Shape,
                fmt::format("{}: a what-if of {} rows × {} columns has more than {} values", from.id, rows, columns,
                            kMostValues),
                "Choose fewer positions.");
}

/// How the kind gets fewer positions: stored rows are resampled, what has a formula is asked for fewer.
std::string fewerPositions(const Encoding& from, Index asked)
{
    const bool inText = from.file.empty() && from.whatIf.empty();
    if (std::holds_alternative<StoredTable>(from.content) || std::holds_alternative<RelativeTable>(from.content))
        return "Use whatif:interpolate=N to resample to fewer positions, or --rows to look at a part.";
    if (std::holds_alternative<RelativeSinusoid>(from.content))
        return fmt::format("Write max={} into the source: its formula gives any number of offsets.",
                           std::max<Index>(asked - 1, 1));
    return inText ? fmt::format("Write length={} into the source: its formula gives any number of positions.", asked)
                  : fmt::format("Choose at least as many; --length {} looks at fewer positions.", asked);
}

Status mayExtend(const Encoding& from, Index asked, Index positions)
{
    if (asked >= positions)
        return ok();
    return fail(ErrorCode::Shape,
                fmt::format("{}: extend={}, but there are {} positions already", from.id, asked, positions),
                fewerPositions(from, asked));
}

/// The formula of a recognised table, where it is one that people write: with any other base ω is a fit, whose error
/// grows with the position.
std::optional<SinusoidSpec> writtenFormula(const StoredTable& table)
{
    const auto& found = table.sinusoid;
    if (!found || !(found->base > 0))
        return std::nullopt;
    const double unit = std::pow(10.0, std::floor(std::log10(found->base)) - 1.0); // two digits, as it is recognised
    if (std::abs(found->base / unit - std::round(found->base / unit)) > 1e-9)
        return std::nullopt;
    SinusoidSpec spec;
    spec.dim = static_cast<int>(2 * found->omega.size());
    spec.base = found->base;
    spec.first = found->first;
    spec.spacing = found->spacing;
    spec.layout = found->layout;
    return spec;
}

/// The stored rows, and from there on those of the formula that they were recognised by.
Result<MatrixD> continuedRows(const WhatIf& change, const Encoding& from, const Rows& rows)
{
    if (Status longer = mayExtend(from, change.length, rows.rows()); !longer)
        return std::unexpected(std::move(longer).error());
    const auto* table = std::get_if<StoredTable>(&from.content);
    const auto spec = table ? writtenFormula(*table) : std::nullopt;
    if (!spec && table && table->sinusoid)
        return refused(
            from,
            "it is recognised as a sinusoid, but of frequencies that are fitted and not written as a base, so "
            "rows beyond the last would be off by more and more",
            "Choose a rule (rule=clip, rule=tile or rule=interpolate), or take the fit as it is: pescope data "
            "--what omega -o omega.npy, then sinusoid:omega=omega.npy,length=N.");
    if (!spec)
        return refused(from, "a table has no formula that goes on beyond its last row",
                       "Choose a rule: rule=clip repeats the last row, rule=tile starts again from row 0, "
                       "rule=interpolate stretches the table.");
    MatrixD result(change.length, rows.cols());
    result.topRows(rows.rows()) = rows;
    const Index shift = table->computed ? table->firstPositionRow : 0; // position 0 is the sinusoid of that row
    result.bottomRows(change.length - rows.rows()) =
        encoding::table(*spec, rows.rows() + shift, change.length - rows.rows());
    return result;
}

/// "1024", or of a relative table "offsets ±1023".
std::string extentText(const Encoding& from, Index length)
{
    return isByOffset(from) ? fmt::format("offsets ±{}", length - 1) : std::to_string(length);
}

std::string phraseOf(const WhatIf& change, const Encoding& from)
{
    switch (change.change) {
    case Change::Extend: {
        constexpr std::string_view kBy[] = {"its formula", "clip", "tile", "interpolation"};
        return fmt::format("extended to {} by {}", extentText(from, change.length),
                           kBy[static_cast<std::size_t>(change.rule)]);
    }
    case Change::Interpolate:
        return fmt::format("interpolated to {}", extentText(from, change.length));
    case Change::Shuffle:
        return fmt::format("rows shuffled, seed {}", change.seed);
    case Change::WithoutFirst:
        return "without row 0";
    }
    return {};
}

/// What was done, for people. @param before  positions, or the number of offsets on one side and 0
std::string deedOf(const WhatIf& change, const Encoding& from, Index before)
{
    const bool relative = isByOffset(from);
    const std::string counts = relative ? fmt::format("offsets ±{} instead of ±{}", change.length - 1, before - 1)
                                        : fmt::format("{} positions instead of {}", change.length, before);
    switch (change.change) {
    case Change::Extend:
        if (change.rule == Rule::Formula)
            return std::holds_alternative<StoredTable>(from.content)
                ? fmt::format("{}, those from {} on by the formula that the table was recognised by", counts, before)
                : fmt::format("{}, by the formula of the encoding", counts);
        if (change.rule == Rule::Tile)
            return fmt::format("{}, those from {} on start again from row 0", counts, before);
        if (change.rule == Rule::Clip)
            return relative ? fmt::format("{}, those further out repeat the outermost vector of their side", counts)
                            : fmt::format("{}, those from {} on repeat the last row", counts, before);
        [[fallthrough]];
    case Change::Interpolate:
        return fmt::format("{}, interpolated linearly with the outermost rows kept at the ends", counts);
    case Change::Shuffle:
        return fmt::format("the rows are in a random order, seed {}", change.seed);
    case Change::WithoutFirst:
        return "row 0 is left out, so position 0 is the row after it";
    }
    return {};
}

/// Marks an encoding that is otherwise finished. Notes of the source are kept as such: they are about other values.
Encoding marked(Encoding encoding, const WhatIf& change, const Encoding& from, Index before)
{
    std::string note = fmt::format("{}{}", kMark, deedOf(change, from, before));
    if (!from.tensor.empty())
        note += fmt::format("; the source is {}, {} {}", from.tensor, tables::name(from.dtype), shapeText(from.shape));
    note += fmt::format("; not what {} model was trained with", from.file.empty() ? "a" : "the");

    const std::string earlierMark = from.whatIf.empty() ? std::string() : fmt::format("{} · ", whatIfText(from));
    encoding.whatIf = from.whatIf;
    encoding.whatIf.push_back(phraseOf(change, from));
    encoding.title = fmt::format("{} · {}", whatIfText(encoding), from.title.substr(earlierMark.size()));
    encoding.notes.insert(encoding.notes.begin(), std::move(note));
    for (const std::string& earlier : from.notes) {
        const bool placed = earlier.starts_with(kMark) || earlier.starts_with(kOfSource);
        encoding.notes.push_back(placed ? earlier : fmt::format("{}{}", kOfSource, earlier));
    }
    return encoding;
}

Status hasTwoEnds(const Encoding& from, Index length, Index rows)
{
    if (length >= 2 || rows == 1)
        return ok();
    return fail(ErrorCode::Shape, fmt::format("{}: interpolate={} leaves no room for both ends", from.id, length),
                "Choose at least 2.");
}

Result<MatrixD> changedRows(const WhatIf& change, const Encoding& from, const Rows& rows, const JobContext& job)
{
    const Index positions = rows.rows();
    switch (change.change) {
    case Change::Shuffle:
        return pickedRows(rows, shuffledOrder(positions, change.seed), job);
    case Change::WithoutFirst:
        if (positions < 2)
            return refused(from, "one position: without row 0 nothing is left", "Choose a source with more positions.");
        return MatrixD(rows.bottomRows(positions - 1));
    case Change::Extend:
        if (change.rule == Rule::Formula)
            return continuedRows(change, from, rows);
        if (Status longer = mayExtend(from, change.length, positions); !longer)
            return std::unexpected(std::move(longer).error());
        if (change.rule != Rule::Interpolate)
            return pickedRows(rows,
                              change.rule == Rule::Tile ? tiledOrder(change.length, positions)
                                                        : clippedOrder(change.length, positions),
                              job);
        [[fallthrough]];
    case Change::Interpolate:
        if (Status possible = hasTwoEnds(from, change.length, positions); !possible)
            return std::unexpected(std::move(possible).error());
        return resampledRows(rows, change.length, job);
    }
    return MatrixD(rows);
}

Result<Encoding> ofTable(const WhatIf& change, const Encoding& from, const Rows& rows, const JobContext& job)
{
    const Index length = std::max(change.length, rows.rows());
    if (Status fits = fitsIntoMemory(from, length, rows.cols()); !fits)
        return std::unexpected(std::move(fits).error());
    PESCOPE_TRY(values, changedRows(change, from, rows, job));
    checkpoint::TensorInfo computed;
    computed.readable = tables::DType::F64;
    computed.shape = {values.rows(), values.cols()};
    computed.file = from.file;
    TableFacts facts{.id = from.id, .family = from.family, .firstPositionRow = 0, .notes = {}};
    const bool continued = change.change == Change::Extend && change.rule == Rule::Formula;
    facts.mayBeSinusoid = from.kind == Kind::Sinusoid && change.change != Change::Shuffle && !continued;
    Encoding result = tableEncoding(computed, std::move(values), std::move(facts));
    if (continued) { // known, however coarsely the stored rows were rounded
        result.kind = from.kind;
        result.parameters = from.parameters;
        std::get<StoredTable>(result.content).sinusoid = std::get<StoredTable>(from.content).sinusoid;
    }
    result.heads = from.heads;
    result.layer = from.layer;
    result.usedByModel = from.usedByModel;
    result.formula = from.formula;
    return marked(std::move(result), change, from, rows.rows());
}

Result<Encoding> ofSinusoid(const WhatIf& change, const Encoding& from, const SinusoidSpec& spec, const JobContext& job)
{
    if (change.change != Change::Extend || change.rule != Rule::Formula) {
        if (Status fits = fitsIntoMemory(from, spec.length, spec.columns()); !fits)
            return std::unexpected(std::move(fits).error());
        return ofTable(change, from, table(spec, 0, spec.length), job);
    }
    if (Status longer = mayExtend(from, change.length, spec.length); !longer)
        return std::unexpected(std::move(longer).error());
    SinusoidSpec extended = spec;
    extended.length = change.length;
    Encoding source = from;
    source.notes.clear(); // those of the spec are made anew
    std::ranges::copy_if(from.notes, std::back_inserter(source.notes),
                         [](const std::string& note) { return note.starts_with(kMark); });
    return marked(sinusoidEncoding(extended), change, source, spec.length);
}

Result<Encoding> ofRelative(const WhatIf& change, const Encoding& from, const RelativeTable& table,
                            const JobContext& job)
{
    const Index reach = -table.lowestOffset();
    const Index positions = reach + 1;
    Index newReach = reach;
    if (change.change == Change::WithoutFirst)
        return refused(from, fmt::format("row 0 is offset {}, not a position", table.firstOffset),
                       "Leaving it out would move every offset; apply without-first to an absolute table.");
    if (change.change != Change::Shuffle) {
        if (table.lowestOffset() + table.rows->rows() - 1 != reach)
            return refused(from,
                           fmt::format("its offsets {} … {} are not the same on both sides", -reach,
                                       table.lowestOffset() + table.rows->rows() - 1),
                           "Only a table that reaches equally far on both sides can be extended or resampled.");
        if (change.change == Change::Extend && (change.rule == Rule::Tile || change.rule == Rule::Formula))
            return refused(from,
                           change.rule == Rule::Tile ? "offsets do not start again from row 0"
                                                     : "a table has no formula that goes on beyond its offsets",
                           "Use rule=clip (as models do beyond the largest offset) or rule=interpolate.");
        if (change.change == Change::Extend)
            if (Status longer = mayExtend(from, change.length, positions); !longer)
                return std::unexpected(std::move(longer).error());
        newReach = change.length - 1;
        if (newReach < 1)
            return fail(ErrorCode::Shape,
                        fmt::format("{}: {} position has no offset other than 0", from.id, change.length),
                        "Choose at least 2.");
        if (Status fits = fitsIntoMemory(from, 2 * newReach + 1, table.rows->cols()); !fits)
            return std::unexpected(std::move(fits).error());
    }
    const bool clips = change.change == Change::Extend && change.rule == Rule::Clip;
    std::vector<Index> order;
    if (clips)
        for (Index row = -newReach; row <= newReach; ++row) // stored order is offsets up or down: the middle is 0
            order.push_back(std::clamp(row, -reach, reach) + reach);
    else if (change.change == Change::Shuffle)
        order = shuffledOrder(table.rows->rows(), change.seed);
    PESCOPE_TRY(values,
                order.empty() ? resampledRows(*table.rows, 2 * newReach + 1, job)
                              : pickedRows(*table.rows, order, job));

    Encoding result = from;
    result.notes.clear();
    result.tensor.clear();
    result.dtype = tables::DType::F64;
    result.shape = {values.rows(), values.cols()};
    result.positions = values.rows();
    RelativeTable changed{.rows = {}, .firstOffset = table.firstOffset, .ascending = table.ascending};
    if (change.change != Change::Shuffle)
        changed.firstOffset = table.ascending ? -newReach : newReach;
    const Index lastOffset =
        table.ascending ? changed.firstOffset + values.rows() - 1 : changed.firstOffset - (values.rows() - 1);
    nlohmann::json parameters = from.parameters ? *from.parameters : nlohmann::json::object();
    parameters["offsets"] = {changed.firstOffset, lastOffset};
    result.parameters = std::make_shared<const nlohmann::json>(std::move(parameters));
    result.notes.push_back(table.ascending
                               ? fmt::format("row r is offset m = i − j = r − {} (query − key)", -changed.firstOffset)
                               : fmt::format("row r is offset m = i − j = {} − r (query − key)", changed.firstOffset));
    noteFaultyOffsets(result, values);
    changed.rows = std::make_shared<const MatrixD>(std::move(values));
    result.content = std::move(changed);
    return marked(std::move(result), change, from, positions);
}

/// Kinds that are computed for any number of positions and have no rows of their own.
Result<Encoding> byFormula(const WhatIf& change, const Encoding& from)
{
    constexpr std::string_view kWhy[] = {"it follows a formula at every length, so a rule has nothing to fill",
                                         "it has no rows to resample", "it has no rows to shuffle",
                                         "it has no row 0 that could be left out"};
    if (change.change != Change::Extend || change.rule != Rule::Formula)
        return refused(from, kWhy[static_cast<std::size_t>(change.change)],
                       "Of the what-ifs it takes whatif:extend=N alone, without a rule.");
    if (const auto* bias = std::get_if<LogitBias>(&from.content); bias && !bias->byOffset())
        return refused(from, fmt::format("it is of a window of {} positions, and no more", bias->length),
                       "Tables and formulas can be extended.");
    if (const auto* relative = std::get_if<RelativeSinusoid>(&from.content)) {
        if (Status longer = mayExtend(from, change.length, relative->maxOffset + 1); !longer)
            return std::unexpected(std::move(longer).error());
        RelativeSinusoid extended = *relative;
        extended.maxOffset = change.length - 1;
        if (Status valid = validate(extended); !valid)
            return std::unexpected(withContext(std::move(valid).error(), from.id));
        Encoding source = from;
        source.notes.clear();
        std::ranges::copy_if(from.notes, std::back_inserter(source.notes),
                             [](const std::string& note) { return note.starts_with(kMark); });
        return marked(relativeSinusoidEncoding(extended), change, source, relative->maxOffset + 1);
    }
    const Index positions = from.positions.value_or(0);
    if (Status longer = mayExtend(from, change.length, positions); !longer)
        return std::unexpected(std::move(longer).error());
    Encoding extended = from;
    extended.notes.clear();
    setLength(extended, change.length);
    return marked(std::move(extended), change, from, positions);
}

bool opensByItself(const Encoding& encoding)
{
    return encoding.usedByModel && !isCandidate(encoding);
}

} // namespace

Result<Encoding> applied(const WhatIf& change, const Encoding& from, const JobContext& job)
{
    return runGuarded([&]() -> Result<Encoding> {
        if (const auto* table = std::get_if<StoredTable>(&from.content))
            return ofTable(change, from, table->positionRows(), job);
        if (const auto* sinusoid = std::get_if<SinusoidSpec>(&from.content))
            return ofSinusoid(change, from, *sinusoid, job);
        if (const auto* relative = std::get_if<RelativeTable>(&from.content))
            return ofRelative(change, from, *relative, job);
        if (std::holds_alternative<GivenMap>(from.content))
            return refused(from, "a map that is given as it is has no rows of positions",
                           "Open the table behind it; what-ifs change tables and formulas.");
        return byFormula(change, from);
    });
}

Result<Source> applied(const std::vector<WhatIf>& changes, Source source, const JobContext& job)
{
    std::vector<Encoding> kept;
    std::optional<Error> first, firstThatOpens;
    for (const Encoding& encoding : source.encodings) {
        Result<Encoding> changed = encoding;
        for (const WhatIf& change : changes)
            if (changed)
                changed = applied(change, *changed, job);
        if (changed) {
            kept.push_back(*std::move(changed));
            continue;
        }
        if (changed.error().code == ErrorCode::Cancelled)
            return std::unexpected(std::move(changed).error());
        source.warnings.push_back(fmt::format("left out, {}", changed.error().message));
        if (!first)
            first = changed.error();
        if (!firstThatOpens && opensByItself(encoding))
            firstThatOpens = std::move(changed).error();
    }
    if (firstThatOpens && std::ranges::none_of(kept, opensByItself))
        return std::unexpected(*std::move(firstThatOpens));
    if (first && kept.empty())
        return std::unexpected(*std::move(first));
    source.encodings = std::move(kept);
    return source;
}

} // namespace pescope::encoding
