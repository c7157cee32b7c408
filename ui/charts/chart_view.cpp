// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_view.h"

#include "ui/theme/theme.h"

#include <QApplication>
#include <QGraphicsScene>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

namespace pescope::ui::charts {

ChartView::ChartView(QWidget* parent)
    : QGraphicsView(parent)
{
    auto* own = new QGraphicsScene(this);
    own->setItemIndexMethod(QGraphicsScene::NoIndex);
    setScene(own);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAlignment(Qt::AlignTop | Qt::AlignLeft);
    setTransformationAnchor(QGraphicsView::NoAnchor);
    setResizeAnchor(QGraphicsView::NoAnchor);
    setViewportUpdateMode(QGraphicsView::NoViewportUpdate); // see repaintScene()
    setRenderHint(QPainter::Antialiasing);
    setOptimizationFlag(QGraphicsView::DontSavePainterState, false);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setStyleSheet(QStringLiteral("QGraphicsView { border: none; }"));
    // the ground is drawn here: nothing below the chart need be painted with each frame
    viewport()->setAutoFillBackground(false);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
}

void ChartView::setRevision(std::uint64_t revision)
{
    m_revision = revision;
    repaintScene();
}

void ChartView::repaintScene()
{
    viewport()->update();
}

void ChartView::resizeEvent(QResizeEvent* event)
{
    QGraphicsView::resizeEvent(event);
    setSceneRect(QRectF(QPointF(), QSizeF(viewport()->size())));
    Q_EMIT resized();
}

void ChartView::paintEvent(QPaintEvent* event)
{
    QGraphicsView::paintEvent(event);
    m_painted = m_revision;
}

void ChartView::drawBackground(QPainter* painter, const QRectF& rect)
{
    painter->fillRect(rect, Theme::of(this).colour(Role::Panel));
}

void ChartView::wheelEvent(QWheelEvent* event)
{
    const double steps = event->angleDelta().y() / 120.0;
    if (steps != 0)
        Q_EMIT wheeled(event->position(), steps);
    event->accept();
}

void ChartView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        m_pressed = event->position();
        m_last = event->position();
        m_dragging = false;
        if (m_grip && m_grip(event->position())) {
            m_gripping = true;
            Q_EMIT gripped(event->position());
        }
    }
    event->accept();
}

void ChartView::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    if (m_gripping) {
        if (event->buttons().testFlag(Qt::LeftButton))
            Q_EMIT gripMoved(at, event->modifiers());
    } else if (m_pressed && event->buttons().testFlag(Qt::LeftButton)) {
        const double moved = (at - *m_pressed).manhattanLength();
        if (!m_dragging && moved >= QApplication::startDragDistance())
            m_dragging = true;
        if (m_dragging) {
            Q_EMIT dragged(at.x() - m_last.x());
            m_last = at;
        }
    } else {
        if (m_grip)
            viewport()->setCursor(m_grip(at).value_or(Qt::ArrowCursor));
        Q_EMIT hovered(at);
    }
    event->accept();
}

void ChartView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && m_gripping) {
        m_gripping = false;
        Q_EMIT gripReleased(event->position());
    } else if (event->button() == Qt::LeftButton && m_pressed && !m_dragging) {
        Q_EMIT clicked(event->position());
    }
    m_pressed.reset();
    m_dragging = false;
    event->accept();
}

void ChartView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        Q_EMIT doubleClicked();
    event->accept();
}

void ChartView::leaveEvent(QEvent* event)
{
    QGraphicsView::leaveEvent(event);
    Q_EMIT left();
}

void ChartView::keyPressEvent(QKeyEvent* event)
{
    const int by = event->modifiers().testFlag(Qt::ShiftModifier) ? 10 : 1;
    switch (event->key()) {
    case Qt::Key_Left:
        Q_EMIT stepped(-by);
        break;
    case Qt::Key_Right:
        Q_EMIT stepped(by);
        break;
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (!m_verticalKeys) {
            event->ignore();
            return;
        }
        Q_EMIT raised(event->key() == Qt::Key_Up ? by : -by);
        break;
    case Qt::Key_Escape:
        if (m_gripping) {
            m_gripping = false;
            Q_EMIT gripCancelled();
        } else {
            Q_EMIT cancelled();
        }
        break;
    case Qt::Key_Home:
        Q_EMIT doubleClicked();
        break;
    default:
        event->ignore(); // shortcuts of the window
        return;
    }
    event->accept();
}

} // namespace pescope::ui::charts
