// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/document.h"
#include "ui/window/settings.h"

#include <QKeySequence>
#include <QObject>

#include <vector>

class QAction;
class QActionGroup;
class QMainWindow;
class QMenu;

namespace pescope::ui {

/// All commands of the window with their menus and keys. Those that change the session go to the document here; the
/// others are signals for the window.
class Actions : public QObject {
    Q_OBJECT
public:
    Actions(Document& document, Settings& settings, QMainWindow* window);

    void showSession(); ///< checks and enables by the session
    void retranslate();

    QAction* startNew;
    QAction* openFile; ///< a session, a checkpoint, a table
    QAction* open; ///< a folder
    QAction* openHub;
    QAction* save;
    QAction* saveAs;
    QAction* addEncoding;
    QAction* saveFigure;
    QAction* sweep; ///< a film of the selected sinusoid
    QAction* closeAll;
    QAction* quit;
    QAction* undo;
    QAction* redo;
    QAction* history;
    QAction* rename;
    QAction* duplicate;
    QAction* remove;
    QAction* copyPane; ///< of the selected source, as Python
    QAction* copyChart;
    QAction* copyCommand;
    QAction* link;
    QAction* resetZoom;
    QAction* unusedRows;
    QAction* withoutMarked;
    QAction* properties;
    QAction* foldSources;
    QAction* fullScreen;
    QAction* settings;
    QAction* diagnostics;
    QAction* tour;
    QAction* help; ///< of the part with the focus or under the mouse
    QAction* commands; ///< finds one by name
    QAction* shortcuts;
    QAction* about;
    QActionGroup* metrics;
    QActionGroup* colormaps;
    QActionGroup* scales;
    QActionGroup* layouts;
    QActionGroup* lenses; ///< of the selected source
    QActionGroup* workspaces; ///< Positions, Text
    QActionGroup* charts; ///< in the order of ChartKind
    QActionGroup* themes;
    QActionGroup* languages;

    /// Names of the choices, in the order of the actions of each group; tool bar and menus say the same.
    [[nodiscard]] static QStringList metricNames();
    [[nodiscard]] static QStringList scaleNames();
    [[nodiscard]] static QStringList layoutNames();

Q_SIGNALS:
    void recentChosen(const QString& source);

private:
    QAction* make(const QKeySequence& key = {});
    QActionGroup* makeGroup(int count);
    void buildMenus(QMainWindow* window);
    void connectChoices();
    void showRecent();

    Document& m_document;
    Settings& m_settings;
    QMenu* m_file;
    QMenu* m_recent;
    QMenu* m_edit;
    QMenu* m_view;
    QMenu* m_metric;
    QMenu* m_colormap;
    QMenu* m_scale;
    QMenu* m_layout;
    QMenu* m_lens;
    QMenu* m_chart;
    QMenu* m_theme;
    QMenu* m_language;
    QMenu* m_compute;
    QMenu* m_help;
};

} // namespace pescope::ui
