// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "ui/figure/figure.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pescope::figure {

enum class Language { English, Chinese };

/// How a figure of a session looks: a value that the session file keeps and the command line says.
struct Settings {
    /// In reading order: letters of sources ("A") for their maps; "distance", "psi", "slope", "steps", "omega",
    /// "properties"; of the text "original", "exchanged", "difference", "layers", "heads", "similarity", "divergence".
    /// Empty: the maps of the panes, or where there are none those of the text.
    std::vector<std::string> panels;
    int textSide = 1; ///< of two texts side by side, the one whose panels they are
    double widthMm = 174, heightMm = 0; ///< height 0: from the content
    double dpi = 300, fontPt = 8;
    std::string family = {}; ///< empty: Inter
    int perRow = 0; ///< maps side by side; 0: what fits
    Letters letters = Letters::OfSources;
    Bars bars = Bars::Shared;
    bool titles = true, axes = true, transparent = false;
    Language language = Language::English;
    bool withData = false, withCaption = false; ///< files beside the figure
    std::string caption; ///< by hand; empty: written from the data
    bool operator==(const Settings&) const = default;
};

/// Sizes that journals and slides ask for.
struct Preset {
    double widthMm = 0, heightMm = 0;
};
[[nodiscard]] std::vector<Preset> presets();

[[nodiscard]] std::string_view name(Letters letters); ///< "sources", "(a)", "a", "A", "none"
[[nodiscard]] std::optional<Letters> lettersFromName(std::string_view name);
[[nodiscard]] std::string_view name(Bars bars); ///< "shared", "each", "none"
[[nodiscard]] std::optional<Bars> barsFromName(std::string_view name);
/// Names that a panel may have beside letters of sources.
[[nodiscard]] const std::vector<std::string_view>& chartPanels();

[[nodiscard]] nlohmann::json toJson(const Settings& settings);
/// A key that is missing keeps its default. Errors: Format for a value of the wrong kind, by name.
[[nodiscard]] Result<Settings> settingsFromJson(const nlohmann::json& object);

/// Options of "pescope figure" that differ from its defaults: "--panels A,B,distance --width 174mm".
[[nodiscard]] std::string optionsText(const Settings& settings);

} // namespace pescope::figure
