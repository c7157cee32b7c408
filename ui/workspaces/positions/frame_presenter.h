// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frame/frame.h"
#include "ui/heatmap/colour_bar.h"
#include "ui/heatmap/pane_card.h"
#include "ui/state/document.h"

/// From a frame to what each widget shows: pure functions, so that no widget computes and none is forgotten.
namespace pescope::ui::present {

/// The finished picture of a pane, its revision included.
[[nodiscard]] HeatmapPicture picture(const frame::Frame& frame, const frame::Pane& pane);
[[nodiscard]] NormStrip normStrip(const frame::Pane& pane);
/// Name of what a lens shows, for read-outs.
[[nodiscard]] QString valueName(proximity::Lens lens);
[[nodiscard]] PaneTexts paneTexts(const Document& document, const frame::Frame& frame, const frame::Pane& pane);
[[nodiscard]] ColourBarState colourBar(const session::Session& session, const frame::ColourScale& scale);

/// "512×768", "A − B: 512×512".
[[nodiscard]] QString shapeText(const Document& document, const frame::Frame& frame, session::SourceKey key);
/// "APE", "RPE", "RoPE", "Bias", "Map", …
[[nodiscard]] QString kindText(encoding::Kind kind);
/// The kind, or "Diff"; with "what if" where a change was made that no model was trained with.
[[nodiscard]] QString badgeText(const Document& document, session::SourceKey key);
/// What was changed about a source that no model was trained with: "rows shuffled, seed 0"; empty: nothing.
[[nodiscard]] QString whatIfText(const Document& document, session::SourceKey key);
/// "base 10 000, c = 0.60"
[[nodiscard]] QString sinusoidText(const encoding::SinusoidSpec& spec);
/// "10⁻⁴", "3·10⁻⁵"
[[nodiscard]] QString powerText(double value);
[[nodiscard]] QString metricTitle(proximity::Metric metric);

} // namespace pescope::ui::present
