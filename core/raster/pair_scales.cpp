// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/raster/pair_scales.h"

#include <algorithm>
#include <cmath>

namespace pescope::raster {

namespace {

constexpr double kLeastReach = 1e-9; ///< of a scale on which nothing differs
constexpr double kRounding = 1e-6;

double reachOf(const tables::MatrixD& difference)
{
    constexpr tables::Index kShort = 64 * 64;
    std::vector<double> sizes(static_cast<std::size_t>(difference.size()));
    std::transform(difference.data(), difference.data() + difference.size(), sizes.begin(),
                   [](double value) { return std::abs(value); });
    if (sizes.empty())
        return 0;
    const double most = std::ranges::max(sizes);
    if (difference.size() <= kShort)
        return most;
    const auto last = sizes.end() - static_cast<std::ptrdiff_t>(sizes.size() / 1000) - 1;
    std::ranges::nth_element(sizes, last);
    return *last > 0 ? *last : most;
}

} // namespace

Scale commonScale(const std::vector<const tables::MatrixD*>& maps)
{
    double low = 0;
    double high = 0;
    for (const tables::MatrixD* map : maps)
        if (map->size() > 0) {
            low = std::min(low, map->minCoeff());
            high = std::max(high, map->maxCoeff());
        }
    if (!(high > low))
        high = low + kLeastReach;
    const double spare = kRounding * (high - low);
    return {.low = low - spare, .high = high + spare, .ranks = {}};
}

DifferenceScale differenceScale(const tables::MatrixD& difference)
{
    double reach = reachOf(difference);
    const bool clipped = difference.size() > 0 && difference.cwiseAbs().maxCoeff() > reach;
    reach = reach > 0 ? reach * (1 + kRounding) : kLeastReach;
    return {.scale = {.low = -reach, .high = reach, .ranks = {}}, .clipped = clipped};
}

} // namespace pescope::raster
