// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frame/clipped.h"
#include "core/frame/composition.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pescope::frame {

namespace {

/// Pixels from which a cell is large enough to print its value.
constexpr double kPrintedCell = 24;

} // namespace

Status Composition::makePanes()
{
    for (const PaneGeometry& geometry : m_request.panes) {
        if (m_job.stopRequested())
            return cancelled();
        Pane pane;
        pane.source = geometry.source;
        if (const session::Source* source = session::find(m_session, geometry.source))
            pane.lens = lensOf(*source);
        const Prepared& prepared = m_prepared[geometry.source];
        pane.error = prepared.error ? prepared.error : prepared.lensError;
        pane.loading = prepared.loading;
        if (prepared.derived && geometry.width > 0 && geometry.height > 0) {
            pane.value = prepared.derived->proximity;
            pane.norms = prepared.derived->norms;
            pane.outlying = prepared.derived->outlying;
            if (prepared.shown)
                if (Status drawn = draw(pane, geometry, *prepared.shown); !drawn) {
                    if (drawn.error().code == ErrorCode::Cancelled)
                        return drawn;
                    pane.error = drawn.error();
                }
        }
        m_frame.panes.push_back(std::move(pane));
    }
    return ok();
}

Status Composition::draw(Pane& pane, const PaneGeometry& geometry, Derived& shown)
{
    const proximity::Proximity& s = *shown.proximity;
    pane.proximity = shown.proximity;
    pane.view = geometry.view.value_or(
        proximity::Viewport{0, static_cast<double>(s.rows()), 0, static_cast<double>(s.columns())});
    proximity::PictureSize size{.width = geometry.width, .height = geometry.height};
    if (pane.lens == proximity::Lens::Rising) {
        size = proximity::risingPicture(pane.view, geometry.width, geometry.height);
        pane.rising = proximity::risingReading(pane.view, size.width, size.height);
    }
    pane.cellsPerPixelX = (pane.view.col1 - pane.view.col0) / size.width;
    pane.cellsPerPixelY = (pane.view.row1 - pane.view.row0) / size.height;
    PESCOPE_TRY(picture, pictureOf(shown, pane.view, size.width, size.height, m_job));
    for (std::size_t k = 0; k < m_frame.scales.size(); ++k)
        if (std::ranges::find(m_frame.scales[k].sources, geometry.source) != m_frame.scales[k].sources.end())
            pane.scale = static_cast<int>(k);
    const ColourScale& scale = m_frame.scales[static_cast<std::size_t>(pane.scale)];
    pane.raster = raster::rasterise(*picture, scale.scale, *scale.map);
    pane.clipped = {.below = pane.raster.shareBelow,
                    .above = pane.raster.shareAbove,
                    .notFinite = pane.raster.shareNotFinite,
                    .ofView = true};
    if (!geometry.view) {
        PESCOPE_TRY(shares, clippedShares(shown, scale.scale, m_job));
        pane.clipped = shares;
    }
    if (pane.cellsPerPixelX * kPrintedCell <= 1 && pane.cellsPerPixelY * kPrintedCell <= 1)
        printCells(pane);
    return ok();
}

void Composition::printCells(Pane& pane)
{
    const auto clamped = [](double edge, Index count) { return std::clamp<Index>(static_cast<Index>(edge), 0, count); };
    const Index i0 = clamped(std::floor(pane.view.row0), pane.proximity->rows());
    const Index i1 = clamped(std::ceil(pane.view.row1), pane.proximity->rows());
    const Index j0 = clamped(std::floor(pane.view.col0), pane.proximity->columns());
    const Index j1 = clamped(std::ceil(pane.view.col1), pane.proximity->columns());
    for (Index i = i0; i < i1; ++i) {
        std::vector<double>& row = pane.cellValues.emplace_back();
        for (Index j = j0; j < j1; ++j)
            row.push_back(pane.proximity->value(i, j));
    }
}

void Composition::describeMethod()
{
    for (const Pane& pane : m_frame.panes) {
        const session::Source* source = session::find(m_session, pane.source);
        if (!pane.proximity || !source)
            continue;
        if (!m_frame.method.empty())
            m_frame.method += ", ";
        m_frame.method += fmt::format("{} {}", static_cast<char>('A' + source->letter % 26), pane.proximity->method());
    }
}

} // namespace pescope::frame
