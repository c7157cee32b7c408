// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/proximity.h"
#include "core/proximity/row_set.h"

namespace pescope::proximity {

/// Which stored rows of a table are looked at, and what they are called.
struct ChosenRows {
    tables::SharedMatrix table;
    std::vector<Index> stored;
    std::vector<Index> labels; ///< ascending: positions, or offsets r = i − j
    bool offsets = false;
};

/// Indexes 0 … count − 1 without those in `leaveOut` (ascending). Errors: Shape when nothing is left.
[[nodiscard]] Result<std::vector<Index>> remaining(Index count, const std::vector<Index>& leaveOut);

/// Rows of positions, or all stored ones where unused rows are asked for. Errors: Shape for an empty table.
[[nodiscard]] Result<ChosenRows> chooseRows(const encoding::StoredTable& table, const RowChoice& choice);
/// Offsets ascending. Errors: Shape for an empty table.
[[nodiscard]] Result<ChosenRows> chooseRows(const encoding::RelativeTable& table, const RowChoice& choice);
/// Offsets ascending, of the computed table. Errors: those of encoding::validate.
[[nodiscard]] Result<ChosenRows> chooseRows(const encoding::RelativeSinusoid& spec, const RowChoice& choice);

/// The frequency of the lone sine column of an odd width: the one after the last pair. Nothing for an even width.
[[nodiscard]] std::vector<double> unpairedOmega(const encoding::SinusoidSpec& spec);

} // namespace pescope::proximity
