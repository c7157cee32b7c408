// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/spectrum_scene.h"

namespace pescope::ui::charts {

/// Amplitudes along positions by ω on a log axis, over all columns or of the first principal components; wave lengths
/// above, the source's own ω as strokes, and below how many columns have their peak where.
class FrequenciesScene final : public SpectrumScene {
    Q_DECLARE_TR_FUNCTIONS(pescope::ui::SpectrumChart)
public:
    static constexpr int kComponents = 1; ///< the choice after all columns

    FrequenciesScene(ChartView* view, const QWidget* themed);
    void rebuild(const SpectrumChartState& state, int choice) override;
    void mark(std::optional<Index> point, std::optional<Index> row) override;
    [[nodiscard]] Index points() const override { return std::ssize(m_omega); }
    [[nodiscard]] std::optional<Index> pointAt(QPointF at) const override;

private:
    void place(double top);
    void fillLines();
    void fillPeaks();
    void placeOwn(const std::vector<double>& omega);

    Plot m_plot, m_counts;
    QList<QLineSeries*> m_lines;
    SideAxesItem* m_side;
    BarsItem *m_bars, *m_own;
    CrosshairItem* m_cross;
    std::vector<double> m_omega; ///< of the bins from 1 on
    std::vector<std::vector<double>> m_amplitudes; ///< of each line, at these
    std::vector<double> m_peaks; ///< ω of each column's peak
    double m_low = -2, m_high = 0.5; ///< log₁₀ ω
    bool m_components = false;
    int m_source = 0;
};

} // namespace pescope::ui::charts
