// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/spectrum_scene_offsets.h"

#include <QLineSeries>

#include <algorithm>
#include <cmath>

namespace pescope::ui::charts {

DecayScene::DecayScene(ChartView* view, const QWidget* themed)
    : SpectrumScene(view, themed)
    , m_decay(view->scene(), QStringLiteral("decay"), themed)
    , m_kernel(view->scene(), QStringLiteral("kernel"), themed)
    , m_decayLine(m_decay.addLine(QStringLiteral("decay")))
    , m_kernelLine(m_kernel.addLine(QStringLiteral("kernel")))
    , m_cross(added<CrosshairItem>(4))
{
}

void DecayScene::rebuild(const SpectrumChartState& state, int /*choice*/)
{
    m_curves = *state.spectrum->rotary;
    m_source = state.sourceIndex;
    const bool shown = !m_curves.decay.empty();
    m_decay.setVisible(shown);
    m_kernel.setVisible(shown);
    if (!shown) {
        say(tr("There are no positions to look at."));
        return;
    }
    QStringList values;
    for (const Index m : {Index{0}, Index{10}, Index{100}, Index{1000}})
        if (m < points())
            values << tr("%1 at m = %2").arg(numberText(m_curves.decay[static_cast<std::size_t>(m)], 3), wholeText(m));
    const double top = layTop({tr("mean over j of |Sⱼ(m)|, Sⱼ(m) = Σ exp(i ωₖ m) over the first j ω: %1")
                                   .arg(values.join(QStringLiteral(", ")))},
                              {});
    const double line = lineHeight();
    const int upper = static_cast<int>(top + 2);
    const int room = std::max(80, static_cast<int>(size().height() - upper - 2 * line - 10));
    const int gap = 8;
    const int lower = std::max(34, room / 2 - gap);
    axis().setFull(0, static_cast<double>(points() - 1), 0, static_cast<double>(points() - 1));
    const auto [least, most] = std::ranges::minmax(m_curves.kernel);
    const double highest = std::ranges::max(m_curves.decay);
    const ValueAxis decay = valueAxis(0, highest, room - lower - gap);
    const ValueAxis kernel = valueAxis(std::min(0.0, least), most, lower);
    const int left = leftMargin({decay.ticks, kernel.ticks});
    const int width = std::max(80, static_cast<int>(size().width()) - left - 20);
    m_decay.setPlace(QRect(left, upper, width, room - lower - gap), size());
    m_kernel.setPlace(QRect(left, upper + room - lower, width, lower), size());
    for (Plot* plot : {&m_decay, &m_kernel})
        plot->setX(axis().low(), axis().high(), offsetTicks(width));
    m_decay.setY(0, decay.high, decay.ticks);
    m_kernel.setY(kernel.low, kernel.high, kernel.ticks);
    m_decay.setTitles({}, fittingTitle({tr("mean |Sⱼ(m)|"), tr("|Sⱼ|")}, room - lower - gap), false);
    m_kernel.setTitles(tr("distance m = i − j (positions)"), fittingTitle({tr("Σ cos ωm"), tr("Σ cos")}, lower));
    m_cross->setArea(QRectF({}, size()));

    const auto points = [&](const std::vector<double>& curve) {
        QList<QPointF> list;
        for (std::size_t m = 0; m < curve.size(); ++m)
            list.append({static_cast<double>(m), curve[m]});
        return thinned(list, axis().low(), axis().high(), std::max(1, width));
    };
    m_decayLine->setPen(sourcePen(m_source, 2.2));
    m_decayLine->replace(points(m_curves.decay));
    m_kernelLine->setPen(sourcePen(m_source, 1.6));
    m_kernelLine->replace(points(m_curves.kernel));
    mark(std::nullopt, std::nullopt);
}

void DecayScene::mark(std::optional<Index> point, std::optional<Index> /*row*/)
{
    m_cross->x.reset();
    m_cross->rings.clear();
    m_cross->chips.clear();
    m_cross->stretches.clear();
    m_cross->update();
    if (!point || *point >= points())
        return;
    const auto m = static_cast<double>(*point);
    if (m < axis().low() || m > axis().high())
        return;
    const QRectF upper(m_decay.place());
    const QRectF lower(m_kernel.place());
    const double decay = m_curves.decay[static_cast<std::size_t>(*point)];
    const double kernel = m_curves.kernel[static_cast<std::size_t>(*point)];
    m_cross->x = m_decay.xPixel(m);
    m_cross->stretches = {{upper.top(), upper.bottom()}, {lower.top(), lower.bottom()}};
    m_cross->rings = {{m_decay.pixel({m, decay}), theme().source(m_source)},
                      {m_kernel.pixel({m, kernel}), theme().source(m_source)}};
    m_cross->chips = {readOut(
        tr("m = %1: mean |Sⱼ| %2, Σ cos ωm %3").arg(wholeText(*point), numberText(decay, 4), numberText(kernel, 4)),
        *m_cross->x, upper)};
}

std::optional<Index> DecayScene::pointAt(QPointF at) const
{
    const QRectF upper(m_decay.place());
    const QRectF lower(m_kernel.place());
    if (points() == 0 || at.x() < upper.left() - 4 || at.x() > upper.right() + 4 || at.y() < upper.top() - 4
        || at.y() > lower.bottom() + 4)
        return std::nullopt;
    return std::clamp<Index>(std::llround(m_decay.xValue(at.x())), 0, points() - 1);
}

} // namespace pescope::ui::charts
