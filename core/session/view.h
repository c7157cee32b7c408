// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/proximity.h"
#include "core/session/session.h"

#include <array>
#include <map>
#include <optional>

namespace pescope::session {

/// What the rows and columns of a picture are: positions, offsets of a relative table, those of a table (rows by
/// dimensions), or those of a grid of grids (a row of a patch and one of another).
enum class RowKind { Positions, Offsets, Table, Grid };

/// Where one looks: not an undo step. Linked panes of one kind of rows share one; a freed pane has its own.
struct PaneView {
    std::optional<proximity::Viewport> viewport; ///< nothing: the whole matrix
    std::optional<tables::Index> row, column; ///< crosshair, cells of the shown matrix; positions for a grid of grids
    bool pinned = false;
    bool operator==(const PaneView&) const = default;

    /// m = i − j (query − key).
    [[nodiscard]] std::optional<tables::Index> offset() const
    {
        return row && column ? std::optional(*row - *column) : std::nullopt;
    }
};

/// Where one looks in all panes.
struct View {
    std::array<PaneView, 4> shared; ///< by RowKind
    std::map<SourceKey, PaneView> own; ///< of panes that are not linked
    /// Where the crosshair of positions (i, j) stands in a map over offsets: at r = m = i − j and r′ = −m, or at r′ =
    /// 0.
    bool mirrored = false;
    bool operator==(const View&) const = default;

    /// The view of a pane: the shared one while views are linked.
    [[nodiscard]] const PaneView& of(SourceKey key, RowKind rows, bool linked) const
    {
        const auto at = own.find(key);
        return linked || at == own.end() ? of(rows) : at->second;
    }
    [[nodiscard]] const PaneView& of(RowKind rows) const { return shared[static_cast<std::size_t>(rows)]; }
};

} // namespace pescope::session
