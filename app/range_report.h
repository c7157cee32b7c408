// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/monotone_range.h"
#include "core/analysis/row_statistics.h"
#include "core/encoding/encoding.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

namespace pescope::app {

/// What `pescope range` found: of frequencies, or of the mean profile of a table.
struct RangeReport {
    std::string title; ///< with the mark of a what-if
    std::vector<std::string> whatIf; ///< as in the encoding
    std::optional<analysis::ContinuousRange> continuous; ///< nothing: not a sinusoid
    std::optional<tables::Index> integer, tolerance;
    double epsilon = 1e-4;
    tables::Index searchedTo = 0;
    std::optional<tables::Index> dim;
    std::optional<double> base; ///< with first and spacing; nothing where the frequencies are free
    int first = 0;
    encoding::Spacing spacing = encoding::Spacing::Half;
    std::optional<analysis::RowRanges> perRow;
    std::optional<int> head; ///< of a bias, where one was asked for
    std::vector<std::string> notes; ///< a sentence each
};

/// From ω. Errors: Shape without a single frequency.
[[nodiscard]] Result<RangeReport> rangeOfSinusoid(const encoding::SinusoidSpec& spec, double epsilon);

/// From ω for a sinusoid or a stored one, else from the mean of S = P Pᵀ by distance |m|. Errors: Shape for a table
/// with one position; Numeric where no mean is finite; those of the proximity.
/// @param head  of a bias, from 0; Unsupported for what has no heads
[[nodiscard]] Result<RangeReport> rangeOf(const encoding::Encoding& encoding, double epsilon,
                                          std::optional<int> head = {});

/// For people: at most 15 significant digits, so that 0.9000000000000004 reads 0.9; shortest within these.
[[nodiscard]] std::string plainNumber(double value);

[[nodiscard]] nlohmann::json rangeJson(const RangeReport& report);
[[nodiscard]] std::string rangeText(const RangeReport& report);

} // namespace pescope::app
