// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/labels.h"

#include <QHelpEvent>
#include <QKeySequence>
#include <QPainter>
#include <QStyle>
#include <QToolTip>
#include <QVariant>

#include <algorithm>

namespace pescope::ui {

ElidedLabel::ElidedLabel(const QString& text, QWidget* parent, Qt::TextElideMode mode)
    : QLabel(parent)
    , m_mode(mode)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setText(text);
}

void ElidedLabel::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    setAccessibleName(text);
    const int widest = m_widest;
    if (sizePolicy().horizontalPolicy() != QSizePolicy::Ignored && (!m_steady || sizeHint().width() > widest))
        updateGeometry();
    update();
}

void ElidedLabel::setRole(std::optional<Role> role)
{
    m_role = role;
    update();
}

bool ElidedLabel::isElided() const
{
    return fontMetrics().horizontalAdvance(text()) > contentsRect().width();
}

QSize ElidedLabel::sizeHint() const
{
    const QMargins margins = contentsMargins();
    int width = fontMetrics().horizontalAdvance(m_text) + margins.left() + margins.right() + 1;
    if (m_steady)
        width = m_widest = std::max(m_widest, width);
    return {width, fontMetrics().height() + margins.top() + margins.bottom()};
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {std::min(sizeHint().width(), fontMetrics().averageCharWidth() * 4), sizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QRect box = contentsRect();
    const QString shown = fontMetrics().elidedText(text(), m_mode, box.width());
    if (m_role) {
        painter.setPen(themeBehind(this).colour(*m_role));
        painter.drawText(box, static_cast<int>(alignment()), shown);
    } else {
        style()->drawItemText(&painter, box, static_cast<int>(alignment()), palette(), isEnabled(), shown,
                              foregroundRole());
    }
}

bool ElidedLabel::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty()) {
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), isElided() ? text() : QString(), this);
        return true;
    }
    return QLabel::event(event);
}

void SteadyLabel::setText(const QString& text)
{
    if (text == QLabel::text())
        return;
    QLabel::setText(text); // a widget of fixed size tells no layout
    makeRoom();
}

void SteadyLabel::makeRoom()
{
    const QSize wanted = sizeHint().expandedTo(minimumSize());
    if (wanted != minimumSize() || wanted != maximumSize())
        setFixedSize(wanted);
}

void SteadyLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        makeRoom();
}

QLabel* makeLabel(const QString& text, const char* look, QWidget* parent, TextSize size)
{
    auto* label = new QLabel(text, parent);
    label->setProperty("look", QString::fromLatin1(look));
    label->setFont(Theme::font(size));
    return label;
}

QLabel* makeBadge(const QString& text, QWidget* parent)
{
    QLabel* label = makeLabel(text, "badge", parent, TextSize::Small);
    label->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    return label;
}

QFrame* makeCard(QWidget* parent)
{
    auto* card = new QFrame(parent);
    card->setProperty("look", QStringLiteral("card"));
    return card;
}

QFrame* makeLine(QWidget* parent)
{
    auto* line = new QFrame(parent);
    line->setProperty("look", QStringLiteral("line"));
    line->setFixedHeight(1);
    return line;
}

QToolButton* makeIconButton(IconName name, const QString& text, QWidget* parent, const QKeySequence& key)
{
    auto* button = new QToolButton(parent);
    button->setIcon(icon(name, button));
    button->setIconSize(QSize(16, 16));
    button->setAutoRaise(true);
    button->setMinimumSize(24, 24);
    setIconButtonText(button, text, key);
    return button;
}

void setIconButtonText(QToolButton* button, const QString& text, const QKeySequence& key)
{
    button->setAccessibleName(text);
    button->setToolTip(key.isEmpty() ? text : QObject::tr("%1 (%2)").arg(text, key.toString(QKeySequence::NativeText)));
}

void setLook(QWidget* widget, const char* property, const QVariant& value)
{
    if (widget->property(property) == value)
        return;
    widget->setProperty(property, value);
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
    widget->update();
}

} // namespace pescope::ui
