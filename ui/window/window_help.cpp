// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/window_help.h"

#include "ui/help/command_search.h"
#include "ui/help/help_panel.h"
#include "ui/help/keys_page.h"
#include "ui/help/topics.h"
#include "ui/theme/theme.h"
#include "ui/window/actions.h"
#include "ui/window/main_window.h"
#include "ui/workspaces/text/text_page.h"
#include "ui/workspaces/text/text_workspace.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QMenuBar>
#include <QPushButton>

namespace pescope::ui {

WindowHelp::WindowHelp(MainWindow& window, Actions& actions, Document& document, StartPage& start)
    : QObject(&window)
    , m_window(window)
    , m_document(document)
    , m_start(start)
{
    window.setProperty("help", QStringLiteral("window"));
    start.setProperty("help", QStringLiteral("start"));
    connect(actions.help, &QAction::triggered, this, &WindowHelp::explain);
    connect(actions.commands, &QAction::triggered, this, &WindowHelp::findCommand);
    connect(actions.shortcuts, &QAction::triggered, this, &WindowHelp::showKeys);
    qApp->installEventFilter(this);
}

std::vector<Command> WindowHelp::commands() const
{
    const OtherLanguage other;
    std::vector<Command> all = commandsOf(m_window.menuBar(), other);
    const session::Session& session = m_document.session();
    for (const session::Source& source : session.sources) {
        Command command;
        command.name = tr("Select %1 %2").arg(sourceLetter(source.letter), QString::fromStdString(source.name));
        command.path = tr("Sources");
        command.otherNames = QStringLiteral("Select 选择 来源");
        command.checked = source.key == session.active;
        command.run = [document = &m_document, key = source.key] { document->select(key); };
        all.push_back(std::move(command));
    }
    for (QPushButton* card : m_start.findChildren<QPushButton*>()) {
        const QString name = card->accessibleName(); // "Open: Move ω"; the other buttons are in the menus
        if (name.isEmpty())
            continue;
        Command command;
        command.name = name;
        command.path = tr("Start page");
        const QString title = name.section(name.contains(u'：') ? u'：' : u':', 1).trimmed();
        command.otherNames = other.of(title).join(u' ');
        command.run = [card] { card->click(); };
        all.push_back(std::move(command));
    }
    for (const TextWorkspace* workspace : m_window.textPage().findChildren<TextWorkspace*>()) {
        if (!workspace->isVisible())
            continue;
        for (QAction* action : workspace->findChildren<QAction*>(Qt::FindDirectChildrenOnly))
            if (!action->isSeparator() && action->isVisible())
                all.push_back(commandOf(action, {tr("Text")}, other));
    }
    return all;
}

QString WindowHelp::topicHere() const
{
    const QWidget* focus = m_window.focusWidget();
    QString topic = helpTopicOf(focus != nullptr ? focus : &m_window);
    if (m_mouseLast || topic == u"window")
        if (const QWidget* under = m_window.childAt(m_window.mapFromGlobal(m_mouseAt)); under != nullptr)
            topic = helpTopicOf(under);
    return topic;
}

void WindowHelp::explain()
{
    const QString topic = topicHere();
    if (m_panel == nullptr) {
        m_panel = new HelpPanel(&m_window);
        connect(m_panel, &HelpPanel::keysWanted, this, &WindowHelp::showKeys);
    }
    m_panel->showTopic(topic);
}

void WindowHelp::findCommand()
{
    if (m_search == nullptr)
        m_search = new CommandSearch(&m_window);
    m_search->ask(commands());
}

void WindowHelp::showKeys()
{
    if (m_keys == nullptr)
        m_keys = new KeysPage(&m_window);
    m_keys->showFor(commandsOf(m_window.menuBar(), OtherLanguage()));
}

bool WindowHelp::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Enter:
    case QEvent::MouseMove:
    case QEvent::MouseButtonPress:
    case QEvent::Wheel:
        if (const auto* widget = qobject_cast<QWidget*>(watched); widget != nullptr && widget->window() == &m_window) {
            const QPoint at = static_cast<QSinglePointEvent*>(event)->globalPosition().toPoint();
            // a widget that comes up under a resting mouse is no use of the mouse
            if (event->type() != QEvent::Enter || at != m_mouseAt)
                m_mouseLast = true;
            m_mouseAt = at;
        }
        break;
    case QEvent::KeyPress: {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const bool modifier = key == Qt::Key_Shift || key == Qt::Key_Control || key == Qt::Key_Alt;
        if (key != Qt::Key_F1 && !modifier)
            m_mouseLast = false;
        break;
    }
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace pescope::ui
