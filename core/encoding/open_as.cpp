// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/open_as.h"

#include "core/base/number_text.h"
#include "core/encoding/catalogue.h"
#include "core/encoding/key_values.h"
#include "core/encoding/model_computed.h"
#include "core/encoding/table_encoding.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace pescope::encoding {

using tables::Index;

namespace {

constexpr std::string_view kOpenAs = "as:";
constexpr long long kMost = 1 << 28;
constexpr std::string_view kOpenAsForms =
    "Write "
    "as:tensor=NAME,family=MODEL_TYPE,kind=absolute|relative,transpose=yes|no,offset=K,positions=N,grid="
    "HxW,prefix=P,sign=query-key|key-query:"
    "SOURCE, with the keys that are needed.";
constexpr std::string_view kOpenAsKinds[] = {"absolute", "relative"};
constexpr std::string_view kYesNo[] = {"no", "yes"};
constexpr std::string_view kSigns[] = {"query-key", "key-query"};
constexpr KeyValues::Allowed kOpenAsKeys[] = {
    {"tensor", "the stored name of a tensor with two axes"},
    {"family", "a model_type, as roberta"},
    {"kind", "absolute or relative"},
    {"transpose", "yes or no"},
    {"sign", "query-key or key-query: how the rows of a relative table run"},
    {"offset", "a whole number: the row of position 0, or m of row 0 of a relative table"},
    {"positions", "a whole number from 1"},
    {"grid", "rows x columns, as in 14x14"},
    {"prefix", "a whole number from 0: positions in front of the grid"},
};

Result<std::pair<Index, Index>> parseGrid(const std::string& text)
{
    const auto cross = text.find('x');
    const auto rows = cross == std::string::npos ? std::nullopt : parseInteger(text.substr(0, cross));
    const auto columns = rows ? parseInteger(text.substr(cross + 1)) : std::nullopt;
    if (!columns || *rows < 1 || *columns < 1 || *rows > kMost / *columns)
        return fail(ErrorCode::Format, fmt::format("as: grid={} is not rows x columns", text),
                    std::string(kOpenAsForms));
    return std::pair<Index, Index>(*rows, *columns);
}

Result<OpenAs> parseKeys(std::string_view text)
{
    auto parsed = KeyValues::parse("as", text, kOpenAsKeys);
    if (!parsed) {
        Error error = std::move(parsed).error();
        error.hint = kOpenAsForms;
        return std::unexpected(std::move(error));
    }
    const KeyValues& keys = *parsed;
    OpenAs as;
    if (const std::string* tensor = keys.find("tensor"))
        as.tensor = *tensor;
    if (const std::string* family = keys.find("family")) {
        if (const auto known = knownModelTypes(); !std::ranges::binary_search(known, *family))
            return fail(ErrorCode::Format, fmt::format("as: family={}, which the catalogue does not have", *family),
                        fmt::format("It has {}.", fmt::join(known, ", ")));
        as.family = *family;
    }
    PESCOPE_TRY(kind, keys.choice("kind", std::size(kOpenAsKinds), kOpenAsKinds));
    as.kind = kind == 0 ? OpenAs::Kind::Absolute : kind == 1 ? OpenAs::Kind::Relative : OpenAs::Kind::AsFound;
    PESCOPE_TRY(transpose, keys.choice("transpose", 0, kYesNo));
    as.transpose = transpose == 1;
    PESCOPE_TRY(sign, keys.choice("sign", 0, kSigns));
    as.keyMinusQuery = sign == 1;
    const bool relative = as.kind == OpenAs::Kind::Relative;
    if (keys.find("offset")) {
        PESCOPE_TRY(offset, keys.integer("offset", 0, relative ? -kMost : 0, kMost));
        as.offset = offset;
    }
    if (keys.find("positions")) {
        PESCOPE_TRY(positions, keys.integer("positions", 1, 1, kMost));
        as.positions = positions;
    }
    if (const std::string* sides = keys.find("grid")) {
        PESCOPE_TRY(grid, parseGrid(*sides));
        as.grid = grid;
    }
    PESCOPE_TRY(prefix, keys.integer("prefix", 0, 0, kMost));
    as.prefix = prefix;
    for (const std::string_view key : {"positions", "grid", "prefix"})
        if (relative && keys.find(key))
            return fail(ErrorCode::Format, fmt::format("as: {} belongs to kind=absolute", key),
                        std::string(kOpenAsForms));
    if (!relative && keys.find("sign"))
        return fail(ErrorCode::Format, "as: sign belongs to kind=relative", std::string(kOpenAsForms));
    return as;
}

/// All stored rows of a table by position or by offset.
tables::SharedMatrix storedRows(const Encoding& encoding)
{
    if (const auto* table = std::get_if<StoredTable>(&encoding.content))
        return table->rows;
    if (const auto* table = std::get_if<RelativeTable>(&encoding.content))
        return table->rows;
    return nullptr;
}

checkpoint::TensorInfo tensorOf(const Encoding& found, const OpenAs& as)
{
    checkpoint::TensorInfo tensor;
    tensor.name = found.tensor;
    tensor.file = found.file;
    tensor.readable = found.dtype;
    tensor.dtype = tables::name(found.dtype);
    tensor.shape = found.shape;
    if (as.transpose && tensor.shape.size() > 1)
        std::swap(tensor.shape[tensor.shape.size() - 2], tensor.shape.back());
    return tensor;
}

std::string byHand(const OpenAs& as)
{
    std::string text = specText(as);
    return fmt::format("read by hand as {}", text.substr(kOpenAs.size(), text.size() - kOpenAs.size() - 1));
}

Result<Encoding> absolute(const OpenAs& as, const Encoding& found, tables::MatrixD rows)
{
    const Index count = rows.rows();
    const auto* before = std::get_if<StoredTable>(&found.content);
    const bool kept = before && !as.transpose;
    const Index first = as.offset.value_or(kept ? before->firstPositionRow : 0);
    if (first >= count)
        return fail(ErrorCode::Shape, fmt::format("as: offset={}, but {} has {} rows", first, found.tensor, count),
                    fmt::format("Choose 0 … {}.", count - 1));
    const Index positions = as.positions.value_or(count - first);
    if (positions > count - first)
        return fail(ErrorCode::Shape,
                    fmt::format("as: positions={}, but {} has {} rows from row {} on", positions, found.tensor,
                                count - first, first),
                    fmt::format("Choose 1 … {}.", count - first));
    if (as.grid && as.grid->first * as.grid->second + as.prefix != positions)
        return fail(ErrorCode::Shape,
                    fmt::format("as: a grid of {} × {} and {} in front of it are {} positions, {} has {}",
                                as.grid->first, as.grid->second, as.prefix,
                                as.grid->first * as.grid->second + as.prefix, found.tensor, positions),
                    "Choose rows and columns whose product and the prefix are the positions.");
    Encoding encoding = tableEncoding(tensorOf(found, as), std::move(rows),
                                      {.id = found.id, .family = found.family, .firstPositionRow = first, .notes = {}});
    auto& table = std::get<StoredTable>(encoding.content);
    table.positions = positions;
    encoding.positions = positions;
    encoding.title = found.title;
    encoding.formula = found.formula;
    encoding.layer = found.layer;
    nlohmann::json parameters =
        found.parameters && found.kind == Kind::Absolute ? *found.parameters : nlohmann::json::object();
    if (as.grid) {
        parameters["grid"] = {as.grid->first, as.grid->second};
        parameters["prefix_tokens"] = as.prefix;
        encoding.notes.emplace_back(kGridNote);
    }
    encoding.parameters = std::make_shared<const nlohmann::json>(std::move(parameters));
    return encoding;
}

Result<Encoding> relative(const OpenAs& as, const Encoding& found, tables::MatrixD rows)
{
    const Index count = rows.rows();
    if (!as.offset && count % 2 == 0)
        return fail(
            ErrorCode::Shape,
            fmt::format("as: {} has {} rows, an even number: no row in the middle is m = 0", found.tensor, count),
            "Say with offset=K which m row 0 has.");
    const Index reach = (count - 1) / 2;
    const Index first = as.offset.value_or(as.keyMinusQuery ? reach : -reach);
    Encoding encoding = found;
    encoding.kind = Kind::Relative;
    encoding.shape = tensorOf(found, as).shape;
    encoding.id = "relative";
    encoding.title = titled(found.family, "relative");
    encoding.positions = count;
    encoding.firstPositionRow = 0;
    encoding.formula = relativeFormula(false);
    encoding.dim = rows.cols();
    encoding.notes.clear();
    noteFaultyOffsets(encoding, rows);
    RelativeTable table{.rows = std::make_shared<const tables::MatrixD>(std::move(rows)),
                        .firstOffset = first,
                        .ascending = !as.keyMinusQuery};
    encoding.parameters = std::make_shared<const nlohmann::json>(
        nlohmann::json{{"sign", kSigns[as.keyMinusQuery ? 1 : 0]}, {"offsets", {first, table.lastOffset()}}});
    encoding.content = std::move(table);
    return encoding;
}

} // namespace

