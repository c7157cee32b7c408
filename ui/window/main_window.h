// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/document.h"
#include "ui/window/language.h"
#include "ui/window/settings.h"
#include "ui/window/start_page.h"

#include <QMainWindow>

class QFrame;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace pescope::ui {

class Actions;
class DropOverlay;
class FigureSaver;
class MessageBar;
class SessionMessages;
class SessionWindow;
class StatusLine;
class PositionsWorkspace;
class TextPage;
class TextWorkspace;
class ToolBar;

/// The window: rail, menus, tool bar, message bar, start page or workspace, status bar. The document outlives it.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    /// @param device  for tables and pictures; empty: as in the settings
    MainWindow(Document& document, Settings& settings, Language& language, QString device = {},
               QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] Document& document() { return m_document; }
    [[nodiscard]] PositionsWorkspace& workspace() { return *m_workspace; }
    [[nodiscard]] TextWorkspace& textWorkspace();
    [[nodiscard]] FigureSaver& figures() { return *m_saver; }
    [[nodiscard]] TextPage& textPage() { return *m_text; }
    void showText(bool text); ///< the Text workspace, or Positions
    [[nodiscard]] bool showsText() const;
    [[nodiscard]] MessageBar& messages() { return *m_messages; }
    [[nodiscard]] SessionWindow& sessions() { return *m_sessions; }
    [[nodiscard]] SessionMessages& sessionMessages() { return *m_sessionMessages; }
    void open(const QStringList& sources); ///< paths and specs; a session among them comes first
    void start(StartPage::Start start);
    void applyTheme();
    /// Nothing is being computed or read any more: what is shown is final. For tests and screenshots.
    [[nodiscard]] bool settled() const;

protected:
    void showEvent(QShowEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildRail();
    void connectAll();
    void connectText();
    void retranslate();
    void showSession();
    void askForFolder();
    void askForHub();
    void askForFile();
    void askForFigure(int textSide); ///< 0: of Positions
    bool dropOnText(const QString& path);
    void askForTextModel(TextWorkspace* workspace);
    void askForTextFigure(TextWorkspace* workspace);
    void addEncoding();
    void loadTorch();
    void showBackend();
    QString demoTable() const;

    Settings& m_settings;
    Language& m_language;
    QString m_device;
    Document& m_document;
    Actions* m_actions;
    ToolBar* m_toolBar;
    QFrame* m_rail;
    QToolButton* m_positions;
    QToolButton* m_textButton;
    QToolButton* m_settingsButton;
    MessageBar* m_messages;
    StatusLine* m_status;
    QStackedWidget* m_pages;
    StartPage* m_start;
    PositionsWorkspace* m_workspace;
    TextPage* m_text;
    DropOverlay* m_drop = nullptr;
    FigureSaver* m_saver;
    SessionMessages* m_sessionMessages;
    SessionWindow* m_sessions;
    bool m_torchAsked = false;
};

} // namespace pescope::ui
