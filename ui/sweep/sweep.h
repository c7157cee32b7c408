// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/monotone_range.h"
#include "core/encoding/sinusoid.h"
#include "ui/figure/figure.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pescope::sweep {

using tables::Index;

/// The number of a sinusoid that goes from one value to another.
enum class What { Scale, Base, SkipFast, SkipSlow };
[[nodiscard]] std::optional<What> whatFromName(std::string_view name); ///< "scale", "base", "skip_fast", "skip_slow"
[[nodiscard]] std::string_view name(What what);
[[nodiscard]] double valueOf(const encoding::SinusoidSpec& spec, What what);

/// ω of a sinusoid on their way, frame by frame.
struct Request {
    encoding::SinusoidSpec spec; ///< all but `what` stays
    std::string title; ///< of the source
    What what = What::Scale;
    double from = 1, to = 0.25;
    int frames = 40;
    proximity::Metric metric = proximity::Metric::Scaled;
    const raster::Colormap* map = nullptr; ///< null: cividis, a diverging one for centred rows
    double epsilon = 1e-4; ///< of the range with tolerance
    double widthMm = 174, dpi = 150, fontPt = 8;
    std::string description; ///< the command, for the files' metadata
};

/// Values of the frames, first and last included: in equal ratios for scale and base, whole numbers for the cuts.
/// Errors: Shape for fewer than 2 or more than 1000 frames; those of `encoding::validate` with the value.
[[nodiscard]] Result<std::vector<double>> valuesOf(const Request& request);

/// A sweep that is ready to be drawn: every frame has the same size, colour scale and axes, so that only what ω change
/// moves. A frame is the heatmap beside ψ(m) with its three ranges; both say the value. A value; any thread paints.
class Sweep {
public:
    /// Values, ranges of every frame, the colour scale over the frames (percentiles of at most 32 of them), the axes.
    /// Errors: those of `valuesOf`, `analysis::monotoneRanges` and Proximity; Cancelled, asked for at each frame.
    [[nodiscard]] static Result<Sweep> plan(Request request, const JobContext& job = {});

    [[nodiscard]] int frames() const { return static_cast<int>(m_values.size()); }
    [[nodiscard]] double value(int frame) const { return m_values[static_cast<std::size_t>(frame)]; }
    [[nodiscard]] const analysis::MonotoneRanges& ranges(int frame) const
    {
        return m_ranges[static_cast<std::size_t>(frame)];
    }
    [[nodiscard]] const raster::Scale& scale() const { return m_scale; }
    [[nodiscard]] const Request& request() const { return m_request; }

    /// Errors: those of Proximity, and Cancelled.
    [[nodiscard]] Result<figure::Figure> figureOf(int frame, const JobContext& job = {}) const;
    /// The same painted at the dpi of the request. Errors: Shape for a size that no picture can have, OutOfMemory.
    [[nodiscard]] Result<QImage> picture(int frame, const JobContext& job = {}) const;

private:
    Sweep() = default;
    [[nodiscard]] Result<figure::Figure> compose(int frame) const;
    [[nodiscard]] figure::CurvePanel curvePanel(int frame) const;
    [[nodiscard]] Status addPicture(figure::Figure& figure, int frame, const JobContext& job) const;
    void chooseAxes();

    Request m_request;
    std::vector<double> m_values;
    std::vector<analysis::MonotoneRanges> m_ranges;
    raster::Scale m_scale;
    bool m_clippedBelow = false, m_clippedAbove = false;
    Index m_lastOffset = 0; ///< of ψ's axis
    double m_lowest = 0, m_highest = 0; ///< of ψ over all frames
    double m_heightMm = 0;
};

/// "scale c = 0.600", "base = 10000", "without the 12 fastest ω".
[[nodiscard]] QString valueText(What what, double value);
/// "0…72 (integer), 0…101 (ε = 0.0001), ψ′ = 0 first at m = 10.28".
[[nodiscard]] QString rangesText(const analysis::MonotoneRanges& ranges);

} // namespace pescope::sweep
