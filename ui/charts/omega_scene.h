// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/items.h"
#include "ui/charts/magnifier_item.h"
#include "ui/charts/offset_axis.h"
#include "ui/charts/omega_chart.h"
#include "ui/charts/plot.h"
#include "ui/charts/range_bars_item.h"
#include "ui/charts/steps_item.h"
#include "ui/charts/target_item.h"

#include <QCoreApplication>

namespace pescope::ui::charts {

class ChartView;

struct OmegaOptions {
    bool magnifier = true;
    bool steps = true;
    bool prime = false;
    bool former = true;
    bool normalised = false; ///< ψ / ψ(0)
};

/// What an OmegaChart draws: works out the places and fills plots and items. Owned by the chart; GUI thread.
class OmegaScene {
    Q_DECLARE_TR_FUNCTIONS(pescope::ui::OmegaChart)
public:
    static constexpr int kLeastPlot = 120;
    static constexpr int kLeastSteps = 64;
    static constexpr double kLinearWithin = 1e-3; ///< of the steps' symmetric-log axis
    [[nodiscard]] static int leastHeight(const OmegaOptions& options);

    OmegaScene(ChartView* view, const QWidget* themed);
    ~OmegaScene();

    void setState(const OmegaChartState& state);
    void rebuild(const OmegaOptions& options, std::optional<Index> crosshair);
    void placeCrosshair(std::optional<Index> m);
    [[nodiscard]] std::optional<Index> offsetAt(QPointF at) const;
    [[nodiscard]] Index heldOffset(Index m) const;
    /// Where an end of the present curve's bar is; (0, 0) where it has none.
    [[nodiscard]] QPointF rangeEnd(RangeSense sense) const;
    /// The end of the present curve's bar at a point.
    [[nodiscard]] std::optional<RangeSense> rangeEndAt(QPointF at) const;
    /// What a drag of that end to a point would ask for; whole positions but for the continuous range.
    [[nodiscard]] double targetAt(RangeSense sense, QPointF at) const;
    void showTarget(RangeSense sense, double m);
    void hideTarget();
    void wheel(QPointF at, double steps);
    void drag(double dx);
    void reset();

private:
    [[nodiscard]] const PsiCurve* former() const; ///< when there is one and it is to be shown
    [[nodiscard]] double scaled(const PsiCurve& curve, double psi) const;
    [[nodiscard]] double psiAt(const PsiCurve& curve, double m) const; ///< NaN beyond the samples
    [[nodiscard]] QList<QPointF> line(const PsiCurve& curve) const;
    void placePlots();
    void placeBars();
    void placeSpans();
    void fillLines();
    void fillPrime();
    void fillSteps();
    void placeMagnifier();
    void placeNames();
    [[nodiscard]] QString nameOf(const PsiCurve& curve) const;

    ChartView* m_view;
    const QWidget* m_themed;
    OmegaChartState m_state;
    OmegaOptions m_options;
    std::optional<MagnifierData> m_magnified;
    Plot m_psi, m_prime, m_steps;
    QLineSeries *m_nowLine, *m_formerLine, *m_nowPrime, *m_formerPrime;
    SpansItem* m_spans;
    RangeBarsItem* m_bars;
    StepsItem* m_marks;
    ChipsItem* m_names;
    MagnifierItem* m_magnifier;
    CrosshairItem* m_crosshair;
    TargetItem* m_target;
    OffsetAxis m_axis;
    Scale m_symLog = Scale::symLog(kLinearWithin);
};

} // namespace pescope::ui::charts
