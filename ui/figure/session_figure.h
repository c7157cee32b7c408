// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frame/frame.h"
#include "core/session/view.h"
#include "ui/figure/compose_maps.h"
#include "ui/figure/settings.h"

namespace pescope::figure {

struct ShownText;

/// A session with what was computed of it: as the window has it, or a command made it.
struct ShownSession {
    session::Session session;
    session::View view;
    frame::Encodings encodings;
    std::shared_ptr<const frame::Frame> frame; ///< with a pane of each source that a map is wanted of
    std::shared_ptr<const ShownText> text; ///< of the Text workspace; null: none
    std::shared_ptr<const compute::Backend> backend;
};

/// What the command line says in place of a session.
struct Overrides {
    const raster::Colormap* colormap = nullptr;
    std::optional<std::pair<double, double>> limits; ///< of every colour bar
    std::optional<std::pair<Index, Index>> rows, columns; ///< half open; an end below 0: the edge
};

/// One panel's numbers for a file beside the figure.
struct PanelData {
    std::string name; ///< "a-map", "d-distance": goes into the name of the file
    std::string csv; ///< one header line, '.' decimals, shortest digits
};

struct SessionFigure {
    Composed composed;
    std::string caption; ///< plain text in the language of the settings
    std::string captionLatex; ///< \caption{…}
    std::string backend; ///< that did the products; empty: not known
    std::vector<PanelData> data; ///< one a panel, where Settings::withData asks for them
};

/// The figure of a session: the panels that the settings name. Maps are those of the frame's panes through lens, table,
/// head, metric and colour scale as on screen, their region that of the view.
/// @param file  what the command line names in place of the session, for the file's metadata; empty: unknown
/// @param pixels  for PNG, as in MapsRequest
/// Errors: Unsupported for a panel that is not there (which are is said); that of a pane that cannot be drawn; those of
/// composeMaps; Cancelled.
[[nodiscard]] Result<SessionFigure> composeSession(const ShownSession& shown, const Settings& settings,
                                                   const Overrides& overrides, bool pixels, const std::string& file,
                                                   const JobContext& job = {});

/// \caption{…} with what LaTeX would take for commands escaped.
[[nodiscard]] std::string latexCaption(const QString& caption);

/// Files beside `target` where the settings ask for them: "fig-a-map.csv", "fig.txt", "fig.tex". Errors: Io.
[[nodiscard]] Status writeBeside(const SessionFigure& figure, const Settings& settings,
                                 const std::filesystem::path& target);

/// Panels that the settings may name for a session, in the order of the window.
[[nodiscard]] std::vector<std::string> possiblePanels(const ShownSession& shown);

} // namespace pescope::figure
