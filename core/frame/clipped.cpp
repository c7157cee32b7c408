// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frame/clipped.h"

#include <algorithm>
#include <cmath>

namespace pescope::frame {

namespace {

constexpr Index kDiagonalCells = 4096;

std::vector<float> diagonalOf(const proximity::Proximity& s)
{
    const Index length = std::min(s.rows(), s.columns());
    const Index cells = s.toeplitz() ? std::min<Index>(1, length) : std::min(length, kDiagonalCells);
    std::vector<float> diagonal;
    for (Index k = 0; k < cells; ++k) {
        const Index at = k * length / cells;
        diagonal.push_back(static_cast<float>(s.value(at, at)));
    }
    return diagonal;
}

/// Weight of the ascending values below `low` and above `high`, as shares of all of it.
std::pair<double, double> outside(const proximity::ValueSample& sample, double low, double high)
{
    const auto below = std::ranges::lower_bound(sample.values, low, {}, [](float v) { return static_cast<double>(v); });
    const auto above =
        std::ranges::upper_bound(sample.values, high, {}, [](float v) { return static_cast<double>(v); });
    const auto first = below - sample.values.begin(), last = above - sample.values.begin();
    if (sample.weights.empty()) {
        const auto all = static_cast<double>(std::max<std::size_t>(1, sample.values.size()));
        return {static_cast<double>(first) / all,
                (static_cast<double>(sample.values.size()) - static_cast<double>(last)) / all};
    }
    double all = 0, belowWeight = 0, aboveWeight = 0;
    for (std::size_t k = 0; k < sample.weights.size(); ++k) {
        const double weight = sample.weights[k];
        all += weight;
        if (static_cast<std::ptrdiff_t>(k) < first)
            belowWeight += weight;
        else if (static_cast<std::ptrdiff_t>(k) >= last)
            aboveWeight += weight;
    }
    return all > 0 ? std::pair(belowWeight / all, aboveWeight / all) : std::pair(0.0, 0.0);
}

} // namespace

Result<ClippedShares> clippedShares(Derived& shown, const raster::Scale& scale, const JobContext& job)
{
    const proximity::Proximity& s = *shown.proximity;
    PESCOPE_TRY(sample, sampleOf(shown, job));
    if (!shown.diagonal)
        shown.diagonal = s.hasOffsets() ? diagonalOf(s) : std::vector<float>{}; // else the sample has all cells
    double below = 0, above = 0, broken = 0; // of the diagonal cells looked at
    for (const float value : *shown.diagonal) {
        below += value < scale.low;
        above += value > scale.high;
        broken += !std::isfinite(value);
    }
    const auto cells = static_cast<double>(s.rows()) * static_cast<double>(s.columns());
    const double diagonal = s.hasOffsets() ? static_cast<double>(std::min(s.rows(), s.columns())) : 0;
    const double each = diagonal / static_cast<double>(std::max<std::size_t>(1, shown.diagonal->size()));
    const auto [belowShare, aboveShare] = outside(*sample, scale.low, scale.high);
    const double offDiagonal =
        std::max(0.0, cells - diagonal - (static_cast<double>(sample->notFinite) - broken * each));
    return ClippedShares{.below = (belowShare * offDiagonal + below * each) / cells,
                         .above = (aboveShare * offDiagonal + above * each) / cells,
                         .notFinite = static_cast<double>(sample->notFinite) / cells};
}

} // namespace pescope::frame
