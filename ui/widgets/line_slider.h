// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSlider>

namespace pescope::ui {

/// A horizontal slider as a thin line with a round knob, filled up to the knob in the accent. Keys and mouse are
/// QSlider's; painted from the theme at each paint.
class LineSlider : public QSlider {
    Q_OBJECT
public:
    explicit LineSlider(QWidget* parent = nullptr);
    /// The knob's centre at the ends of the travel lies this far from the widget's edges.
    static constexpr int kInset = 8;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] double knobCentre() const;
    [[nodiscard]] int positionAt(double x) const;
};

} // namespace pescope::ui
