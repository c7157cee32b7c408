// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/encoding/sinusoid.h"
#include "core/proximity/lens.h"
#include "core/proximity/metric.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace pescope::session {

/// Identity of a source within one session; never used again after the source is removed.
using SourceKey = int;

/// One encoding of a file, a folder or a built-in spec that is not tweaked (`learned:…`, `matrix:…`).
struct OpenedOrigin {
    std::string spec;
    std::string id;
    bool operator==(const OpenedOrigin&) const = default;
};

/// A sinusoid whose ω can be moved.
struct SinusoidOrigin {
    encoding::SinusoidSpec spec;
    bool operator==(const SinusoidOrigin&) const = default;
};

/// A − B of two other sources, over their common positions.
struct DifferenceOrigin {
    SourceKey a = 0, b = 0;
    bool operator==(const DifferenceOrigin&) const = default;
};

/// What the pane of a source shows.
enum class Shown {
    Map, ///< S, through a lens
    Table, ///< its vectors: position × dimension
    Grid ///< S over patches as a grid of grids, without a lens
};

/// In which order a table shows its columns; its products stay the same.
enum class Columns {
    Stored,
    OtherLayout, ///< interleaved pairs as halves, or halves as interleaved pairs
    Variance, ///< descending
    Frequency ///< of the sinusoid that fits each pair best, fast ones first
};

struct Source {
    SourceKey key = 0;
    int letter = 0; ///< 0 is A
    std::string name;
    bool visible = true;
    std::variant<OpenedOrigin, SinusoidOrigin, DifferenceOrigin> origin;
    proximity::Lens lens = proximity::Lens::Value; ///< what its pane shows of the map
    int head = 0; ///< of a bias, from 0; nothing else has heads
    std::optional<proximity::Metric> metric; ///< of its pane; nothing: that of the options
    Shown shown = Shown::Map;
    Columns columns = Columns::Stored; ///< of the table
    bool operator==(const Source&) const = default;
};

/// The lens of what is shown of a source: only maps have one.
[[nodiscard]] constexpr proximity::Lens lensOf(const Source& source)
{
    return source.shown == Shown::Map ? source.lens : proximity::Lens::Value;
}

enum class ScaleMode { Shared, Own, Rank };
enum class Band { None, Quantiles, MinMax, Fan };
enum class Layout { Single, SideBySide, Stacked, Grid };
enum class OmegaHandle { Base, Scale, SkipFast, SkipSlow };

struct Limits {
    double low = 0, high = 1;
    bool operator==(const Limits&) const = default;
};

/// What the values of a map are. One colour scale for two quantities would compare what cannot be compared.
enum class Quantity {
    Positions = 1, ///< products of an absolute table's or a sinusoid's rows
    Difference, ///< A − B
    Relative, ///< products of vectors by offset
    Rotary, ///< Σ cos ω(i − j)
    Bias, ///< what is added to the logit
    Matrix ///< a map that is given as it is
};

/// Key of the colour scale that panes of one quantity and lens share. Rising cells are shares from 0 to 1 of whatever
/// quantity, so they have one scale. Own scales, of plain values alone, use the source's key, which is above 0.
[[nodiscard]] constexpr int sharedScale(Quantity quantity, proximity::Lens lens = proximity::Lens::Value)
{
    constexpr int kLensStep = 10;
    const int shown =
        lens == proximity::Lens::Rising ? static_cast<int>(Quantity::Positions) : static_cast<int>(quantity);
    return -(shown + kLensStep * static_cast<int>(lens));
}
/// Key of a table's own scale: what is stored in two tables has no common unit.
[[nodiscard]] constexpr int tableScale(SourceKey source)
{
    constexpr int kFirst = -1000;
    return kFirst - source;
}
inline constexpr int kSharedScale = sharedScale(Quantity::Positions);
inline constexpr int kDifferenceScale = sharedScale(Quantity::Difference);
static_assert(kSharedScale == -1 && kDifferenceScale == -2); // as in session files

/// How sources are looked at. Every change of it is an undo step.
struct Options {
    proximity::Metric metric = proximity::Metric::Scaled;
    std::string colormap = "cividis";
    ScaleMode scale = ScaleMode::Shared;
    std::map<int, Limits> limits; ///< set by hand, by scale: sharedScale() or a source's key
    bool linked = true;
    bool includeUnused = false; ///< rows that are no positions (RoBERTa's first two)
    bool withoutMarked = false; ///< leaves out rows whose norm stands apart
    double epsilon = 1e-4; ///< tolerance of the third range, 10⁻⁶ … 10⁻¹
    Band band = Band::Quantiles;
    bool rowRanges = false; ///< histogram of the monotone ranges of the rows
    bool psiPrime = false;
    bool signedOffsets = false;
    Layout layout = Layout::SideBySide;
    bool commonPositions = true; ///< properties of all sources on the positions that they have in common
    bool sinusoidBeside = false; ///< properties also of a sinusoid of the selected source's size
    int localWindow = 16; ///< W of the local properties, at least 1
    bool operator==(const Options&) const = default;
};

/// What is on the table: a value. Undo keeps former values of it, JSON carries it.
struct Session {
    std::vector<Source> sources;
    Options options;
    SourceKey active = 0; ///< the selected source; 0: none
    OmegaHandle handle = OmegaHandle::Base;
    SourceKey nextKey = 1;
    bool operator==(const Session&) const = default;
};

/// Keys, not pointers: a source that is gone is not found. Null when it is not there.
[[nodiscard]] const Source* find(const Session& session, SourceKey key);
[[nodiscard]] Source* find(Session& session, SourceKey key);

/// "A", "B", …; after Z they begin again.
[[nodiscard]] std::string letterText(const Source& source);

/// What its pane compares rows by.
[[nodiscard]] proximity::Metric metricOf(const Session& session, const Source& source);

/// Adds a source under the first free letter, visible and selected; an empty name is made from the origin.
SourceKey add(Session& session, std::variant<OpenedOrigin, SinusoidOrigin, DifferenceOrigin> origin,
              std::string name = {});

/// Removes a source, and the differences that are made of it.
void remove(Session& session, SourceKey key);

/// A second source of the same origin right after it, selected: what one tweaks while the first one stays.
SourceKey duplicate(Session& session, SourceKey key);

/// Panes of the layout, in reading order.
[[nodiscard]] int capacity(Layout layout);
/// Rows × columns of panes.
struct Grid {
    int rows = 1, columns = 1;
};
[[nodiscard]] Grid grid(Layout layout);

/// The visible sources, in order: they fill the panes as far as the layout goes, and the chart.
[[nodiscard]] std::vector<SourceKey> visibleSources(const Session& session);
[[nodiscard]] std::vector<SourceKey> paneSources(const Session& session);

/// "format": "pescope-session", "version": 1. Errors of fromJson: Format (what is missing or wrong, by key),
/// Unsupported for a newer version.
[[nodiscard]] nlohmann::json toJson(const Session& session);
[[nodiscard]] Result<Session> fromJson(const nlohmann::json& object);

} // namespace pescope::session
