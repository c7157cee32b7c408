// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/view.h"

namespace pescope::ui {

using session::PaneView;
using session::RowKind;

/// Where one looks: not an undo step, but part of a session file.
class ViewState {
public:
    /// The view of a pane: the shared one while views are linked.
    [[nodiscard]] const PaneView& of(session::SourceKey key, RowKind rows, bool linked) const
    {
        return value.of(key, rows, linked);
    }
    [[nodiscard]] PaneView& of(session::SourceKey key, RowKind rows, bool linked)
    {
        return linked ? shared(rows) : value.own.try_emplace(key, shared(rows)).first->second;
    }
    [[nodiscard]] const PaneView& shared(RowKind rows) const { return value.of(rows); }
    [[nodiscard]] PaneView& shared(RowKind rows) { return value.shared[static_cast<std::size_t>(rows)]; }
    void link() { value.own.clear(); } ///< all panes follow the shared view again

    session::View value;
};

} // namespace pescope::ui
