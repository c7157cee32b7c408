// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/heatmap/colour_track.h"

#include "ui/heatmap/ticks.h"
#include "ui/theme/theme.h"

#include <QFontMetrics>
#include <QImage>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace pescope::ui {

namespace {

constexpr int kHandleWidth = 24; ///< of the target; the painted part is narrower
constexpr int kBarTop = 5;
constexpr int kBarHeight = 16;
constexpr int kHandleHeight = kBarHeight + 2 * kBarTop;
constexpr double kLeastShare = 0.25;
constexpr double kSlack = 0.3; ///< of the limits' span, on both sides
constexpr double kLeastGap = 0.005; ///< of the shown span, between the limits

} // namespace

LimitHandle::LimitHandle(QWidget* parent)
    : QWidget(parent)
{
    setFixedSize(kHandleWidth, kHandleHeight);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::SizeHorCursor);
}

void LimitHandle::paintEvent(QPaintEvent*)
{
    const Theme theme = Theme::of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF body(width() / 2.0 - 3.5, 1.5, 7, height() - 3);
    if (hasFocus()) {
        painter.setPen(QPen(theme.colour(Role::Accent), 2));
        painter.setBrush(theme.colour(Role::AccentWash));
        painter.drawRoundedRect(body.adjusted(-3, -0.5, 3, 0.5), 4, 4);
    }
    painter.setPen(QPen(theme.colour(Role::Accent), 1.8));
    painter.setBrush(theme.colour(Role::Panel));
    painter.drawRoundedRect(body, 2.5, 2.5);
}

void LimitHandle::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    setFocus(Qt::MouseFocusReason);
    m_grip = event->position().x() - width() / 2.0;
    m_dragged = false;
}

void LimitHandle::mouseMoveEvent(QMouseEvent* event)
{
    if (!event->buttons().testFlag(Qt::LeftButton))
        return;
    m_dragged = true;
    Q_EMIT draggedTo(mapToParent(event->position()).x() - m_grip, false);
}

void LimitHandle::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && std::exchange(m_dragged, false))
        Q_EMIT draggedTo(mapToParent(event->position()).x() - m_grip, true);
}

void LimitHandle::keyPressEvent(QKeyEvent* event)
{
    const int step = event->modifiers().testFlag(Qt::ShiftModifier) ? 10 : 1;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Down:
        Q_EMIT stepped(-step);
        return;
    case Qt::Key_Right:
    case Qt::Key_Up:
        Q_EMIT stepped(step);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void LimitHandle::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    raise();
    update();
}

void LimitHandle::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

TrackSpan trackSpan(const ColourBarState& state)
{
    const double low = state.scale.low, high = state.scale.high;
    const double from = std::min(state.dataMin, low), to = std::max(state.dataMax, high);
    const double limits = high - low;
    if (!(to > from))
        return {.from = from - 0.5, .to = from + 0.5};
    if (limits >= kLeastShare * (to - from) || !(limits > 0))
        return {.from = from, .to = to};
    return {.from = std::max(from, low - kSlack * limits), .to = std::min(to, high + kSlack * limits)};
}

ColourTrack::ColourTrack(QWidget* parent)
    : QWidget(parent)
{
    for (int which = 0; which < 2; ++which) {
        auto* handle = new LimitHandle(this);
        m_handles[static_cast<std::size_t>(which)] = handle;
        connect(handle, &LimitHandle::draggedTo, this, [this, which](double x, bool finished) {
            m_dragging = !finished;
            moveLimit(which, valueAt(x), finished);
        });
        connect(handle, &LimitHandle::stepped, this, [this, which](int percent) {
            const double now = which == 0 ? m_state.scale.low : m_state.scale.high;
            moveLimit(which, now + percent * (m_span.to - m_span.from) / 100, true);
        });
    }
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    retranslate();
}

void ColourTrack::retranslate()
{
    lowHandle()->setAccessibleName(tr("Lower limit of the colours"));
    highHandle()->setAccessibleName(tr("Upper limit of the colours"));
    for (LimitHandle* handle : m_handles)
        handle->setToolTip(tr("Drag, or press the arrow keys (Shift: ten times as far)"));
}

void ColourTrack::setState(const ColourBarState& state)
{
    m_state = state;
    if (!m_dragging)
        m_span = trackSpan(state);
    placeHandles();
    update();
}

