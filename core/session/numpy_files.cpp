// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/resolve.h"
#include "core/session/numpy_source.h"
#include "core/session/quoting.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>

namespace pescope::session {

using encoding::Encoding;
using tables::DType;
using tables::Index;

namespace {

enum class Format { Npy, Npz, Csv, Safetensors };

/// By the extension; nothing where it does not tell.
std::optional<Format> formatOf(const std::string& file)
{
    std::string extension = std::filesystem::path(file).extension().string();
    std::ranges::transform(extension, extension.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (extension == ".npy")
        return Format::Npy;
    if (extension == ".npz")
        return Format::Npz;
    if (extension == ".csv" || extension == ".tsv" || extension == ".txt")
        return Format::Csv;
    if (extension == ".safetensors")
        return Format::Safetensors;
    return std::nullopt;
}

/// NumPy's name of a type that safetensors files hold; empty: it has none.
std::string_view numpyType(DType type)
{
    switch (type) {
    case DType::F64:
        return "<f8";
    case DType::F32:
        return "<f4";
    case DType::F16:
        return "<f2";
    case DType::BF16:
        return "<u2"; // the upper half of a float32
    default:
        return {};
    }
}

PythonLines safetensorsLines(const Encoding& encoding, const StoredArray& array)
{
    std::string values =
        fmt::format(R"(np.fromfile(file, "{}", {} * {}))", numpyType(encoding.dtype), array.rows, array.columns);
    if (encoding.dtype == DType::BF16)
        values = fmt::format(R"(({}.astype("<u4") << 16).view("<f4"))", values);
    PythonLines result;
    result.usesFiles = true;
    result.lines = {
        fmt::format(R"(with open({}, "rb") as file:)", pythonText(encoding.file)),
        R"(    size = struct.unpack("<Q", file.read(8))[0]  # of the header)",
        fmt::format("    tensor = json.loads(file.read(size))[{}]", pythonText(encoding.tensor)),
        R"(    file.seek(8 + size + tensor["data_offsets"][0]))",
        fmt::format("    {} = {}.reshape({}, {}).astype(np.float64)", array.variable, values, array.rows,
                    array.columns),
    };
    return result;
}

/// Any separator, decimal commas, a line of names above and names in front of the lines, as CSV files are read here.
PythonLines csvLines(const Encoding& encoding, const StoredArray& array)
{
    PythonLines result;
    result.lines = {
        fmt::format(R"(lines = [s for s in open({}, encoding="utf-8-sig") if s.strip() and s.strip()[0] != "#"])",
                    pythonText(encoding.file)),
        fmt::format("lines = lines[-{}:]  # without the line of names, if there is one", array.rows),
        R"(separator = next((s for s in "\t;," if s in lines[-1]), None))",
        fmt::format(R"(cells = [[c for c in s.replace('"', "").split(separator) if c.strip()][-{}:] for s in lines])",
                    array.columns),
        fmt::format(R"({} = np.array([[float(c.replace(",", ".")) for c in row] for row in cells]))", array.variable),
    };
    return result;
}

PythonLines numpyFileLines(const Encoding& encoding, const StoredArray& array, Format format)
{
    std::string line = fmt::format("{} = np.load({})", array.variable, pythonText(encoding.file));
    if (format == Format::Npz)
        line += fmt::format("[{}]", pythonText(encoding.tensor));
    line += ".astype(np.float64)";
    if (encoding.shape.size() > 2)
        line += fmt::format(".reshape({}, {})", array.rows, array.columns);
    PythonLines result;
    result.lines.push_back(std::move(line));
    return result;
}

} // namespace

void PythonLines::append(PythonLines other)
{
    lines.insert(lines.end(), std::make_move_iterator(other.lines.begin()), std::make_move_iterator(other.lines.end()));
    usesFiles = usesFiles || other.usesFiles;
    usesLogarithms = usesLogarithms || other.usesLogarithms;
    finite = finite && other.finite;
    anyZeroRow = anyZeroRow || other.anyZeroRow;
    allZero = allZero || other.allZero;
}

bool isReadByNumpy(const Encoding& encoding)
{
    if (encoding.file.empty() || !encoding.whatIf.empty()) // the file holds the table without the what-if
        return false;
    const auto format = formatOf(encoding.file);
    return format && (format != Format::Safetensors || !numpyType(encoding.dtype).empty());
}

Result<std::string> dataCommand(const ShownMap& map)
{
    std::string source = map.source;
    if (source.empty()) {
        const auto* sinusoid = std::get_if<encoding::SinusoidSpec>(&map.encoding.content);
        if (!sinusoid)
            return fail(ErrorCode::Unsupported,
                        fmt::format("{} ({}) was not opened from a source that a command takes", map.encoding.title,
                                    map.encoding.id));
        source = encoding::specText(*sinusoid);
    }
    const encoding::SourceText parts{.spec = source, .id = {}};
    // built-in sources hold one encoding; without an id the last '#' of a file's name would be taken for one
    if (!map.encoding.id.empty() && (!parts.builtIn() || source.contains('#')))
        source += fmt::format("#{}", map.encoding.id);
    if (source.starts_with('-'))
        source = fmt::format("./{}", source);
    return fmt::format("pescope data {}", shellText(source));
}

Result<PythonLines> readingLines(const ShownMap& map, const StoredArray& array, std::string_view suffix)
{
    const Encoding& encoding = map.encoding;
    if (isReadByNumpy(encoding)) {
        switch (formatOf(encoding.file).value()) {
        case Format::Safetensors:
            return safetensorsLines(encoding, array);
        case Format::Csv:
            return csvLines(encoding, array);
        case Format::Npz:
            return numpyFileLines(encoding, array, Format::Npz);
        case Format::Npy:
            return numpyFileLines(encoding, array, Format::Npy);
        }
    }
    PESCOPE_TRY(command, dataCommand(map));
    const std::string file = fmt::format("{}{}.npy", array.what, suffix);
    PythonLines result;
    result.lines = {
        fmt::format("# {} --what {} -o {}", command, array.what, file),
        fmt::format(R"({} = np.load("{}").astype(np.float64)  # written by the command above)", array.variable, file),
    };
    if (commentText(command) != command)
        return fail(ErrorCode::Unsupported,
                    fmt::format("the name of the source {} does not fit into one line", commentText(map.source)),
                    "Rename the file, so that its name has no line breaks.");
    return result;
}

} // namespace pescope::session
