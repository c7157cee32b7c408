// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/model_tables.h"

#include "core/encoding/model_computed.h"
#include "core/encoding/model_relative.h"
#include "core/encoding/table_encoding.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace pescope::encoding {

using checkpoint::TensorInfo;
using tables::Index;

namespace {

std::string fileName(const TensorInfo& tensor)
{
    return tensor.file.filename().string();
}

std::string positionZeroNote(Index row)
{
    return fmt::format("position 0 is row {}: the rows before it are reserved (padding) and never added to a word",
                       row);
}

/// Row of position 0, with the sentences that say how it is known.
Index firstRow(const FamilyMatch& match, const ModelConfig& config, Index rows, std::vector<std::string>& notes)
{
    if (match.rule->rows == RowRule::First) {
        if (match.certainty == Certainty::ByName && rows > 2)
            notes.push_back(
                !config.modelType().empty()
                    ? fmt::format("model_type {} is not in the catalogue: position 0 is taken to be row 0",
                                  config.modelType())
                    : fmt::format("found by the name of the tensor alone: position 0 is taken to be row 0{}",
                                  match.rule->family.empty() ? ""
                                                             : " (in RoBERTa's relatives it is row 2; a config.json "
                                                               "beside the weights would tell)"));
        return 0;
    }
    if (match.rule->rows == RowRule::Third) {
        constexpr Index kReserved = 2;
        if (rows <= kReserved)
            return 0;
        notes.push_back(positionZeroNote(kReserved));
        return kReserved;
    }
    constexpr std::string_view kPad[] = {"pad_token_id"};
    const auto pad = config.number(kPad);
    const Index row = pad && pad->value >= 0 && pad->value < rows ? pad->value + 1 : 2;
    if (row >= rows) {
        notes.push_back(fmt::format("the table has {} rows, fewer than the {} that this family reserves: position 0 is "
                                    "taken to be row 0",
                                    rows, row));
        return 0;
    }
    if (!pad)
        notes.emplace_back("pad_token_id is not known: 1 is taken, as in the published models");
    else if (row != pad->value + 1)
        notes.push_back(fmt::format("pad_token_id {} fits no row of the table: 1 is taken", pad->value));
    notes.push_back(positionZeroNote(row));
    return row;
}

/// One sentence with both numbers and both file names where the config and the table disagree.
void compareWithConfig(const FamilyRule& rule, const ModelConfig& config, const TensorInfo& tensor,
                       std::vector<std::string>& notes)
{
    const std::vector<std::int64_t> shape = withoutLeadingOnes(tensor.shape);
    const auto compare = [&](std::span<const std::string_view> keys, std::int64_t stored, std::string_view what) {
        const auto said = config.number(keys);
        if (said && said->value != stored)
            notes.push_back(fmt::format("{} says {} {}, the table in {} has {} {}: the table is shown as stored",
                                        config.place(), said->key, said->value, fileName(tensor), stored, what));
    };
    compare(rule.lengthKeys, shape[0], "rows");
    compare(rule.widthKeys, shape[1], "columns");
}

/// Rows before the grid, and its sides.
struct Grid {
    int prefixTokens = 0;
    Index height = 0, width = 0;
};

/// The grid of the picture that the config describes, where the rows have room for it.
std::optional<Grid> gridOfConfig(const ModelConfig& config, Index rows)
{
    constexpr Index kMostPrefix = 16;
    const auto image = config.extent("image_size");
    const auto patch = config.extent("patch_size");
    if (!image || !patch)
        return std::nullopt;
    const Index height = image->first / patch->first;
    const Index width = image->second / patch->second;
    if (height < 1 || width < 1 || height > rows / width || rows - height * width > kMostPrefix)
        return std::nullopt;
    return Grid{static_cast<int>(rows - height * width), height, width};
}

/// A square grid behind the usual number of other rows.
std::optional<Grid> squareGrid(Index rows, int usualPrefix)
{
    for (const int prefix : {usualPrefix, 1, 0, 2}) {
        const auto side = static_cast<Index>(std::llround(std::sqrt(static_cast<double>(rows - prefix))));
        if (rows > prefix && side > 1 && side * side == rows - prefix)
            return Grid{prefix, side, side};
    }
    return std::nullopt;
}

std::string prefixText(int prefixTokens)
{
    if (prefixTokens == 0)
        return {};
    if (prefixTokens == 1)
        return "row 0 is the class token, then ";
    if (prefixTokens == 2)
        return "row 0 is the class token, row 1 the distillation token, then ";
    return fmt::format("the first {} rows are tokens of their own, then ", prefixTokens);
}

void describeGrid(Encoding& encoding, const FamilyRule& rule, const ModelConfig& config)
{
    const Index rows = *encoding.positions;
    const auto fromConfig = gridOfConfig(config, rows);
    const auto grid = fromConfig ? fromConfig : squareGrid(rows, rule.prefixTokens);
    if (!grid) {
        encoding.notes.push_back(fmt::format("a table over the patches of a picture, but {} rows are no square grid "
                                             "and {} names none: rows are shown in "
                                             "their order",
                                             rows, config.place()));
        return;
    }
    nlohmann::json parameters = encoding.parameters ? *encoding.parameters : nlohmann::json::object();
    parameters["grid"] = {grid->height, grid->width};
    parameters["prefix_tokens"] = grid->prefixTokens;
    encoding.parameters = std::make_shared<const nlohmann::json>(std::move(parameters));
    encoding.notes.push_back(fmt::format("{}patch (y, x) of a grid of {} rows × {} columns is row {}{}·y + x",
                                         prefixText(grid->prefixTokens), grid->height, grid->width,
                                         grid->prefixTokens > 0 ? fmt::format("{} + ", grid->prefixTokens) : "",
                                         grid->width));
    encoding.notes.emplace_back(kGridNote);
    if (!fromConfig)
        encoding.notes.push_back(fmt::format("the grid is taken to be square: image_size and patch_size of {} do not "
                                             "tell, or do not fit the table",
                                             config.place()));
    constexpr int kUsual = 2;
    if (grid->prefixTokens > kUsual)
        encoding.notes.push_back(fmt::format("{} rows are left before the grid of {}: taken as tokens of their own",
                                             grid->prefixTokens, config.place()));
}

/// A table that the file has and that holds no value: it is listed and never opens.
Encoding emptyTable(const TensorInfo& info, const FamilyRule& rule, const ModelConfig& config)
{
    const std::vector<std::int64_t> shape = withoutLeadingOnes(info.shape);
    Encoding encoding = storedEncoding(info, config);
    if (encoding.family.empty())
        encoding.family = rule.family;
    encoding.id = "ape";
    encoding.title = titled(encoding.family, "position_embeddings");
    encoding.positions = 0;
    encoding.firstPositionRow = 0;
    encoding.dim = shape[1];
    encoding.usedByModel = false;
    encoding.formula = unusedFormula();
    encoding.notes = {fmt::format("the shape {} leaves no value: no position has a row", shapeText(info.shape))};
    encoding.content = StoredTable{.rows = std::make_shared<const tables::MatrixD>(0, shape[1]), .sinusoid = {}};
    return encoding;
}

} // namespace

