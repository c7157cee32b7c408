// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/document.h"
#include "ui/workspaces/positions/chart_area.h"

class QWidget;

namespace pescope::ui {

/// Python that reproduces the numbers of a source's pane: its map through the lens that is on, or its table.
/// Errors: of shownMapOf(), and those of core/session/reproduce_views.h.
[[nodiscard]] Result<std::string> paneCode(const Document& document, session::SourceKey key);

/// The same of the chart that is shown, of the selected source.
[[nodiscard]] Result<std::string> chartCode(const Document& document, ChartKind kind);

/// The command that writes the map of a source.
[[nodiscard]] Result<std::string> paneCommand(const Document& document, session::SourceKey key);

/// Puts a text on the clipboard, or says why there is none.
void copyOrExplain(QWidget* parent, const QString& title, const Result<std::string>& text);

} // namespace pescope::ui
