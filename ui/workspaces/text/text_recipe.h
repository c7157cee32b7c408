// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/text_document.h"

namespace pescope::ui {

/// What the maps of the Text workspace show.
struct ShownText {
    std::string model; ///< folder
    std::string text;
    int axisIndex = 0; ///< 0: the embedding output
    bool attention = false; ///< in place of similarity
    int head = -1; ///< from 0; −1: the mean of all
};

/// The two commands that write what the original and the exchanged map are made of, words quoted for a POSIX shell:
/// attention.npy and attention-exchanged.npy, or hidden.npy and hidden-exchanged.npy.
[[nodiscard]] std::string textCommands(const ShownText& shown, const TextRun& run);

/// Those commands as comments, and Python that makes `original`, `exchanged` and `difference` of their arrays with
/// NumPy alone, all tokens with all.
[[nodiscard]] std::string textCode(const ShownText& shown, const TextRun& run);

} // namespace pescope::ui
