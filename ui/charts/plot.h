// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/items.h"
#include "ui/charts/scale.h"

#include <QLineSeries>
#include <QObject>
#include <QRect>

class QChart;
class QGraphicsScene;
class QValueAxis;

namespace pescope::ui::charts {

/// One plot of a scene: a QChart with two value axes at a place that we choose (an integer rectangle, so that plots
/// line up and nothing jitters), and an item that writes ticks and titles, which Qt would shorten to "…".
/// Owned by its chart widget; GUI thread.
class Plot : public QObject {
    Q_OBJECT
public:
    Plot(QGraphicsScene* scene, const QString& name, const QWidget* themed);
    ~Plot() override;

    void setPlace(const QRect& plot, const QSizeF& scene);
    void setX(double low, double high, QList<Tick> ticks);
    void setY(double low, double high, QList<Tick> ticks);
    /// @param xLabels  false: ticks without figures, where a plot below shares the axis
    void setTitles(const QString& x, const QString& y, bool xLabels = true);
    /// Of a plot beside others: where the room for its figures and its title begins.
    void setLeft(double left) { m_axes->left = left; }
    void setZeroLine(bool shown) { m_zeroLine = shown; }
    void setVisible(bool visible);
    [[nodiscard]] bool isVisible() const;

    /// A line of this plot; `name` is the series' name.
    QLineSeries* addLine(const QString& name);
    void removeLine(QLineSeries* line);

    [[nodiscard]] QRect place() const { return m_place; }
    [[nodiscard]] double xLow() const { return m_x[0]; }
    [[nodiscard]] double xHigh() const { return m_x[1]; }
    [[nodiscard]] double yLow() const { return m_y[0]; }
    [[nodiscard]] double yHigh() const { return m_y[1]; }
    /// Axis units to scene pixels and back.
    [[nodiscard]] double xPixel(double x) const;
    [[nodiscard]] double yPixel(double y) const;
    [[nodiscard]] QPointF pixel(QPointF p) const { return {xPixel(p.x()), yPixel(p.y())}; }
    [[nodiscard]] double xValue(double pixel) const;
    [[nodiscard]] QChart* chart() const { return m_chart; }
    [[nodiscard]] AxesItem* axes() const { return m_axes; }

private:
    void placeTicks();

    QChart* m_chart;
    QValueAxis* m_xAxis;
    QValueAxis* m_yAxis;
    AxesItem* m_axes;
    QRect m_place;
    double m_x[2] = {0, 1};
    double m_y[2] = {0, 1};
    QList<Tick> m_xTicks, m_yTicks;
    bool m_zeroLine = true;
};

} // namespace pescope::ui::charts
