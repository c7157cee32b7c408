// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGraphicsView>

#include <cstdint>
#include <functional>
#include <optional>

namespace pescope::ui::charts {

/// A scene of the view's own size (one unit = one pixel) and what the mouse and the keys do on it. Says what happened;
/// what it means is the chart widget's business. GUI thread.
class ChartView final : public QGraphicsView {
    Q_OBJECT
public:
    explicit ChartView(QWidget* parent);

    /// The revision of what the scene shows now; it counts as painted when the viewport has drawn it.
    void setRevision(std::uint64_t revision);
    /// To be called after every change of the scene. A scene tells its view of changes one turn of the event loop late:
    /// the view would be painted twice, and apart from the rest of the window.
    void repaintScene();
    [[nodiscard]] std::uint64_t paintedRevision() const { return m_painted; }

    /// What the mouse can take hold of at a point: the cursor that says so. A press there is a grip and no drag of the
    /// chart.
    using Grip = std::function<std::optional<Qt::CursorShape>(QPointF at)>;
    void setGrip(Grip grip) { m_grip = std::move(grip); }
    [[nodiscard]] bool gripping() const { return m_gripping; }
    /// Up and down are steps of this chart too, and not left to the window.
    void setVerticalKeys(bool use) { m_verticalKeys = use; }

Q_SIGNALS:
    void gripped(QPointF at);
    void gripMoved(QPointF at, Qt::KeyboardModifiers modifiers);
    void gripReleased(QPointF at); ///< also when it never moved
    void gripCancelled(); ///< Esc while the button is down
    void raised(int by); ///< up and down keys: 1, with Shift 10
    void resized();
    void hovered(QPointF at);
    void left();
    void clicked(QPointF at);
    void wheeled(QPointF at, double steps); ///< steps > 0: closer
    void dragged(double dx); ///< in pixels since the last one
    void doubleClicked();
    void stepped(int by); ///< arrow keys: 1, with Shift 10
    void cancelled(); ///< Esc

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    std::uint64_t m_revision = 0;
    std::uint64_t m_painted = 0;
    std::optional<QPointF> m_pressed; ///< where the left button went down
    QPointF m_last;
    bool m_dragging = false;
    Grip m_grip;
    bool m_gripping = false;
    bool m_verticalKeys = false;
};

/// A new item in the scene of a view.
template<typename Item>
Item* added(ChartView* view, const QWidget* themed, double z)
{
    auto* item = new Item(themed);
    item->setZValue(z);
    view->scene()->addItem(item);
    return item;
}

} // namespace pescope::ui::charts
