// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot.h"

#include <QChart>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QLegend>
#include <QValueAxis>

namespace pescope::ui::charts {

Plot::Plot(QGraphicsScene* scene, const QString& name, const QWidget* themed)
    : m_chart(new QChart)
    , m_xAxis(new QValueAxis(this))
    , m_yAxis(new QValueAxis(this))
    , m_axes(new AxesItem(themed))
{
    m_chart->setObjectName(name);
    m_chart->setAnimationOptions(QChart::NoAnimation);
    m_chart->setBackgroundVisible(false);
    m_chart->setPlotAreaBackgroundVisible(false);
    m_chart->legend()->hide();
    m_chart->setMargins({});
    m_chart->layout()->setContentsMargins(0, 0, 0, 0);
    m_chart->setAcceptHoverEvents(false);
    m_chart->setAcceptedMouseButtons(Qt::NoButton);
    for (QValueAxis* axis : {m_xAxis, m_yAxis}) {
        axis->setLabelsVisible(false);
        axis->setGridLineVisible(false);
        axis->setLineVisible(false);
        axis->setTickCount(2); // with each range it makes labels that nobody sees: as few as can be
        axis->setVisible(false);
    }
    m_chart->addAxis(m_xAxis, Qt::AlignBottom);
    m_chart->addAxis(m_yAxis, Qt::AlignLeft);
    addLine(QStringLiteral("frame")); // an empty series: Qt Charts maps places by series
    m_chart->setZValue(1);
    m_axes->setZValue(0);
    scene->addItem(m_chart);
    scene->addItem(m_axes);
}

Plot::~Plot()
{
    delete m_axes;
    delete m_chart;
}

void Plot::setPlace(const QRect& plot, const QSizeF& scene)
{
    if (plot != m_place || scene != m_chart->size()) { // each makes Qt Charts lay itself out anew
        m_place = plot;
        m_chart->setGeometry(QRectF({}, scene));
        m_chart->setPlotArea(plot);
        m_axes->setArea(QRectF({}, scene));
    }
    placeTicks();
}

void Plot::setX(double low, double high, QList<Tick> ticks)
{
    m_x[0] = low;
    m_x[1] = high;
    m_xTicks = std::move(ticks);
    m_xAxis->setRange(low, high);
    placeTicks();
}

void Plot::setY(double low, double high, QList<Tick> ticks)
{
    m_y[0] = low;
    m_y[1] = high;
    m_yTicks = std::move(ticks);
    m_yAxis->setRange(low, high);
    placeTicks();
}

void Plot::setTitles(const QString& x, const QString& y, bool xLabels)
{
    m_axes->xTitle = x;
    m_axes->yTitle = y;
    m_axes->xLabels = xLabels;
    m_axes->update();
}

void Plot::setVisible(bool visible)
{
    m_chart->setVisible(visible);
    m_axes->setVisible(visible);
}

bool Plot::isVisible() const
{
    return m_axes->isVisible();
}

QLineSeries* Plot::addLine(const QString& name)
{
    auto* line = new QLineSeries(m_chart);
    line->setName(name);
    m_chart->addSeries(line);
    line->attachAxis(m_xAxis);
    line->attachAxis(m_yAxis);
    return line;
}

void Plot::removeLine(QLineSeries* line)
{
    m_chart->removeSeries(line);
    delete line;
}

double Plot::xPixel(double x) const
{
    return m_place.left() + (x - m_x[0]) / (m_x[1] - m_x[0]) * m_place.width();
}

double Plot::yPixel(double y) const
{
    return m_place.top() + (m_y[1] - y) / (m_y[1] - m_y[0]) * m_place.height();
}

double Plot::xValue(double pixel) const
{
    return m_x[0] + (pixel - m_place.left()) / m_place.width() * (m_x[1] - m_x[0]);
}

void Plot::placeTicks()
{
    m_axes->plot = m_place;
    m_axes->xTicks.clear();
    m_axes->yTicks.clear();
    for (const Tick& tick : m_xTicks)
        m_axes->xTicks.append({xPixel(tick.at), tick.label});
    for (const Tick& tick : m_yTicks)
        m_axes->yTicks.append({yPixel(tick.at), tick.label});
    m_axes->zero = m_zeroLine && m_y[0] < 0 && m_y[1] > 0 ? std::optional(yPixel(0)) : std::nullopt;
    m_axes->update();
}

} // namespace pescope::ui::charts
