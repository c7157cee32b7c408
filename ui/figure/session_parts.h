// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/session_figure.h"

/// What the files that make the figure of a session share.
namespace pescope::figure {

/// A panel of the figure before it is drawn.
struct Wanted {
    std::string name;
    const frame::Pane* pane = nullptr; ///< of a source's map
    bool textMap = false; ///< one of the three maps of the text
    [[nodiscard]] bool isMap() const { return pane || textMap; }
};

[[nodiscard]] const encoding::Encoding* encodingOf(const ShownSession& shown, session::SourceKey key);
[[nodiscard]] std::string whatIfOf(const ShownSession& shown, session::SourceKey key);
/// ", 512 × 384": positions × dimensions where a source has vectors, else what its map has.
[[nodiscard]] QString shapeOf(const ShownSession& shown, const session::Source& source,
                              const proximity::Proximity& map);
/// Lens, head and what-if of a map: what must be said beside its title.
[[nodiscard]] QString subtitleOf(const ShownSession& shown, const session::Source& source, const frame::Pane& pane,
                                 Language language);

/// "A = model.safetensors#ape, sha256 1f2e…, [512, 384]; what-if: …", for the metadata of the file.
[[nodiscard]] std::string provenance(const ShownSession& shown, const std::vector<Wanted>& wanted);

/// A sentence for each panel and what the figure as a whole must say.
/// @param charts  sentences of the panels that are no maps, in their order
[[nodiscard]] QString captionOf(const ShownSession& shown, const std::vector<Wanted>& wanted, const Figure& figure,
                                const QStringList& charts, const Settings& settings);

} // namespace pescope::figure
