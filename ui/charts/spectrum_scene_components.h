// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/end_labels.h"
#include "ui/charts/spectrum_scene.h"

namespace pescope::ui::charts {

/// The rows along two of their first three principal components, one unit as long in x as in y and coloured by
/// position; or the three scores by position.
class ComponentsScene final : public SpectrumScene {
    Q_DECLARE_TR_FUNCTIONS(pescope::ui::SpectrumChart)
public:
    static constexpr int kByPosition = 3; ///< the choice after 1 × 2, 1 × 3, 2 × 3

    ComponentsScene(ChartView* view, const QWidget* themed);
    void rebuild(const SpectrumChartState& state, int choice) override;
    void mark(std::optional<Index> point, std::optional<Index> row) override;
    [[nodiscard]] Index points() const override { return m_scores.rows(); }
    [[nodiscard]] std::optional<Index> pointAt(QPointF at) const override;
    [[nodiscard]] std::optional<Index> rowOf(Index point) const override { return m_firstRow + point; }
    [[nodiscard]] std::optional<Index> pointOf(Index row) const override;

private:
    [[nodiscard]] const Plot* zoomed() const override { return m_byPosition ? &m_plot : nullptr; }
    [[nodiscard]] double axisOf(Index point) const override { return static_cast<double>(m_firstRow + point); }
    void fillScatter(double top);
    void placeColours(const QRect& place);
    void fillLines(double top);
    [[nodiscard]] Plot& strip(int component);
    [[nodiscard]] QString title(int component) const;
    [[nodiscard]] QString wordsOf(Index point) const;

    Plot m_plot, m_second, m_third; ///< of the scatter; by position one each
    QList<QLineSeries*> m_lines;
    DotsItem* m_dots;
    ColourScaleItem* m_colours;
    EndLabelsItem* m_names;
    CrosshairItem* m_cross;
    tables::MatrixD m_scores; ///< rows × at most 3
    std::vector<double> m_share;
    Index m_firstRow = 0;
    bool m_offsets = false;
    bool m_byPosition = false;
    int m_xOf = 0, m_yOf = 1; ///< components of the scatter
    double m_dotsRight = 0; ///< px
    int m_source = 0;
};

} // namespace pescope::ui::charts
