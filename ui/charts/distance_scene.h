// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/distance_chart.h"
#include "ui/charts/distance_curves.h"
#include "ui/charts/items.h"
#include "ui/charts/offset_axis.h"
#include "ui/charts/plot.h"
#include "ui/charts/range_bars_item.h"
#include "ui/charts/rows_item.h"

#include <QCoreApplication>

namespace pescope::ui::charts {

class ChartView;

struct DistanceOptions {
    BandKind band = BandKind::Quantiles;
    bool prime = false;
    bool isSigned = false;
    bool rowRanges = false;
};

/// What a DistanceChart draws: works out the places and fills plots and items. Owned by the chart; GUI thread.
class DistanceScene {
    Q_DECLARE_TR_FUNCTIONS(pescope::ui::DistanceChart)
public:
    static constexpr int kLeastPlot = 120; ///< px, whatever else has to give way
    static constexpr int kLeastPrime = 56;
    [[nodiscard]] static int leastHeight();

    DistanceScene(ChartView* view, const QWidget* themed);
    ~DistanceScene();

    void rebuild(const DistanceChartState& state, const DistanceOptions& options, std::optional<Index> crosshair);
    void placeCrosshair(const DistanceChartState& state, std::optional<Index> m);

    /// The offset under a point of the plots; nothing beside them.
    [[nodiscard]] std::optional<Index> offsetAt(QPointF at) const;
    [[nodiscard]] Index heldOffset(Index m) const;
    void wheel(QPointF at, double steps);
    void drag(double dx);
    void reset();

private:
    void layOut(const DistanceChartState& state, const DistanceOptions& options);
    void fillLines(const DistanceChartState& state, const DistanceOptions& options);
    void fillBands(const DistanceChartState& state, const DistanceOptions& options);
    void placeRows(const DistanceChartState& state, const DistanceOptions& options);
    void placeEnds(const DistanceChartState& state, const DistanceOptions& options);
    void placeLabels(const DistanceChartState& state, const DistanceOptions& options);
    [[nodiscard]] std::pair<double, double> valueSpan(const DistanceChartState& state,
                                                      const DistanceOptions& options) const;

    ChartView* m_view;
    const QWidget* m_themed;
    Plot m_plot;
    Plot m_prime;
    QList<QLineSeries*> m_means, m_primes;
    QList<BandItem*> m_bands;
    RowsItem* m_rows;
    ChipsItem* m_rowChips; ///< apart, as nothing may run through what they say
    SpansItem* m_spans;
    RangeBarsItem* m_bars;
    EndLabelsItem* m_labels;
    CrosshairItem* m_crosshair;
    OffsetAxis m_axis;
    double m_valueZoom = 1; ///< wheel on the value axis
};

} // namespace pescope::ui::charts
