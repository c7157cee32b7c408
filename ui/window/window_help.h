// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/help/commands.h"

#include <QObject>
#include <QPoint>

namespace pescope::ui {

class Actions;
class CommandSearch;
class Document;
class HelpPanel;
class KeysPage;
class MainWindow;
class StartPage;

/// Help in the window: F1 explains a part, Ctrl+K finds a command, Ctrl+/ shows all keys. It knows whether mouse or
/// keys were used last, and so which part is meant.
class WindowHelp : public QObject {
    Q_OBJECT
public:
    WindowHelp(MainWindow& window, Actions& actions, Document& document, StartPage& start);

    /// What can be run now: the menus, the sources that can be selected, the cards of the start page, the menu of the
    /// Text workspace while it is shown.
    [[nodiscard]] std::vector<Command> commands() const;
    /// Of the part under the mouse where the mouse was used last, else of the one with the focus.
    [[nodiscard]] QString topicHere() const;

    void explain();
    void findCommand();
    void showKeys();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    MainWindow& m_window;
    Document& m_document;
    StartPage& m_start;
    HelpPanel* m_panel = nullptr;
    CommandSearch* m_search = nullptr;
    KeysPage* m_keys = nullptr;
    QPoint m_mouseAt; ///< on the screen
    bool m_mouseLast = false;
};

} // namespace pescope::ui
