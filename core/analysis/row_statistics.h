// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/proximity.h"

#include <span>
#include <vector>

namespace pescope::analysis {

using tables::Index;

/// Per-row monotone ranges: from row i, in both directions ±, the largest L with s_0 > s_1 > … > s_L, s_k = S(i, i ±
/// k).
struct RowRanges {
    double p10 = 0, median = 0, p90 = 0; ///< percentiles over rows and directions
    double shareCensored = 0; ///< share that ran into the edge of the table (their range is a lower bound)
    Index rowsUsed = 0; ///< below rows(): a seeded sample of rows
    std::vector<Index> ranges; ///< one per row and direction, for the histogram
};

/// Spread of S over rows by distance: for each m = −maxOffset … maxOffset (cut to the matrix) the 10 %, 90 % quantile
/// (linear between neighbours) and min, max of S(i, i − m).
struct Band {
    Index firstOffset = 0;
    std::vector<float> p10, p90, min, max; ///< NaN where there is no pair
    Index rowsUsed = 0;
};

/// S(i, i − m) of some rows i, evenly spread: what the mean and the band are made of.
struct Fan {
    struct Row {
        Index row = 0; ///< i
        Index firstOffset = 0; ///< m of element 0
        std::vector<float> values; ///< by ascending m; NaN where S is not finite
    };
    std::vector<Row> rows;
};
/// At most `count` rows, and of each at most the offsets −maxOffset … maxOffset. O(count · (N + D)); empty where S
/// depends on i − j alone, as all rows are one curve then.
[[nodiscard]] Result<Fan> fan(const proximity::Proximity& s, Index count, Index maxOffset, const JobContext& job = {});

/// Both exact up to 8192 rows, beyond that on a seeded sample of 2048 rows (said by `rowsUsed`). Cells that are not
/// finite end a range and are left out of the band; a row whose diagonal cell is not finite has no range. O(N²) cells
/// for the ranges, O(N · maxOffset) for the band, 32 MB at a time; O(N) where S depends on i − j alone; cancel points
/// per row block.
[[nodiscard]] Result<RowRanges> rowRanges(const proximity::Proximity& s, const JobContext& job = {});
[[nodiscard]] Result<Band> band(const proximity::Proximity& s, Index maxOffset, const JobContext& job = {});

/// Weighted percentile (0 … 100) of an ascending sample, linear between neighbours (each at the middle of its weight;
/// equal weights give NumPy's default). NaN when empty.
[[nodiscard]] double percentile(const proximity::ValueSample& sample, double percent);
/// The union of samples, each with the weight of its own matrix's cells evened out (every source counts the same).
[[nodiscard]] proximity::ValueSample merged(std::span<const proximity::ValueSample* const> samples);

/// Rows whose norm stands apart: |‖p‖ − median| > 8 · 1.4826 · MAD and > 25 % of the median. Ascending positions.
[[nodiscard]] std::vector<Index> outlyingRows(std::span<const double> norms);

} // namespace pescope::analysis
