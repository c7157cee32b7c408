// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/table_encoding.h"

#include "core/base/number_text.h"
#include "core/encoding/limits.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace pescope::encoding {

using checkpoint::Checkpoint;
using checkpoint::TensorInfo;
using tables::DType;
using tables::Index;
using tables::MatrixD;

namespace {

/// How far a stored sinusoid may lie from its formula: half a unit in the last place near 1 for the short types; the
/// frameworks compute the angle p·ω in float32, which is off by half a unit in its last place at the last row.
double sinusoidTolerance(DType dtype, Index rows)
{
    switch (dtype) {
    case DType::BF16:
        return 4e-3;
    case DType::F16:
        return 6e-4;
    default:
        return std::max(2e-5, static_cast<double>(rows) * 0x1p-23);
    }
}

std::string numberList(const std::vector<Index>& numbers)
{
    constexpr std::size_t kNamed = 8;
    const std::vector<Index> named(numbers.begin(),
                                   numbers.begin() + std::min<std::ptrdiff_t>(kNamed, std::ssize(numbers)));
    std::string text = fmt::format("{}", fmt::join(named, ", "));
    if (numbers.size() > kNamed)
        text += fmt::format(" and {} more", numbers.size() - kNamed);
    return text;
}

void noteValues(Encoding& encoding, const StoredTable& table)
{
    std::vector<Index> bad;
    for (Index p = 0; p < table.positions; ++p)
        if (!table.rows->row(table.firstPositionRow + p).allFinite())
            bad.push_back(p);
    if (!bad.empty())
        encoding.notes.push_back(
            fmt::format("{} {} of {} {} NaN or infinite values: left out of colour scales and means",
                        bad.size() == 1 ? "position" : "positions", numberList(bad), table.positions,
                        bad.size() == 1 ? "holds" : "hold"));
    if (auto note = overflowNote(table.positionRows()))
        encoding.notes.push_back(*std::move(note));
    if (table.positions == 1)
        encoding.notes.push_back(onePositionNote());
}

void describeSinusoid(Encoding& encoding, const RecognisedSinusoid& found)
{
    nlohmann::json parameters{{"layout", name(found.layout)}, {"max_residual", found.maxResidual}};
    std::string progression = "frequencies that are no geometric series";
    if (found.base > 0) {
        parameters["base"] = found.base;
        parameters["first"] = found.first;
        parameters["spacing"] = name(found.spacing);
        progression = fmt::format("base {:.6g}, first {}, spacing {}: the likeliest of those with these frequencies",
                                  found.base, found.first, name(found.spacing));
    }
    encoding.kind = Kind::Sinusoid;
    encoding.parameters = std::make_shared<const nlohmann::json>(std::move(parameters));
    encoding.notes.push_back(fmt::format("recognised as a stored sinusoid (layout {}, {}); ω is fitted, the largest "
                                         "difference from the table is {:.2g}",
                                         name(found.layout), progression, found.maxResidual));
}

std::string titleOf(const TableFacts& facts, const std::string& tensor)
{
    std::string_view leaf = tensor;
    if (leaf.ends_with(".weight"))
        leaf.remove_suffix(7);
    leaf = leaf.substr(leaf.rfind('.') + 1);
    if (leaf.empty())
        leaf = facts.id;
    return facts.family.empty() ? std::string(leaf) : fmt::format("{} · {}", facts.family, leaf);
}

std::string placeOf(const TensorInfo& tensor)
{
    return fmt::format("{}: tensor {}", tensor.file.string(), tensor.name);
}

} // namespace

std::string shapeText(std::span<const std::int64_t> shape)
{
    return fmt::format("[{}]", fmt::join(shape, ", "));
}

std::vector<std::int64_t> withoutLeadingOnes(std::span<const std::int64_t> shape)
{
    while (shape.size() > 2 && shape.front() == 1)
        shape = shape.subspan(1);
    return {shape.begin(), shape.end()};
}

bool couldBeTable(const TensorInfo& tensor)
{
    return withoutLeadingOnes(tensor.shape).size() == 2 && (!tensor.readable || tables::isFloating(*tensor.readable));
}

std::string onePositionNote()
{
    return "one position: translation invariance, symmetry and monotonicity are undefined below at least 2 positions";
}

std::optional<std::string> overflowNote(const Eigen::Ref<const MatrixD>& rows)
{
    double largest = 0;
    for (Index r = 0; r < rows.rows(); ++r)
        for (Index c = 0; c < rows.cols(); ++c)
            if (const double size = std::abs(rows(r, c)); std::isfinite(size))
                largest = std::max(largest, size);
    const auto overflows = [&](double most) { return largest > std::sqrt(most / static_cast<double>(rows.cols())); };
    if (overflows(std::numeric_limits<double>::max()))
        return fmt::format("values up to {:.2g}: products overflow (beyond 1.8e308), so proximities, ranges and "
                           "properties of these rows mean nothing; divide the table by a number first",
                           largest);
    if (overflows(std::numeric_limits<float>::max()))
        return fmt::format(
            "values up to {:.2g}: products overflow the float32 of pictures (beyond 3.4e38): their colours "
            "may be wrong; numbers are computed in float64 and hold",
            largest);
    return std::nullopt;
}