QRect ColourTrack::barRect() const
{
    return {kHandleWidth / 2, kBarTop, width() - kHandleWidth, kBarHeight};
}

double ColourTrack::xOf(double value) const
{
    const QRect bar = barRect();
    return bar.x() + (value - m_span.from) / (m_span.to - m_span.from) * bar.width();
}

double ColourTrack::valueAt(double x) const
{
    const QRect bar = barRect();
    const double share = std::clamp((x - bar.x()) / std::max(1, bar.width()), 0.0, 1.0);
    return m_span.from + share * (m_span.to - m_span.from);
}

QSize ColourTrack::sizeHint() const
{
    return {320, kHandleHeight + 4 + QFontMetrics(Theme::font(TextSize::Axis)).height()};
}

QSize ColourTrack::minimumSizeHint() const
{
    return {140, sizeHint().height()};
}

void ColourTrack::moveLimit(int which, double value, bool finished)
{
    double low = m_state.scale.low, high = m_state.scale.high;
    const double gap = kLeastGap * (m_span.to - m_span.from);
    if (m_state.map && m_state.map->diverging) { // 0 keeps the middle colour
        high = std::max(which == 0 ? -value : value, gap);
        low = -high;
    } else if (which == 0) {
        low = std::min(value, high - gap);
    } else {
        high = std::max(value, low + gap);
    }
    m_state.scale.low = low;
    m_state.scale.high = high;
    if (finished)
        m_span = trackSpan(m_state);
    placeHandles();
    update();
    Q_EMIT limitsChanged(low, high, finished);
}

void ColourTrack::placeHandles()
{
    const auto place = [this](LimitHandle* handle, double value) {
        const double x = std::clamp(xOf(value), double(barRect().left()), double(barRect().right() + 1));
        handle->move(static_cast<int>(std::lround(x)) - kHandleWidth / 2, 0);
        handle->setAccessibleDescription(numberText(value));
    };
    place(lowHandle(), m_state.scale.low);
    place(highHandle(), m_state.scale.high);
}

void ColourTrack::paintEvent(QPaintEvent*)
{
    const Theme theme = Theme::of(this);
    QPainter painter(this);
    const QRect bar = barRect();
    if (m_state.map && bar.width() > 0 && m_state.scale.low <= m_state.scale.high) {
        const int width = std::max(1, static_cast<int>(std::lround(bar.width() * devicePixelRatioF())));
        proximity::Image<float> values{.width = width, .height = 1, .pixels = std::vector<float>(width)};
        for (int x = 0; x < width; ++x)
            values.pixels[static_cast<std::size_t>(x)] =
                static_cast<float>(m_span.from + (x + 0.5) / width * (m_span.to - m_span.from));
        const raster::Raster colours = raster::rasterise(values, m_state.scale, *m_state.map);
        const QImage image(reinterpret_cast<const uchar*>(colours.pixels.data()), width, 1, QImage::Format_RGB32);
        painter.drawImage(bar, image);
    }
    painter.setPen(theme.colour(Role::Axis));
    painter.drawRect(bar.adjusted(0, 0, -1, -1));

    const QFont font = Theme::font(TextSize::Axis);
    const QFontMetrics metrics(font);
    painter.setFont(font);
    const int room = metrics.horizontalAdvance(QStringLiteral("−00.00")) + 16;
    const std::vector<double> ticks = valueTicks(m_span.from, m_span.to, std::clamp(bar.width() / room, 1, 10));
    const int decimals = ticks.size() > 1 ? tickDecimals(ticks[1] - ticks[0]) : 2;
    for (const double tick : ticks) {
        const int x = static_cast<int>(std::lround(xOf(tick)));
        painter.setPen(theme.colour(Role::Axis));
        painter.drawLine(x, bar.bottom() + 1, x, bar.bottom() + 4);
        painter.setPen(theme.colour(Role::TextSecond));
        const QString text = tickText(tick, decimals);
        const int half = metrics.horizontalAdvance(text) / 2;
        painter.drawText(std::clamp(x - half, 0, std::max(0, width() - 2 * half)), bar.bottom() + 6 + metrics.ascent(),
                         text);
    }
}

void ColourTrack::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeHandles();
}

} // namespace pescope::ui
