// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/lens.h"

#include "core/proximity/difference.h"
#include "core/proximity/lens_asymmetry.h"
#include "core/proximity/lens_rising.h"
#include "core/proximity/toeplitz.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pescope::proximity {
namespace {

/// Differences below this share of the largest |S| are rounding: they are drawn as 0.
constexpr double kRounding = 1e-12;
/// Differences below this share of it would show the rounding of float pictures.
constexpr double kSmall = 3e-4;

/// A map drawn in float64 throughout.
class ExactPictures final : public Kind {
public:
    explicit ExactPictures(SharedKind s)
        : m_s(std::move(s))
    {
    }

    [[nodiscard]] Index rows() const override { return m_s->rows(); }
    [[nodiscard]] Index columns() const override { return m_s->columns(); }
    [[nodiscard]] double value(Index i, Index j) const override { return m_s->value(i, j); }
    [[nodiscard]] Result<Image<float>> image(const Viewport& view, int width, int height,
                                             const JobContext& job) const override
    {
        PESCOPE_TRY(exact, m_s->imageExact(view, width, height, job));
        return runGuarded([&]() -> Result<Image<float>> {
            return Image<float>{.width = exact.width,
                                .height = exact.height,
                                .pixels = std::vector<float>(exact.pixels.begin(), exact.pixels.end())};
        });
    }
    [[nodiscard]] Result<Image<double>> imageExact(const Viewport& view, int width, int height,
                                                   const JobContext& job) const override
    {
        return m_s->imageExact(view, width, height, job);
    }
    [[nodiscard]] Result<Image<double>> screenImage(const Viewport& view, int width, int height,
                                                    const JobContext& job) const override
    {
        return m_s->imageExact(view, width, height, job);
    }
    [[nodiscard]] Result<tables::MatrixD> cellsAt(std::span<const Index> rows, std::span<const Index> columns,
                                                  const JobContext& job) const override
    {
        return m_s->cellsAt(rows, columns, job);
    }
    [[nodiscard]] Result<Profile> profile(const JobContext& job) const override { return m_s->profile(job); }
    [[nodiscard]] Result<ValueSample> sample(const JobContext& job) const override { return m_s->sample(job); }
    [[nodiscard]] SharedKind leading(Index rows, Index columns) const override
    {
        return std::make_shared<ExactPictures>(m_s->leading(rows, columns));
    }
    [[nodiscard]] bool anyNotFinite() const override { return m_s->anyNotFinite(); }
    void markNotFinite(Index i, std::span<char> flags) const override { m_s->markNotFinite(i, flags); }
    [[nodiscard]] bool symmetric() const override { return m_s->symmetric(); }
    [[nodiscard]] Index positionOf(Index row) const override { return m_s->positionOf(row); }
    [[nodiscard]] std::string method() const override { return m_s->method() + ", float64"; }

private:
    SharedKind m_s;
};

/// 0 wherever S has a value.
SharedKind zeroWhereFinite(const SharedKind& s)
{
    if (s->anyNotFinite())
        return std::make_shared<DifferenceProximity>(s, s);
    return std::make_shared<ToeplitzProximity>(
        std::vector<double>(static_cast<std::size_t>(s->rows() + s->columns() - 1), 0.0), s->rows(), s->columns());
}

/// Evenly spread indexes, at most `most` of them.
std::vector<Index> spread(Index count, Index most)
{
    std::vector<Index> indexes(static_cast<std::size_t>(std::min(count, most)));
    for (std::size_t k = 0; k < indexes.size(); ++k)
        indexes[k] = static_cast<Index>(k) * count / std::ssize(indexes);
    return indexes;
}

/// A difference made from S as it should be drawn: as it is, in float64 where it is small beside S, as 0 where it is
/// nothing but rounding. Typical sizes are those of up to 64 rows.
Result<SharedProximity> drawable(const SharedKind& s, SharedKind difference, const JobContext& job)
{
    const std::vector<Index> rows = spread(s->rows(), 64);
    const std::vector<Index> columns = spread(s->columns(), 512);
    PESCOPE_TRY(whole, s->cellsAt(rows, columns, job));
    PESCOPE_TRY(cells, difference->cellsAt(rows, columns, job));
    const auto sizes = [](const tables::MatrixD& values) {
        std::vector<double> finite;
        for (const double value : values.reshaped())
            if (std::isfinite(value))
                finite.push_back(std::abs(value));
        return finite;
    };
    std::vector<double> small = sizes(cells);
    const std::vector<double> large = sizes(whole);
    if (small.empty())
        return difference;
    const double largest = std::ranges::max(large);
    if (std::ranges::max(small) <= kRounding * largest) {
        PESCOPE_TRY(all, difference->sample(job)); // those rows may have been the only ones
        if (std::max(std::abs(all.min), std::abs(all.max)) <= kRounding * largest)
            return zeroWhereFinite(s);
    }
    const auto middle = small.begin() + std::ssize(small) / 2;
    std::ranges::nth_element(small, middle);
    if (*middle < kSmall * largest)
        return std::make_shared<ExactPictures>(std::move(difference));
    return difference;
}

Result<SharedProximity> byOffset(const Proximity& s, Lens lens, const JobContext& job)
{
    PESCOPE_TRY(profile, s.profile(job));
    std::vector<double> f = std::move(profile.mean);
    const Index n = s.rows();
    const auto at = [&](const std::vector<double>& values, Index m) {
        return values[static_cast<std::size_t>(m - profile.firstOffset)];
    };
    std::vector<double> result(f.size());
    for (std::size_t t = 0; t < f.size(); ++t) {
        const Index m = profile.firstOffset + static_cast<Index>(t);
        switch (lens) {
        case Lens::Value:
            result[t] = f[t];
            break;
        case Lens::NonInvariance:
            result[t] = f[t] - f[t]; // NaN where there is no value
            break;
        case Lens::Asymmetry:
            result[t] = (f[t] - at(f, -m)) / 2;
            break;
        case Lens::Rising:
            result[t] = m == 0 ? 0.0 : risingStep(f[t], at(f, m > 0 ? m - 1 : m + 1));
            break;
        }
    }
    return std::make_shared<ToeplitzProximity>(std::move(result), n, s.columns());
}

Result<SharedProximity> made(const SharedProximity& s, Lens lens, const JobContext& job)
{
    if (lens == Lens::Value)
        return s;
    if (lens == Lens::Asymmetry && s->rows() != s->columns())
        return fail(ErrorCode::Shape, fmt::format("the asymmetry of a map of {} × {}", s->rows(), s->columns()),
                    "Only a map with as many rows as columns has one.");
    if (s->toeplitz())
        return byOffset(*s, lens, job);
    const auto kind = std::dynamic_pointer_cast<const Kind>(s);
    if (!kind)
        return fail(ErrorCode::Unsupported, fmt::format("the lens “{}” on a map drawn by {}", name(lens), s->method()),
                    "Choose the lens “value”.");
    switch (lens) {
    case Lens::Value:
        break;
    case Lens::NonInvariance: {
        PESCOPE_TRY(profile, kind->profile(job));
        const auto means = std::make_shared<ToeplitzProximity>(std::move(profile.mean), kind->rows(), kind->columns());
        return drawable(kind, std::make_shared<DifferenceProximity>(kind, means), job);
    }
    case Lens::Asymmetry:
        if (kind->symmetric())
            return zeroWhereFinite(kind);
        return drawable(kind, std::make_shared<AsymmetryProximity>(kind, kind), job);
    case Lens::Rising:
        return makeRising(kind, job);
    }
    return s;
}

double cellsPerPixel(double from, double to, int pixels)
{
    return (to - from) / std::max(pixels, 1);
}

} // namespace

