// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/spectrum_scene_frequencies.h"

#include <QLineSeries>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pescope::ui::charts {

namespace {

constexpr int kBarWidth = 6; // px

} // namespace

FrequenciesScene::FrequenciesScene(ChartView* view, const QWidget* themed)
    : SpectrumScene(view, themed)
    , m_plot(view->scene(), QStringLiteral("amplitudes"), themed)
    , m_counts(view->scene(), QStringLiteral("peaks"), themed)
    , m_side(added<SideAxesItem>(2))
    , m_bars(added<BarsItem>(0.5))
    , m_own(added<BarsItem>(2))
    , m_cross(added<CrosshairItem>(4))
{
    for (int k = 0; k < 3; ++k)
        m_lines.append(
            m_plot.addLine(k == 0 ? QStringLiteral("amplitude") : QStringLiteral("amplitude %1").arg(k + 1)));
    m_plot.setZeroLine(false);
    m_counts.setZeroLine(false);
}

void FrequenciesScene::rebuild(const SpectrumChartState& state, int choice)
{
    const frame::VectorSpectrum& vectors = *state.spectrum->vectors;
    m_source = state.sourceIndex;
    m_components = choice == kComponents;
    const auto& spectrum = m_components ? vectors.componentSpectrum : vectors.columnSpectrum;
    const bool shown = spectrum && spectrum->omega.size() > 1;
    m_plot.setVisible(shown);
    for (QGraphicsItem* item : std::initializer_list<QGraphicsItem*>{m_side, m_bars, m_own})
        item->setVisible(shown);
    m_counts.setVisible(shown && !m_components);
    m_omega.clear();
    m_amplitudes.clear();
    m_peaks.clear();
    if (!shown) {
        const std::string& note = m_components && !vectors.centred ? vectors.singularNote : vectors.frequencyNote;
        say(note.empty() ? tr("There is no spectrum along so few rows.") : QString::fromStdString(note));
        mark(std::nullopt, std::nullopt);
        return;
    }
    m_omega.assign(spectrum->omega.begin() + 1, spectrum->omega.end());
    if (m_components)
        for (Index k = 0; k < std::min<Index>(3, spectrum->amplitudes.rows()); ++k)
            m_amplitudes.emplace_back(spectrum->amplitudes.row(k).begin() + 1, spectrum->amplitudes.row(k).end());
    else
        m_amplitudes.emplace_back(spectrum->rms.begin() + 1, spectrum->rms.end());
    if (!m_components)
        for (const analysis::ColumnPeak& peak : spectrum->peaks)
            if (peak.omega > 0)
                m_peaks.push_back(peak.omega);

    const auto strongest = std::ranges::max_element(m_amplitudes.front()) - m_amplitudes.front().begin();
    const double omega = m_omega[static_cast<std::size_t>(strongest)];
    QStringList words{(m_components ? tr("PC 1 strongest at ω = %1, a wave of %2 rows")
                                    : tr("strongest at ω = %1, a wave of %2 rows"))
                          .arg(plainText(omega, 3), plainText(kTwoPi / omega, 4))};
    const auto slow = std::ranges::count_if(state.spectrum->omega, [&](double w) { return w < m_omega.front(); });
    if (slow > 0)
        words << tr("%1 of its %2 ω are slower than one wave over all rows")
                     .arg(wholeText(slow), wholeText(std::ssize(state.spectrum->omega)));
    QList<LegendItem::Entry> legend;
    if (m_components)
        for (int k = 0; k < std::ssize(m_amplitudes); ++k)
            legend.append({componentPen(m_source, k), tr("PC %1").arg(k + 1), {}});
    if (slow < std::ssize(state.spectrum->omega)) {
        QPen pen(theme().colour(Role::TextThird), 1);
        pen.setCosmetic(true);
        legend.append({pen, tr("its ω"), {}});
    }
    place(layTop(words, legend));
    fillLines();
    fillPeaks();
    placeOwn(state.spectrum->omega);
    mark(std::nullopt, std::nullopt);
}

void FrequenciesScene::place(double top)
{
    m_low = std::log10(m_omega.front()) - 0.04;
    m_high = std::log10(std::numbers::pi) + 0.02;
    const double line = lineHeight();
    const bool roomy = size().height() > 260;
    const int upper = static_cast<int>(top + (roomy ? 2 : 1) * line + 7);
    const int room = std::max(80, static_cast<int>(size().height() - upper - 2 * line - 10));
    const int lower = m_components ? 0 : std::clamp(room / 3, 34, 110);
    const int gap = m_components ? 0 : 8;
    double high = 0;
    for (const auto& amplitudes : m_amplitudes)
        high = std::max(high, *std::ranges::max_element(amplitudes));
    if (!(high > 0))
        high = 1;
    const QList<Tick> yTicks =
        linearTicks(0, 1.05 * high, niceInterval(high, std::max(1, static_cast<int>((room - lower) / (line + 8)))));

    // with the bars' width in pixels, their heights are known only after the place
    QList<Tick> countTicks{{static_cast<double>(m_peaks.size()), wholeText(std::ssize(m_peaks))}};
    const int left = leftMargin({yTicks, countTicks});
    const QRect area(left, upper, std::max(80, static_cast<int>(size().width()) - left - 20), room - lower - gap);
    const QList<Tick> xTicks = roundLogTicks(m_low, m_high, std::max(2, area.width() / 56), false);
    m_plot.setPlace(area, size());
    m_plot.setX(m_low, m_high, xTicks);
    m_plot.setY(0, 1.05 * high, yTicks);
    m_counts.setPlace(QRect(left, upper + area.height() + gap, area.width(), std::max(20, lower)), size());
    m_counts.setX(m_low, m_high, xTicks);
    const QString omega = tr("ω (rad per position)");
    m_plot.setTitles(m_components ? omega : QString(),
                     m_components ? tr("amplitude") : fittingTitle({tr("amplitude (RMS)"), tr("RMS")}, area.height()),
                     m_components);
    m_counts.setTitles(omega, fittingTitle({tr("columns that peak there"), tr("columns"), tr("peaks")}, lower));

    for (PaintedItem* item : std::initializer_list<PaintedItem*>{m_side, m_bars, m_own, m_cross})
        item->setArea(QRectF({}, size()));
    m_side->plot = area;
    m_side->topTitleBeside = !roomy;
    m_side->topTitle = roomy ? tr("wave length 2π/ω (positions)") : tr("2π/ω");
    m_side->top.clear();
    const double offset = std::log10(kTwoPi);
    QList<Tick> waves = roundLogTicks(offset - m_high, offset - m_low, std::max(2, area.width() / 56), false);
    std::ranges::reverse(waves); // their figures are laid out from the left
    for (const Tick& wave : waves)
        m_side->top.append({m_plot.xPixel(offset - wave.at), wave.label});
    m_side->update();
}

