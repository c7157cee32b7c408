// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/encoding.h"
#include "ui/figure/figure.h"

#include <optional>
#include <utility>

namespace pescope::figure {

using tables::Index;

enum class FigureKind { Heatmap, Profile, Psi, Omega, Difference };
[[nodiscard]] std::optional<FigureKind> kindFromName(std::string_view name);

/// Shared: one colour bar for all panels. Own: one each. Rank: each panel by the ranks of its own values, so that every
/// colour covers an equal area; one bar in per cent.
enum class ScaleMode { Shared, Own, Rank };
[[nodiscard]] std::optional<ScaleMode> scaleModeFromName(std::string_view name);

/// What to draw from which sources; nothing about files.
struct FigureRequest {
    FigureKind kind = FigureKind::Heatmap;
    std::vector<encoding::Encoding> encodings; ///< one panel or curve each; two for a difference
    std::optional<proximity::Metric> metric; ///< nothing: scaled, for a given map its own values
    const raster::Colormap* map = nullptr; ///< null: diverging for differences and centred rows, else cividis
    ScaleMode scale = ScaleMode::Shared;
    std::optional<std::pair<double, double>> limits; ///< nothing: 0.5 … 99.5 percentile of off-diagonal cells
    std::optional<std::pair<Index, Index>> rows, columns; ///< half open, from 0
    std::optional<Index> length; ///< positions of a curve's axis
    std::optional<int> head; ///< of the biases, from 0; named in their titles where it is given
    double widthMm = 84, heightMm = 0, dpi = 300, fontPt = 8;
    int panelColumns = 0; ///< 0: chosen
    bool pixels = false; ///< for PNG: a map with more cells than pixels is averaged per pixel, in values
    QString description;
};

/// What drew one picture, for --verbose.
struct Drawn {
    std::string title;
    std::string method; ///< "closed form", "Gram", …
    double milliseconds = 0;
};

struct Composed {
    Figure figure;
    std::vector<proximity::Image<float>> pictures; ///< numbers of each map, as drawn, where they were asked for
    std::vector<Drawn> drawn;
};

/// About how many 10⁹ operations the products of the pictures take: decides whether LibTorch is worth its second.
[[nodiscard]] double gigaflop(const FigureRequest& request);

/// Computes all pictures and curves. Maps of at most 1024 cells a side go in cell by cell, larger ones as the mean of
/// whole blocks where these fit, said under the title.
/// Errors: Unsupported (a metric or ω that a source does not have, by name), Shape (rows outside the matrix, a
/// difference of other than two sources), those of proximity::of. Cancel points as Proximity.
[[nodiscard]] Result<Composed> compose(const FigureRequest& request, std::shared_ptr<const compute::Backend> backend,
                                       const JobContext& job = {});

} // namespace pescope::figure
