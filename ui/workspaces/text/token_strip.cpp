// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/text/token_strip.h"

#include "ui/theme/text_line.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>

namespace pescope::ui {

namespace {

constexpr int kChipGap = 4, kPad = 8, kHeight = 42, kLeastChip = 34;
constexpr int kSpanAlpha = 36; // of 255

} // namespace

TokenStrip::TokenStrip(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setProperty("help", QStringLiteral("tokens"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TokenStrip::setTokens(const QStringList& tokens, const QStringList& places)
{
    if (places != m_places) {
        m_places = places;
        layOut();
        update();
    }
    if (tokens == m_tokens)
        return;
    m_tokens = tokens;
    m_offset = 0;
    m_spans.clear();
    m_dragFrom = m_dragTo = m_cursor = std::nullopt;
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

void TokenStrip::setSpans(QList<TokenRange> spans)
{
    m_spans = std::move(spans);
    update();
}

QRect TokenStrip::chipRect(int token) const
{
    return {m_edges[token] - m_offset, 0, m_edges[token + 1] - m_edges[token] - kChipGap, kHeight};
}

void TokenStrip::layOut()
{
    m_edges = {0};
    const QFont font = Theme::font(TextSize::Body), small = Theme::font(TextSize::Axis);
    for (qsizetype k = 0; k < m_tokens.size(); ++k) {
        const auto wide = static_cast<int>(std::max(textWidth(font, m_tokens[k]), textWidth(small, m_places.value(k))));
        m_edges.append(m_edges.last() + kChipGap + std::max(kLeastChip, wide + 2 * kPad));
    }
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
        const QRectF chip(m_edges[k] - m_offset + 0.5, 0.5, m_edges[k + 1] - m_edges[k] - kChipGap, kHeight - 1);
        if (chip.right() < 0 || chip.left() > width())
            continue;
        const bool row = m_row == k, column = m_column == k;
        const bool dragging = m_dragTo && dragged().contains(k);
        QColor ground = theme.colour(row || column || dragging ? Role::AccentWash : Role::Panel);
        std::optional<QColor> span;
        for (const TokenRange& marked : m_spans)
            if (marked.contains(k))
                span = theme.source(marked.sourceIndex);
        if (span) {
            ground = *span;
            ground.setAlpha(kSpanAlpha);
        }
        painter.setPen(QPen(row || column ? theme.colour(Role::Accent) : span.value_or(theme.colour(Role::Hairline)),
                            row || column ? 2 : 1));
        painter.setBrush(ground);
        painter.drawRoundedRect(chip, 4, 4);
        if (span)
            painter.fillRect(QRectF(chip.left() + 3, chip.bottom() - 3, chip.width() - 6, 3), *span);
        if (hasFocus() && m_cursor == k) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(theme.colour(Role::Accent), 1, Qt::DotLine));
            painter.drawRoundedRect(chip.adjusted(3, 3, -3, -3), 3, 3);
        }
        painter.setFont(Theme::font(TextSize::Body, row || column ? QFont::DemiBold : QFont::Normal));
        painter.setPen(theme.colour(Role::Text));
        drawTextLine(painter, chip.adjusted(0, 3, 0, -16), Qt::AlignCenter, m_tokens[k]);
        painter.setFont(Theme::font(TextSize::Axis));
        painter.setPen(theme.colour(Role::TextThird));
        drawTextLine(painter, chip.adjusted(0, 19, 0, -3), Qt::AlignCenter, m_places.value(k));
    }
}

std::optional<int> TokenStrip::tokenAt(double x) const
{
    const auto above = std::ranges::upper_bound(m_edges, static_cast<int>(x) + m_offset);
    const auto k = static_cast<int>(above - m_edges.begin()) - 1;
    return k >= 0 && k < m_tokens.size() ? std::optional(k) : std::nullopt;
}

TokenRange TokenStrip::dragged() const
{
    return {std::min(*m_dragFrom, *m_dragTo), std::max(*m_dragFrom, *m_dragTo) + 1};
}

void TokenStrip::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_dragFrom = tokenAt(event->position().x());
    m_cursor = m_dragFrom;
    m_dragTo.reset();
    update();
}

void TokenStrip::mouseMoveEvent(QMouseEvent* event)
{
    const auto token = tokenAt(event->position().x());
    if (m_dragFrom && token && (event->buttons() & Qt::LeftButton) && (m_dragTo || *token != *m_dragFrom)) {
        m_dragTo = token;
        scrollTo(*token);
        update();
    }
    Q_EMIT hovered(token);
}

void TokenStrip::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_dragFrom)
        return;
    const int from = *m_dragFrom;
    const auto span = m_dragTo ? std::optional(dragged()) : std::nullopt;
    m_dragFrom = m_dragTo = std::nullopt;
    update();
    if (span)
        Q_EMIT spanMarked(span->begin, span->end);
    else
        Q_EMIT clicked(from);
}

/// Arrows move, with Shift they take along, Return marks what was taken.
void TokenStrip::keyPressEvent(QKeyEvent* event)
{
    const int step = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
    const int last = static_cast<int>(m_tokens.size()) - 1;
    if (step != 0 && last >= 0) {
        const int from = m_cursor.value_or(0);
        m_cursor = std::clamp(from + (m_cursor ? step : 0), 0, last);
        if (event->modifiers() & Qt::ShiftModifier) {
            m_dragFrom = m_dragFrom.value_or(from);
            m_dragTo = m_cursor;
        } else {
            m_dragFrom = m_dragTo = std::nullopt;
        }
        scrollTo(*m_cursor);
        update();
        Q_EMIT hovered(m_cursor);
        return;
    }
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Space) && m_cursor) {
        const auto span = m_dragTo ? std::optional(dragged()) : std::nullopt;
        m_dragFrom = m_dragTo = std::nullopt;
        update();
        span ? Q_EMIT spanMarked(span->begin, span->end) : Q_EMIT clicked(*m_cursor);
        return;
    }
    QWidget::keyPressEvent(event);
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
