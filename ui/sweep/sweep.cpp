// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/sweep.h"

#include "core/analysis/psi.h"
#include "core/analysis/row_statistics.h"
#include "core/compute/backend.h"
#include "core/encoding/computed_encodings.h"
#include "ui/figure/compose.h"
#include "ui/figure/layout.h"
#include "ui/sweep/sweep_parts.h"

#include <fmt/format.h>

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace pescope::sweep {

namespace {

constexpr double kLowPercent = 0.5, kHighPercent = 99.5;
constexpr int kSampledFrames = 32;
constexpr Index kShortestAxis = 32;
constexpr double kMostPixels = 3e7; ///< of a frame: a film of posters helps nobody

encoding::Encoding encodingAt(const Request& request, double value)
{
    encoding::Encoding encoding = encoding::sinusoidEncoding(specAt(request, value));
    encoding.title = request.title;
    return encoding;
}

const raster::Colormap& mapOf(const Request& request)
{
    return request.map                                 ? *request.map
        : request.metric == proximity::Metric::Centred ? raster::defaultDiverging()
                                                       : raster::defaultColormap();
}

Result<proximity::SharedProximity> proximityAt(const Request& request, double value)
{
    return proximity::of(encodingAt(request, value), request.metric, compute::eigenBackend());
}

/// 0.5 … 99.5 percentile of the cells off the diagonal of all samples; symmetric about 0 for a diverging map.
raster::Scale scaleOf(std::span<const proximity::ValueSample* const> samples, bool diverging)
{
    const proximity::ValueSample all = analysis::merged(samples);
    raster::Scale scale;
    scale.low = analysis::percentile(all, kLowPercent);
    scale.high = analysis::percentile(all, kHighPercent);
    if (!std::isfinite(scale.low) || !std::isfinite(scale.high))
        scale.low = scale.high = 0;
    if (diverging) {
        scale.high = std::max(std::abs(scale.low), std::abs(scale.high));
        scale.low = -scale.high;
    }
    if (!(scale.low < scale.high)) { // a constant map has one colour
        const double margin = 1e-6 * std::max(1.0, std::abs(scale.low));
        scale.low -= margin;
        scale.high += margin;
    }
    return scale;
}

figure::CurvePanel::Curve curveOf(const QString& label, const QColor& colour, const QVector<qreal>& dashes)
{
    figure::CurvePanel::Curve curve;
    curve.label = label;
    curve.colour = colour;
    curve.dashes = dashes;
    return curve;
}

} // namespace

Result<Sweep> Sweep::plan(Request request, const JobContext& job)
{
    return runGuarded([&]() -> Result<Sweep> {
        Sweep sweep;
        sweep.m_request = std::move(request);
        PESCOPE_TRY(values, valuesOf(sweep.m_request));
        sweep.m_values = std::move(values);
        const int count = sweep.frames();
        std::vector<proximity::ValueSample> samples;
        for (int k = 0; k < count; ++k) {
            if (job.stopRequested())
                return cancelled();
            const std::vector<double> omega = encoding::omega(specAt(sweep.m_request, sweep.value(k)));
            PESCOPE_TRY(ranges, analysis::monotoneRanges(omega, sweep.m_request.epsilon, 1 << 20, job));
            sweep.m_ranges.push_back(ranges);
            // the first, the last and frames between them at equal distances
            const int sampled = std::min(count, kSampledFrames);
            const auto place = [&](int frame) { return static_cast<long long>(frame) * (sampled - 1) / (count - 1); };
            if (k != 0 && place(k) == place(k - 1))
                continue;
            PESCOPE_TRY(map, proximityAt(sweep.m_request, sweep.value(k)));
            PESCOPE_TRY(sample, map->sample(job));
            samples.push_back(std::move(sample));
        }
        std::vector<const proximity::ValueSample*> all;
        all.reserve(samples.size());
        for (const proximity::ValueSample& sample : samples)
            all.push_back(&sample);
        sweep.m_scale = scaleOf(all, mapOf(sweep.m_request).diverging);
        for (const proximity::ValueSample& sample : samples) {
            sweep.m_clippedBelow = sweep.m_clippedBelow || sample.min < sweep.m_scale.low;
            sweep.m_clippedAbove = sweep.m_clippedAbove || sample.max > sweep.m_scale.high;
        }
        sweep.chooseAxes();
        for (int k = 0; k < count; ++k) {
            PESCOPE_TRY(composed, sweep.compose(k));
            sweep.m_heightMm = std::max(sweep.m_heightMm, figure::sizeMm(composed).height());
        }
        return sweep;
    });
}

/// ψ as far as twice the longest range of any frame, and its least and largest value there.
void Sweep::chooseAxes()
{
    Index longest = kShortestAxis / 2;
    for (const analysis::MonotoneRanges& ranges : m_ranges)
        for (const auto& m : {ranges.integer, ranges.tolerance})
            longest = std::max(longest, m.value_or(ranges.searchedTo));
    m_lastOffset = std::max(kShortestAxis, std::min(2 * longest, m_request.spec.length - 1));
    m_lowest = 0;
    m_highest = 0;
    for (int k = 0; k < frames(); ++k) {
        const std::vector<double> omega = encoding::omega(specAt(m_request, value(k)));
        const std::vector<double> psi = analysis::psiSequence(omega, m_lastOffset + 1);
        const auto [low, high] = std::ranges::minmax(psi);
        m_lowest = std::min(m_lowest, low);
        m_highest = std::max(m_highest, high);
    }
}

figure::CurvePanel Sweep::curvePanel(int frame) const
{
    const std::vector<double> omega = encoding::omega(specAt(m_request, value(frame)));
    const analysis::MonotoneRanges& ranges = this->ranges(frame);
    figure::CurvePanel panel;
    panel.title = QStringLiteral("ψ(m) = Σ cos ωᵢ m, ") + valueText(m_request.what, value(frame));
    panel.subtitle = QStringLiteral("falls over ") + rangesText(ranges);
    panel.xTitle = QStringLiteral("offset m (positions)");
    panel.yTitle = QStringLiteral("ψ(m)");
    figure::CurvePanel::Curve psi = curveOf({}, QColor(0x00, 0x67, 0xA8), {});
    const int parts = m_lastOffset <= 1024 ? 4 : 1; // ψ is a function of real m
    for (Index k = 0; k <= m_lastOffset * parts; ++k) {
        psi.x.push_back(static_cast<double>(k) / parts);
        psi.y.push_back(analysis::psi(omega, psi.x.back()));
    }
    // The ends of the ranges as lines from the least to the largest ψ of all frames, which holds the axis still too.
    const auto end = [&](const QString& label, const QColor& colour, const QVector<qreal>& dashes,
                         std::optional<double> m) {
        figure::CurvePanel::Curve line = curveOf(label, colour, dashes);
        if (m && *m <= static_cast<double>(m_lastOffset)) {
            line.x = {*m, *m};
            line.y = {m_lowest, m_highest};
        }
        panel.curves.push_back(std::move(line));
    };
    const auto real = [](const std::optional<Index>& m) {
        return m ? std::optional(static_cast<double>(*m)) : std::nullopt;
    };
    end(QStringLiteral("continuous"), QColor(0x3A, 0x44, 0x50), {1.5, 1.5}, ranges.continuous.m);
    end(QStringLiteral("integer"), QColor(0xC0, 0x4A, 0x00), {}, real(ranges.integer));
    end(QStringLiteral("ε = %1").arg(ranges.epsilon), QColor(0x00, 0x7A, 0x5A), {6, 3}, real(ranges.tolerance));
    figure::CurvePanel::Curve still = curveOf({}, Qt::transparent, {});
    still.x = {0, static_cast<double>(m_lastOffset)};
    still.y = {m_lowest, m_highest};
    panel.curves.push_back(std::move(still));
    panel.curves.push_back(std::move(psi));
    return panel;
}

/// The figure of a frame without its picture.
Result<figure::Figure> Sweep::compose(int frame) const
{
    const encoding::Encoding encoding = encodingAt(m_request, value(frame));
    figure::Figure figure;
    figure.widthMm = m_request.widthMm;
    figure.heightMm = m_heightMm;
    figure.dpi = m_request.dpi;
    figure.fontPt = m_request.fontPt;
    figure.columns = 2;
    figure.description = QString::fromStdString(m_request.description);
    figure::HeatmapPanel map;
    const auto length = static_cast<double>(m_request.spec.length);
    map.title = QString::fromStdString(m_request.title)
        + QStringLiteral(", %1 × %2").arg(m_request.spec.length).arg(m_request.spec.dim);
    map.subtitle = valueText(m_request.what, value(frame));
    map.view = {0, length, 0, length};
    map.rowTitle = QStringLiteral("position i");
    map.columnTitle = QStringLiteral("position j");
    figure.panels.emplace_back(std::move(map));
    figure.panels.emplace_back(curvePanel(frame));
    const std::string_view formula = proximity::formula(m_request.metric);
    figure.colourBars.push_back({&mapOf(m_request), m_scale,
                                 QString::fromUtf8(formula.data(), static_cast<qsizetype>(formula.size())),
                                 m_clippedBelow, m_clippedAbove});
    return figure;
}

/// One pixel of the picture for one of the frame, or one a cell where a cell is larger.
Status Sweep::addPicture(figure::Figure& figure, int frame, const JobContext& job) const
{
    auto& panel = std::get<figure::HeatmapPanel>(figure.panels.front());
    const QRectF plot = figure::layOut(figure).panels.front().plot;
    const double pixelsPerMm = m_request.dpi / 25.4;
    const auto pixels = [&](double from, double to) {
        const auto room = std::lround(to * pixelsPerMm) - std::lround(from * pixelsPerMm);
        return static_cast<int>(std::clamp<long long>(room, 1, m_request.spec.length));
    };
    PESCOPE_TRY(map, proximityAt(m_request, value(frame)));
    PESCOPE_TRY(picture,
                map->image(panel.view, pixels(plot.left(), plot.right()), pixels(plot.top(), plot.bottom()), job));
    const raster::Raster raster = raster::rasterise(picture, m_scale, mapOf(m_request));
    panel.image = QImage(raster.width, raster.height, QImage::Format_RGB32);
    for (int y = 0; y < raster.height; ++y)
        std::memcpy(panel.image.scanLine(y), raster.pixels.data() + static_cast<std::size_t>(y) * raster.width,
                    static_cast<std::size_t>(raster.width) * sizeof(raster::Rgba));
    return ok();
}

Result<figure::Figure> Sweep::figureOf(int frame, const JobContext& job) const
{
    return runGuarded([&]() -> Result<figure::Figure> {
        PESCOPE_TRY(composed, compose(frame));
        PESCOPE_TRY(added, addPicture(composed, frame, job));
        static_cast<void>(added);
        return composed;
    });
}

Result<QImage> Sweep::picture(int frame, const JobContext& job) const
{
    const double pixelsPerMm = m_request.dpi / 25.4;
    const double width = std::round(m_request.widthMm * pixelsPerMm), height = std::round(m_heightMm * pixelsPerMm);
    if (!(width >= 1 && height >= 1 && width * height <= kMostPixels))
        return fail(ErrorCode::Shape, fmt::format("frames of {:.0f} × {:.0f} pixels are too large", width, height),
                    "Choose fewer dpi or a smaller width.");
    PESCOPE_TRY(composed, figureOf(frame, job));
    QImage image(static_cast<int>(width), static_cast<int>(height), QImage::Format_RGB32);
    if (image.isNull())
        return fail(ErrorCode::OutOfMemory, fmt::format("no memory for {:.0f} × {:.0f} pixels", width, height),
                    "Choose fewer dpi.");
    image.fill(Qt::white);
    QPainter painter(&image);
    figure::paint(painter, composed, pixelsPerMm);
    return image;
}

} // namespace pescope::sweep
