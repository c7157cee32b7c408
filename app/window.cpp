// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window.h"

#include "ui/theme/theme.h"
#include "ui/window/language.h"
#include "ui/window/main_window.h"
#include "ui/window/session_window.h"
#include "ui/window/settings.h"

#include <QApplication>
#include <QIcon>
#include <QStyleFactory>

namespace pescope::app {

int runWindow(int argc, char** argv, const GlobalOptions& options)
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("PEScope"));
    QApplication::setApplicationVersion(QStringLiteral(PESCOPE_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("org.pescope.PEScope"));
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setFont(ui::Theme::font(ui::TextSize::Body));

    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/org.pescope.PEScope.svg")));

    ui::Settings settings;
    ui::Language language;
    language.use(options.language.empty() ? settings.language() : QString::fromStdString(options.language));
    ui::Document document;
    ui::MainWindow window(document, settings, language, QString::fromStdString(options.device));
    window.applyTheme();
    window.show();
    QStringList sources;
    for (const std::string& source : options.sources)
        sources << QString::fromStdString(source);
    window.open(sources);
    window.sessions().offerLeftovers();
    return QApplication::exec();
}

} // namespace pescope::app