void FrequenciesScene::fillLines()
{
    for (int k = 0; k < 3; ++k) {
        QList<QPointF> points;
        if (k < std::ssize(m_amplitudes))
            for (std::size_t bin = 0; bin < m_omega.size(); ++bin)
                points.append({std::log10(m_omega[bin]), m_amplitudes[static_cast<std::size_t>(k)][bin]});
        m_lines[k]->setPen(componentPen(m_source, k));
        m_lines[k]->replace(thinned(points, m_low, m_high, std::max(1, m_plot.place().width())));
    }
}

void FrequenciesScene::fillPeaks()
{
    m_bars->bars.clear();
    m_bars->colour = theme().source(m_source);
    m_bars->update();
    if (m_components)
        return;
    const QRectF area(m_counts.place());
    std::vector<int> counts(static_cast<std::size_t>(std::max(1.0, std::ceil(area.width() / kBarWidth))), 0);
    for (const double omega : m_peaks) {
        const double at = (m_counts.xPixel(std::log10(omega)) - area.left()) / kBarWidth;
        ++counts[static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(counts.size() - 1)))];
    }
    const int most = std::max(1, std::ranges::max(counts));
    const double interval =
        std::max(1.0, niceInterval(most, std::max(1, static_cast<int>(area.height() / (lineHeight() + 6)))));
    QList<Tick> ticks = linearTicks(0, 1.08 * most, interval);
    if (ticks.size() < 2)
        ticks = {{0, wholeText(0)}, {static_cast<double>(most), wholeText(most)}};
    m_counts.setY(0, 1.08 * most, ticks);
    for (std::size_t k = 0; k < counts.size(); ++k)
        if (counts[k] > 0) {
            const double left = area.left() + static_cast<double>(k) * kBarWidth;
            const double height = area.bottom() - m_counts.yPixel(counts[k]);
            m_bars->bars.append(QRectF(left + 0.5, area.bottom() - height, kBarWidth - 1, height));
        }
}

void FrequenciesScene::placeOwn(const std::vector<double>& omega)
{
    m_own->strokes.clear();
    const QRectF area(m_plot.place());
    const bool few = omega.size() <= 24; // else they would be a wall
    for (const double w : omega)
        if (w > 0 && std::log10(w) >= m_low && std::log10(w) <= m_high) {
            const double x = std::round(m_plot.xPixel(std::log10(w)));
            m_own->strokes.append(QLineF(x, area.top(), x, few ? area.bottom() : area.top() + 9));
        }
    m_own->update();
}

void FrequenciesScene::mark(std::optional<Index> point, std::optional<Index> /*row*/)
{
    m_cross->x.reset();
    m_cross->rings.clear();
    m_cross->chips.clear();
    m_cross->stretches.clear();
    m_cross->update();
    if (!point || *point >= points())
        return;
    const auto bin = static_cast<std::size_t>(*point);
    const double at = std::log10(m_omega[bin]);
    const QRectF area(m_plot.place());
    m_cross->x = m_plot.xPixel(at);
    m_cross->stretches = {{area.top(), area.bottom()}};
    if (!m_components)
        m_cross->stretches.append({m_counts.place().top(), QRectF(m_counts.place()).bottom()});
    QStringList values;
    for (const auto& amplitudes : m_amplitudes) {
        m_cross->rings.append({m_plot.pixel({at, amplitudes[bin]}), theme().source(m_source)});
        values << plainText(amplitudes[bin], 3);
    }
    m_cross->chips = {readOut(
        (m_components ? tr("ω = %1, a wave of %2: PC %3") : tr("ω = %1, a wave of %2: %3"))
            .arg(plainText(m_omega[bin], 4), plainText(kTwoPi / m_omega[bin], 4), values.join(QStringLiteral(" · "))),
        *m_cross->x, area)};
}

std::optional<Index> FrequenciesScene::pointAt(QPointF at) const
{
    const QRectF area(m_plot.place());
    const double bottom = m_components ? area.bottom() : QRectF(m_counts.place()).bottom();
    if (points() == 0 || at.x() < area.left() - 8 || at.x() > area.right() + 8 || at.y() < area.top() - 4
        || at.y() > bottom + 4)
        return std::nullopt;
    const double omega = std::pow(10.0, m_plot.xValue(at.x()));
    // bins are multiples of the first
    return std::clamp<Index>(std::llround(omega / m_omega.front()) - 1, 0, points() - 1);
}

} // namespace pescope::ui::charts
