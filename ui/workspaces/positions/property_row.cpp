// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/positions/property_row.h"

#include "ui/theme/text_line.h"
#include "ui/theme/theme.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace pescope::ui {

namespace {

constexpr qreal kSide = 16, kName = 84, kLetter = 16, kText = 92, kPropertyGap = 6, kBarHeight = 21;

QString letterOf(const PropertyRow::Bar& bar)
{
    return bar.sourceIndex < 0 ? QStringLiteral("~") : sourceLetter(bar.sourceIndex);
}

} // namespace

PropertyRow::PropertyRow(QWidget* parent)
    : QAbstractButton(parent)
{
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void PropertyRow::setTexts(const QString& name, const QString& meaning)
{
    setText(name);
    m_meaning = meaning;
    update();
}

void PropertyRow::setBars(const QList<Bar>& bars)
{
    const bool sameHeight = bars.size() == m_bars.size();
    m_bars = bars;
    QStringList spoken;
    for (const Bar& bar : bars)
        spoken << letterOf(bar) + u' ' + bar.text + u' ' + bar.remark;
    setAccessibleName(text() + QStringLiteral(": ") + spoken.join(QStringLiteral("; ")));
    if (!sameHeight)
        updateGeometry();
    update();
}

QSize PropertyRow::sizeHint() const
{
    constexpr int kLeast = 2;
    const auto rows = std::max<qsizetype>(kLeast, m_bars.size());
    return {280, static_cast<int>(12 + static_cast<qreal>(rows) * kBarHeight)};
}

void PropertyRow::paintEvent(QPaintEvent*)
{
    const Theme theme = Theme::of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse() || hasFocus()) {
        painter.setPen(hasFocus() ? QPen(theme.colour(Role::Accent), 1.5) : QPen(Qt::NoPen));
        painter.setBrush(theme.colour(Role::AccentWash));
        painter.drawRoundedRect(QRectF(rect()).adjusted(8, 1, -8, -1), 4, 4);
    }
    painter.setFont(Theme::font(TextSize::Body, QFont::DemiBold));
    painter.setPen(theme.colour(Role::Text));
    drawTextLine(painter, QRectF(kSide, 6, kName, 20), Qt::AlignVCenter, text());
    painter.setFont(Theme::font(TextSize::Small));
    painter.setPen(theme.colour(Role::TextSecond));
    drawTextLine(painter, QRectF(kSide, 25, kName, 18), Qt::AlignVCenter, elidedLine(painter.font(), m_meaning, kName));

    const bool negative = std::ranges::any_of(m_bars, [](const Bar& bar) { return bar.value && *bar.value < 0; });
    const double low = negative ? -1 : 0;
    const qreal left = kSide + kName + kLetter + kPropertyGap;
    const qreal right = width() - kSide - kText;
    const auto x = [&](double value) {
        return left + (std::clamp(value, low, 1.0) - low) / (1 - low) * (right - left);
    };
    const qreal bottom = 6 + kBarHeight * static_cast<qreal>(m_bars.size());
    painter.setPen(QPen(theme.colour(Role::ChartGrid), 1));
    for (const double at : {low, low + (1 - low) / 2, 1.0})
        painter.drawLine(QPointF(x(at), 6), QPointF(x(at), bottom));
    qreal y = 6 + kBarHeight / 2;
    for (const Bar& bar : m_bars) {
        const QColor colour = bar.sourceIndex < 0 ? theme.colour(Role::Ghost) : theme.source(bar.sourceIndex);
        painter.setFont(Theme::font(TextSize::Small, QFont::DemiBold));
        painter.setPen(colour);
        drawTextLine(painter, QRectF(kSide + kName, y - 9, kLetter, 18), Qt::AlignVCenter, letterOf(bar));
        if (bar.value) {
            painter.setPen(QPen(colour, 3));
            painter.drawLine(QPointF(x(0), y), QPointF(x(*bar.value), y));
        }
        if (bar.null) { // between its 5 % and 95 % a band, its mean a tick
            QColor band = theme.colour(Role::Text);
            band.setAlpha(60);
            painter.fillRect(QRectF(QPointF(x(bar.null->p05), y - 6), QPointF(x(bar.null->p95), y + 6)), band);
            painter.setPen(QPen(theme.colour(Role::Text), 2));
            painter.drawLine(QPointF(x(bar.null->mean), y - 7), QPointF(x(bar.null->mean), y + 7));
        }
        if (bar.value) {
            painter.setPen(QPen(colour, 2));
            painter.setBrush(theme.colour(Role::Panel));
            painter.drawEllipse(QPointF(x(*bar.value), y), 4, 4);
        }
        const QRectF textBox(right + kPropertyGap, y - 9, kText - kPropertyGap, 18);
        painter.setFont(Theme::font(TextSize::Small, QFont::DemiBold));
        painter.setPen(theme.colour(Role::Text));
        const qreal valueWidth = textWidth(painter.font(), bar.text);
        drawTextLine(painter, textBox, Qt::AlignRight | Qt::AlignVCenter, bar.text);
        painter.setFont(Theme::font(TextSize::Small));
        painter.setPen(theme.colour(Role::TextSecond));
        drawTextLine(painter, textBox.adjusted(0, 0, -valueWidth - kPropertyGap, 0), Qt::AlignRight | Qt::AlignVCenter,
                     elidedLine(painter.font(), bar.remark, textBox.width() - valueWidth - kPropertyGap));
        y += kBarHeight;
    }
}

void PropertyRow::enterEvent(QEnterEvent* event)
{
    update();
    QAbstractButton::enterEvent(event);
}

void PropertyRow::leaveEvent(QEvent* event)
{
    update();
    QAbstractButton::leaveEvent(event);
}

} // namespace pescope::ui
