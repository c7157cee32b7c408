// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/grid_of_grids.h"

#include "core/base/not_a_number.h"
#include "core/proximity/dense.h"
#include "core/proximity/statistics.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace pescope::proximity {
namespace {

/// The cells rearranged once: drawing is that of any given map.
class GridOfGrids final : public DenseProximity {
public:
    GridOfGrids(tables::SharedMatrix cells, const PatchGrid& grid)
        : DenseProximity(cells, cells->rows(), cells->cols())
        , m_grid(grid)
    {
    }

    [[nodiscard]] std::optional<PatchGrid> grid() const override { return m_grid; }
    [[nodiscard]] std::string method() const override { return "grid of grids"; }
    /// Errors: Unsupported, always: i − j of two patches is no distance.
    [[nodiscard]] Result<Profile> profile(const JobContext&) const override
    {
        return fail(ErrorCode::Unsupported, "a profile by distance of a grid of grids",
                    "Patches lie in two directions; look at the map of positions instead.");
    }

    /// All cells up to about 2^18, beyond that evenly spread rows: none is on a diagonal.
    [[nodiscard]] Result<ValueSample> sample(const JobContext& job) const override;

private:
    PatchGrid m_grid;
};

Result<ValueSample> GridOfGrids::sample(const JobContext& job) const
{
    PESCOPE_TRY(extremes, DenseProximity::sample(job));
    ValueSample sample = std::move(extremes);
    const Index count = std::clamp<Index>(kSampleSize / columns(), 1, rows());
    sample.values.clear();
    sample.weights.clear();
    sample.exact = count == rows();
    for (Index k = 0; k < count; ++k)
        for (Index column = 0; column < columns(); ++column)
            if (const double cell = value(k * rows() / count, column); std::isfinite(cell))
                sample.values.push_back(static_cast<float>(cell));
    std::ranges::sort(sample.values);
    return sample;
}

/// Row of S for each patch; −1: it was left out.
std::vector<Index> rowsOfPatches(const Proximity& s, const PatchGrid& grid)
{
    std::vector<Index> rows(static_cast<std::size_t>(grid.patches()), -1);
    for (Index row = 0; row < s.rows(); ++row)
        if (const Index patch = s.positionOf(row) - grid.prefix; patch >= 0 && patch < grid.patches())
            rows[static_cast<std::size_t>(patch)] = row;
    return rows;
}

} // namespace

std::optional<PatchGrid> patchGridOf(const encoding::Encoding& encoding)
{
    if (!encoding.parameters || !encoding.parameters->contains("grid"))
        return std::nullopt;
    const nlohmann::json& sides = (*encoding.parameters)["grid"];
    const PatchGrid grid{
        .height = sides.at(0), .width = sides.at(1), .prefix = encoding.parameters->value("prefix_tokens", 0)};
    // a what-if may have changed the number of positions
    return encoding.positions == grid.prefix + grid.patches() ? std::optional(grid) : std::nullopt;
}

Result<SharedProximity> gridOfGrids(const SharedProximity& s, const PatchGrid& grid, const JobContext& job)
{
    if (!s->hasOffsets() || s->rowsAreOffsets())
        return fail(ErrorCode::Unsupported, "a grid of grids of what is not a map over positions",
                    "Look at the map of an absolute table or of a window bias.");
    if (grid.patches() > kGridPositions)
        return fail(ErrorCode::Unsupported,
                    fmt::format("a grid of grids of {} × {} patches: it is drawn up to {}", grid.height, grid.width,
                                kGridPositions),
                    "Look at the map of positions instead.");
    return runGuarded([&]() -> Result<SharedProximity> {
        const std::vector<Index> rows = rowsOfPatches(*s, grid);
        tables::MatrixD cells(grid.height * grid.height, grid.width * grid.width);
        cells.setConstant(kNaN);
        bool any = false;
        for (Index i = 0; i < grid.patches(); ++i) {
            if (job.stopRequested())
                return cancelled();
            const Index row = rows[static_cast<std::size_t>(i)];
            if (row < 0)
                continue;
            PESCOPE_TRY(values, s->cells(row, row + 1, 0, s->columns(), job));
            for (Index j = 0; j < grid.patches(); ++j)
                if (const Index column = rows[static_cast<std::size_t>(j)]; column >= 0 && column < s->columns()) {
                    cells(i / grid.width * grid.height + j / grid.width, i % grid.width * grid.width + j % grid.width) =
                        values(0, column);
                    any = true;
                }
        }
        if (!any)
            return fail(ErrorCode::Shape,
                        fmt::format("the map has no position from {} on, where the grid begins", grid.prefix),
                        "Choose another grid or another number of positions in front of it.");
        return std::make_shared<GridOfGrids>(std::make_shared<const tables::MatrixD>(std::move(cells)), grid);
    });
}

} // namespace pescope::proximity
