// SPDX-License-Identifier: GPL-3.0-or-later
// The real window, driven for tests that end it by force.
//   session_driver save FILE    saves FILE again and again, each time after a change
//   session_driver drag FILE    opens FILE and drags ω without an end; prints "ready" once a copy was written
//   session_driver offer        prints what is offered at the start of the program
#include "ui/window/language.h"
#include "ui/window/main_window.h"
#include "ui/window/session_messages.h"
#include "ui/window/session_window.h"
#include "ui/window/settings.h"

#include <QApplication>
#include <QDir>
#include <QStandardPaths>
#include <QTimer>

#include <cstdio>

using namespace pescope;

namespace {

constexpr int kAutosaveMs = 40;
constexpr double kLess = 0.999; // of the base, at every step

void say(const QString& text)
{
    std::fprintf(stdout, "%s\n", text.toUtf8().constData());
    std::fflush(stdout);
}

void lessBase(session::Session& s)
{
    if (session::Source* source = session::find(s, 1))
        if (auto* sinusoid = std::get_if<session::SinusoidOrigin>(&source->origin))
            sinusoid->spec.base = sinusoid->spec.base > 100 ? sinusoid->spec.base * kLess : 10000;
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("PEScope"));
    const QStringList arguments = QApplication::arguments();
    const QString mode = arguments.value(1);
    const QString file = arguments.value(2);
    ui::Settings settings;
    ui::Language language;
    ui::Document document;
    ui::MainWindow window(document, settings, language);
    window.show();
    ui::SessionFiles& files = window.sessions().files();
    files.setAutosaveInterval(kAutosaveMs);
    if (mode == u"offer") {
        window.sessions().offerLeftovers();
        say(window.sessionMessages().bar().text());
        return 0;
    }
    QTimer steps;
    QObject::connect(&steps, &QTimer::timeout, &document, [&] {
        if (mode == u"drag")
            document.gesture(lessBase);
        else if (!files.busy()) {
            document.edit(QStringLiteral("base"), lessBase);
            files.save(file);
        }
    });
    QObject::connect(&files, &ui::SessionFiles::opened, &document, [&] { steps.start(mode == u"drag" ? 5 : 0); });
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &document, [&] {
        const QDir folder(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation)
                          + QStringLiteral("/autosave"));
        if (!steps.isActive() || (mode == u"drag" && folder.entryList({QStringLiteral("*.pescope")}).isEmpty()))
            return;
        look.stop();
        say(QStringLiteral("ready"));
    });
    look.start(10);
    files.open(file);
    return QApplication::exec();
}
