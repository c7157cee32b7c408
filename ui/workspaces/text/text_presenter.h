// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/head_measure.h"
#include "core/bert/spans.h"
#include "ui/charts/layer_chart.h"
#include "ui/state/text_document.h"
#include "ui/workspaces/text/token_map.h"

#include <array>

/// From a run to what the widgets of the Text workspace show: pure functions.
namespace pescope::ui::present {

/// The position of each token: "3", and "3 → 7" where it stands elsewhere in the exchanged run.
[[nodiscard]] QStringList placeTexts(const TextRun& run);
/// "all-MiniLM-L6-v2 · 6 layers × 12 heads, D = 384".
[[nodiscard]] QString modelText(const QString& folder, const bert::EncoderInfo& info);
/// "11 tokens, shape (1, 11, 384)", and what truncation took.
[[nodiscard]] QString shapeText(const TextRun& run);
[[nodiscard]] QString exchangeText(const ExchangeChoice& choice); ///< "shuffled, seed 0"
[[nodiscard]] QString factorText(const TextRun& run); ///< "norm-matched × 0.034"; empty: as it is
[[nodiscard]] QString schemeNotes(const TextRun& run);

/// Original, exchanged, exchanged − original; the first two on one scale.
[[nodiscard]] std::array<TokenMapState, 3> similarityMaps(const TextRun& run, const TextSimilarity& similarity);
/// @param head  from 0; below 0: the mean of all
[[nodiscard]] std::array<TokenMapState, 3> attentionMaps(const TextRun& run, const TextAttention& attention, int head);
/// The pair of two different tokens whose value changed most between the first two maps; nothing below two tokens.
[[nodiscard]] std::optional<TokenPair> mostChanged(const std::array<TokenMapState, 3>& maps);

/// Cosine maps as pictures, all on one scale from `low` to 1.
[[nodiscard]] QList<QImage> smallImages(const std::vector<tables::MatrixD>& maps, double low);
[[nodiscard]] double leastOf(const BothRuns<std::vector<tables::MatrixD>>& maps);
/// Every head of the layer as a picture, a pixel a cell, all on one scale from 0 to the largest weight.
[[nodiscard]] QList<QImage> headImages(const TextAttention& attention, bool exchanged);
/// Mean weight by distance, m = −reach … reach, original and exchanged; empty where there are no two words.
/// @param head  from 0; below 0: the mean of all
[[nodiscard]] std::vector<LayerCurve> distanceCurves(const TextRun& run, const TextAttention& attention, int head);
/// Pairs of words at each of these distances: "pairs: 14".
[[nodiscard]] QStringList pairCounts(const TextRun& run, int reach);
/// Mean norm of the words' hidden states by state, original and exchanged.
[[nodiscard]] std::vector<LayerCurve> normCurves(const TextRun& run);
[[nodiscard]] QString measureName(bert::HeadMeasure measure);
[[nodiscard]] QString measureNote(bert::HeadMeasure measure); ///< what it is and which end belongs to position
/// The tokens of a span as a reader would write them.
[[nodiscard]] QString spanText(const bert::Encoded& encoded, bert::TokenSpan span);

} // namespace pescope::ui::present
