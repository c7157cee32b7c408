// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/toeplitz.h"

#include "core/proximity/offset_boxes.h"
#include "core/proximity/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pescope::proximity {

ToeplitzProximity::ToeplitzProximity(std::vector<double> f, Index rows, Index columns)
    : ToeplitzProximity(std::make_shared<const std::vector<double>>(std::move(f)), -(columns - 1), rows, columns)
{
    PESCOPE_EXPECTS(rows >= 1 && columns >= 1 && static_cast<Index>(m_f->size()) == rows + columns - 1);
}

ToeplitzProximity::ToeplitzProximity(std::shared_ptr<const std::vector<double>> f, Index firstOffset, Index rows,
                                     Index columns)
    : m_f(std::move(f))
    , m_firstOffset(firstOffset)
    , m_rows(rows)
    , m_columns(columns)
{
}

template<typename T, typename Sum>
Result<Image<T>> ToeplitzProximity::draw(const Viewport& view, int width, int height, const JobContext& job) const
{
    return runGuarded([&]() -> Result<Image<T>> {
        PESCOPE_TRY(grid, makeGrid(view, width, height, m_rows, m_columns));
        if (grid.rows.boxes() == 0 || grid.columns.boxes() == 0)
            return expand<T>(grid, {});
        const OffsetWindow window = offsetWindow(grid);
        const auto f = std::span(*m_f).subspan(static_cast<std::size_t>(window.low + 1 - m_firstOffset),
                                               static_cast<std::size_t>(window.size() - 2));
        PESCOPE_TRY(boxes, (offsetPicture<T, Sum>(grid, window, f, {}, job)));
        return expand(grid, std::move(boxes));
    });
}

Result<Image<float>> ToeplitzProximity::image(const Viewport& view, int width, int height, const JobContext& job) const
{
    return draw<float, double>(view, width, height, job);
}

Result<Image<double>> ToeplitzProximity::imageExact(const Viewport& view, int width, int height,
                                                    const JobContext& job) const
{
    return draw<double, long double>(view, width, height, job);
}

Result<Image<double>> ToeplitzProximity::screenImage(const Viewport& view, int width, int height,
                                                     const JobContext& job) const
{
    return draw<double, double>(view, width, height, job);
}

Result<tables::MatrixD> ToeplitzProximity::cellsAt(std::span<const Index> rows, std::span<const Index> columns,
                                                   const JobContext& job) const
{
    return runGuarded([&]() -> Result<tables::MatrixD> {
        tables::MatrixD cells(static_cast<Index>(rows.size()), static_cast<Index>(columns.size()));
        for (Index a = 0; a < cells.rows(); ++a) {
            if (job.stopRequested())
                return cancelled();
            for (Index b = 0; b < cells.cols(); ++b)
                cells(a, b) = at(rows[static_cast<std::size_t>(a)] - columns[static_cast<std::size_t>(b)]);
        }
        return cells;
    });
}

Result<Profile> ToeplitzProximity::profile(const JobContext&) const
{
    return runGuarded([&]() -> Result<Profile> {
        Profile profile = emptyProfile(m_rows, m_columns);
        for (std::size_t t = 0; t < profile.mean.size(); ++t) {
            profile.mean[t] = at(profile.firstOffset + static_cast<Index>(t));
            if (!std::isfinite(profile.mean[t])) {
                profile.mean[t] = std::numeric_limits<double>::quiet_NaN();
                profile.count[t] = 0;
            }
        }
        return profile;
    });
}

Result<ValueSample> ToeplitzProximity::sample(const JobContext&) const
{
    return runGuarded([&]() -> Result<ValueSample> {
        const auto f = std::span(*m_f).subspan(static_cast<std::size_t>(-(m_columns - 1) - m_firstOffset),
                                               static_cast<std::size_t>(m_rows + m_columns - 1));
        return sampleByOffset(f, emptyProfile(m_rows, m_columns).count, m_columns - 1);
    });
}

SharedKind ToeplitzProximity::leading(Index rows, Index columns) const
{
    return SharedKind(new ToeplitzProximity(m_f, m_firstOffset, std::min(rows, m_rows), std::min(columns, m_columns)));
}

bool ToeplitzProximity::anyNotFinite() const
{
    return !std::ranges::all_of(*m_f, [](double value) { return std::isfinite(value); });
}

bool ToeplitzProximity::symmetric() const
{
    const auto even = [&](Index m) { return at(m) == at(-m) || (std::isnan(at(m)) && std::isnan(at(-m))); };
    if (m_rows != m_columns)
        return false;
    for (Index m = 1; m < m_rows; ++m)
        if (!even(m))
            return false;
    return true;
}

void ToeplitzProximity::markNotFinite(Index i, std::span<char> flags) const
{
    for (Index j = 0; j < m_columns; ++j)
        if (!std::isfinite(at(i - j)))
            flags[static_cast<std::size_t>(j)] = 1;
}

} // namespace pescope::proximity
