// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/reproduce.h"

#include <string>
#include <string_view>
#include <vector>

namespace pescope::session {

/// Lines of Python; modules are imported by whoever puts them together.
struct PythonLines {
    std::vector<std::string> lines;
    bool usesFiles = false; ///< json and struct
    bool usesLogarithms = false; ///< math
    bool finite = true; ///< false: some values of S are NaN or infinite, and means leave them out
    bool anyZeroRow = false; ///< some row of P is all zero
    bool allZero = false; ///< every one is

    void append(PythonLines other);
};

/// The command behind `source` for one encoding, "pescope data SOURCE"; Unsupported where it has no source.
[[nodiscard]] Result<std::string> dataCommand(const ShownMap& map);

/// Lines that set P, the rows that are compared, one position (or offset) a row. Only for encodings that have rows.
/// @param suffix  of names of files that commands write ("_A")
[[nodiscard]] Result<PythonLines> rowLines(const ShownMap& map, std::string_view suffix);

/// Lines that set S of an encoding that has no rows: a given map, a bias, a rotary encoding under `metric`.
[[nodiscard]] Result<PythonLines> mapLines(const ShownMap& map, proximity::Metric metric, std::string_view suffix);

/// The last line of maps whose f is by offset.
inline constexpr std::string_view kByOffset = "S = f[i[:, None] - i + N - 1]  # S[i, j] = f(i − j)";

/// Lines that set N and omega of a rotary encoding, and those that set S of it. Errors: those of validate; Unsupported
/// for a metric that it does not have.
[[nodiscard]] Result<PythonLines> rotaryOmega(const encoding::RotarySpec& spec);
[[nodiscard]] Result<PythonLines> rotaryLines(const encoding::RotarySpec& spec, proximity::Metric metric);

/// Lines that set N and omega, rad/position, of a sinusoid or a rotary encoding. Errors: Unsupported for anything else.
[[nodiscard]] Result<PythonLines> frequencyLines(const ShownMap& map);

/// Lines that set the offsets of a bias and b, the bias of every head at them: heads × (2 N − 1).
[[nodiscard]] Result<PythonLines> biasLines(const ShownMap& map);

/// Reads the array behind a stored encoding into `variable` as float64; `rows` × `columns` as it is stored.
struct StoredArray {
    std::string_view variable;
    tables::Index rows = 0, columns = 0;
    std::string_view what; ///< of the command that writes it where NumPy cannot read it: "table", "proximity"
};
[[nodiscard]] Result<PythonLines> readingLines(const ShownMap& map, const StoredArray& array, std::string_view suffix);

/// True where those lines read the file of the encoding; false where they load what a command writes.
[[nodiscard]] bool isReadByNumpy(const encoding::Encoding& encoding);

/// "[0, 3, 7]"
[[nodiscard]] std::string pythonList(const std::vector<tables::Index>& numbers);

} // namespace pescope::session
