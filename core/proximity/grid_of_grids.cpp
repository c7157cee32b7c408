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

/// A row of S and the patch that it shows.
struct PatchRow {
    Index row;
    PatchGrid::Patch patch;
};
std::vector<PatchRow> patchRows(const Proximity& s, const PatchGrid& grid, Index count)
{
    std::vector<PatchRow> rows;
    for (Index row = 0; row < count; ++row)
        if (const auto patch = grid.patchAt(s.positionOf(row)))
            rows.push_back({row, *patch});
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
        const std::vector<PatchRow> rows = patchRows(*s, grid, s->rows()), columns = patchRows(*s, grid, s->columns());
        if (rows.empty() || columns.empty())
            return fail(ErrorCode::Shape,
                        fmt::format("the map has no position from {} on, where the grid begins", grid.prefix),
                        "Choose another grid or another number of positions in front of it.");
        tables::MatrixD cells(grid.height * grid.height, grid.width * grid.width);
        cells.setConstant(kNaN); // a patch that was left out
        for (const PatchRow& i : rows) {
            if (job.stopRequested())
                return cancelled();
            PESCOPE_TRY(values, s->cells(i.row, i.row + 1, 0, s->columns(), job));
            for (const PatchRow& j : columns) {
                const auto [row, column] = cellOf(grid, {.i = i.patch, .j = j.patch});
                cells(row, column) = values(0, j.row);
            }
        }
        return std::make_shared<GridOfGrids>(std::make_shared<const tables::MatrixD>(std::move(cells)), grid);
    });
}

} // namespace pescope::proximity
