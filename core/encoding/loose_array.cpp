// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/loose_array.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <optional>

namespace pescope::encoding {

using checkpoint::Checkpoint;
using checkpoint::TensorInfo;
using tables::MatrixD;

namespace {

std::string nameOf(const Checkpoint& source, const TensorInfo& array)
{
    const std::string file = array.file.filename().string();
    return source.format() == "npz" ? fmt::format("{} in {}", array.name, file) : file;
}

std::string refusedIntegers(const Checkpoint& source, const TensorInfo& array)
{
    return fmt::format("{} is {} {}: whole numbers are not taken for a position table", nameOf(source, array),
                       array.dtype, shapeText(array.shape));
}

/// What the numbers alone cannot tell, and how to say it.
std::vector<std::string> readingNotes(const std::string& path, std::int64_t rows, std::int64_t columns)
{
    std::vector<std::string> notes;
    if (rows == columns && rows > 1)
        notes.push_back(fmt::format("read as a table of {} positions × {} dimensions; to read it as the map S itself, "
                                    "open matrix:{}",
                                    rows, columns, path));
    if (rows > 1 && columns > 2 * rows)
        notes.push_back(
            fmt::format("read as a table of {} positions × {} dimensions; if the file keeps one dimension a "
                        "row, open transposed:{} for {} positions",
                        rows, columns, path, columns));
    return notes;
}

/// The one array of a file that a map or a transposed table is read from.
Result<std::size_t> onlyMatrix(const Checkpoint& source)
{
    std::optional<std::size_t> found;
    for (std::size_t k = 0; k < source.tensors().size(); ++k) {
        if (withoutLeadingOnes(source.tensors()[k].shape).size() != 2)
            continue;
        if (found)
            return fail(ErrorCode::Format, fmt::format("{} holds several matrices", source.path().string()),
                        "Save the one that is meant in a .npy or .csv file of its own.");
        found = k;
    }
    if (!found)
        return fail(ErrorCode::Format, fmt::format("{} holds no matrix", source.path().string()),
                    "A matrix has two axes, rows × columns.");
    return *found;
}

Result<Checkpoint> openLoose(const std::string& spec, const std::string& path)
{
    if (path.empty())
        return fail(ErrorCode::Format, fmt::format("{} names no file", spec), "Write the file behind the colon.");
    PESCOPE_TRY(source, Checkpoint::open(path));
    if (!isLoose(source))
        return fail(ErrorCode::Unsupported, fmt::format("{} is a {} file", path, source.format()),
                    "Only .npy, .npz and .csv files can be read this way.");
    return source;
}

Source sourceOf(const std::string& spec, const Checkpoint& checkpoint)
{
    return {.spec = spec,
            .container = std::string(checkpoint.format()),
            .family = {},
            .encodings = {},
            .tensors = tensorList(checkpoint),
            .warnings = checkpoint.warnings()};
}

} // namespace

bool isLoose(const Checkpoint& source)
{
    return source.format() == "npy" || source.format() == "npz" || source.format() == "csv";
}

Result<Source> resolveLoose(const std::string& spec, const Checkpoint& checkpoint)
{
    Source result = sourceOf(spec, checkpoint);
    std::vector<std::string> refused;
    std::vector<std::string> listed;
    for (std::size_t k = 0; k < checkpoint.tensors().size(); ++k) {
        const TensorInfo& array = checkpoint.tensors()[k];
        const std::vector<std::int64_t> shape = withoutLeadingOnes(array.shape);
        if (shape.size() != 2) {
            listed.push_back(fmt::format("{} {} {}", nameOf(checkpoint, array), array.dtype, shapeText(array.shape)));
            if (shape.size() > 2)
                result.warnings.push_back(fmt::format("{} has the shape {}: only arrays with two axes are tables",
                                                      nameOf(checkpoint, array), shapeText(array.shape)));
            continue;
        }
        if (array.readable && !tables::isFloating(*array.readable)) {
            refused.push_back(refusedIntegers(checkpoint, array));
            continue;
        }
        if (shape[0] == 0 || shape[1] == 0) {
            refused.push_back(
                fmt::format("{} has the shape {}: it is empty", nameOf(checkpoint, array), shapeText(array.shape)));
            continue;
        }
        TableFacts facts;
        facts.id = checkpoint.format() == "npz" ? array.name : "ape";
        if (checkpoint.format() != "npz") // matrix: and transposed: read files with one array
            facts.notes = readingNotes(spec, shape[0], shape[1]);
        PESCOPE_TRY(encoding, readTable(checkpoint, k, std::move(facts)));
        result.encodings.push_back(std::move(encoding));
    }
    if (result.encodings.empty()) {
        std::string message = fmt::format("{}: no position table", spec);
        if (!refused.empty())
            message += fmt::format("; {}", fmt::join(refused, "; "));
        if (!listed.empty())
            message += fmt::format("; it holds {}", fmt::join(listed, ", "));
        return fail(ErrorCode::Format, std::move(message),
                    "A table is a floating array with two axes, positions × dimensions.");
    }
    result.warnings.insert(result.warnings.end(), refused.begin(), refused.end());
    makeIdsUnique(result.encodings);
    return result;
}

Result<Source> openMatrix(const std::string& spec, const std::string& path)
{
    PESCOPE_TRY(checkpoint, openLoose(spec, path));
    PESCOPE_TRY(index, onlyMatrix(checkpoint));
    PESCOPE_TRY(values, readMatrix(checkpoint, index));
    const TensorInfo& array = checkpoint.tensors()[index];

    Encoding encoding;
    encoding.id = "matrix";
    encoding.kind = Kind::Matrix;
    encoding.title = array.file.filename().string();
    encoding.tensor = array.name;
    encoding.file = array.file.string();
    encoding.shape = array.shape;
    encoding.dtype = array.readable.value_or(tables::DType::F64);
    encoding.positions = values.rows();
    if (values.rows() != values.cols())
        encoding.notes.push_back(fmt::format("{} rows (i, query) × {} columns (j, key)", values.rows(), values.cols()));
    if (!values.allFinite())
        encoding.notes.emplace_back("some values are NaN or infinite: left out of colour scales and means");
    encoding.formula = mapFormula();
    encoding.content = GivenMap{.values = std::make_shared<const MatrixD>(std::move(values))};
    Source result = sourceOf(spec, checkpoint);
    result.encodings.push_back(std::move(encoding));
    return result;
}

Result<Source> openTransposed(const std::string& spec, const std::string& path)
{
    PESCOPE_TRY(checkpoint, openLoose(spec, path));
    PESCOPE_TRY(index, onlyMatrix(checkpoint));
    const TensorInfo& array = checkpoint.tensors()[index];
    if (!couldBeTable(array))
        return fail(ErrorCode::Format, refusedIntegers(checkpoint, array), "A table is a floating array.");
    PESCOPE_TRY(values, readMatrix(checkpoint, index));

    TableFacts facts;
    facts.id = "ape";
    facts.notes = {
        fmt::format("the file keeps {} {}; shown turned, one position a row", array.dtype, shapeText(array.shape))};
    const std::vector<std::int64_t> turned{values.cols(), values.rows()};
    Source result = sourceOf(spec, checkpoint);
    result.encodings.push_back(tableEncoding(array, MatrixD(values.transpose()), std::move(facts)));
    result.encodings.back().shape = turned;
    return result;
}

} // namespace pescope::encoding
