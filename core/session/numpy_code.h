// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/numpy_source.h"

namespace pescope::session {

/// True of encodings that have a row for each position or offset.
[[nodiscard]] bool hasRows(const encoding::Encoding& encoding);

/// Lines that set S, of one encoding or of A − B. Errors: those of numpyCode().
/// @param suffix  of names, empty outside of a difference
[[nodiscard]] Result<PythonLines> linesOfMap(const ShownMap& map, proximity::Metric metric, const std::string& suffix);

/// Lines that set m and profile, the mean of S by offset.
[[nodiscard]] std::vector<std::string> profileLines(const PythonLines& python);

/// What code is of, in one line: "bert/model.safetensors#ape".
[[nodiscard]] std::string nameOf(const ShownMap& map);
/// "bert/model.safetensors#ape, φ = pᵢ·pⱼ"
[[nodiscard]] std::string titleOf(const ShownMap& map, proximity::Metric metric);

/// The whole code: a comment that says what it is, the modules that the lines need, the lines.
/// @param map  of whose S the lines keep all cells, for a word about memory; null: they do not
[[nodiscard]] std::string assembled(const std::string& title, const PythonLines& python, const ShownMap* map);

} // namespace pescope::session
