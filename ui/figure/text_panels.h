// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/text_view.h"
#include "ui/figure/compose_maps.h"
#include "ui/figure/session_panels.h"

#include <memory>

namespace pescope::figure {

/// A text in a model with its trained positions and with exchanged ones, computed, as figures take it.
struct ShownText {
    session::TextSide side; ///< what was asked
    std::string model; ///< for people: "all-MiniLM-L6-v2"
    QStringList tokens; ///< as they are read
    tables::SharedMatrix original, exchanged; ///< of the layer that is looked at: cosines, or attention of its head
    std::vector<tables::MatrixD> layersOriginal, layersExchanged; ///< cosines by state, of tokens evenly chosen
    std::vector<tables::MatrixD> headsOriginal, headsExchanged; ///< attention of the layer; empty: none was computed
    std::vector<double> change; ///< by state: mean |Δ cosine|
    std::vector<double> divergence; ///< by layer from 1: attention, bits
};

/// "original", "exchanged", "difference", "layers", "heads", "similarity", "divergence".
[[nodiscard]] const std::vector<std::string_view>& textPanels();
/// Whether it is one of the three maps, which are drawn like maps of sources.
[[nodiscard]] bool isTextMap(std::string_view name);
[[nodiscard]] bool isTextGrid(std::string_view name);
/// Those that there can be for a text.
[[nodiscard]] std::vector<std::string> textPanelsOf(const ShownText& text);

[[nodiscard]] QString textMapTitle(std::string_view name, Language language);
/// One of the three maps. @param scales  of the request; that of the map is added where it is not there yet
[[nodiscard]] Result<MapPanel> textMap(std::string_view name, const ShownText& text, Language language,
                                       std::vector<MapScale>& scales);

/// Small maps with their colour scale, all layers or all heads of the layer, original above exchanged.
struct TextGrid {
    GridPanel panel; ///< without its colour bar's index
    FigureColourBar bar;
    std::string csv; ///< "run,layer,i,j,value"
    QString caption;
};
/// @param name  "layers" or "heads". Errors: those of Proximity.
[[nodiscard]] Result<TextGrid> textGrid(std::string_view name, const ShownText& text, Language language,
                                        const JobContext& job);
/// @param name  "similarity" or "divergence"
[[nodiscard]] ChartPanel textChart(std::string_view name, const ShownText& text, Language language);

/// "layer 6, attention of head 3", "embedding output": what the three maps show.
[[nodiscard]] QString textPlace(const ShownText& text, Language language);
[[nodiscard]] QString exchangeWords(const session::TextSide& side, Language language);
/// A sentence for the three maps.
[[nodiscard]] QString textCaption(const ShownText& text, Language language);
/// For the metadata of the file.
[[nodiscard]] std::string textProvenance(const ShownText& text);

} // namespace pescope::figure
