// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/spectrum_scene_neighbours.h"

#include <QLineSeries>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <ranges>

namespace pescope::ui::charts {

namespace {

QPen mirrorPen(QPen pen)
{
    pen.setDashPattern({1.5, 2});
    return pen;
}

double valueAt(const analysis::CosineCurve& curve, Index label)
{
    const Index at = label - curve.first;
    return at >= 0 && at < std::ssize(curve.cosine) ? curve.cosine[static_cast<std::size_t>(at)]
                                                    : std::numeric_limits<double>::quiet_NaN();
}

double meanOf(const std::vector<double>& values)
{
    double sum = 0;
    double count = 0;
    for (const double value : values)
        if (std::isfinite(value)) {
            sum += value;
            ++count;
        }
    return sum / count; // NaN where there is none
}

/// Rows r whose successor is far less alike than usual: below the median by more than 8 · 1.4826 · MAD and a tenth,
/// each stretch of them once, the deepest first.
std::vector<Index> breaksOf(const analysis::CosineCurve& curve)
{
    std::vector<double> values;
    std::ranges::copy_if(curve.cosine, std::back_inserter(values), [](double value) { return std::isfinite(value); });
    if (values.size() < 8)
        return {};
    const auto medianOf = [](std::vector<double>& list) {
        const auto middle = list.begin() + static_cast<std::ptrdiff_t>(list.size() / 2);
        std::ranges::nth_element(list, middle);
        return *middle;
    };
    const double median = medianOf(values);
    for (double& value : values)
        value = std::abs(value - median);
    const double limit = median - std::max(8 * 1.4826 * medianOf(values), 0.1);
    std::vector<Index> breaks;
    for (std::size_t k = 0; k < curve.cosine.size(); ++k) {
        if (!(curve.cosine[k] < limit))
            continue;
        const Index r = curve.first + static_cast<Index>(k);
        const bool goesOn = k > 0 && curve.cosine[k - 1] < limit;
        if (!goesOn)
            breaks.push_back(r);
        else if (curve.cosine[k] < valueAt(curve, breaks.back()))
            breaks.back() = r;
    }
    std::ranges::sort(breaks, {}, [&](Index r) { return valueAt(curve, r); });
    return breaks;
}

} // namespace

NeighboursScene::NeighboursScene(ChartView* view, const QWidget* themed)
    : SpectrumScene(view, themed)
    , m_cosine(view->scene(), QStringLiteral("neighbours"), themed)
    , m_norm(view->scene(), QStringLiteral("norms"), themed)
    , m_neighbours(m_cosine.addLine(QStringLiteral("next")))
    , m_mirror(m_cosine.addLine(QStringLiteral("mirror")))
    , m_mean(m_cosine.addLine(QStringLiteral("mean")))
    , m_normLine(m_norm.addLine(QStringLiteral("norm")))
    , m_cross(added<CrosshairItem>(4))
{
    m_norm.setZeroLine(false);
}

void NeighboursScene::rebuild(const SpectrumChartState& state, int /*choice*/)
{
    const frame::VectorSpectrum& vectors = *state.spectrum->vectors;
    m_source = state.sourceIndex;
    m_offsets = vectors.rowsAreOffsets;
    m_firstRow = vectors.firstRow;
    m_next = vectors.neighbours;
    m_mirrored = vectors.mirror;
    m_meanCosine = vectors.meanCosine;
    m_norms = vectors.norms;
    const bool shown = !m_next.cosine.empty();
    m_cosine.setVisible(shown);
    m_norm.setVisible(shown);
    if (!shown) {
        m_norms.clear();
        say(vectors.neighbourNote.empty() ? tr("There are no two rows to be compared.")
                                          : QString::fromStdString(vectors.neighbourNote));
        mark(std::nullopt, std::nullopt);
        return;
    }
    const auto first = static_cast<double>(m_firstRow);
    const auto last = first + static_cast<double>(m_norms.size() - 1);
    axis().setFull(first, last, first, last);
    const QString next = numberText(meanOf(m_next.cosine), 3);
    QStringList words{
        m_mirrored.cosine.empty()
            ? tr("mean cosine of neighbours %1").arg(next)
            : tr("mean cosine of neighbours %1, of k and −k %2").arg(next, numberText(meanOf(m_mirrored.cosine), 3))};
    if (m_meanCosine)
        words << tr("of any two rows %1").arg(numberText(*m_meanCosine, 3));
    constexpr std::size_t kNamed = 3;
    QStringList breaks;
    for (const Index r : breaksOf(m_next) | std::views::take(kNamed))
        breaks << tr("%1|%2: %3").arg(wholeText(r), wholeText(r + 1), numberText(valueAt(m_next, r), 2));
    if (!breaks.isEmpty())
        words << tr("breaks at %1").arg(breaks.join(QStringLiteral(", ")));
    QList<LegendItem::Entry> legend{{sourcePen(m_source, 2), tr("r and r + 1"), {}}};
    if (!m_mirrored.cosine.empty())
        legend.append({mirrorPen(sourcePen(m_source, 2)), tr("k and −k"), {}});
    if (m_meanCosine)
        legend.append({ghostPen(1.6), tr("any two, mean"), {}});
    place(layTop(words, legend));
    fill();
    mark(std::nullopt, std::nullopt);
}

void NeighboursScene::place(double top)
{
    const double line = lineHeight();
    const int upper = static_cast<int>(top + 2);
    const int room = std::max(80, static_cast<int>(size().height() - upper - 2 * line - 10));
    const int gap = 8;
    const int lower = std::clamp(room * 2 / 5, 34, 200);
    double low = m_meanCosine.value_or(1);
    double high = m_meanCosine.value_or(-1);
    for (const auto* curve : {&m_next.cosine, &m_mirrored.cosine})
        for (const double value : *curve)
            if (std::isfinite(value)) {
                low = std::min(low, value);
                high = std::max(high, value);
            }
    const ValueAxis cosine = valueAxis(low, high, room - lower - gap, 1e-3);
    double least = std::numeric_limits<double>::infinity();
    double most = 0;
    for (const double value : m_norms)
        if (std::isfinite(value)) {
            least = std::min(least, value);
            most = std::max(most, value);
        }
    const ValueAxis norm = valueAxis(0, most > 0 ? most : 1, lower);
    const int left = leftMargin({cosine.ticks, norm.ticks});
    const int width = std::max(80, static_cast<int>(size().width()) - left - 20);
    m_cosine.setPlace(QRect(left, upper, width, room - lower - gap), size());
    m_norm.setPlace(QRect(left, upper + room - lower, width, lower), size());
    for (Plot* plot : {&m_cosine, &m_norm})
        plot->setX(axis().low(), axis().high(), offsetTicks(width));
    m_cosine.setY(cosine.low, cosine.high, cosine.ticks);
    m_norm.setY(0, norm.high,
                linearTicks(0, norm.high, niceInterval(norm.high, std::max(1, static_cast<int>(lower / (line + 6))))));
    m_cosine.setTitles({}, tr("cosine"), false);
    m_norm.setTitles(m_offsets ? tr("offset r = i − j") : tr("position r"), tr("‖Pᵣ‖"));
    m_cross->setArea(QRectF({}, size()));
}

void NeighboursScene::fill()
{
    const auto points = [&](Index first, const std::vector<double>& values) {
        QList<QPointF> list;
        for (std::size_t k = 0; k < values.size(); ++k)
            list.append({static_cast<double>(first) + static_cast<double>(k), values[k]});
        return thinned(list, axis().low(), axis().high(), std::max(1, m_cosine.place().width()));
    };
    m_neighbours->setPen(sourcePen(m_source, 2));
    m_neighbours->replace(points(m_next.first, m_next.cosine));
    m_mirror->setPen(mirrorPen(sourcePen(m_source, 2)));
    m_mirror->replace(points(m_mirrored.first, m_mirrored.cosine));
    m_mean->setPen(ghostPen(1.6));
    m_mean->replace(m_meanCosine ? QList<QPointF>{{axis().low(), *m_meanCosine}, {axis().high(), *m_meanCosine}}
                                 : QList<QPointF>());
    m_normLine->setPen(sourcePen(m_source, 1.6));
    m_normLine->replace(points(m_firstRow, m_norms));
}

void NeighboursScene::mark(std::optional<Index> point, std::optional<Index> row)
{
    m_cross->x.reset();
    m_cross->rings.clear();
    m_cross->chips.clear();
    m_cross->stretches.clear();
    m_cross->update();
    const auto shown = point ? point : row ? pointOf(*row) : std::nullopt;
    if (!shown || *shown >= points())
        return;
    const Index r = m_firstRow + *shown;
    const auto at = static_cast<double>(r);
    if (at < axis().low() || at > axis().high())
        return;
    const QRectF upper(m_cosine.place());
    const QRectF lower(m_norm.place());
    m_cross->x = m_cosine.xPixel(at);
    m_cross->stretches = {{upper.top(), upper.bottom()}, {lower.top(), lower.bottom()}};
    const QColor colour = theme().source(m_source);
    const double next = valueAt(m_next, r);
    const double mirrored = valueAt(m_mirrored, r);
    const double norm = m_norms[static_cast<std::size_t>(*shown)];
    QStringList texts;
    if (std::isfinite(next)) {
        m_cross->rings.append({m_cosine.pixel({at, next}), colour});
        texts << tr("cos(P %1, P %2) = %3").arg(wholeText(r), wholeText(r + 1), numberText(next, 4));
    }
    if (std::isfinite(mirrored)) {
        m_cross->rings.append({m_cosine.pixel({at, mirrored}), colour});
        texts << tr("cos(P %1, P %2) = %3").arg(wholeText(r), wholeText(-r), numberText(mirrored, 4));
    }
    if (std::isfinite(norm)) {
        m_cross->rings.append({m_norm.pixel({at, norm}), colour});
        texts << tr("‖P %1‖ = %2").arg(wholeText(r), numberText(norm, 4));
    }
    if (!texts.isEmpty())
        m_cross->chips = {readOut(texts.join(QStringLiteral("  ·  ")), *m_cross->x, upper)};
}

std::optional<Index> NeighboursScene::pointAt(QPointF at) const
{
    const QRectF upper(m_cosine.place());
    const QRectF lower(m_norm.place());
    if (points() == 0 || at.x() < upper.left() - 4 || at.x() > upper.right() + 4 || at.y() < upper.top() - 4
        || at.y() > lower.bottom() + 4)
        return std::nullopt;
    return std::clamp<Index>(std::llround(m_cosine.xValue(at.x())) - m_firstRow, 0, points() - 1);
}

std::optional<Index> NeighboursScene::pointOf(Index row) const
{
    const Index point = row - m_firstRow;
    return point >= 0 && point < points() ? std::optional(point) : std::nullopt;
}

} // namespace pescope::ui::charts
