// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/permutation_null.h"
#include "core/analysis/table_ranges.h"

#include <span>
#include <string>

namespace pescope::analysis {

/// One source of a property table.
struct PropertyRow {
    std::string source; ///< as people named it, with #ID where that is needed
    std::string id, metric;
    Properties properties;
    std::optional<PermutationNull> null;
    std::string whatIf; ///< "what-if: rows shuffled, seed 0", the mark that every form carries; empty: none
    std::optional<TableRanges> ranges; ///< nothing where a range would mean nothing, as of A − B
};

/// "—" undefined, "theorem", "1" exactly, "1 (degenerate)", else `digits` after the point.
[[nodiscard]] std::string propertyText(const Property& property, int digits = 4);

/// "φ(0, 2) = 1.397 ≥ φ(0, 1) = 1.370" of a monotone property, with "≠" for the others.
[[nodiscard]] std::string counterExampleText(const CounterExample& example, bool order);

/// For people: N and W in the header (N in a column where it differs), one line a source and one for its permuted rows,
/// then whether each property holds exactly, or its first counter-example, and the notes. What-ifs have a line of their
/// own under their source.
[[nodiscard]] std::string propertyTableText(std::span<const PropertyRow> rows);

/// One header line, '.' decimals, shortest digits that read back equal; an undefined value is an empty field. The
/// columns of the permuted rows are there when one source has them, and a last one "what_if" likewise.
[[nodiscard]] std::string propertyTableCsv(std::span<const PropertyRow> rows);

/// A tabular between two rules that needs no package; text is escaped, undefined values are dashes. A what-if stands in
/// a line of its own under its source.
[[nodiscard]] std::string propertyTableLatex(std::span<const PropertyRow> rows);

} // namespace pescope::analysis
