// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/message_bar.h"

#include <deque>

namespace pescope::ui {

/// Messages that each wait for an answer, one after the other.
class SessionMessages : public QObject {
    Q_OBJECT
public:
    explicit SessionMessages(MessageBar* bar);

    struct Message {
        MessageBar::Kind kind = MessageBar::Kind::Warning;
        QString text, details;
        std::vector<MessageBar::Choice> choices;
        bool aboutSources = false; ///< of the session that is open
    };
    void add(Message message);
    void dropAboutSources(); ///< another session is there
    [[nodiscard]] MessageBar& bar() { return *m_bar; }
    [[nodiscard]] std::size_t waiting() const { return m_waiting.size(); } ///< behind the one that is shown

private:
    void next();

    MessageBar* m_bar;
    bool m_shownAboutSources = false;
    std::deque<Message> m_waiting;
};

} // namespace pescope::ui
