// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/table_ranges.h"

#include "core/proximity/square_cells.h"

#include <algorithm>
#include <cmath>

namespace pescope::analysis {

std::vector<double> meanByDistance(const proximity::Profile& profile)
{
    const Index last =
        std::max(-profile.firstOffset, profile.firstOffset + static_cast<Index>(profile.mean.size()) - 1);
    std::vector<double> mean;
    for (Index m = 0; m <= last; ++m) {
        double sum = 0;
        double pairs = 0;
        for (const Index offset : {m, -m}) {
            const Index at = offset - profile.firstOffset;
            if (at < 0 || at >= static_cast<Index>(profile.mean.size()))
                continue;
            const auto count = static_cast<double>(profile.count[static_cast<std::size_t>(at)]);
            if (count > 0) {
                sum += count * profile.mean[static_cast<std::size_t>(at)];
                pairs += count;
            }
            if (m == 0)
                break;
        }
        mean.push_back(pairs > 0 ? sum / pairs : std::nan(""));
    }
    return mean;
}

Result<TableRanges> tableRanges(const proximity::SharedProximity& s, std::span<const double> omega, double epsilon,
                                Index positions, const JobContext& job)
{
    if (!omega.empty()) {
        PESCOPE_TRY(ranges, monotoneRanges(omega, epsilon, 1 << 20, job));
        return TableRanges{.integer = ranges.integer,
                           .tolerance = ranges.tolerance,
                           .epsilon = epsilon,
                           .searchedTo = ranges.searchedTo,
                           .fromOmega = true};
    }
    const Index square = proximity::squareSize(*s);
    PESCOPE_TRY(leading, proximity::leadingSquare(s, positions > 0 ? std::min(positions, square) : square));
    PESCOPE_TRY(profile, leading->profile(job));
    const ProfileRanges ranges = profileRanges(meanByDistance(profile), epsilon);
    return TableRanges{.integer = ranges.integer,
                       .tolerance = ranges.tolerance,
                       .epsilon = epsilon,
                       .searchedTo = ranges.searchedTo,
                       .fromOmega = false};
}

} // namespace pescope::analysis
