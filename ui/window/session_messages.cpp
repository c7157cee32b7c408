// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/session_messages.h"

namespace pescope::ui {

SessionMessages::SessionMessages(MessageBar* bar)
    : QObject(bar)
    , m_bar(bar)
{
    // queued: what an answer does may add a message of its own
    connect(m_bar, &MessageBar::closed, this, &SessionMessages::next, Qt::QueuedConnection);
}

void SessionMessages::add(Message message)
{
    m_waiting.push_back(std::move(message));
    if (m_bar->isHidden())
        next();
}

void SessionMessages::dropAboutSources()
{
    std::erase_if(m_waiting, [](const Message& message) { return message.aboutSources; });
    if (m_shownAboutSources)
        m_bar->hide();
    next();
}

void SessionMessages::next()
{
    if (m_waiting.empty() || !m_bar->isHidden())
        return;
    Message message = std::move(m_waiting.front());
    m_waiting.pop_front();
    m_shownAboutSources = message.aboutSources;
    m_bar->ask(message.kind, message.text, message.details, std::move(message.choices));
}

} // namespace pescope::ui
