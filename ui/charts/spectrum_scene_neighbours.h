// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/spectrum_scene.h"

namespace pescope::ui::charts {

/// cos(P_r, P_{r+1}) by r beside the mean over any two rows, for offsets also cos(P_k, P_−k) at r = k; norms below.
class NeighboursScene final : public SpectrumScene {
    Q_DECLARE_TR_FUNCTIONS(pescope::ui::SpectrumChart)
public:
    NeighboursScene(ChartView* view, const QWidget* themed);
    void rebuild(const SpectrumChartState& state, int choice) override;
    void mark(std::optional<Index> point, std::optional<Index> row) override;
    [[nodiscard]] Index points() const override { return std::ssize(m_norms); }
    [[nodiscard]] std::optional<Index> pointAt(QPointF at) const override;
    [[nodiscard]] std::optional<Index> rowOf(Index point) const override { return m_firstRow + point; }
    [[nodiscard]] std::optional<Index> pointOf(Index row) const override;

private:
    [[nodiscard]] const Plot* zoomed() const override { return &m_cosine; }
    [[nodiscard]] double axisOf(Index point) const override { return static_cast<double>(m_firstRow + point); }
    void place(double top);
    void fill();

    Plot m_cosine, m_norm;
    QLineSeries *m_neighbours, *m_mirror, *m_mean, *m_normLine;
    CrosshairItem* m_cross;
    std::vector<double> m_norms;
    analysis::CosineCurve m_next, m_mirrored;
    std::optional<double> m_meanCosine;
    Index m_firstRow = 0;
    bool m_offsets = false;
    int m_source = 0;
};

} // namespace pescope::ui::charts
