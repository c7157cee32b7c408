// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/global_options.h"
#include "app/session_choice.h"
#include "ui/figure/session_figure.h"

namespace pescope::app {

/// What is given on the command line in place of what a session says.
struct SessionFigureOptions {
    std::optional<proximity::Metric> metric;
    std::optional<session::ScaleMode> scale;
    std::optional<int> head;
    std::optional<proximity::Lens> lens; ///< of every map
    bool gridOfGrids = false; ///< in place of every map
    int textSide = 0; ///< whose panels are wanted; 0: none
    figure::Overrides overrides;
};

/// The sources of a figure as a session: those that a session file among them shows, in its panes' order, or the one
/// named by its letter; the others beside them. Errors: those of openSession and encoding::resolveOne; Unsupported for
/// a second session.
[[nodiscard]] Result<session::OpenedSession> sessionOfSources(const std::vector<std::string>& sources);

/// The session with its maps computed, for figure::composeSession.
/// Errors: of the first source that does not open; those of backendFor.
[[nodiscard]] Result<figure::ShownSession>
shownSession(const session::OpenedSession& opened, const SessionFigureOptions& options, const GlobalOptions& global);

} // namespace pescope::app
