// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/message_bar.h"

#include "ui/widgets/labels.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QPushButton>
#include <QVBoxLayout>

namespace pescope::ui {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent)
    , m_icon(new QLabel(this))
    , m_text(new QLabel(this))
    , m_action(new QPushButton(this))
    , m_showDetails(new QPushButton(this))
    , m_copy(new QPushButton(this))
    , m_close(makeIconButton(IconName::Close, {}, this))
    , m_detailText(makeLabel({}, "third", this, TextSize::Small))
{
    m_text->setWordWrap(true);
    m_detailText->setWordWrap(true);
    m_detailText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_showDetails->setProperty("look", QStringLiteral("link"));
    m_copy->setProperty("look", QStringLiteral("link"));
    auto* row = new QHBoxLayout;
    row->addWidget(m_icon);
    row->addWidget(m_text, 1);
    row->addWidget(m_action);
    row->addWidget(m_showDetails);
    row->addWidget(m_copy);
    row->addWidget(m_close);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 6, 8, 6);
    layout->addLayout(row);
    layout->addWidget(m_detailText);
    m_detailText->hide();
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    connect(m_showDetails, &QPushButton::clicked, this, [this] { m_detailText->setVisible(m_detailText->isHidden()); });
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_plain + QLatin1Char('\n') + m_details); });
    connect(m_action, &QPushButton::clicked, this, [this] {
        hide();
        if (m_onAction)
            m_onAction();
    });
    retranslate();
    hide();
}

void MessageBar::raise(Kind kind, const QString& text, const QString& details, const QString& action,
                       std::function<void()> onAction)
{
    m_kind = kind;
    m_plain = text;
    m_details = details;
    m_onAction = std::move(onAction);
    setLook(this, "look", kind == Kind::Error ? QStringLiteral("error") : QStringLiteral("warning"));
    m_icon->setPixmap(icon(IconName::Warning, this, kind == Kind::Error ? Role::Error : Role::Warning).pixmap(18, 18));
    m_text->setText(text);
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    m_detailText->setText(details);
    m_detailText->hide();
    m_showDetails->setVisible(!details.isEmpty());
    setAccessibleName(text);
    show();
}

QString MessageBar::text() const
{
    return isHidden() ? QString() : m_plain;
}

void MessageBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QFrame::changeEvent(event);
}

void MessageBar::retranslate()
{
    m_showDetails->setText(tr("Details"));
    m_copy->setText(tr("Copy"));
    setIconButtonText(m_close, tr("Close"));
}

} // namespace pescope::ui
