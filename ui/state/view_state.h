// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/proximity.h"
#include "core/session/session.h"

#include <array>
#include <map>
#include <optional>

namespace pescope::ui {

/// What the rows and columns of a picture are: positions, offsets of a relative table, or those of a table (rows by
/// dimensions).
enum class RowKind { Positions, Offsets, Table };

/// Where one looks: not an undo step. Linked panes of one kind of rows share one; a freed pane has its own.
struct PaneView {
    std::optional<proximity::Viewport> viewport; ///< nothing: the whole matrix
    std::optional<tables::Index> row, column; ///< crosshair, cells of the shown matrix
    bool pinned = false;

    /// m = i − j (query − key).
    [[nodiscard]] std::optional<tables::Index> offset() const
    {
        return row && column ? std::optional(*row - *column) : std::nullopt;
    }
};

class ViewState {
public:
    /// The view of a pane: the shared one while views are linked.
    [[nodiscard]] const PaneView& of(session::SourceKey key, RowKind rows, bool linked) const
    {
        const auto own = m_own.find(key);
        return linked || own == m_own.end() ? shared(rows) : own->second;
    }
    [[nodiscard]] PaneView& of(session::SourceKey key, RowKind rows, bool linked)
    {
        return linked ? shared(rows) : m_own.try_emplace(key, shared(rows)).first->second;
    }
    [[nodiscard]] const PaneView& shared(RowKind rows) const { return m_shared[static_cast<std::size_t>(rows)]; }
    [[nodiscard]] PaneView& shared(RowKind rows) { return m_shared[static_cast<std::size_t>(rows)]; }
    void link() { m_own.clear(); } ///< all panes follow the shared view again

    /// Where the crosshair of positions (i, j) stands in a map over offsets: at r = m = i − j and r′ = −m, or at r′ =
    /// 0.
    bool mirrored = false;

private:
    std::array<PaneView, 3> m_shared;
    std::map<session::SourceKey, PaneView> m_own;
};

} // namespace pescope::ui
