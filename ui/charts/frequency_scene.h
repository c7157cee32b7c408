// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/frequency_chart.h"
#include "ui/charts/items.h"
#include "ui/charts/plot.h"

#include <QCoreApplication>

namespace pescope::ui::charts {

class ChartView;

/// The handles of the active source, the one under the mouse or the keys larger, and the wave lengths at the right.
class HandlesItem final : public PaintedItem {
public:
    using PaintedItem::PaintedItem;
    QRectF plot;
    int source = 0;
    double radius = 3;
    QList<QPointF> handles;
    QList<QPointF> moving; ///< those that the fall-off takes along
    std::optional<QPointF> chosen;
    QList<Tick> wavelengths; ///< `at` in scene pixels
    QString wavelengthTitle;
    struct Guide {
        double y = 0;
        Chip chip;
    };
    QList<Guide> guides;
    std::optional<Chip> readOut;

protected:
    void draw(QPainter& painter, const Theme& theme) const override;
};

/// What a FrequencyChart draws. Owned by the chart; GUI thread.
class FrequencyScene {
    Q_DECLARE_TR_FUNCTIONS(pescope::ui::FrequencyChart)
public:
    static constexpr int kLeastHeight = 200;

    FrequencyScene(ChartView* view, const QWidget* themed);

    /// @param chosen  index of the handle in use  @param fallOff  in indices
    /// @param hold  keeps the axis as it is, while a handle is held
    void rebuild(const FrequencyChartState& state, std::optional<std::size_t> chosen, double fallOff, bool hold);
    /// The handle that a press at this point takes.
    [[nodiscard]] std::optional<std::size_t> handleAt(QPointF at) const;
    [[nodiscard]] QPointF handlePlace(std::size_t k) const;
    /// Factor of ω for a way of so many pixels upwards.
    [[nodiscard]] double factorOf(double pixels) const;

private:
    void setAxes(const FrequencyChartState& state, bool hold);
    void fillLines(const FrequencyChartState& state);
    void placeHandles(const FrequencyChartState& state, std::optional<std::size_t> chosen, double fallOff);
    void placeGuides(const FrequencyChartState& state);
    void placeNames(const FrequencyChartState& state);
    [[nodiscard]] double axisOf(double omega) const;

    ChartView* m_view;
    const QWidget* m_themed;
    Plot m_plot;
    QLineSeries *m_now, *m_former;
    QList<QLineSeries*> m_others;
    HandlesItem* m_handles;
    ChipsItem* m_names;
    int m_first = 0;
    double m_low = -4, m_high = 0.2; ///< log₁₀ ω
};

} // namespace pescope::ui::charts
