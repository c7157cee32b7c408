// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/text_panels.h"
#include "ui/state/text_run.h"

namespace pescope::ui {

/// A run as figures take it.
/// @param side  what is looked at: the similarity of its state, or the attention of its layer and head
/// @param attention  of that layer; null: its heads are no panel. It must be there where attention is looked at.
[[nodiscard]] figure::ShownText shownText(const session::TextSide& side, const TextRun& run,
                                          const TextSimilarity& similarity, const TextAttention* attention);

/// The same from the beginning: reads the model and runs the text.
/// Errors: those of openTextModel, choiceOf, runText and attentionOf; Shape for a layer or head that the model does not
/// have; Cancelled.
[[nodiscard]] Result<figure::ShownText> computeText(session::TextSide side, const compute::DeviceChoice& device,
                                                    const JobContext& job = {});

} // namespace pescope::ui
