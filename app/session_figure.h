// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/global_options.h"
#include "app/session_choice.h"
#include "ui/figure/compose_maps.h"

namespace pescope::app {

/// What is given on the command line in place of what a session says.
struct SessionFigureOptions {
    std::optional<proximity::Metric> metric;
    const raster::Colormap* colormap = nullptr;
    std::optional<session::ScaleMode> scale;
    std::optional<std::pair<double, double>> limits; ///< of every colour bar
    std::optional<std::pair<tables::Index, tables::Index>> rows, columns; ///< an end below 0: the edge
    std::optional<int> head;
};

/// Sources of a figure of which one is a session: those that it shows, in its panes' order, or the one named by its
/// letter; the others beside them. Errors: those of openSession; Unsupported for a second session.
[[nodiscard]] Result<session::OpenedSession> sessionOfSources(const std::vector<std::string>& sources);

/// The panes of a session as the window shows them: lens, table, head, metric, region and colour scales.
/// Errors: that of the first pane that cannot be drawn; Shape for rows outside a map; those of backendFor.
[[nodiscard]] Result<figure::MapsRequest> mapsOf(session::OpenedSession opened, const SessionFigureOptions& options,
                                                 const GlobalOptions& global);

} // namespace pescope::app