std::size_t openAsPrefix(std::string_view text)
{
    if (!text.starts_with(kOpenAs))
        return 0;
    std::error_code ignored;
    if (std::filesystem::exists(std::string(text), ignored)
        || std::filesystem::exists(std::string(text.substr(0, text.rfind('#'))), ignored))
        return 0;
    const auto colon = text.find(':', kOpenAs.size());
    return colon == std::string_view::npos ? text.size() : colon + 1;
}

std::string specText(const OpenAs& as)
{
    std::vector<std::string> parts;
    if (!as.tensor.empty())
        parts.push_back("tensor=" + as.tensor);
    if (!as.family.empty())
        parts.push_back("family=" + as.family);
    if (as.kind != OpenAs::Kind::AsFound)
        parts.push_back(fmt::format("kind={}", kOpenAsKinds[as.kind == OpenAs::Kind::Relative ? 1 : 0]));
    if (as.transpose)
        parts.emplace_back("transpose=yes");
    if (as.keyMinusQuery)
        parts.emplace_back("sign=key-query");
    if (as.offset)
        parts.push_back(fmt::format("offset={}", *as.offset));
    if (as.positions)
        parts.push_back(fmt::format("positions={}", *as.positions));
    if (as.grid)
        parts.push_back(fmt::format("grid={}x{}", as.grid->first, as.grid->second));
    if (as.prefix > 0)
        parts.push_back(fmt::format("prefix={}", as.prefix));
    return parts.empty() ? std::string() : fmt::format("{}{}:", kOpenAs, fmt::join(parts, ","));
}

