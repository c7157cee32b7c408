// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/session_figure.h"

namespace pescope::figure {

/// A chart of a session with the numbers behind it.
struct ChartPanel {
    Panel panel;
    std::string csv;
    QString caption; ///< one sentence
};

/// @param name  one of chartPanels(). Errors: Unsupported where the session has nothing to draw in it, by name.
[[nodiscard]] Result<ChartPanel> chartPanel(std::string_view name, const ShownSession& shown, Language language,
                                            const JobContext& job);

[[nodiscard]] inline QString qt(const std::string& text)
{
    return QString::fromStdString(text);
}
/// "B  Learned (MiniLM)".
[[nodiscard]] QString nameOf(const session::Source& source);

} // namespace pescope::figure
