// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/heatmap/heatmap_view.h"

#include "ui/heatmap/heatmap_accessible.h"
#include "ui/heatmap/heatmap_view_p.h"
#include "ui/heatmap/viewport_math.h"

#include <QAccessible>
#include <QChart>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QLegend>
#include <QScatterSeries>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace pescope::ui {

using proximity::Viewport;

void HeatmapView::Private::build()
{
    QChart* chart = q->chart();
    chart->setAnimationOptions(QChart::NoAnimation);
    chart->setBackgroundVisible(false);
    chart->setMargins(QMargins());
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    chart->legend()->hide();

    // the axes carry range and mapping; AxesItem writes their labels, since a chart's axis can neither keep the last
    // tick nor avoid eliding all of them
    columnAxis = new QValueAxis(chart);
    rowAxis = new QValueAxis(chart);
    rowAxis->setReverse(true);
    for (QValueAxis* axis : {columnAxis, rowAxis}) {
        axis->setLabelsVisible(false);
        axis->setGridLineVisible(false);
        axis->setLineVisible(false);
        axis->setTickCount(2);
    }
    chart->addAxis(columnAxis, Qt::AlignBottom);
    chart->addAxis(rowAxis, Qt::AlignLeft);
    auto* series = new QScatterSeries(chart); // without a series the chart maps no values
    chart->addSeries(series);
    series->attachAxis(columnAxis);
    series->attachAxis(rowAxis);

    items = {new HeatItem(state, chart, 1), new AxesItem(state, chart, 2), new NormStripItem(state, chart, 3),
             new CrosshairItem(state, chart, 20)};

    q->setFrameShape(QFrame::NoFrame);
    q->setBackgroundRole(QPalette::Base); // a chart view takes the window's ground, a card has the panel's
    q->viewport()->setBackgroundRole(QPalette::Base);
    q->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    q->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    q->setOptimizationFlag(QGraphicsView::DontSavePainterState);
    q->setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
    q->setFocusPolicy(Qt::StrongFocus);
    q->setMouseTracking(true);
    q->viewport()->setMouseTracking(true);
    q->viewport()->setCursor(Qt::CrossCursor);
    q->setMinimumSize(160, 116);
}

void HeatmapView::Private::relayout()
{
    state.geometry = plotGeometry(state, q->size(), q->devicePixelRatioF());
    q->chart()->setPlotArea(QRectF(state.geometry.plot));
    for (PlotItem* item : items)
        item->setArea(QRectF(QPointF(), QSizeF(q->size())));
    repaint();
    if (q->plotPixels() != lastPlotPixels) {
        lastPlotPixels = q->plotPixels();
        Q_EMIT q->plotResized();
    }
}

void HeatmapView::Private::setView(const Viewport& view)
{
    if (view == state.view || !(view.row1 > view.row0) || !(view.col1 > view.col0))
        return;
    state.view = view;
    columnAxis->setRange(view.col0, view.col1);
    rowAxis->setRange(view.row0, view.row1);
    repaint();
}

void HeatmapView::Private::describe()
{
    const QString letter = sourceLetter(state.sourceIndex);
    q->setAccessibleName(HeatmapView::tr("Heat map of %1").arg(letter));
    QString text;
    if (state.size().empty())
        text = HeatmapView::tr("heat map of %1, no picture yet").arg(letter);
    else if (state.crosshair && !valueText.isEmpty())
        text = HeatmapView::tr("heat map of %1, %2 by %3, value at %4, %5 is %6")
                   .arg(letter)
                   .arg(state.picture.rows)
                   .arg(state.picture.columns)
                   .arg(rowLabel)
                   .arg(columnLabel)
                   .arg(valueText);
    else
        text =
            HeatmapView::tr("heat map of %1, %2 by %3").arg(letter).arg(state.picture.rows).arg(state.picture.columns);
    q->setProperty("readoutValue", state.crosshair ? valueText : QString());
    if (text == q->accessibleDescription())
        return;
    q->setAccessibleDescription(text);
    if (QAccessible::isActive()) {
        QAccessibleEvent event(q, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&event);
    }
}

HeatmapView::HeatmapView(QWidget* parent)
    : QChartView(parent)
    , d(std::make_unique<Private>(this))
{
    qRegisterMetaType<Viewport>();
    qRegisterMetaType<std::optional<Cell>>();
    installHeatmapAccessibility();
    d->build();
    d->relayout();
    d->describe();
}