Result<OpenAsText> parseOpenAs(std::string_view spec)
{
    const std::size_t prefix = openAsPrefix(spec);
    if (prefix == 0)
        return OpenAsText{std::nullopt, std::string(spec)};
    if (prefix == spec.size())
        return fail(ErrorCode::Format, fmt::format("{} names no source", spec), std::string(kOpenAsForms));
    PESCOPE_TRY(as, parseKeys(spec.substr(kOpenAs.size(), prefix - kOpenAs.size() - 1)));
    return OpenAsText{as, std::string(spec.substr(prefix))};
}

Result<Encoding> opened(const OpenAs& as, const Encoding& found)
{
    if (as == OpenAs{})
        return found;
    OpenAs alone;
    alone.family = as.family;
    if (as == alone) { // whatever kind it is
        Encoding encoding = found;
        encoding.notes.insert(encoding.notes.begin(), byHand(as));
        return encoding;
    }
    const tables::SharedMatrix stored = storedRows(found);
    if (!stored)
        return fail(ErrorCode::Unsupported, fmt::format("as: {} is no stored table", found.id),
                    "A table of positions or of offsets can be read in another way; choose its tensor with #ID.");
    tables::MatrixD rows = as.transpose ? tables::MatrixD(stored->transpose()) : *stored;
    const bool toRelative = as.kind == OpenAs::Kind::Relative
        || (as.kind == OpenAs::Kind::AsFound && std::holds_alternative<RelativeTable>(found.content));
    auto encoding = toRelative ? relative(as, found, std::move(rows)) : absolute(as, found, std::move(rows));
    if (encoding && !as.tensor.empty()) { // a person chose it: it opens by itself
        encoding->id = toRelative ? "relative" : "ape";
        encoding->usedByModel = true;
    }
    if (encoding)
        encoding->notes.insert(encoding->notes.begin(), byHand(as));
    return encoding;
}

} // namespace pescope::encoding
