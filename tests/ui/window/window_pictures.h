// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"
#include "ui/window/language.h"
#include "ui/window/main_window.h"
#include "ui/window/settings.h"
#include "ui/workspaces/positions/positions_workspace.h"

#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QElapsedTimer>
#include <QPainter>
#include <QTest>

#include <cstdio>

namespace pescope::ui {

struct Look {
    bool dark = false;
    QSize size = QSize(1440, 900);
    QString language = QStringLiteral("en");
    bool settled = true; ///< else in the midst of what the scene began
};

class Pictures {
public:
    Pictures(QString folder, QStringList wanted)
        : m_folder(std::move(folder))
        , m_wanted(std::move(wanted))
    {
        QDir().mkpath(m_folder);
    }

    template<typename Scene>
    void take(const QString& name, const Look& look, Scene scene)
    {
        if (!m_wanted.isEmpty() && !m_wanted.contains(name))
            return;
        Settings settings;
        settings.setTheme(look.dark ? ThemeChoice::Dark : ThemeChoice::Light);
        settings.setTourWanted(true);
        settings.clearRecent();
        Language language;
        language.use(look.language);
        Document document;
        MainWindow window(document, settings, language);
        window.applyTheme();
        window.resize(look.size);
        window.show();
        QTest::qWait(400); // LibTorch is asked for after the first paint
        scene(window);
        if (look.settled) {
            settle(window);
            QTest::qWait(50);
            settle(window);
        }
        const QString file = m_folder + QLatin1Char('/') + name + QStringLiteral(".png");
        QPixmap picture = window.grab();
        for (QDialog* dialog : window.findChildren<QDialog*>()) {
            if (!dialog->isVisible())
                continue;
            QPainter painter(&picture); // in its place over the window
            painter.fillRect(picture.rect(), QColor(0, 0, 0, 70));
            painter.drawPixmap((window.width() - dialog->width()) / 2, (window.height() - dialog->height()) / 2,
                               dialog->grab());
        }
        picture.save(file);
        std::printf("%s\n", qPrintable(file));
        language.use(QStringLiteral("en"));
    }

    static void settle(const MainWindow& window)
    {
        QElapsedTimer timer;
        timer.start();
        while (!window.settled() && timer.elapsed() < 30000)
            QTest::qWait(10);
        QTest::qWait(20);
    }

private:
    QString m_folder;
    QStringList m_wanted;
};

/// Those of the Text workspace; they need a model, whose folder PESCOPE_MODEL names.
void takeText(Pictures& pictures);
/// Kinds of position information, and the dialogs that find them. The picker of the hub cache looks into PESCOPE_HUB.
void takeSources(Pictures& pictures);
/// Help, the search for commands, the page of keys, the dialog of a film: their windows.
void takeHelp(Pictures& pictures);

} // namespace pescope::ui
