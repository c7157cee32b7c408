// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/distance_scene.h"

#include "ui/charts/chart_view.h"
#include "ui/charts/end_labels.h"
#include "ui/theme/theme.h"

#include <QChart>
#include <QFontMetricsF>
#include <QGraphicsScene>

#include <algorithm>
#include <cmath>

namespace pescope::ui::charts {

namespace {

QPen curvePen(const Theme& theme, int source, double width)
{
    QPen pen = theme.sourcePen(source, width);
    pen.setCapStyle(Qt::FlatCap);
    pen.setJoinStyle(Qt::RoundJoin);
    return pen;
}

double leftMargin()
{
    const QFontMetricsF metrics(Theme::font(TextSize::Axis));
    return std::ceil(metrics.height() + 8 + metrics.horizontalAdvance(QStringLiteral("−0.000")) + 10);
}

QList<WantedEndLabel> wantedLabels(const DistanceChartState& state, const DistanceOptions& options, const Plot& plot,
                                   const Theme& theme, const QString& bandText)
{
    QList<WantedEndLabel> labels;
    for (const DistanceCurve& curve : state.curves) {
        if (curve.values.empty())
            continue;
        const Index last = std::min<Index>(lastOffset(curve), static_cast<Index>(std::floor(plot.xHigh())));
        double end = valueAt(curve, last);
        for (Index m = last; std::isnan(end) && m >= static_cast<Index>(plot.xLow()); --m)
            end = valueAt(curve, m);
        WantedEndLabel label;
        label.letter = sourceLetter(curve.sourceIndex);
        label.lines = {curve.endLabel};
        if (!curve.exactCurve && options.band == BandKind::Fan && !curve.fan.empty())
            label.lines.append(DistanceScene::tr("%1 rows").arg(curve.fan.size()));
        else if (!curve.exactCurve && options.band != BandKind::None
                 && !(options.band == BandKind::Quantiles ? curve.p90 : curve.max).empty())
            label.lines.append(bandText);
        label.colour = theme.source(curve.sourceIndex);
        const double y = std::isnan(end) ? plot.place().center().y() : plot.yPixel(end);
        label.curveEnd = {plot.xPixel(std::clamp(static_cast<double>(last), plot.xLow(), plot.xHigh())),
                          std::clamp<double>(y, plot.place().top(), plot.place().bottom())};
        labels.append(label);
    }
    return labels;
}

} // namespace

int DistanceScene::leastHeight()
{
    const double line = lineHeight();
    return static_cast<int>(kLeastPlot + 2 * (line + 2) + 6 * 6 + 6 + line + 4);
}

DistanceScene::DistanceScene(ChartView* view, const QWidget* themed)
    : m_view(view)
    , m_themed(themed)
    , m_plot(view->scene(), QStringLiteral("proximity"), themed)
    , m_prime(view->scene(), QStringLiteral("prime"), themed)
    , m_rows(added<RowsItem>(view, themed, 0.8))
    , m_rowChips(added<ChipsItem>(view, themed, 3.5))
    , m_spans(added<SpansItem>(view, themed, 0.5))
    , m_bars(added<RangeBarsItem>(view, themed, 3))
    , m_labels(added<EndLabelsItem>(view, themed, 3))
    , m_crosshair(added<CrosshairItem>(view, themed, 4))
{
    m_prime.setVisible(false);
}

DistanceScene::~DistanceScene() = default;

void DistanceScene::rebuild(const DistanceChartState& state, const DistanceOptions& options,
                            std::optional<Index> crosshair)
{
    const auto [first, last] = fullSpan(state.curves, options.isSigned);
    const auto [homeFirst, homeLast] = homeSpan(state.curves, options.isSigned);
    m_axis.setFull(first, last, homeFirst, homeLast);
    layOut(state, options);
    fillBands(state, options);
    placeRows(state, options);
    fillLines(state, options);
    placeEnds(state, options);
    placeLabels(state, options);
    placeCrosshair(state, crosshair);
}

void DistanceScene::layOut(const DistanceChartState& state, const DistanceOptions& options)
{
    const QSizeF scene = m_view->sceneRect().size();
    const Theme theme = Theme::of(m_themed);
    const double line = lineHeight();
    const bool prime =
        options.prime && std::ranges::any_of(state.curves, [](const DistanceCurve& c) { return !c.prime.empty(); });
    const double left = leftMargin();

    const QString bandText = options.band == BandKind::Quantiles ? tr("band: 10–90 %") : tr("band: min–max");
    const double labels = endLabelsWidth(wantedLabels(state, options, m_plot, theme, bandText));
    const double right = std::max(left + 80, scene.width() - 24 - std::min(labels, scene.width() * 0.24));

    m_plot.setX(m_axis.low(), m_axis.high(),
                linearTicks(m_axis.low(), m_axis.high(),
                            offsetInterval(m_axis.high() - m_axis.low(),
                                           std::clamp(static_cast<int>((right - left) / 56), 2, 10))));
    m_plot.setPlace(QRect(static_cast<int>(left), 0, static_cast<int>(right - left), 100), scene);

    QList<DistanceBar> bars;
    for (const DistanceCurve& curve : state.curves) {
        if (!curve.integerRange && !curve.toleranceRange && !curve.continuousRange && !curve.fallsThroughout)
            continue;
        DistanceBar bar;
        bar.source = curve.sourceIndex;
        bar.letter = sourceLetter(curve.sourceIndex);
        bar.text = curve.rangeText;
        const auto number = [](std::optional<Index> m) {
            return m ? std::optional(static_cast<double>(*m)) : std::nullopt;
        };
        constexpr double kBeyond = 1e12; // any axis: the bar ends in an arrow
        bar.integer = curve.fallsThroughout ? kBeyond : number(curve.integerRange);
        bar.tolerance = number(curve.toleranceRange);
        bar.continuous = curve.continuousRange;
        bar.shortText = curve.integerRange ? tr("0…%1").arg(wholeText(*curve.integerRange))
            : curve.fallsThroughout        ? tr("falls throughout")
                                           : QStringLiteral("—");
        bars.append(bar);
    }
    const double bottom = 4 + line + (scene.height() > 210 ? line + 4 : 2);
    const double primeHeight = prime ? std::max<double>(kLeastPrime, (scene.height() - bottom) * 0.26) : 0;
    const double above = scene.height() - bottom - primeHeight - (prime ? 12 : 0);
    const double room = std::min(above - kLeastPlot - 8, std::max(above * 0.4, line + 4));
    const auto layout = layOutDistanceBars(
        bars, 2, m_plot.place().left(), m_plot.place().left() + m_plot.place().width(), scene.width() - 6,
        options.isSigned, room, [this](double m) { return m_plot.xPixel(m); }, theme);
    m_bars->rows = layout.rows;
    m_bars->chips = layout.chips;
    m_bars->setArea(QRectF({}, scene));
    QStringList sentences;
    for (const DistanceBar& bar : bars)
        sentences << bar.letter + QStringLiteral("  ") + bar.text;
    m_bars->setToolTip(layout.folded ? sentences.join(u'\n') : QString());

    const int top = static_cast<int>(std::ceil(2 + layout.height + 6));
    const int height = std::max(kLeastPlot, static_cast<int>(above) - top);
    const int width = static_cast<int>(right - left);
    m_plot.setPlace(QRect(static_cast<int>(left), top, width, height), scene);
    const auto [low, high] = valueSpan(state, options);
    m_plot.setY(low, high, linearTicks(low, high, niceInterval(high - low, std::max(2, height / 40))));
    const QString distance = tr("distance m = i − j (positions)");
    const bool titled = scene.height() > 210;
    m_plot.setTitles(titled && !prime ? distance : QString(), state.valueTitle, !prime);

    m_prime.setVisible(prime);
    if (!prime)
        return;
    const int primeTop = top + height + 12;
    m_prime.setPlace(QRect(static_cast<int>(left), primeTop, width, static_cast<int>(primeHeight)), scene);
    m_prime.setX(m_axis.low(), m_axis.high(),
                 linearTicks(m_axis.low(), m_axis.high(),
                             offsetInterval(m_axis.high() - m_axis.low(), std::clamp(width / 56, 2, 10))));
    Extent extent;
    for (const DistanceCurve& curve : state.curves)
        for (const QPointF& p : primeLine(curve, m_axis.low(), m_axis.high(), width))
            extent.include(p.y());
    extent.include(0);
    if (extent.low == extent.high)
        extent.high = extent.low + 1;
    const double pad = (extent.high - extent.low) * 0.08;
    m_prime.setY(extent.low - pad, extent.high + pad,
                 linearTicks(extent.low - pad, extent.high + pad,
                             niceInterval(extent.high - extent.low, std::max(2, static_cast<int>(primeHeight) / 30))));
    m_prime.setTitles(titled ? distance : QString(), tr("ψ′(m)"));
}

std::pair<double, double> DistanceScene::valueSpan(const DistanceChartState& state,
                                                   const DistanceOptions& options) const
{
    Extent extent;
    const int columns = std::max(1, m_plot.place().width());
    for (const DistanceCurve& curve : state.curves) {
        for (const QPointF& p : meanLine(curve, m_axis.low(), m_axis.high(), columns))
            if (p.x() >= m_axis.low() && p.x() <= m_axis.high())
                extent.include(p.y());
        if (options.band == BandKind::Fan)
            includeMost(extent, curve.fan, m_axis.low(), m_axis.high());
        const BandLines band = bandLines(curve, options.band, m_axis.low(), m_axis.high(), columns);
        for (const auto* edge : {&band.upper, &band.lower})
            for (const QPointF& p : *edge)
                if (p.x() >= m_axis.low() && p.x() <= m_axis.high())
                    extent.include(p.y());
    }
    if (extent.isEmpty())
        return {0, 1};
    double span = extent.high - extent.low;
    if (!(span > 1e-12 * std::max(std::abs(extent.high), 1e-300)))
        span = std::max(std::abs(extent.high), 1.0) * 0.5;
    // ends on fifths of a tick, so that panning does not make the axis swim
    const double step = niceInterval(span, 25);
    double low = std::floor((extent.low - span * 0.03) / step) * step;
    double high = std::ceil((extent.high + span * 0.03) / step) * step;
    if (m_valueZoom != 1) {
        const double middle = (low + high) / 2;
        const double half = (high - low) / 2 / m_valueZoom;
        low = middle - half;
        high = middle + half;
    }
    return {low, high};
}

void DistanceScene::fillLines(const DistanceChartState& state, const DistanceOptions& options)
{
    const Theme theme = Theme::of(m_themed);
    const auto count = static_cast<qsizetype>(state.curves.size());
    while (m_means.size() < count) {
        m_means.append(m_plot.addLine(QString()));
        m_primes.append(m_prime.addLine(QString()));
    }
    while (m_means.size() > count) {
        m_plot.removeLine(m_means.takeLast());
        m_prime.removeLine(m_primes.takeLast());
    }
    const int columns = std::max(1, m_plot.place().width());
    for (qsizetype i = 0; i < count; ++i) {
        const DistanceCurve& curve = state.curves[static_cast<std::size_t>(i)];
        const QString letter = sourceLetter(curve.sourceIndex);
        m_means[i]->setName(letter);
        m_means[i]->setPen(curvePen(theme, curve.sourceIndex, 2));
        m_means[i]->replace(meanLine(curve, m_axis.low(), m_axis.high(), columns));
        m_primes[i]->setName(letter);
        m_primes[i]->setPen(curvePen(theme, curve.sourceIndex, 1.6));
        m_primes[i]->replace(options.prime ? primeLine(curve, m_axis.low(), m_axis.high(), columns) : QList<QPointF>());
    }
}

void DistanceScene::fillBands(const DistanceChartState& state, const DistanceOptions& options)
{
    while (m_bands.size() < static_cast<qsizetype>(state.curves.size()))
        m_bands.append(added<BandItem>(m_view, m_themed, 0.7));
    for (qsizetype i = 0; i < m_bands.size(); ++i) {
        BandItem& item = *m_bands[i];
        item.upper.clear();
        item.lower.clear();
        item.setArea(QRectF({}, m_view->sceneRect().size()));
        item.plot = m_plot.place();
        if (i < static_cast<qsizetype>(state.curves.size())) {
            const DistanceCurve& curve = state.curves[static_cast<std::size_t>(i)];
            const BandLines band = bandLines(curve, curve.exactCurve ? BandKind::None : options.band, m_axis.low(),
                                             m_axis.high(), std::max(1, m_plot.place().width()));
            item.source = curve.sourceIndex;
            for (const QPointF& p : band.upper)
                item.upper.append(m_plot.pixel(p));
            for (const QPointF& p : band.lower)
                item.lower.append(m_plot.pixel(p));
        }
        item.update();
    }
}

void DistanceScene::placeEnds(const DistanceChartState& state, const DistanceOptions& options)
{
    const Theme theme = Theme::of(m_themed);
    m_spans->ends.clear();
    m_spans->setArea(QRectF({}, m_view->sceneRect().size()));
    for (const DistanceCurve& curve : state.curves) {
        if (!curve.integerRange)
            continue;
        const double from = m_plot.place().top() - 3;
        for (const double m : {static_cast<double>(*curve.integerRange), -static_cast<double>(*curve.integerRange)}) {
            if ((m <= 0 && !options.isSigned) || m < m_axis.low() || m > m_axis.high())
                continue;
            const double bottom = m_prime.isVisible() ? m_prime.place().bottom() : m_plot.place().bottom();
            m_spans->ends.append({m_plot.xPixel(m), from, bottom, theme.source(curve.sourceIndex), curve.sourceIndex});
        }
    }
    m_spans->update();
}

void DistanceScene::placeLabels(const DistanceChartState& state, const DistanceOptions& options)
{
    const QSizeF scene = m_view->sceneRect().size();
    const QString bandText = options.band == BandKind::Quantiles ? tr("band: 10–90 %") : tr("band: min–max");
    m_labels->setArea(QRectF({}, scene));
    const double left = m_plot.place().left() + m_plot.place().width() + 12;
    const QRectF room(left, m_plot.place().top() - 4, std::max(1.0, scene.width() - left - 6),
                      scene.height() - m_plot.place().top() - 2);
    layOutEndLabels(wantedLabels(state, options, m_plot, Theme::of(m_themed), bandText), room, *m_labels,
                    [](int count) { return tr("and %n more", nullptr, count); });
}

void DistanceScene::placeCrosshair(const DistanceChartState& state, std::optional<Index> m)
{
    CrosshairItem& item = *m_crosshair;
    item.setArea(QRectF({}, m_view->sceneRect().size()));
    item.x.reset();
    item.rings.clear();
    item.chips.clear();
    item.stretches.clear();
    item.update();
    if (!m || static_cast<double>(*m) < m_axis.low() || static_cast<double>(*m) > m_axis.high())
        return;
    const Theme theme = Theme::of(m_themed);
    const QRect place = m_plot.place();
    item.x = m_plot.xPixel(static_cast<double>(*m));
    item.stretches.append({place.top(), place.bottom()});
    if (m_prime.isVisible())
        item.stretches.append({m_prime.place().top(), m_prime.place().bottom()});
    for (const DistanceCurve& curve : state.curves) {
        const double value = valueAt(curve, *m);
        if (std::isfinite(value) && value >= m_plot.yLow() && value <= m_plot.yHigh())
            item.rings.append({QPointF(*item.x, m_plot.yPixel(value)), theme.source(curve.sourceIndex)});
    }
    Chip chip;
    chip.text = tr("m = %1").arg(wholeText(*m));
    chip.colour = theme.colour(Role::Text);
    chip.bold = true;
    const QSizeF size = chipSize(chip.text, true);
    const bool fits = *item.x + 6 + size.width() <= place.right();
    // beside the line; where a curve runs through the top of the plot, at its foot
    QRectF top(QPointF(fits ? *item.x + 6 : *item.x - 6 - size.width(), place.top() + 4), size);
    QRectF foot(QPointF(top.left(), place.bottom() - 4 - size.height()), size);
    const auto hit = [&](const QRectF& rect) {
        return std::ranges::any_of(item.rings,
                                   [&](const auto& ring) { return rect.adjusted(-12, -6, 12, 6).contains(ring.at); });
    };
    chip.rect = hit(top) && !hit(foot) ? foot : top;
    item.chips.append(chip);
}

std::optional<Index> DistanceScene::offsetAt(QPointF at) const
{
    const auto within = [&](const Plot& plot) {
        return plot.isVisible() && QRectF(plot.place()).adjusted(-4, 0, 4, 0).contains(at);
    };
    if (!within(m_plot) && !within(m_prime))
        return std::nullopt;
    return heldOffset(static_cast<Index>(std::llround(m_plot.xValue(at.x()))));
}

Index DistanceScene::heldOffset(Index m) const
{
    return std::clamp<Index>(m, static_cast<Index>(std::ceil(m_axis.low())),
                             static_cast<Index>(std::floor(m_axis.high())));
}

void DistanceScene::wheel(QPointF at, double steps)
{
    if (at.x() < m_plot.place().left())
        m_valueZoom = std::clamp(m_valueZoom * std::pow(1.25, steps), 0.25, 64.0);
    else
        m_axis.zoom(std::clamp(m_plot.xValue(at.x()), m_axis.low(), m_axis.high()), steps);
}

void DistanceScene::drag(double dx)
{
    m_axis.pan(-dx / m_plot.place().width() * (m_axis.high() - m_axis.low()));
}

void DistanceScene::reset()
{
    m_axis.reset();
    m_valueZoom = 1;
}

} // namespace pescope::ui::charts
