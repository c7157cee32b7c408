// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/monotone_range.h"
#include "core/analysis/row_statistics.h"
#include "core/compute/backend.h"
#include "core/encoding/encoding.h"
#include "core/frame/source_properties.h"
#include "core/proximity/lens.h"
#include "core/proximity/proximity.h"
#include "core/raster/rasterise.h"
#include "core/session/session.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// From a session and the sizes of its panes to everything that is drawn, as one value: whatever is on screen at one
/// time belongs to the same session and so to the same ω.
namespace pescope::frame {

using session::SourceKey;
using tables::Index;

/// A pane as the window has it now.
struct PaneGeometry {
    SourceKey source = 0;
    int width = 0, height = 0; ///< pixels of the picture
    std::optional<proximity::Viewport> view; ///< nothing: the whole matrix
};

/// What is slow to compute for a table and does not depend on any ω: made by a job of its own, handed back in.
struct TableStatistics {
    analysis::RowRanges rows;
    analysis::Band band;
    analysis::Fan fan;
};
/// Rows of the fan, and how far from the diagonal they are kept.
inline constexpr Index kFanRows = 48, kFanReach = 2048;

/// Encodings by key; a source that failed to open has an error here instead.
using Encodings = std::map<SourceKey, std::shared_ptr<const Result<encoding::Encoding>>>;
using Statistics = std::map<proximity::SharedProximity, std::shared_ptr<const TableStatistics>>;

struct Request {
    std::uint64_t revision = 0;
    session::Session session;
    Encodings opened; ///< of sources with an OpenedOrigin; a missing key is still being read
    Statistics statistics;
    std::vector<PaneGeometry> panes;
    std::optional<encoding::SinusoidSpec> before; ///< the active sinusoid before the edit: its ghost
    std::shared_ptr<const compute::Backend> backend;
};

/// Shares of a map that its colours do not tell apart.
struct ClippedShares {
    double below = 0, above = 0, notFinite = 0;
    bool ofView = false; ///< of the pixels of a zoomed view; else of all cells of the map
};

struct Pane {
    SourceKey source = 0;
    std::optional<Error> error; ///< instead of the picture
    bool loading = false;
    proximity::Lens lens = proximity::Lens::Value;
    proximity::SharedProximity proximity; ///< what is drawn: S through the lens, or the table (isTable())
    proximity::SharedProximity value; ///< S itself; also where the lens has no picture of it and `error` says why
    proximity::Viewport view;
    /// Of the size asked for, or smaller under Rising: its pixels are then blocks of the window, not to be smoothed.
    raster::Raster raster;
    ClippedShares clipped;
    std::optional<proximity::RisingReading> rising; ///< what a pixel of the raster says, under that lens
    int scale = 0; ///< index into Frame::scales
    double cellsPerPixelX = 0, cellsPerPixelY = 0; ///< pixels of the raster
    std::shared_ptr<const std::vector<double>> norms; ///< of S; null: S has no rows
    std::vector<Index> outlying; ///< rows of S
    std::vector<std::vector<double>> cellValues; ///< of what is drawn, when a cell is at least 24 pixels
};

/// A colour scale with the panes that share it.
///
/// A lens with a sign is drawn with the default diverging map, symmetric about 0, by the percentiles of the union; what
/// is below 1e-9 of the largest |S| of the sources is no more than a shade of the middle. Rising goes from 0 to 1.
struct ColourScale {
    int key = session::kSharedScale; ///< session::sharedScale(), or a source's own
    proximity::Lens lens = proximity::Lens::Value;
    bool table = false; ///< of one source's table
    std::string formula; ///< of what it shows: of the lens, or of S, more than one where its sources differ
    raster::Scale scale;
    const raster::Colormap* map = nullptr;
    std::vector<SourceKey> sources;
    double dataMin = 0, dataMax = 0;
    bool automatic = true;
    bool exact = true; ///< percentiles of all cells, not of a sample
};

struct Curve {
    SourceKey source = 0;
    proximity::SharedProximity proximity;
    bool fromOmega = false; ///< ranges come from ω, not from the mean profile
    std::shared_ptr<const proximity::Profile> profile;
    std::optional<double> continuous; ///< only from ω
    std::optional<Index> integer, tolerance;
    double valueBefore = 0, valueAfter = 0; ///< mean profile at the end of the integer range and one further
    Index searchedTo = 0;
    std::vector<double> prime; ///< ψ′ every 1/8 position, when asked for
    std::shared_ptr<const TableStatistics> statistics; ///< null: none (yet)
};

/// ψ of one ω with its ranges, sampled for drawing.
struct Psi {
    encoding::SinusoidSpec spec;
    std::vector<double> omega;
    std::vector<double> samples; ///< ψ at 0, 1/8, 2/8, …
    std::vector<double> steps; ///< ψ(m + 1) − ψ(m), m = 0, 1, …
    analysis::MonotoneRanges ranges;
};
/// Offsets that the ω chart shows at least; more when a range on screen is longer.
inline constexpr int kMinimumPsiSpan = 128;

struct Frame {
    std::uint64_t revision = 0;
    std::vector<Pane> panes;
    std::vector<ColourScale> scales;
    std::vector<Curve> curves; ///< one per visible source that could be computed, of S whatever the lens
    PropertyQuestion properties; ///< of the visible sources: for propertiesOf(), in a job of its own
    std::optional<Psi> psi; ///< of the active source, when it is a sinusoid
    std::optional<Psi> psiBefore;
    double milliseconds = 0; ///< from the request to finished rasters and curves
    std::string method; ///< "A closed form, B Gram (Eigen)"
};

/// Turns requests into frames, and keeps what did not change between two of them (proximities, samples, profiles,
/// pictures). One thread at a time.
class Composer {
public:
    Composer();
    ~Composer();
    /// Errors: only Cancelled; a source that cannot be drawn has its error in its pane. Cancel points per pane.
    [[nodiscard]] Result<Frame> compose(const Request& request, const JobContext& job = {});

private:
    struct Cache;
    std::unique_ptr<Cache> m_cache;
};

/// Bands and per-row ranges of one table; O(N²), a job of its own.
[[nodiscard]] Result<TableStatistics> statisticsOf(const proximity::Proximity& s, const JobContext& job = {});

} // namespace pescope::frame
