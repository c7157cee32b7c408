// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/spectrum_scene_offsets.h"

#include <QLineSeries>

#include <algorithm>
#include <cmath>

namespace pescope::ui::charts {

namespace {

constexpr double kHomeReach = 256; // offsets in either direction that are shown first

} // namespace

HeadsScene::HeadsScene(ChartView* view, const QWidget* themed)
    : SpectrumScene(view, themed)
    , m_plot(view->scene(), QStringLiteral("heads"), themed)
    , m_names(added<EndLabelsItem>(2))
    , m_cross(added<CrosshairItem>(4))
{
}

/// All heads, or so many evenly spread ones with the chosen one among them.
std::vector<Index> HeadsScene::spreadHeads(int most) const
{
    const Index heads = m_bias.byHead.rows();
    const Index count = std::min<Index>(heads, most);
    std::vector<Index> chosen;
    chosen.reserve(static_cast<std::size_t>(count));
    for (Index k = 0; k < count; ++k)
        chosen.push_back(count == 1 ? 0 : k * (heads - 1) / (count - 1));
    if (heads > 0 && std::ranges::find(chosen, m_head) == chosen.end())
        *std::ranges::min_element(chosen, {}, [&](Index head) { return std::abs(head - m_head); }) = m_head;
    return chosen;
}

void HeadsScene::rebuild(const SpectrumChartState& state, int /*choice*/)
{
    m_bias = *state.spectrum->bias;
    m_source = state.sourceIndex;
    const Index heads = m_bias.byHead.rows();
    m_head = std::clamp<Index>(state.head, 0, std::max<Index>(0, heads - 1));
    const bool shown = heads > 0 && points() > 0;
    m_plot.setVisible(shown);
    m_names->setVisible(shown);
    if (!shown) {
        say(tr("There is no head to look at."));
        return;
    }
    const Index zero = -m_bias.firstOffset;
    QStringList words{
        heads > kMostLines
            ? tr("%1 of %2 heads, head %3 thick").arg(wholeText(kMostLines), wholeText(heads), wholeText(m_head + 1))
            : tr("%1 heads, head %2 thick").arg(wholeText(heads), wholeText(m_head + 1))};
    for (const Index m : {Index{1}, Index{100}})
        if (zero + m < points() && zero - m >= 0)
            words << tr("head %1: %2 at m = %3, %4 at m = %5")
                         .arg(wholeText(m_head + 1), numberText(m_bias.byHead(m_head, zero - m), 3), wholeText(-m),
                              numberText(m_bias.byHead(m_head, zero + m), 3), wholeText(m));
    const double top = layTop(words, {});
    const double line = lineHeight();
    const int upper = static_cast<int>(top + 2);
    const int height = std::max(60, static_cast<int>(size().height() - upper - 2 * line - 10));
    const auto first = static_cast<double>(m_bias.firstOffset);
    const double last = first + static_cast<double>(points() - 1);
    axis().setFull(first, last, std::max(first, -kHomeReach), std::min(last, kHomeReach));

    // what is in sight decides the y axis: far from 0 the lines of ALiBi are long
    const Index from = std::clamp<Index>(std::llround(std::floor(axis().low())) - m_bias.firstOffset, 0, points() - 1);
    const Index to = std::clamp<Index>(std::llround(std::ceil(axis().high())) - m_bias.firstOffset, from, points() - 1);
    double low = 0;
    double high = 0;
    for (Index h = 0; h < heads; ++h)
        for (Index k = from; k <= to; ++k)
            if (const double value = m_bias.byHead(h, k); std::isfinite(value)) {
                low = std::min(low, value);
                high = std::max(high, value);
            }
    const ValueAxis values = valueAxis(low, high, height);
    const int left = leftMargin({values.ticks});
    QList<WantedEndLabel> widest;
    for (const Index head : spreadHeads(kMostLabels))
        widest.append({.letter = {},
                       .lines = {tr("head %1").arg(wholeText(head + 1))},
                       .colour = {},
                       .curveEnd = {},
                       .bold = true});
    const int right = static_cast<int>(endLabelsWidth(widest) + 24);
    const QRect place(left, upper, std::max(80, static_cast<int>(size().width()) - left - right), height);
    m_plot.setPlace(place, size());
    m_plot.setX(axis().low(), axis().high(), offsetTicks(place.width()));
    m_plot.setY(values.low, values.high, values.ticks);
    m_plot.setTitles(tr("distance m = i − j (positions)"), tr("bias bₕ(m)"));
    m_cross->setArea(QRectF({}, size()));
    m_names->setArea(QRectF({}, size()));
    fillLines();
    placeLabels(QRectF(place.left() + place.width() + 16, upper - 4, right - 18, height + 8));
    mark(std::nullopt, std::nullopt);
}

void HeadsScene::fillLines()
{
    const std::vector<Index> heads = spreadHeads(kMostLines);
    while (m_lines.size() < std::ssize(heads))
        m_lines.append(m_plot.addLine({}));
    QColor thin = theme().source(m_source);
    thin.setAlphaF(0.6F);
    for (qsizetype line = 0; line < m_lines.size(); ++line) {
        m_lines[line]->setVisible(line < std::ssize(heads));
        if (line >= std::ssize(heads))
            continue;
        const Index head = heads[static_cast<std::size_t>(line)];
        QList<QPointF> points;
        for (Index k = 0; k < m_bias.byHead.cols(); ++k)
            points.append({static_cast<double>(m_bias.firstOffset + k), m_bias.byHead(head, k)});
        QPen pen(head == m_head ? theme().source(m_source) : thin, head == m_head ? 3 : 1.2);
        pen.setCosmetic(true);
        m_lines[line]->setName(QStringLiteral("head %1").arg(head + 1));
        m_lines[line]->setPen(pen);
        m_lines[line]->replace(thinned(points, axis().low(), axis().high(), std::max(1, m_plot.place().width())));
    }
}

void HeadsScene::placeLabels(const QRectF& room)
{
    const Index end = std::clamp<Index>(std::llround(std::floor(axis().high())) - m_bias.firstOffset, 0, points() - 1);
    QList<WantedEndLabel> labels;
    for (const Index head : spreadHeads(kMostLabels)) {
        const double value = m_bias.byHead(head, end);
        labels.append({.letter = {},
                       .lines = {tr("head %1").arg(wholeText(head + 1))},
                       .colour = head == m_head ? theme().source(m_source) : theme().colour(Role::TextSecond),
                       .curveEnd = m_plot.pixel({axis().high(), std::isfinite(value) ? value : 0}),
                       .bold = head == m_head});
    }
    // where not all fit, the last ones give way: not the chosen one
    std::ranges::stable_partition(labels, [](const WantedEndLabel& label) { return label.bold; });
    layOutEndLabels(labels, room, *m_names, [](int count) { return tr("%n more", nullptr, count); });
}

void HeadsScene::mark(std::optional<Index> point, std::optional<Index> /*row*/)
{
    m_cross->x.reset();
    m_cross->rings.clear();
    m_cross->chips.clear();
    m_cross->stretches.clear();
    m_cross->update();
    if (!point || *point >= points())
        return;
    const Index m = m_bias.firstOffset + *point;
    const auto at = static_cast<double>(m);
    if (at < axis().low() || at > axis().high())
        return;
    const QRectF plot(m_plot.place());
    const double value = m_bias.byHead(m_head, *point);
    m_cross->x = m_plot.xPixel(at);
    m_cross->stretches = {{plot.top(), plot.bottom()}};
    m_cross->rings = {{m_plot.pixel({at, value}), theme().source(m_source)}};
    m_cross->chips = {readOut(tr("m = %1: head %2 has %3, heads %4 to %5")
                                  .arg(wholeText(m), wholeText(m_head + 1), numberText(value, 4),
                                       numberText(m_bias.byHead.col(*point).minCoeff(), 3),
                                       numberText(m_bias.byHead.col(*point).maxCoeff(), 3)),
                              *m_cross->x, plot)};
}

std::optional<Index> HeadsScene::pointAt(QPointF at) const
{
    const QRectF plot(m_plot.place());
    if (points() == 0 || !plot.adjusted(-4, -4, 4, 4).contains(at))
        return std::nullopt;
    return std::clamp<Index>(std::llround(m_plot.xValue(at.x())) - m_bias.firstOffset, 0, points() - 1);
}

} // namespace pescope::ui::charts
