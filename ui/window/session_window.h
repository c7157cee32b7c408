// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/session_files.h"

#include <QStringList>

#include <functional>

class QFileDialog;

namespace pescope::ui {

class MainWindow;
class SessionMessages;
class Settings;

/// Sessions as the window handles them: the commands of the File menu, the question before something is lost, what is
/// said about sources that moved, and work that a dead window left. Belongs to the window.
class SessionWindow : public QObject {
    Q_OBJECT
public:
    SessionWindow(MainWindow& window, Document& document, Settings& settings, SessionMessages& messages);

    [[nodiscard]] SessionFiles& files() { return m_files; }
    void startNew();
    void save();
    void saveAs();
    /// Takes the place of what is there, which may be saved first; `beside` are opened after it.
    void open(const QString& path, const QStringList& beside = {});
    /// False: something would be lost; the window is closed once that is answered.
    [[nodiscard]] bool mayClose();
    /// What a window that died left; for the start of the program.
    void offerLeftovers();
    /// Where the file or folder is that was at `oldPath`, for all sources that lay there.
    void found(const QString& oldPath, const QString& newPath);
    void leaveOut(const QString& oldPath);
    /// The Text workspace comes up for the first time: a session that speaks of it has its say.
    bool fillText();

private:
    void askThen(std::function<void()> go);
    void saveTo(const QString& path);
    void showTitle();
    void report(const QString& path, const std::vector<session::Finding>& findings, const SessionExtras& extras);
    void reportMissing(const session::Finding& finding);
    void offer(const Leftover& leftover);
    void askWhere(const QString& oldPath);
    [[nodiscard]] SessionExtras extras() const;
    [[nodiscard]] QString name() const; ///< of the file, or "Untitled"

    MainWindow& m_window;
    Document& m_document;
    Settings& m_settings;
    SessionMessages& m_messages;
    SessionFiles m_files;
    std::function<void()> m_afterSave;
    QStringList m_beside;
    session::OpaqueObject m_text; ///< of the session that is open
    bool m_textWaits = false; ///< until the Text workspace comes up
    bool m_closing = false;
};

} // namespace pescope::ui
