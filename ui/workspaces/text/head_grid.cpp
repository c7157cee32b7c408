// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/text/head_grid.h"

#include "ui/theme/text_line.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace pescope::ui {

namespace {

constexpr int kColumns = 4, kCellGap = 10, kName = 18;

} // namespace

HeadGrid::HeadGrid(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void HeadGrid::setCells(const QList<Cell>& cells)
{
    const bool other = cells.size() != m_cells.size();
    m_cells = cells;
    if (other)
        updateGeometry();
    update();
}

void HeadGrid::setChosen(int index)
{
    m_chosen = index;
    setAccessibleDescription(index >= 0 && index < m_cells.size()
                                 ? m_cells[index].name + QLatin1Char(' ') + m_cells[index].value
                                 : QString());
    update();
}

int HeadGrid::columns(int width) const
{
    return width >= 4 * 56 + 3 * kCellGap ? kColumns : 3;
}

int HeadGrid::side(int width) const
{
    const int count = columns(width);
    return std::max(24, (width - (count - 1) * kCellGap) / count);
}

QSize HeadGrid::sizeHint() const
{
    return {312, heightForWidth(312)};
}

int HeadGrid::heightForWidth(int width) const
{
    const int count = columns(width);
    const auto rows = (static_cast<int>(m_cells.size()) + count - 1) / count;
    return std::max(1, rows) * (side(width) + kName + 6);
}

QRect HeadGrid::cellRect(int index) const
{
    const int count = columns(width()), length = side(width());
    return {index % count * (length + kCellGap), index / count * (length + kName + 6) + kName, length, length};
}

void HeadGrid::paintEvent(QPaintEvent*)
{
    const Theme theme = Theme::of(this);
    QPainter painter(this);
    for (int k = 0; k < m_cells.size(); ++k) {
        const QRect at = cellRect(k);
        const bool chosen = k == m_chosen;
        const QRectF line(at.left(), at.top() - kName, at.width(), kName - 2);
        painter.setFont(Theme::font(TextSize::Axis, chosen ? QFont::Bold : QFont::Normal));
        painter.setPen(theme.colour(chosen ? Role::AccentText : Role::Text));
        drawTextLine(painter, line, Qt::AlignVCenter, m_cells[k].name);
        painter.setFont(Theme::font(TextSize::Axis));
        painter.setPen(theme.colour(Role::TextSecond));
        drawTextLine(painter, line, Qt::AlignRight | Qt::AlignVCenter, m_cells[k].value);
        painter.setRenderHint(QPainter::SmoothPixmapTransform, m_cells[k].image.width() > at.width());
        painter.drawImage(at, m_cells[k].image);
        painter.setPen(QPen(theme.colour(chosen ? Role::Accent : Role::Hairline), chosen ? 2 : 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(chosen ? at.adjusted(-1, -1, 1, 1) : at);
        if (chosen && hasFocus()) {
            painter.setPen(QPen(theme.colour(Role::Accent), 1, Qt::DotLine));
            painter.drawRect(at.adjusted(-4, -4, 4, 4));
        }
    }
}

void HeadGrid::mousePressEvent(QMouseEvent* event)
{
    for (int k = 0; k < m_cells.size(); ++k)
        if (cellRect(k).adjusted(0, -kName, 0, 0).contains(event->position().toPoint())) {
            Q_EMIT picked(k);
            return;
        }
}

void HeadGrid::keyPressEvent(QKeyEvent* event)
{
    int step = 0;
    switch (event->key()) {
    case Qt::Key_Left:
        step = -1;
        break;
    case Qt::Key_Right:
        step = 1;
        break;
    case Qt::Key_Up:
        step = -columns(width());
        break;
    case Qt::Key_Down:
        step = columns(width());
        break;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    if (!m_cells.isEmpty())
        Q_EMIT picked(std::clamp(std::max(0, m_chosen) + step, 0, static_cast<int>(m_cells.size()) - 1));
}

} // namespace pescope::ui
