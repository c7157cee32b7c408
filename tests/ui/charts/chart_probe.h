// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tables/matrix.h"
#include "ui/charts/chart_view.h"
#include "ui/charts/scale.h"

#include <QChart>
#include <QCoreApplication>
#include <QGraphicsScene>
#include <QLineSeries>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QWheelEvent>
#include <QtTest>

/// Looks into a chart widget: its scene's items, and where Qt Charts puts a value.
namespace pescope::testing {

using namespace ui;
using namespace ui::charts;

inline ChartView* viewOf(const QWidget& widget)
{
    return widget.findChild<ChartView*>();
}

template<typename Item>
QList<Item*> itemsOf(const QWidget& widget)
{
    QList<Item*> found;
    for (QGraphicsItem* item : viewOf(widget)->scene()->items(Qt::AscendingOrder))
        if (auto* wanted = dynamic_cast<Item*>(item))
            found.append(wanted);
    return found;
}

inline QChart* chartOf(const QWidget& widget, const QString& name)
{
    for (QGraphicsItem* item : viewOf(widget)->scene()->items())
        if (auto* chart = dynamic_cast<QChart*>(item); chart && chart->objectName() == name)
            return chart;
    return nullptr;
}

inline QLineSeries* lineOf(QChart* chart, const QString& name)
{
    for (QAbstractSeries* series : chart->series())
        if (series->name() == name)
            return qobject_cast<QLineSeries*>(series);
    return nullptr;
}

/// Where Qt Charts itself puts a value: the authority for all painted places.
inline double pixelX(QChart* chart, double m)
{
    return chart->mapToPosition({m, 0}, chart->series().first()).x();
}

inline double pixelY(QChart* chart, double value)
{
    return chart->mapToPosition({0, value}, chart->series().first()).y();
}

inline void show(QWidget& widget, const QSize& size)
{
    widget.resize(size);
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
}

inline void moveMouse(QWidget& chart, const QPointF& at)
{
    QWidget* port = viewOf(chart)->viewport();
    QMouseEvent event(QEvent::MouseMove, at, port->mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(port, &event);
}

inline void wheel(QWidget& chart, const QPointF& at, int steps)
{
    QWidget* port = viewOf(chart)->viewport();
    QWheelEvent event(at, port->mapToGlobal(at), {}, {0, 120 * steps}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                      false);
    QCoreApplication::sendEvent(port, &event);
}

inline std::optional<tables::Index> lastOffsetOf(const QSignalSpy& spy)
{
    return spy.isEmpty() ? std::nullopt : spy.last().at(0).value<std::optional<tables::Index>>();
}

} // namespace pescope::testing
