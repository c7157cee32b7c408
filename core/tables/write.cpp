// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/write.h"

#include "core/base/atomic_file.h"
#include "core/base/checked.h"
#include "core/base/number_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstring>
#include <ostream>

namespace pescope::tables {

static_assert(std::endian::native == std::endian::little, "values are written as they lie in memory");

namespace {

constexpr std::size_t kGathered = 1 << 16; // bytes gathered before they go to the stream

/// NumPy's own spelling of a tuple: "()", "(3,)", "(3, 4)".
std::string tupleText(const std::vector<std::int64_t>& shape)
{
    return shape.size() == 1 ? fmt::format("({},)", shape[0]) : fmt::format("({})", fmt::join(shape, ", "));
}

/// numpy/lib/format.py, version 1.0: magic, version, uint16 length, a dict literal, blanks and a line feed up to a
/// multiple of 64 bytes.
std::string npyHeader(const ArrayView& array)
{
    std::string dict = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}",
                                   array.precision == Precision::Float32 ? "<f4" : "<f8", tupleText(array.shape));
    constexpr std::size_t kPrefix = 10;
    dict.append(63 - (kPrefix + dict.size()) % 64, ' ');
    dict += '\n';
    std::string header("\x93NUMPY\x01\x00", 8);
    header += static_cast<char>(dict.size() & 0xFF);
    header += static_cast<char>(dict.size() >> 8);
    return header + dict;
}

void writeValues(std::ostream& stream, const ArrayView& array)
{
    if (array.precision == Precision::Float64) {
        stream.write(reinterpret_cast<const char*>(array.values.data()),
                     static_cast<std::streamsize>(array.values.size_bytes()));
        return;
    }
    std::vector<float> block;
    for (std::size_t begin = 0; begin < array.values.size(); begin += kGathered) {
        const auto part = array.values.subspan(begin, std::min(kGathered, array.values.size() - begin));
        block.resize(part.size());
        std::ranges::transform(part, block.begin(), [](double value) { return static_cast<float>(value); });
        stream.write(reinterpret_cast<const char*>(block.data()),
                     static_cast<std::streamsize>(block.size() * sizeof(float)));
    }
}

std::string quoted(const std::string& cell)
{
    if (cell.find_first_of(",\"\r\n") == std::string::npos)
        return cell;
    std::string text = "\"";
    for (const char c : cell) {
        text += c;
        if (c == '"')
            text += '"';
    }
    return text + '"';
}

std::string numberText(double value, Precision precision)
{
    return precision == Precision::Float32 ? shortestText(static_cast<float>(value)) : shortestText(value);
}

std::string nameOr(const std::vector<std::string>& names, std::size_t index, std::string_view letter)
{
    return index < names.size() ? quoted(names[index]) : fmt::format("{}{}", letter, index);
}

struct CsvLayout {
    std::vector<std::int64_t> leading; ///< extents whose indexes stand in front of each line
    std::size_t lines = 1;
    std::size_t columns = 1;
};

CsvLayout layoutOf(const ArrayView& array)
{
    CsvLayout layout;
    const std::size_t axes = array.shape.size();
    layout.columns = axes >= 2 ? static_cast<std::size_t>(array.shape.back()) : 1;
    for (std::size_t axis = 0; axis + (axes >= 2 ? 1 : 0) < axes; ++axis)
        layout.lines *= static_cast<std::size_t>(array.shape[axis]);
    if (axes > 2)
        layout.leading.assign(array.shape.begin(), array.shape.end() - 1);
    return layout;
}

std::string csvHeader(const CsvLayout& layout, const std::vector<std::string>& columnNames,
                      const std::vector<std::string>& axisNames)
{
    std::vector<std::string> cells;
    cells.reserve(layout.leading.size() + layout.columns);
    for (std::size_t axis = 0; axis < layout.leading.size(); ++axis)
        cells.push_back(nameOr(axisNames, axis, "axis"));
    for (std::size_t column = 0; column < layout.columns; ++column)
        cells.push_back(nameOr(columnNames, column, "c"));
    return fmt::format("{}\n", fmt::join(cells, ","));
}

void expectConsistent(const ArrayView& array)
{
    const auto count = elementCount(array.shape);
    PESCOPE_EXPECTS(count && *count == array.values.size());
}

} // namespace

Status writeNpy(const std::filesystem::path& target, const ArrayView& array)
{
    expectConsistent(array);
    return writeFileAtomically(target, [&](std::ostream& stream) -> Status {
        const std::string header = npyHeader(array);
        stream.write(header.data(), static_cast<std::streamsize>(header.size()));
        writeValues(stream, array);
        return ok();
    });
}

Status writeCsv(const std::filesystem::path& target, const ArrayView& array,
                const std::vector<std::string>& columnNames, const std::vector<std::string>& axisNames)
{
    expectConsistent(array);
    return writeFileAtomically(target, [&](std::ostream& stream) -> Status {
        const CsvLayout layout = layoutOf(array);
        std::string text = csvHeader(layout, columnNames, axisNames);
        std::vector<std::int64_t> index(layout.leading.size(), 0);
        std::size_t at = 0;
        for (std::size_t line = 0; line < layout.lines; ++line) {
            for (const std::int64_t i : index)
                text += fmt::format("{},", i);
            for (std::size_t column = 0; column < layout.columns; ++column) {
                if (column > 0)
                    text += ',';
                text += numberText(array.values[at++], array.precision);
            }
            text += '\n';
            for (std::size_t axis = index.size(); axis-- > 0;) {
                if (++index[axis] < layout.leading[axis])
                    break;
                index[axis] = 0;
            }
            if (text.size() >= kGathered) {
                stream.write(text.data(), static_cast<std::streamsize>(text.size()));
                text.clear();
            }
        }
        stream.write(text.data(), static_cast<std::streamsize>(text.size()));
        return ok();
    });
}

Status writeArray(const std::filesystem::path& target, const ArrayView& array,
                  const std::vector<std::string>& columnNames, const std::vector<std::string>& axisNames)
{
    std::string extension = target.extension().string();
    std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return std::tolower(c); });
    if (extension == ".npy")
        return writeNpy(target, array);
    if (extension == ".csv")
        return writeCsv(target, array, columnNames, axisNames);
    return fail(ErrorCode::Unsupported, fmt::format("cannot write numbers as \"{}\"", target.filename().string()),
                "Give the file a name that ends in .npy or .csv.");
}

} // namespace pescope::tables
