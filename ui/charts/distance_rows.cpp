// SPDX-License-Identifier: GPL-3.0-or-later
// Single rows in the distance chart: the fan, and the histogram of how far the rows fall.
#include "ui/charts/chart_view.h"
#include "ui/charts/distance_scene.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace pescope::ui::charts {

QList<QPointF> rowLine(const DistanceCurve::Row& row, double low, double high, int columns)
{
    QList<QPointF> points;
    const auto first = std::max<Index>(0, static_cast<Index>(std::floor(low)) - 1 - row.firstOffset);
    const auto last = std::min<Index>(static_cast<Index>(row.values.size()) - 1,
                                      static_cast<Index>(std::ceil(high)) + 1 - row.firstOffset);
    for (Index k = first; k <= last; ++k)
        points.append({static_cast<double>(row.firstOffset + k), row.values[static_cast<std::size_t>(k)]});
    return thinned(points, low, high, columns);
}

void includeMost(Extent& extent, const std::vector<DistanceCurve::Row>& fan, double low, double high)
{
    std::vector<double> values;
    for (const DistanceCurve::Row& row : fan)
        for (std::size_t k = 0; k < row.values.size(); ++k) {
            const auto m = static_cast<double>(row.firstOffset + static_cast<Index>(k));
            if (m >= low && m <= high && m != 0 && std::isfinite(row.values[k]))
                values.push_back(row.values[k]);
        }
    if (values.empty())
        return;
    std::ranges::sort(values);
    constexpr double kTail = 0.01;
    const auto last = static_cast<double>(values.size() - 1);
    extent.include(values[static_cast<std::size_t>(std::lround(kTail * last))]);
    extent.include(values[static_cast<std::size_t>(std::lround((1 - kTail) * last))]);
}

void DistanceScene::placeRows(const DistanceChartState& state, const DistanceOptions& options)
{
    RowsItem& item = *m_rows;
    item.setArea(QRectF({}, m_view->sceneRect().size()));
    item.plot = m_plot.place();
    item.lines.clear();
    item.bars.clear();
    m_rowChips->setArea(QRectF({}, m_view->sceneRect().size()));
    m_rowChips->chips.clear();
    m_rowChips->update();
    item.update();
    const QRectF plot = item.plot;
    const int columns = std::max(1, m_plot.place().width());
    if (options.band == BandKind::Fan)
        for (const DistanceCurve& curve : state.curves)
            for (const DistanceCurve::Row& row : curve.fan) {
                RowsItem::Line line{.source = curve.sourceIndex, .points = {}};
                for (const QPointF& p : rowLine(row, m_axis.low(), m_axis.high(), columns))
                    line.points.append(m_plot.pixel(p));
                item.lines.append(std::move(line));
            }
    if (!options.rowRanges)
        return;
    // side by side where several sources have one; each scaled to its own largest count
    std::vector<const DistanceCurve*> measured;
    for (const DistanceCurve& curve : state.curves)
        if (!curve.rowRanges.empty())
            measured.push_back(&curve);
    constexpr double kShare = 0.3; // of the plot's height
    const double pixels = m_plot.xPixel(1) - m_plot.xPixel(0);
    const auto perBar = static_cast<Index>(std::max(1.0, std::ceil(3.0 / pixels))); // positions that a bar spans
    const double width = std::max(1.0,
                                  0.85 * pixels * static_cast<double>(perBar)
                                      / static_cast<double>(std::max<std::size_t>(1, measured.size())));
    double y = plot.bottom() - kShare * plot.height();
    for (std::size_t k = 0; k < measured.size(); ++k) {
        std::map<Index, int> counts;
        for (const Index range : measured[k]->rowRanges)
            ++counts[range / perBar];
        int most = 1;
        for (const auto& [bin, count] : counts)
            most = std::max(most, count);
        for (const auto& [bin, count] : counts) {
            const double middle = (static_cast<double>(bin) + 0.5) * static_cast<double>(perBar) - 0.5;
            const double x =
                m_plot.xPixel(middle) + (static_cast<double>(k) - static_cast<double>(measured.size()) / 2) * width;
            const double height = kShare * plot.height() * count / most;
            item.bars.append({measured[k]->sourceIndex, QRectF(x, plot.bottom() - height, width, height)});
        }
        const QString letter = sourceLetter(measured[k]->sourceIndex);
        const QSizeF size = chipSize(letter + QStringLiteral("  ") + measured[k]->rowRangesText, true);
        y -= size.height() + 2;
        m_rowChips->chips.append(Chip{.rect = QRectF(QPointF(plot.right() - size.width() - 8, y), size),
                                      .text = measured[k]->rowRangesText,
                                      .colour = Theme::of(m_themed).source(measured[k]->sourceIndex),
                                      .letter = letter});
    }
}

} // namespace pescope::ui::charts
