// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/text/token_strip.h"

#include "ui/theme/text_line.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>

namespace pescope::ui {

namespace {

constexpr int kGap = 4, kPad = 8, kHeight = 40, kLeast = 34;

} // namespace

TokenStrip::TokenStrip(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TokenStrip::setTokens(const QStringList& tokens)
{
    if (tokens == m_tokens)
        return;
    m_tokens = tokens;
    m_offset = 0;
    layOut();
    setAccessibleName(tr("%n tokens", nullptr, static_cast<int>(tokens.size())));
    setAccessibleDescription(tokens.join(u' '));
    update();
}

void TokenStrip::setMarked(std::optional<int> row, std::optional<int> column)
{
    if (row == m_row && column == m_column)
        return;
    m_row = row;
    m_column = column;
    if (row)
        scrollTo(*row);
    update();
}

void TokenStrip::layOut()
{
    m_edges = {0};
    const QFont font = Theme::font(TextSize::Body);
    for (const QString& token : m_tokens)
        m_edges.append(m_edges.last() + kGap + std::max(kLeast, static_cast<int>(textWidth(font, token)) + 2 * kPad));
}

void TokenStrip::scrollTo(int token)
{
    if (token < 0 || token + 1 >= m_edges.size())
        return;
    m_offset = std::min(m_offset, m_edges[token]);
    m_offset = std::max(m_offset, m_edges[token + 1] - width());
    m_offset = std::max(m_offset, 0);
}

QSize TokenStrip::sizeHint() const
{
    return {400, kHeight};
}

QSize TokenStrip::minimumSizeHint() const
{
    return {120, kHeight};
}

void TokenStrip::paintEvent(QPaintEvent*)
{
    const Theme theme = Theme::of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (int k = 0; k < m_tokens.size(); ++k) {
        const QRectF chip(m_edges[k] - m_offset + 0.5, 0.5, m_edges[k + 1] - m_edges[k] - kGap, kHeight - 1);
        if (chip.right() < 0 || chip.left() > width())
            continue;
        const bool row = m_row == k, column = m_column == k;
        painter.setPen(
            QPen(row || column ? theme.source(row ? 0 : 2) : theme.colour(Role::Hairline), row || column ? 2 : 1));
        painter.setBrush(row || column ? theme.colour(Role::AccentWash) : theme.colour(Role::Panel));
        painter.drawRoundedRect(chip, 4, 4);
        painter.setFont(Theme::font(TextSize::Body, row || column ? QFont::DemiBold : QFont::Normal));
        painter.setPen(theme.colour(Role::Text));
        drawTextLine(painter, chip.adjusted(0, 3, 0, -16), Qt::AlignCenter, m_tokens[k]);
        painter.setFont(Theme::font(TextSize::Axis));
        painter.setPen(theme.colour(Role::TextThird));
        drawTextLine(painter, chip.adjusted(0, 20, 0, 0), Qt::AlignCenter, QString::number(k));
    }
}

void TokenStrip::mouseMoveEvent(QMouseEvent* event)
{
    const auto x = static_cast<int>(event->position().x()) + m_offset;
    const auto above = std::ranges::upper_bound(m_edges, x);
    const auto k = static_cast<int>(above - m_edges.begin()) - 1;
    Q_EMIT hovered(k >= 0 && k < m_tokens.size() ? std::optional(k) : std::nullopt);
}

void TokenStrip::leaveEvent(QEvent* event)
{
    Q_EMIT hovered(std::nullopt);
    QWidget::leaveEvent(event);
}

void TokenStrip::wheelEvent(QWheelEvent* event)
{
    const int most = std::max(0, m_edges.isEmpty() ? 0 : m_edges.last() - width());
    const QPoint delta = event->angleDelta();
    m_offset = std::clamp(m_offset - (delta.x() != 0 ? delta.x() : delta.y()), 0, most);
    update();
    event->accept();
}

void TokenStrip::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        layOut();
    QWidget::changeEvent(event);
}

} // namespace pescope::ui