ModelConfig configOfPart(const ModelConfig& config, std::string_view tensor)
{
    for (const std::string_view section : partSections(modelPart(tensor)))
        if (config.hasSection(section))
            return config.section(section);
    return config;
}

Result<Encoding> readFamilyTable(const checkpoint::Checkpoint& source, const ModelConfig& config, std::size_t tensor,
                                 const FamilyMatch& match)
{
    const TensorInfo& info = source.tensors()[tensor];
    const FamilyRule& rule = *match.rule;
    const std::vector<std::int64_t> shape = withoutLeadingOnes(info.shape);
    if (shape[0] == 0)
        return emptyTable(info, rule, config);
    TableFacts facts;
    facts.id = "ape";
    facts.family = config.modelType().empty() ? std::string(rule.family) : config.modelType();
    facts.firstPositionRow = firstRow(match, config, shape[0], facts.notes);
    compareWithConfig(rule, config, info, facts.notes);
    const std::string unused = config.tableUnusedBecause();
    if (!unused.empty())
        facts.notes.push_back(fmt::format("not used by this model: {} in {}", unused, config.place()));
    PESCOPE_TRY(encoding, readTable(source, tensor, std::move(facts)));
    if (config.isTrue("sinusoidal_pos_embds") && encoding.kind != Kind::Sinusoid)
        encoding.notes.push_back(
            fmt::format("{} says sinusoidal_pos_embds, but the table is no sinusoid", config.place()));
    if (rule.meaning == RowMeaning::Patches)
        describeGrid(encoding, rule, config);
    if (!rule.part.empty())
        encoding.id = fmt::format("ape.{}", rule.part);
    encoding.usedByModel = unused.empty();
    encoding.formula = unused.empty() ? absoluteFormula(rule.input, rule.scale) : unusedFormula();
    return std::move(encoding);
}

void nameParts(std::vector<Encoding>& encodings)
{
    const auto isPlain = [](const Encoding& one) { return one.id == "ape"; };
    if (std::ranges::count_if(encodings, isPlain) < 2)
        return;
    const auto end = std::ranges::find_if_not(encodings, isPlain);
    for (Encoding& one : encodings)
        if (const std::string_view part = modelPart(one.tensor); isPlain(one) && !part.empty())
            one.id = fmt::format("ape.{}", part);
    // encoder before decoder, as data flows, however the file sorts them
    std::stable_sort(encodings.begin(), end, [](const Encoding& a, const Encoding& b) {
        return a.id != "ape.decoder" && b.id == "ape.decoder";
    });
}

} // namespace pescope::encoding
