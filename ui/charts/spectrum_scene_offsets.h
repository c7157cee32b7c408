// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/end_labels.h"
#include "ui/charts/spectrum_scene.h"

namespace pescope::ui::charts {

/// Of a rotary encoding: the mean of |S_j(m)| by m, and below it the kernel Σ cos ω m.
class DecayScene final : public SpectrumScene {
    Q_DECLARE_TR_FUNCTIONS(pescope::ui::SpectrumChart)
public:
    DecayScene(ChartView* view, const QWidget* themed);
    void rebuild(const SpectrumChartState& state, int choice) override;
    void mark(std::optional<Index> point, std::optional<Index> row) override;
    [[nodiscard]] Index points() const override { return std::ssize(m_curves.decay); }
    [[nodiscard]] std::optional<Index> pointAt(QPointF at) const override;

private:
    [[nodiscard]] const Plot* zoomed() const override { return &m_decay; }

    Plot m_decay, m_kernel;
    QLineSeries *m_decayLine, *m_kernelLine;
    CrosshairItem* m_cross;
    frame::RotarySpectrum m_curves;
    int m_source = 0;
};

/// Of a bias: b_h(m) of every head, one of them thick.
class HeadsScene final : public SpectrumScene {
    Q_DECLARE_TR_FUNCTIONS(pescope::ui::SpectrumChart)
public:
    static constexpr int kMostLines = 64, kMostLabels = 8;

    HeadsScene(ChartView* view, const QWidget* themed);
    void rebuild(const SpectrumChartState& state, int choice) override;
    void mark(std::optional<Index> point, std::optional<Index> row) override;
    [[nodiscard]] Index points() const override { return m_bias.byHead.cols(); }
    [[nodiscard]] Index firstPoint() const override { return -m_bias.firstOffset; }
    [[nodiscard]] std::optional<Index> pointAt(QPointF at) const override;

private:
    [[nodiscard]] const Plot* zoomed() const override { return &m_plot; }
    [[nodiscard]] double axisOf(Index point) const override { return static_cast<double>(m_bias.firstOffset + point); }
    void fillLines();
    void placeLabels(const QRectF& room);
    [[nodiscard]] std::vector<Index> spreadHeads(int most) const;

    Plot m_plot;
    QList<QLineSeries*> m_lines;
    EndLabelsItem* m_names;
    CrosshairItem* m_cross;
    frame::BiasSpectrum m_bias;
    Index m_head = 0;
    int m_source = 0;
};

} // namespace pescope::ui::charts