std::string_view name(Lens lens)
{
    constexpr std::string_view kNames[] = {"value", "departure", "asymmetry", "rising"};
    return kNames[static_cast<std::size_t>(lens)];
}

std::string_view formula(Lens lens)
{
    constexpr std::string_view kFormulas[] = {"S(i, j)", "S(i, j) − mean of its diagonal", "(S(i, j) − S(j, i)) ÷ 2",
                                              "S(i, j) ≥ S one step nearer the diagonal"};
    return kFormulas[static_cast<std::size_t>(lens)];
}

std::optional<Lens> lensFromName(std::string_view text)
{
    const auto* const found = std::ranges::find(kLenses, text, [](Lens lens) { return name(lens); });
    return found == std::end(kLenses) ? std::nullopt : std::optional(*found);
}

bool isSigned(Lens lens)
{
    return lens == Lens::NonInvariance || lens == Lens::Asymmetry;
}

Result<SharedProximity> through(const SharedProximity& s, Lens lens, const JobContext& job)
{
    PESCOPE_EXPECTS(s != nullptr);
    return runGuarded([&] { return made(s, lens, job); });
}

RisingReading risingReading(const Viewport& view, int width, int height)
{
    const double down = cellsPerPixel(view.row0, view.row1, height);
    const double across = cellsPerPixel(view.col0, view.col1, width);
    if (down <= 1 && across <= 1)
        return RisingReading::Cells;
    return down * across >= 4 ? RisingReading::Share : RisingReading::Noise;
}

PictureSize risingPicture(const Viewport& view, int width, int height)
{
    if (risingReading(view, width, height) != RisingReading::Noise)
        return {.width = width, .height = height};
    const auto atMost = [](double cells, int pixels) {
        return std::clamp(static_cast<int>(std::floor(cells / 2)), 1, pixels);
    };
    return {.width = atMost(view.col1 - view.col0, width), .height = atMost(view.row1 - view.row0, height)};
}

} // namespace pescope::proximity
