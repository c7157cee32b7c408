// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/spectrum_scene.h"

namespace pescope::ui::charts {

/// Singular values over their number on a log axis, centred and as stored, with the cumulative share of Σσ² and lines
/// at the effective rank and at 90 and 99 %.
class ValuesScene final : public SpectrumScene {
    Q_DECLARE_TR_FUNCTIONS(pescope::ui::SpectrumChart)
public:
    ValuesScene(ChartView* view, const QWidget* themed);
    void rebuild(const SpectrumChartState& state, int choice) override;
    void mark(std::optional<Index> point, std::optional<Index> row) override;
    [[nodiscard]] Index points() const override { return m_shown; }
    [[nodiscard]] std::optional<Index> pointAt(QPointF at) const override;

private:
    void fill(const SpectrumChartState& state, double top);
    [[nodiscard]] bool isDrawn(double value) const;

    Plot m_plot;
    QLineSeries *m_centred, *m_plain, *m_share;
    SideAxesItem* m_side;
    NamedLinesItem* m_lines;
    CrosshairItem* m_cross;
    analysis::SingularSpectrum m_values; ///< without scores
    double m_low = 0; ///< log₁₀ of the lowest σ that is drawn
    Index m_drawn = 0; ///< σ down to there
    Index m_needed = 0; ///< σ that make up 99 %
    Index m_shown = 0; ///< that have a place on the x axis
    int m_source = 0;
};

} // namespace pescope::ui::charts
