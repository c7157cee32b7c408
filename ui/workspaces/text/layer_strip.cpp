// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/text/layer_strip.h"

#include "ui/theme/text_line.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace pescope::ui {

namespace {

constexpr int kMost = 52, kLeast = 22, kThumbGap = 8, kThumbLine = 16, kFrame = 3;

} // namespace

LayerStrip::LayerStrip(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    setFocusPolicy(Qt::StrongFocus);
    setProperty("help", QStringLiteral("layers"));
    setCursor(Qt::PointingHandCursor);
}

void LayerStrip::setRows(const QList<Row>& rows)
{
    const bool other = rows.size() != m_rows.size();
    m_rows = rows;
    if (other)
        updateGeometry();
    update();
}

void LayerStrip::setChosen(int index)
{
    m_chosen = index;
    update();
}

int LayerStrip::count() const
{
    return m_rows.isEmpty() ? 0 : static_cast<int>(m_rows.first().images.size());
}

int LayerStrip::nameWidth() const
{
    double widest = 0;
    for (const Row& row : m_rows)
        widest = std::max(widest, textWidth(Theme::font(TextSize::Small), row.name));
    return static_cast<int>(widest) + 12;
}

QSize LayerStrip::sizeHint() const
{
    return {400, std::max(1, static_cast<int>(m_rows.size())) * (kMost + kThumbGap) + kThumbLine};
}

QSize LayerStrip::minimumSizeHint() const
{
    return {200, std::max(1, static_cast<int>(m_rows.size())) * (kLeast + kThumbGap) + kThumbLine};
}

QRect LayerStrip::cellRect(int row, int index) const
{
    const int rows = std::max(1, static_cast<int>(m_rows.size()));
    const int states = std::max(1, count());
    const int room = width() - nameWidth() - kFrame;
    const int side =
        std::clamp(std::min((height() - kThumbLine - kFrame) / rows - kThumbGap, room / states - kThumbGap), 8, kMost);
    // evenly over the width, as the layers of a slider are
    const double step = states > 1 ? static_cast<double>(room - side) / (states - 1) : 0;
    return {nameWidth() + static_cast<int>(index * step), kFrame + row * (side + kThumbGap), side, side};
}

void LayerStrip::paintEvent(QPaintEvent*)
{
    const Theme theme = Theme::of(this);
    QPainter painter(this);
    for (int row = 0; row < m_rows.size(); ++row) {
        painter.setFont(Theme::font(TextSize::Small));
        painter.setPen(theme.colour(Role::TextSecond));
        const QRect first = cellRect(row, 0);
        drawTextLine(painter, QRectF(0, first.top(), nameWidth() - 8, first.height()), Qt::AlignVCenter,
                     m_rows[row].name);
        for (int k = 0; k < m_rows[row].images.size(); ++k) {
            const QRect at = cellRect(row, k);
            painter.setRenderHint(QPainter::SmoothPixmapTransform, m_rows[row].images[k].width() > at.width());
            painter.drawImage(at, m_rows[row].images[k]);
            const bool chosen = k == m_chosen;
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(theme.colour(chosen ? Role::Accent : Role::Hairline), chosen ? 2 : 1));
            painter.drawRect(chosen ? at.adjusted(-2, -2, 2, 2) : at);
            if (chosen && hasFocus()) {
                painter.setPen(QPen(theme.colour(Role::Accent), 1, Qt::DotLine));
                painter.drawRect(at.adjusted(2, 2, -2, -2));
            }
        }
    }
    if (m_rows.isEmpty())
        return;
    const int last = static_cast<int>(m_rows.size()) - 1;
    for (int k = 0; k < count(); ++k) {
        const QRect at = cellRect(last, k);
        painter.setFont(Theme::font(TextSize::Axis, k == m_chosen ? QFont::Bold : QFont::Normal));
        painter.setPen(theme.colour(k == m_chosen ? Role::AccentText : Role::TextSecond));
        drawTextLine(painter, QRectF(at.center().x() - 30, at.bottom() + 3, 60, kThumbLine), Qt::AlignCenter,
                     k == 0 ? tr("emb.") : QString::number(k));
    }
}

void LayerStrip::pick(QPoint at)
{
    int nearest = -1, least = 0;
    for (int k = 0; k < count(); ++k) {
        const int away = std::abs(cellRect(0, k).center().x() - at.x());
        if (nearest < 0 || away < least) {
            nearest = k;
            least = away;
        }
    }
    if (nearest >= 0 && at.x() >= nameWidth() - kThumbGap)
        Q_EMIT picked(nearest);
}

void LayerStrip::keyPressEvent(QKeyEvent* event)
{
    const int step = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
    if (step != 0 && m_chosen + step >= 0 && m_chosen + step < count())
        Q_EMIT picked(m_chosen + step);
    else
        QWidget::keyPressEvent(event);
}

void LayerStrip::mousePressEvent(QMouseEvent* event)
{
    pick(event->position().toPoint());
}

void LayerStrip::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & Qt::LeftButton)
        pick(event->position().toPoint());
}

} // namespace pescope::ui
