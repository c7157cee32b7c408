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
    , m_actions{new QPushButton(this), new QPushButton(this)}
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
    for (QPushButton* action : m_actions)
        row->addWidget(action);
    row->addWidget(m_showDetails);
    row->addWidget(m_copy);
    row->addWidget(m_close);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 6, 8, 6);
    layout->addLayout(row);
    layout->addWidget(m_detailText);
    m_detailText->hide();
    connect(m_close, &QToolButton::clicked, this, [this] {
        hide();
        Q_EMIT closed();
    });
    connect(m_showDetails, &QPushButton::clicked, this, [this] { m_detailText->setVisible(m_detailText->isHidden()); });
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_plain + QLatin1Char('\n') + m_details); });
    for (std::size_t k = 0; k < m_actions.size(); ++k)
        connect(m_actions[k], &QPushButton::clicked, this, [this, k] { choose(k); });
    retranslate();
    hide();
}

void MessageBar::raise(Kind kind, const QString& text, const QString& details, const QString& action,
                       std::function<void()> onAction)
{
    std::vector<Choice> choices;
    if (!action.isEmpty())
        choices.push_back({action, std::move(onAction)});
    ask(kind, text, details, std::move(choices));
}

void MessageBar::choose(std::size_t choice)
{
    if (choice >= m_choices.size())
        return;
    const std::function<void()> chosen = m_choices[choice].chosen; // it may raise the next message
    hide();
    if (chosen)
        chosen();
    Q_EMIT closed();
}

void MessageBar::ask(Kind kind, const QString& text, const QString& details, std::vector<Choice> choices)
{
    m_kind = kind;
    m_plain = text;
    m_details = details;
    m_choices = std::move(choices);
    setLook(this, "look", kind == Kind::Error ? QStringLiteral("error") : QStringLiteral("warning"));
    m_icon->setPixmap(icon(IconName::Warning, this, kind == Kind::Error ? Role::Error : Role::Warning).pixmap(18, 18));
    m_text->setText(text);
    for (std::size_t k = 0; k < m_actions.size(); ++k) {
        m_actions[k]->setVisible(k < m_choices.size());
        m_actions[k]->setText(k < m_choices.size() ? m_choices[k].text : QString());
    }
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
