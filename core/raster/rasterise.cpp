// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/raster/rasterise.h"

#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace pescope::raster {

namespace {

constexpr int kColours = 256;
constexpr std::size_t kQuantiles = kColours + 1;

// places in the look-up table: the map, then what lies outside it
constexpr std::int32_t kBelow = kColours;
constexpr std::int32_t kAbove = kColours + 1;
constexpr std::int32_t kNotFinite = kColours + 2;
using LookUp = std::array<Rgba, kColours + 3>;

LookUp lookUpOf(const Colormap& map)
{
    LookUp table{};
    std::ranges::copy(map.colours, table.begin());
    table[kBelow] = map.below;
    table[kAbove] = map.above;
    table[kNotFinite] = map.notFinite;
    return table;
}

/// The limits as floats, so that comparing a float with them decides as comparing with the doubles would.
struct Limits {
    float first, last; ///< smallest and largest float inside
    float low, factor; ///< place = (v − low) · factor, in [0, parts]
};

Limits limitsOf(const Scale& scale, int parts)
{
    PESCOPE_EXPECTS(scale.low <= scale.high);
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    Limits limits{};
    limits.first = static_cast<float>(scale.low);
    if (limits.first < scale.low)
        limits.first = std::nextafter(limits.first, kInfinity);
    limits.last = static_cast<float>(scale.high);
    if (limits.last > scale.high)
        limits.last = std::nextafter(limits.last, -kInfinity);
    const double span = scale.high - scale.low;
    limits.low = static_cast<float>(scale.low);
    const double factor = parts / span;
    // a constant map has one colour, the middle one
    const bool constant = !(span > 0) || factor > std::numeric_limits<float>::max();
    limits.factor = constant ? 0.0F : static_cast<float>(factor);
    return limits;
}

std::int32_t place(float value, const Limits& limits, float largest, float offset)
{
    float x = (value - limits.low) * limits.factor + offset;
    x = x > 0.0F ? x : 0.0F; // NaN as well: the conversion to an integer is defined for every value
    x = x < largest ? x : largest;
    return static_cast<std::int32_t>(x);
}

std::int32_t outsideOr(float value, const Limits& limits, std::int32_t inside)
{
    inside = value < limits.first ? kBelow : inside;
    inside = value > limits.last ? kAbove : inside;
    return value == value ? inside : kNotFinite;
}

float constantOffset(const Limits& limits)
{
    constexpr int kMiddle = kColours / 2;
    return limits.factor == 0.0F ? static_cast<float>(kMiddle) : 0.0F;
}

/// Finds the colour of a value among the quantiles: a coarse table by linear place gives the few candidates.
class RankTable {
public:
    explicit RankTable(const Scale& scale)
        : m_quantiles(*scale.ranks)
        , m_limits(limitsOf(scale, kBuckets))
    {
        PESCOPE_EXPECTS(m_quantiles.size() == kQuantiles && std::ranges::is_sorted(m_quantiles));
        // the place is monotone in the value, so a value's neighbours share its bucket or stand at its ends
        for (const float quantile : m_quantiles)
            ++m_first[static_cast<std::size_t>(bucket(quantile)) + 1];
        for (std::size_t b = 1; b < m_first.size(); ++b)
            m_first[b] += m_first[b - 1];
        m_quantiles.push_back(std::numeric_limits<float>::infinity()); // stands behind the last bucket
    }

    [[nodiscard]] std::int32_t index(float value) const
    {
        const auto b = static_cast<std::size_t>(bucket(value));
        std::int32_t upTo = m_first[b]; // quantiles in lower buckets
        const std::int32_t candidates = m_first[b + 1] - upTo;
        if (candidates <= 1) { // nearly always; a quantile of a higher bucket is above the value anyway
            upTo += m_quantiles[static_cast<std::size_t>(upTo)] <= value;
        } else {
            const auto first = m_quantiles.begin() + upTo;
            upTo += static_cast<std::int32_t>(std::upper_bound(first, first + candidates, value) - first);
        }
        const std::int32_t inside = std::clamp(upTo - 1, 0, kColours - 1);
        return outsideOr(value, m_limits, inside);
    }

private:
    static constexpr int kBuckets = 4096;