void noteFaultyOffsets(Encoding& encoding, const MatrixD& rows)
{
    if (!rows.allFinite())
        encoding.notes.emplace_back("some values are NaN or infinite: left out of colour scales and means");
    if (auto note = overflowNote(rows))
        encoding.notes.push_back(*std::move(note));
}

Result<MatrixD> readMatrix(const Checkpoint& source, std::size_t tensor)
{
    const TensorInfo& info = source.tensors()[tensor];
    const std::vector<std::int64_t> shape = withoutLeadingOnes(info.shape);
    if (shape.size() != 2 || shape[0] < 1 || shape[1] < 1)
        return fail(ErrorCode::Shape,
                    fmt::format("{} has the shape {}, which is no table", placeOf(info), shapeText(info.shape)),
                    "A table has two axes, positions × dimensions, with at least one of each.");
    if (shape[0] > kMaxValues / shape[1])
        return fail(ErrorCode::Shape,
                    fmt::format("{} has the shape {}: a table has at most {} values", placeOf(info),
                                shapeText(info.shape), kMaxValues),
                    "Position tables are far smaller; to look at a part of it, save that part as .npy.");
    auto bytes = source.read(tensor);
    if (!bytes)
        return std::unexpected(withContext(std::move(bytes).error(), placeOf(info)));
    auto values = tables::toDouble(bytes->bytes, bytes->dtype);
    if (!values)
        return std::unexpected(withContext(std::move(values).error(), placeOf(info)));
    if (static_cast<std::uint64_t>(shape[0]) * static_cast<std::uint64_t>(shape[1]) != values->size())
        return fail(ErrorCode::Shape,
                    fmt::format("{}: {} values do not fill the shape {}", placeOf(info), values->size(),
                                shapeText(info.shape)));
    return MatrixD(Eigen::Map<const MatrixD>(values->data(), shape[0], shape[1]));
}

Encoding tableEncoding(const TensorInfo& tensor, MatrixD values, TableFacts facts)
{
    PESCOPE_EXPECTS(facts.firstPositionRow >= 0 && facts.firstPositionRow < values.rows());
    StoredTable table;
    table.firstPositionRow = facts.firstPositionRow;
    table.positions = values.rows() - facts.firstPositionRow;
    table.rows = std::make_shared<const MatrixD>(std::move(values));

    Encoding encoding;
    encoding.title = titleOf(facts, tensor.name);
    encoding.id = std::move(facts.id);
    encoding.family = std::move(facts.family);
    encoding.tensor = tensor.name;
    encoding.file = tensor.file.string();
    encoding.shape = tensor.shape;
    encoding.dtype = tensor.readable.value_or(DType::F64);
    encoding.positions = table.positions;
    encoding.firstPositionRow = table.firstPositionRow;
    encoding.dim = table.rows->cols();
    encoding.notes = std::move(facts.notes);
    noteValues(encoding, table);
    const double tolerance = sinusoidTolerance(encoding.dtype, table.positions);
    if (facts.mayBeSinusoid)
        table.sinusoid = table.firstPositionRow == 0 ? recogniseSinusoid(*table.rows, tolerance)
                                                     : recogniseSinusoid(table.positionRows(), tolerance);
    if (table.sinusoid)
        describeSinusoid(encoding, *table.sinusoid);
    encoding.formula = absoluteFormula();
    encoding.content = std::move(table);
    return encoding;
}

Result<Encoding> readTable(const Checkpoint& source, std::size_t tensor, TableFacts facts)
{
    PESCOPE_TRY(values, readMatrix(source, tensor));
    return tableEncoding(source.tensors()[tensor], std::move(values), std::move(facts));
}

void makeIdsUnique(std::vector<Encoding>& encodings)
{
    std::set<std::string> taken;
    std::map<std::string, int> last;
    for (Encoding& encoding : encodings) {
        std::string id = encoding.id;
        int& number = last.try_emplace(encoding.id, 1).first->second;
        while (!taken.insert(id).second)
            id = fmt::format("{}.{}", encoding.id, ++number);
        encoding.id = id;
    }
}

std::vector<Source::Tensor> tensorList(const Checkpoint& source)
{
    std::vector<Source::Tensor> list;
    list.reserve(source.tensors().size());
    for (const TensorInfo& tensor : source.tensors())
        list.push_back({tensor.name, tensor.dtype, tensor.shape});
    return list;
}

} // namespace pescope::encoding
