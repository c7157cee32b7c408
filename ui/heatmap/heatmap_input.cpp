// SPDX-License-Identifier: GPL-3.0-or-later
// What the user does with mouse and keys, as requests for a view and a crosshair.
#include "ui/heatmap/heatmap_view_p.h"
#include "ui/heatmap/viewport_math.h"

#include <QApplication>
#include <QGraphicsScene>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pescope::ui {

using proximity::Viewport;

namespace {

constexpr double kZoomPerNotch = 1.25;
constexpr double kWheelNotch = 120;
constexpr std::size_t kRememberedRequests = 64;

} // namespace

void HeatmapView::Private::request(const Viewport& view)
{
    if (state.size().empty() || view == state.view)
        return;
    requested.push_back(view);
    if (requested.size() > kRememberedRequests)
        requested.pop_front();
    setView(view);
    Q_EMIT q->viewportRequested(view);
}

void HeatmapView::Private::requestReset()
{
    if (state.size().empty())
        return;
    const Viewport whole = wholeView(state.size());
    if (whole != state.view)
        requested.push_back(whole);
    setView(whole);
    Q_EMIT q->viewportReset();
}

void HeatmapView::Private::moveCrosshair(Index rows, Index columns)
{
    if (state.size().empty())
        return;
    Cell cell;
    if (state.crosshair) {
        cell = {.row = std::clamp<Index>(state.crosshair->row + rows, 0, state.picture.rows - 1),
                .column = std::clamp<Index>(state.crosshair->column + columns, 0, state.picture.columns - 1)};
    } else {
        cell = {.row = static_cast<Index>((state.view.row0 + state.view.row1) / 2),
                .column = static_cast<Index>((state.view.col0 + state.view.col1) / 2)};
    }
    const bool wasPinned = state.pinned && state.crosshair;
    q->setCrosshair(cell, wasPinned);
    request(revealingView(state.view, state.size(), cell.row, cell.column));
    if (wasPinned)
        Q_EMIT q->pinRequested(cell);
    else
        Q_EMIT q->hovered(cell);
}

void HeatmapView::zoomBy(double factor)
{
    const Viewport& view = d->state.view;
    double row = (view.row0 + view.row1) / 2, column = (view.col0 + view.col1) / 2;
    if (d->state.crosshair) {
        row = std::clamp(static_cast<double>(d->state.crosshair->row) + 0.5, view.row0, view.row1);
        column = std::clamp(static_cast<double>(d->state.crosshair->column) + 0.5, view.col0, view.col1);
    }
    d->request(zoomedView(view, d->state.size(), factor, row, column));
}

void HeatmapView::wheelEvent(QWheelEvent* event)
{
    event->accept();
    const QPointF at = event->position();
    if (!QRectF(d->state.geometry.plot).contains(at) || event->angleDelta().y() == 0)
        return;
    const double factor = std::pow(kZoomPerNotch, event->angleDelta().y() / kWheelNotch);
    d->request(zoomedView(d->state.view, d->state.size(), factor, d->state.rowAt(at.y()), d->state.columnAt(at.x())));
}

void HeatmapView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !d->state.cellAt(event->position())) {
        event->ignore();
        return;
    }
    d->pressedAt = event->position();
    d->pressedView = d->state.view;
    d->drag = event->modifiers().testFlag(Qt::ShiftModifier) ? Private::Drag::Select : Private::Drag::Undecided;
}

void HeatmapView::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    const QPointF moved = at - d->pressedAt;
    if (d->drag == Private::Drag::Undecided && moved.manhattanLength() >= QApplication::startDragDistance()) {
        d->drag = Private::Drag::Pan;
        viewport()->setCursor(Qt::ClosedHandCursor);
    }
    if (d->drag == Private::Drag::Pan) {
        const QSizeF cell = d->state.cellPixels();
        d->request(pannedView(d->pressedView, d->state.size(), -moved.y() / cell.height(), -moved.x() / cell.width()));
    } else if (d->drag == Private::Drag::Select) {
        d->state.selection = QRectF(d->pressedAt, at).normalized();
        d->repaint();
    }
    const std::optional<Cell> cell = d->state.cellAt(at);
    if (cell != d->hoveredCell && d->drag != Private::Drag::Pan) {
        d->hoveredCell = cell;
        Q_EMIT hovered(cell);
    }
}

void HeatmapView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const auto drag = std::exchange(d->drag, Private::Drag::None);
    const QPointF at = event->position();
    viewport()->setCursor(Qt::CrossCursor);
    if (drag == Private::Drag::Select) {
        d->state.selection = {};
        d->repaint();
        if ((at - d->pressedAt).manhattanLength() >= QApplication::startDragDistance())
            d->request(regionView(d->state.size(), d->state.rowAt(d->pressedAt.y()),
                                  d->state.columnAt(d->pressedAt.x()), d->state.rowAt(at.y()),
                                  d->state.columnAt(at.x())));
    } else if (drag == Private::Drag::Undecided) {
        d->pinBeforeClick = d->state.pinned ? d->state.crosshair : std::nullopt;
        if (const std::optional<Cell> cell = d->state.cellAt(d->pressedAt))
            Q_EMIT pinRequested(cell);
    }
}

void HeatmapView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !QRectF(d->state.geometry.plot).contains(event->position()))
        return;
    d->drag = Private::Drag::None;
    if (d->pinBeforeClick)
        Q_EMIT pinRequested(*std::exchange(d->pinBeforeClick, std::nullopt));
    d->requestReset();
}

void HeatmapView::leaveEvent(QEvent* event)
{
    QChartView::leaveEvent(event);
    if (d->hoveredCell) {
        d->hoveredCell.reset();
        Q_EMIT hovered(std::nullopt);
    }
}

void HeatmapView::keyPressEvent(QKeyEvent* event)
{
    constexpr auto kOther = Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier;
    if (event->modifiers() & kOther) {
        event->ignore();
        return;
    }
    const Index step = event->modifiers().testFlag(Qt::ShiftModifier) ? 10 : 1;
    switch (event->key()) {
    case Qt::Key_Left:
        d->moveCrosshair(0, -step);
        return;
    case Qt::Key_Right:
        d->moveCrosshair(0, step);
        return;
    case Qt::Key_Up:
        d->moveCrosshair(-step, 0);
        return;
    case Qt::Key_Down:
        d->moveCrosshair(step, 0);
        return;
    case Qt::Key_Escape:
        if (d->drag != Private::Drag::None) {
            d->drag = Private::Drag::None;
            d->state.selection = {};
            viewport()->setCursor(Qt::CrossCursor);
            d->repaint();
            return;
        }
        if (d->state.pinned)
            Q_EMIT pinRequested(std::nullopt);
        else
            event->ignore();
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomBy(kZoomPerNotch);
        return;
    case Qt::Key_Minus:
        zoomBy(1 / kZoomPerNotch);
        return;
    case Qt::Key_Home:
        d->requestReset();
        return;
    case Qt::Key_C:
        Q_EMIT copyRequested();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        Q_EMIT openAloneRequested();
        return;
    default:
        event->ignore();
    }
}

} // namespace pescope::ui
