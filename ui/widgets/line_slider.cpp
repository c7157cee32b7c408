// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/line_slider.h"

#include "ui/theme/theme.h"

#include <QMouseEvent>
#include <QPainter>

#include <cmath>

namespace pescope::ui {

namespace {
constexpr double kKnobRadius = 7, kLine = 4;
}

LineSlider::LineSlider(QWidget* parent)
    : QSlider(Qt::Horizontal, parent)
{
    setFixedHeight(22);
    setMinimumWidth(48);
    setFocusPolicy(Qt::StrongFocus);
}

double LineSlider::knobCentre() const
{
    const double span = std::max(1, maximum() - minimum());
    return kInset + (width() - 2.0 * kInset) * (sliderPosition() - minimum()) / span;
}

int LineSlider::positionAt(double x) const
{
    const double fraction = (x - kInset) / std::max(1.0, width() - 2.0 * kInset);
    return minimum() + static_cast<int>(std::lround(std::clamp(fraction, 0.0, 1.0) * (maximum() - minimum())));
}

void LineSlider::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    // a press anywhere takes the knob there and holds it
    setSliderDown(true);
    setSliderPosition(positionAt(event->position().x()));
    event->accept();
}

void LineSlider::mouseMoveEvent(QMouseEvent* event)
{
    if (isSliderDown())
        setSliderPosition(positionAt(event->position().x()));
}

void LineSlider::mouseReleaseEvent(QMouseEvent*)
{
    setSliderDown(false);
}

void LineSlider::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme = Theme::of(this);
    const QColor colour = theme.colour(isEnabled() ? Role::Accent : Role::Axis);
    const double middle = height() / 2.0, knob = knobCentre();
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.colour(Role::Hairline));
    painter.drawRoundedRect(QRectF(kInset, middle - kLine / 2, width() - 2.0 * kInset, kLine), 2, 2);
    painter.setBrush(colour);
    painter.drawRoundedRect(QRectF(kInset, middle - kLine / 2, knob - kInset, kLine), 2, 2);
    if (hasFocus()) {
        painter.setBrush(theme.colour(Role::AccentWash));
        painter.drawEllipse(QPointF(knob, middle), kKnobRadius + 3, kKnobRadius + 3);
    }
    painter.setPen(QPen(colour, 2));
    painter.setBrush(isSliderDown() ? colour : theme.colour(Role::Panel));
    painter.drawEllipse(QPointF(knob, middle), kKnobRadius, kKnobRadius);
}

} // namespace pescope::ui
