// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/end_labels.h"
#include "ui/charts/spectrum_scene.h"

#include <array>
#include <vector>

namespace pescope::ui::charts {

/// The rows along pairs of their first three principal components, one unit as long in x as in y and coloured by
/// position: all three pairs side by side, where there is room, or one; or the three scores by position.
class ComponentsScene final : public SpectrumScene {
    Q_DECLARE_TR_FUNCTIONS(pescope::ui::SpectrumChart)
public:
    static constexpr int kPairs = 3;
    static constexpr int kByPosition = kPairs + 1; ///< the choice after all pairs, 1 × 2, 1 × 3, 2 × 3

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
    /// Components of one scatter, from 0.
    struct Pair {
        int x = 0, y = 1;
    };
    void choosePairs(int choice);
    void fillScatters(double top);
    void fillScatter(std::size_t at, const QRect& cell);
    [[nodiscard]] int colourWidth() const;
    void placeColours(const QRect& place);
    void fillLines(double top);
    [[nodiscard]] Plot& strip(int component);
    [[nodiscard]] QString title(int component) const;
    [[nodiscard]] QString wordsOf(Index point) const;
    [[nodiscard]] Chip scatterReadOut(Index point, QPointF at) const;

    Plot m_plot, m_second, m_third; ///< of the scatter; by position one each
    QList<QLineSeries*> m_lines;
    std::array<DotsItem*, kPairs> m_dots{}; ///< of the scatter in the same plot
    ColourScaleItem* m_colours;
    EndLabelsItem* m_names;
    CrosshairItem* m_cross;
    tables::MatrixD m_scores; ///< rows × at most 3
    std::vector<double> m_share;
    Index m_firstRow = 0;
    bool m_offsets = false;
    bool m_byPosition = false;
    std::vector<Pair> m_pairs; ///< that are shown
    double m_dotsRight = 0; ///< px, of a single scatter
    int m_source = 0;
};

} // namespace pescope::ui::charts