    [[nodiscard]] std::int32_t bucket(float value) const
    {
        return place(value, m_limits, static_cast<float>(kBuckets) - 0.5F, 0.0F);
    }

    std::vector<float> m_quantiles;
    Limits m_limits;
    std::array<std::int32_t, kBuckets + 1> m_first{};
};

/// Plain loop without branches: GCC and clang vectorise it for baseline x86-64.
void linearIndices(const float* values, std::size_t count, const Limits& limits, std::int32_t* out)
{
    const float offset = constantOffset(limits);
    constexpr float kLargest = kColours - 0.5F;
    for (std::size_t k = 0; k < count; ++k)
        out[k] = outsideOr(values[k], limits, place(values[k], limits, kLargest, offset));
}

} // namespace

double Scale::position(double value) const
{
    if (std::isnan(value))
        return value;
    if (ranks) {
        const std::vector<float>& quantiles = *ranks;
        PESCOPE_EXPECTS(quantiles.size() == kQuantiles);
        const auto above = std::ranges::upper_bound(quantiles, value, {}, [](float q) { return double{q}; });
        const auto k = std::clamp<std::ptrdiff_t>(above - quantiles.begin() - 1, 0, kColours - 1);
        const double from = quantiles[static_cast<std::size_t>(k)];
        const double span = double{quantiles[static_cast<std::size_t>(k) + 1]} - from;
        const double part = span > 0 ? std::clamp((value - from) / span, 0.0, 1.0) : 0.0;
        return (static_cast<double>(k) + part) / kColours;
    }
    if (!(high > low))
        return value < low ? 0.0 : value > high ? 1.0 : 0.5;
    return std::clamp((value - low) / (high - low), 0.0, 1.0);
}

Raster rasterise(const proximity::Image<float>& image, const Scale& scale, const Colormap& map)
{
    const std::size_t count = image.pixels.size();
    PESCOPE_EXPECTS(image.width >= 0 && image.height >= 0
                    && count == static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
    Raster raster{.width = image.width, .height = image.height, .pixels = std::vector<Rgba>(count)};

    const LookUp colours = lookUpOf(map);
    const Limits limits = limitsOf(scale, kColours);
    const std::optional<RankTable> rankTable = scale.ranks ? std::make_optional<RankTable>(scale) : std::nullopt;
    std::size_t below = 0, above = 0, notFinite = 0;
    constexpr std::size_t kChunk = 2048; // indices stay in the first cache
    std::array<std::int32_t, kChunk> indices;
    for (std::size_t start = 0; start < count; start += kChunk) {
        const std::size_t size = std::min(kChunk, count - start);
        const float* values = image.pixels.data() + start;
        Rgba* out = raster.pixels.data() + start;
        if (rankTable) {
            for (std::size_t k = 0; k < size; ++k)
                indices[k] = rankTable->index(values[k]);
        } else {
            linearIndices(values, size, limits, indices.data());
        }
        std::int32_t chunkBelow = 0, chunkAbove = 0, chunkNotFinite = 0;
        for (std::size_t k = 0; k < size; ++k) {
            chunkBelow += indices[k] == kBelow;
            chunkAbove += indices[k] == kAbove;
            chunkNotFinite += indices[k] == kNotFinite;
        }
        below += static_cast<std::size_t>(chunkBelow);
        above += static_cast<std::size_t>(chunkAbove);
        notFinite += static_cast<std::size_t>(chunkNotFinite);
        for (std::size_t k = 0; k < size; ++k)
            out[k] = colours[static_cast<std::size_t>(indices[k])];
    }
    if (count > 0) {
        const auto total = static_cast<double>(count);
        raster.shareBelow = static_cast<double>(below) / total;
        raster.shareAbove = static_cast<double>(above) / total;
        raster.shareNotFinite = static_cast<double>(notFinite) / total;
    }
    return raster;
}

Rgba colourOf(double value, const Scale& scale, const Colormap& map)
{
    const auto number = static_cast<float>(value);
    const LookUp colours = lookUpOf(map);
    if (scale.ranks)
        return colours[static_cast<std::size_t>(RankTable(scale).index(number))];
    std::int32_t index = 0;
    linearIndices(&number, 1, limitsOf(scale, kColours), &index);
    return colours[static_cast<std::size_t>(index)];
}

} // namespace pescope::raster
