// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/session_figure.h"
#include "ui/figure/words.h"

namespace pescope::figure {

/// A chart of a session with the numbers behind it.
struct ChartPanel {
    Panel panel;
    std::string csv;
    QString caption; ///< one sentence
};

/// What the sources are called in a figure: by the letter of the panel with their map, where panels have letters of
/// their own.
struct SourceNames {
    std::map<session::SourceKey, QString> letters; ///< what is not there is called by its letter in the window
    [[nodiscard]] QString letterOf(const session::Source& source) const;
    [[nodiscard]] QString nameOf(const session::Source& source) const; ///< "(b)  Learned (MiniLM)"
};

/// @param name  one of chartPanels(), or of the text's curves. Errors: Unsupported where the session has nothing to
/// draw in it, by name.
[[nodiscard]] Result<ChartPanel> chartPanel(std::string_view name, const ShownSession& shown, const SourceNames& names,
                                            Language language, const JobContext& job);

/// "B  Learned (MiniLM)".
[[nodiscard]] QString nameOf(const session::Source& source);

} // namespace pescope::figure
