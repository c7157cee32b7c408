// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/heatmap/colour_bar.h"

#include <QWidget>

#include <array>

namespace pescope::ui {

/// One of the two handles on a colour track: focusable, moved by mouse and keys. Tells its parent, knows no values.
class LimitHandle : public QWidget {
    Q_OBJECT
public:
    explicit LimitHandle(QWidget* parent);

Q_SIGNALS:
    void draggedTo(double x, bool finished); ///< centre, in the parent's coordinates
    void stepped(int percent); ///< by the keys

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    double m_grip = 0; ///< where in the handle it was taken
    bool m_dragged = false;
};

/// Values that the track shows: the whole data span, or only the neighbourhood of the limits where they take less than
/// a quarter of it (one bright diagonal would else squeeze everything into a corner).
struct TrackSpan {
    double from = 0, to = 1;
};
[[nodiscard]] TrackSpan trackSpan(const ColourBarState& state);

/// The bar with its two handles and ticks below.
class ColourTrack : public QWidget {
    Q_OBJECT
public:
    explicit ColourTrack(QWidget* parent = nullptr);
    void setState(const ColourBarState& state);
    [[nodiscard]] LimitHandle* lowHandle() const { return m_handles[0]; }
    [[nodiscard]] LimitHandle* highHandle() const { return m_handles[1]; }
    [[nodiscard]] QRect barRect() const;
    [[nodiscard]] double xOf(double value) const;
    [[nodiscard]] double valueAt(double x) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    void retranslate();

Q_SIGNALS:
    void limitsChanged(double low, double high, bool finished);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void moveLimit(int which, double value, bool finished);
    void placeHandles();

    ColourBarState m_state;
    TrackSpan m_span;
    std::array<LimitHandle*, 2> m_handles{};
    bool m_dragging = false; ///< the span stays as it is meanwhile
};

} // namespace pescope::ui
