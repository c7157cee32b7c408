// SPDX-License-Identifier: GPL-3.0-or-later
// Where one looks: viewport and crosshair of the panes.
#include "core/proximity/grid_of_grids.h"
#include "ui/state/document.h"

#include <algorithm>

namespace pescope::ui {

using tables::Index;

namespace {

const proximity::Proximity* shownMap(const frame::Frame* frame, session::SourceKey key)
{
    if (!frame)
        return nullptr;
    const auto pane = std::ranges::find(frame->panes, key, &frame::Pane::source);
    return pane == frame->panes.end() ? nullptr : pane->proximity.get();
}

} // namespace

RowKind Document::rowKind(session::SourceKey key) const
{
    const proximity::Proximity* map = shownMap(m_frame.get(), key);
    if (map && map->grid())
        return RowKind::Grid;
    if (map && map->isTable())
        return RowKind::Table;
    return map && map->rowsAreOffsets() ? RowKind::Offsets : RowKind::Positions;
}

const PaneView& Document::view(session::SourceKey key) const
{
    return m_view.of(key, rowKind(key), m_session.options.linked);
}

void Document::setViewport(session::SourceKey key, std::optional<proximity::Viewport> viewport)
{
    m_view.of(key, rowKind(key), m_session.options.linked).viewport = viewport;
    ++m_revision;
    Q_EMIT viewChanged();
    requestFrame();
}

RowKind Document::crosshairRows(session::SourceKey key) const
{
    const RowKind rows = rowKind(key);
    return rows == RowKind::Grid ? RowKind::Positions : rows;
}

const PaneView& Document::crosshairView(session::SourceKey key) const
{
    return m_view.of(key, crosshairRows(key), m_session.options.linked);
}

std::optional<Document::Crosshair> Document::crosshair(session::SourceKey key) const
{
    const proximity::Proximity* map = shownMap(m_frame.get(), key);
    if (!map)
        return std::nullopt;
    const PaneView& own = crosshairView(key);
    std::optional<Crosshair> at;
    if (const auto grid = map->grid(); grid && own.row && own.column) {
        const auto i = grid->patchAt(*own.row), j = grid->patchAt(*own.column);
        if (i && j) {
            const auto [row, column] = proximity::cellOf(*grid, {.i = *i, .j = *j});
            at = Crosshair{.row = row, .column = column, .pinned = own.pinned, .follows = false};
        }
    } else if (own.row && own.column)
        at = Crosshair{.row = *own.row, .column = *own.column, .pinned = own.pinned, .follows = false};
    else if (const auto m = m_view.shared(RowKind::Positions).offset();
             m && m_session.options.linked && map->rowsAreOffsets() && !map->isTable())
        at = Crosshair{.row = *m - map->positionOf(0),
                       .column = (m_view.value.mirrored ? -*m : 0) - map->positionOf(0),
                       .pinned = m_view.shared(RowKind::Positions).pinned,
                       .follows = true};
    const auto within = [](Index value, Index count) { return value >= 0 && value < count; };
    if (at && (!within(at->row, map->rows()) || !within(at->column, map->columns())))
        at.reset();
    return at;
}

void Document::setCrosshair(session::SourceKey key, std::optional<Index> row, std::optional<Index> column, bool pinned)
{
    const proximity::Proximity* shown = shownMap(m_frame.get(), key);
    if (const auto grid = shown ? shown->grid() : std::nullopt; grid && row && column) { // i and j are kept
        const proximity::PatchPair pair = proximity::patchesOf(*grid, *row, *column);
        row = grid->position(pair.i);
        column = grid->position(pair.j);
    }
    const RowKind rows = crosshairRows(key);
    const bool linked = m_session.options.linked;
    PaneView& view = m_view.of(key, rows, linked);
    view.row = row;
    view.column = column;
    view.pinned = pinned;
    if (linked && rows == RowKind::Positions) { // maps over offsets follow
        PaneView& offsets = m_view.shared(RowKind::Offsets);
        offsets.row.reset();
        offsets.column.reset();
        offsets.pinned = false;
    } else if (linked && rows == RowKind::Offsets) {
        const proximity::Proximity* map = shownMap(m_frame.get(), key);
        placeAtOffset(row && map ? std::optional(map->positionOf(*row)) : std::nullopt);
    }
    Q_EMIT viewChanged();
}

void Document::setCrosshairOffset(std::optional<Index> m)
{
    placeAtOffset(m);
    Q_EMIT viewChanged();
}

/// Row and column at offset m around the middle of what is seen of the positions.
void Document::placeAtOffset(std::optional<Index> m)
{
    const bool active = rowKind(m_session.active) == RowKind::Positions;
    PaneView& view = active ? m_view.of(m_session.active, RowKind::Positions, m_session.options.linked)
                            : m_view.shared(RowKind::Positions);
    if (view.pinned)
        return;
    view.row.reset();
    view.column.reset();
    if (!m)
        return;
    Index middle = 0;
    if (m_frame)
        for (const frame::Pane& pane : m_frame->panes)
            if (pane.proximity && !pane.proximity->rowsAreOffsets() && pane.proximity->hasOffsets()
                && (pane.source == m_session.active || middle == 0))
                middle = static_cast<Index>((pane.view.col0 + pane.view.col1) / 2);
    view.column = std::max({Index{0}, middle - *m / 2, -*m});
    view.row = *view.column + *m;
}

void Document::setOffsetsMirrored(bool mirrored)
{
    if (mirrored == m_view.value.mirrored)
        return;
    m_view.value.mirrored = mirrored;
    Q_EMIT viewChanged();
}

} // namespace pescope::ui
