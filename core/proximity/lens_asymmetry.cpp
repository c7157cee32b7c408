// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/lens_asymmetry.h"

#include "core/proximity/statistics.h"

#include <algorithm>

namespace pescope::proximity {
namespace {

template<typename T>
Result<Image<T>> halfDifference(const Result<Image<double>>& straight, const Result<Image<double>>& turned)
{
    if (!straight)
        return std::unexpected(straight.error());
    if (!turned)
        return std::unexpected(turned.error());
    return runGuarded([&]() -> Result<Image<T>> {
        const auto width = static_cast<std::size_t>(straight->width);
        const auto height = static_cast<std::size_t>(straight->height);
        Image<T> image{.width = straight->width, .height = straight->height, .pixels = {}};
        image.pixels.resize(width * height);
        // in tiles, because one of the two is read down its columns
        constexpr std::size_t kTile = 32;
        for (std::size_t y0 = 0; y0 < height; y0 += kTile)
            for (std::size_t x0 = 0; x0 < width; x0 += kTile)
                for (std::size_t y = y0; y < std::min(y0 + kTile, height); ++y)
                    for (std::size_t x = x0; x < std::min(x0 + kTile, width); ++x)
                        image.pixels[y * width + x] =
                            static_cast<T>((straight->pixels[y * width + x] - turned->pixels[x * height + y]) / 2);
        return image;
    });
}

/// Draws the mirrored view: rows and columns, height and width change places.
template<typename Draw>
auto drawTurned(const Viewport& view, int width, int height, const Draw& draw)
{
    const Viewport turned{.row0 = view.col0, .row1 = view.col1, .col0 = view.row0, .col1 = view.row1};
    const int across = height;
    const int down = width;
    return draw(turned, across, down);
}

} // namespace

AsymmetryProximity::AsymmetryProximity(SharedKind s, SharedKind turned)
    : m_s(std::move(s))
    , m_turned(std::move(turned))
{
    PESCOPE_EXPECTS(m_s && m_turned && m_s->rows() == m_turned->columns() && m_s->columns() == m_turned->rows());
}

Result<Image<float>> AsymmetryProximity::image(const Viewport& view, int width, int height, const JobContext& job) const
{
    return halfDifference<float>(m_s->screenImage(view, width, height, job),
                                 drawTurned(view, width, height, [&](const Viewport& v, int across, int down) {
                                     return m_turned->screenImage(v, across, down, job);
                                 }));
}

Result<Image<double>> AsymmetryProximity::imageExact(const Viewport& view, int width, int height,
                                                     const JobContext& job) const
{
    return halfDifference<double>(m_s->imageExact(view, width, height, job),
                                  drawTurned(view, width, height, [&](const Viewport& v, int across, int down) {
                                      return m_turned->imageExact(v, across, down, job);
                                  }));
}

Result<Image<double>> AsymmetryProximity::screenImage(const Viewport& view, int width, int height,
                                                      const JobContext& job) const
{
    return halfDifference<double>(m_s->screenImage(view, width, height, job),
                                  drawTurned(view, width, height, [&](const Viewport& v, int across, int down) {
                                      return m_turned->screenImage(v, across, down, job);
                                  }));
}

Result<tables::MatrixD> AsymmetryProximity::cellsAt(std::span<const Index> rows, std::span<const Index> columns,
                                                    const JobContext& job) const
{
    PESCOPE_TRY(straight, m_s->cellsAt(rows, columns, job));
    // NOLINTNEXTLINE(readability-suspicious-call-argument): S(j, i), rows and columns change places
    PESCOPE_TRY(mirrored, m_turned->cellsAt(columns, rows, job));
    return runGuarded(
        [&]() -> Result<tables::MatrixD> { return tables::MatrixD((straight - mirrored.transpose()) / 2); });
}

Result<Profile> AsymmetryProximity::profile(const JobContext& job) const
{
    if (anyNotFinite()) // the pairs of m and −m need not be the same
        return profileOfCells(*this, job);
    PESCOPE_TRY(profile, m_s->profile(job));
    PESCOPE_TRY(mirrored, m_turned->profile(job));
    for (std::size_t t = 0; t < profile.mean.size(); ++t) // offsets run the other way there
        profile.mean[t] = (profile.mean[t] - mirrored.mean[profile.mean.size() - 1 - t]) / 2;
    return std::move(profile);
}

Result<ValueSample> AsymmetryProximity::sample(const JobContext& job) const
{
    PESCOPE_TRY(sample, sampleCells(*this, false, job));
    if (!anyNotFinite())
        return std::move(sample);
    return runGuarded([&]() -> Result<ValueSample> {
        // both sides once, instead of a column of S for every row
        const auto size = static_cast<std::size_t>(rows() * columns());
        std::vector<char> bad(size, 0), row(static_cast<std::size_t>(rows()));
        for (Index i = 0; i < rows(); ++i)
            m_s->markNotFinite(
                i,
                std::span(bad).subspan(static_cast<std::size_t>(i * columns()), static_cast<std::size_t>(columns())));
        for (Index j = 0; j < columns(); ++j) {
            std::ranges::fill(row, 0);
            m_turned->markNotFinite(j, row);
            for (Index i = 0; i < rows(); ++i)
                if (row[static_cast<std::size_t>(i)] != 0)
                    bad[static_cast<std::size_t>(i * columns() + j)] = 1;
        }
        sample.notFinite = std::ranges::count(bad, 1);
        return std::move(sample);
    });
}

SharedKind AsymmetryProximity::leading(Index rows, Index columns) const
{
    const Index across = rows;
    const Index down = columns;
    return std::make_shared<AsymmetryProximity>(m_s->leading(rows, columns), m_turned->leading(down, across));
}

void AsymmetryProximity::markNotFinite(Index i, std::span<char> flags) const
{
    m_s->markNotFinite(i, flags);
    std::vector<char> row(static_cast<std::size_t>(rows()));
    for (Index j = 0; j < columns(); ++j) {
        std::ranges::fill(row, 0);
        m_turned->markNotFinite(j, row);
        if (row[static_cast<std::size_t>(i)] != 0)
            flags[static_cast<std::size_t>(j)] = 1;
    }
}

} // namespace pescope::proximity
