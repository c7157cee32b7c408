// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/proximity.h"
#include "core/session/session.h"

#include <map>
#include <optional>

namespace pescope::ui {

/// Where one looks: not an undo step. Linked panes share one; a freed pane has its own.
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
    [[nodiscard]] const PaneView& of(session::SourceKey key, bool linked) const
    {
        const auto own = m_own.find(key);
        return linked || own == m_own.end() ? m_shared : own->second;
    }
    [[nodiscard]] PaneView& of(session::SourceKey key, bool linked)
    {
        return linked ? m_shared : m_own.try_emplace(key, m_shared).first->second;
    }
    void link() { m_own.clear(); } ///< all panes follow the shared view again

private:
    PaneView m_shared;
    std::map<session::SourceKey, PaneView> m_own;
};

} // namespace pescope::ui
