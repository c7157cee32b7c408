// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/spectrum_scene_components.h"

#include <QLineSeries>

#include <algorithm>
#include <cmath>

namespace pescope::ui::charts {

void ComponentsScene::fillLines(double top)
{
    const double line = lineHeight();
    const int gap = 6;
    const auto count = static_cast<int>(m_scores.cols());
    int upper = static_cast<int>(top + 2);
    const int room = std::max(90, static_cast<int>(size().height() - upper - 2 * line - 10));
    const int height = (room - (count - 1) * gap) / count;
    const auto last = static_cast<double>(m_firstRow + m_scores.rows() - 1);
    const auto first = static_cast<double>(m_firstRow);
    axis().setFull(first, last, first, last);
    double most = 0; // one scale for all: their sizes can be compared
    for (const double value : m_scores.reshaped())
        if (std::isfinite(value))
            most = std::max(most, std::abs(value));
    const ValueAxis values = valueAxis(-most, most, height);
    QList<WantedEndLabel> labels;
    for (int k = 0; k < count; ++k)
        labels.append({.letter = {}, .lines = {title(k)}, .colour = theme().colour(Role::TextSecond), .curveEnd = {}});
    const int left = leftMargin({values.ticks});
    const int right = static_cast<int>(endLabelsWidth(labels) + 22);
    const int width = std::max(80, static_cast<int>(size().width()) - left - right);
    for (int k = 0; k < count; ++k) {
        Plot& plot = strip(k);
        plot.setPlace(QRect(left, upper, width, height), size());
        plot.setLeft(0);
        plot.setX(axis().low(), axis().high(), offsetTicks(width));
        plot.setY(values.low, values.high, values.ticks);
        const bool lowest = k == count - 1;
        plot.setTitles(!lowest         ? QString()
                           : m_offsets ? tr("offset r = i − j")
                                       : tr("position"),
                       height >= 44 ? tr("score") : QString(), lowest);
        upper += height + gap;
        QList<QPointF> points;
        for (Index r = 0; r < m_scores.rows(); ++r)
            points.append({static_cast<double>(m_firstRow + r), m_scores(r, k)});
        m_lines[k]->setPen(sourcePen(m_source, 1.6));
        m_lines[k]->replace(thinned(points, axis().low(), axis().high(), std::max(1, width)));
        labels[k].curveEnd = plot.pixel({axis().high(), 0});
    }
    m_names->setArea(QRectF({}, size()));
    layOutEndLabels(labels, QRectF(left + width + 14, top, right - 16, room + 4), *m_names,
                    [](int /*count*/) { return QString(); });
}

} // namespace pescope::ui::charts