HeatmapView::~HeatmapView()
{
    // the items read the state until the chart is gone
    for (PlotItem* item : d->items)
        delete item;
}

void HeatmapView::setPicture(const HeatmapPicture& picture)
{
    const HeatmapPicture& old = d->state.picture;
    const bool otherMatrix = old.rows != picture.rows || old.columns != picture.columns
        || old.firstRowLabel != picture.firstRowLabel || old.firstColumnLabel != picture.firstColumnLabel;
    const Viewport oldView = old.view;
    d->state.picture = picture;
    if (otherMatrix) {
        d->requested.clear();
        if (d->state.crosshair
            && (d->state.crosshair->row >= picture.rows || d->state.crosshair->column >= picture.columns))
            d->state.crosshair.reset();
    }
    // pictures answer requests in order: this one answers all up to its own view. The picture of the view before is
    // still on its way to an earlier state of the source; any other view was decided elsewhere and holds.
    const auto answered = std::find(d->requested.begin(), d->requested.end(), picture.view);
    if (answered != d->requested.end())
        d->requested.erase(d->requested.begin(), answered + 1);
    else if (picture.view != oldView)
        d->requested.clear();
    if (d->requested.empty())
        d->setView(picture.view);
    if (otherMatrix)
        d->relayout();
    d->describe();
    d->repaint();
}

void HeatmapView::clearPicture()
{
    d->state.picture = {};
    d->state.crosshair.reset();
    d->requested.clear();
    d->hoveredCell.reset();
    d->relayout();
    d->describe();
}

void HeatmapView::setNormStrip(const NormStrip& strip)
{
    const bool had = d->state.strip.norms && !d->state.strip.norms->empty();
    d->state.strip = strip;
    if (had != (strip.norms && !strip.norms->empty()))
        d->relayout();
    d->repaint();
}

void HeatmapView::setSourceIndex(int index)
{
    d->state.sourceIndex = index;
    d->describe();
    d->repaint();
}

void HeatmapView::setAxisTitles(const QString& row, const QString& column)
{
    d->state.rowTitle = row;
    d->state.columnTitle = column;
    d->relayout();
}

void HeatmapView::setCrosshair(std::optional<Cell> cell, bool pinned)
{
    if (d->state.crosshair == cell && d->state.pinned == pinned)
        return;
    d->state.crosshair = cell;
    d->state.pinned = pinned;
    d->describe();
    d->repaint();
}

void HeatmapView::setViewport(const Viewport& view)
{
    if (view == d->state.view || d->state.size().empty())
        return;
    d->requested.push_back(view);
    d->setView(view);
}

void HeatmapView::setReadout(Index rowLabel, Index columnLabel, const QString& value)
{
    d->rowLabel = rowLabel;
    d->columnLabel = columnLabel;
    d->valueText = value;
    d->describe();
}

QSize HeatmapView::plotPixels() const
{
    const qreal ratio = devicePixelRatioF();
    const QSize size = d->state.geometry.plot.size();
    return {static_cast<int>(std::lround(size.width() * ratio)), static_cast<int>(std::lround(size.height() * ratio))};
}

const HeatmapPicture& HeatmapView::picture() const
{
    return d->state.picture;
}

Viewport HeatmapView::shownViewport() const
{
    return d->state.view;
}

QRect HeatmapView::plotRect() const
{
    return d->state.geometry.plot;
}

std::optional<Cell> HeatmapView::cellAt(QPointF position) const
{
    return d->state.cellAt(position);
}

QPointF HeatmapView::positionOf(Cell cell) const
{
    return d->state.positionOf(static_cast<double>(cell.row) + 0.5, static_cast<double>(cell.column) + 0.5);
}

std::uint64_t HeatmapView::paintedRevision() const
{
    return d->state.paintedRevision;
}

void HeatmapView::resizeEvent(QResizeEvent* event)
{
    QChartView::resizeEvent(event);
    d->relayout();
}

void HeatmapView::changeEvent(QEvent* event)
{
    QChartView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        d->relayout();
    else if (event->type() == QEvent::LanguageChange)
        d->describe();
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        d->repaint();
}

void HeatmapView::focusInEvent(QFocusEvent* event)
{
    QChartView::focusInEvent(event);
    d->repaint();
}

void HeatmapView::focusOutEvent(QFocusEvent* event)
{
    QChartView::focusOutEvent(event);
    d->repaint();
}

} // namespace pescope::ui
