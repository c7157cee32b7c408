// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <QMap>
#include <QProcess>
#include <QStringList>

/// The built program as a user starts it, without a display.
namespace program {

struct Run {
    int status = -1; ///< −1: it crashed or did not end within a minute
    QByteArray out, err;

    [[nodiscard]] nlohmann::json parsed() const { return nlohmann::json::parse(out.toStdString(), nullptr, false); }
};

/// @param environment  variables beside those of the test   @param folder  to start in; empty: that of the test
inline Run start(const QStringList& arguments, const QMap<QString, QString>& environment = {},
                 const QString& folder = {})
{
    QProcess process;
    QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        all.remove(QString::fromLatin1(name));
    for (auto one = environment.begin(); one != environment.end(); ++one)
        all.insert(one.key(), one.value());
    process.setProcessEnvironment(all);
    if (!folder.isEmpty())
        process.setWorkingDirectory(folder);
    process.start(QStringLiteral(PESCOPE_PROGRAM), arguments);
    Run run;
    if (!process.waitForFinished(60000) || process.exitStatus() != QProcess::NormalExit)
        return run;
    run.status = process.exitCode();
    run.out = process.readAllStandardOutput();
    run.err = process.readAllStandardError();
    return run;
}

inline nlohmann::json jsonOf(const Run& run)
{
    return run.parsed();
}

} // namespace program
