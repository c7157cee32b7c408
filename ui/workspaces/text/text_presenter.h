// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/text_document.h"
#include "ui/workspaces/text/token_map.h"

#include <array>

/// From a run to what the widgets of the Text workspace show: pure functions.
namespace pescope::ui::present {

[[nodiscard]] QStringList tokenTexts(const bert::Encoded& encoded);
/// "all-MiniLM-L6-v2 · 6 layers × 12 heads, D = 384".
[[nodiscard]] QString modelText(const QString& folder, const bert::EncoderInfo& info);
/// "11 tokens, shape (1, 11, 384)", and what truncation took.
[[nodiscard]] QString shapeText(const TextRun& run);
[[nodiscard]] QString exchangeText(const TextRun& run); ///< "shuffled, seed 0"
[[nodiscard]] QString factorText(const TextRun& run); ///< "norm-matched × 0.034"; empty: as it is
[[nodiscard]] QString schemeNotes(const TextRun& run);

/// Original, exchanged, exchanged − original; the first two on one scale.
[[nodiscard]] std::array<TokenMapState, 3> similarityMaps(const TextRun& run, int axisIndex);
/// @param head  from 0; below 0: the mean of all
[[nodiscard]] std::array<TokenMapState, 3> attentionMaps(const TextRun& run, const TextAttention& attention, int head);

} // namespace pescope::ui::present
