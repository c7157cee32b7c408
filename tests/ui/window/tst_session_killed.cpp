// SPDX-License-Identifier: GPL-3.0-or-later
// The window is ended by force at random moments: the file of the session is always a whole one, and what was not saved
// is offered at the next start.
#include "core/session/session_file.h"
#include "ui/state/autosave.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <optional>
#include <random>

using namespace pescope;

class TestSessionKilled : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void killed_data()
    {
        QTest::addColumn<QString>("mode");
        QTest::newRow("while saving") << QStringLiteral("save");
        QTest::newRow("while dragging") << QStringLiteral("drag");
    }

    void killed()
    {
        QFETCH(QString, mode);
        const bool drag = mode == u"drag";
        std::mt19937 random(7);
        QByteArray offered;
        for (int k = 0; k < kTimes / 2; ++k) {
            QTemporaryDir folder;
            const QString file = folder.filePath(QStringLiteral("talk.pescope"));
            write(file);
            const QByteArray before = bytesOf(file);
            QProcess window;
            window.setProcessEnvironment(environment(folder.path(), QStringLiteral("config")));
            window.start(QStringLiteral(PESCOPE_SESSION_DRIVER), {mode, file});
            QDeadlineTimer patience(60000); // a busy machine may take its time
            while (!window.canReadLine() && window.state() != QProcess::NotRunning && !patience.hasExpired())
                window.waitForReadyRead(1000);
            QVERIFY2(window.canReadLine(),
                     qPrintable(QStringLiteral("state %1, exit code %2: ").arg(window.state()).arg(window.exitCode())
                                + QString::fromUtf8(window.readAllStandardError())));
            QTest::qWait(static_cast<int>(random() % 120));
            window.kill(); // SIGKILL
            QVERIFY(window.waitForFinished());
            QCOMPARE(window.exitStatus(), QProcess::CrashExit);

            const auto left = session::load(file.toStdString());
            QVERIFY2(left.has_value(), left ? "" : describe(left.error()).c_str());
            QCOMPARE(left->session.sources.size(), std::size_t(2));
            if (!drag)
                continue;
            QVERIFY(bytesOf(file) == before); // nobody saved
            std::optional<ui::Autosave> autosave(std::in_place, folder.filePath(QStringLiteral("PEScope/autosave")));
            const auto leftovers = autosave->leftovers();
            QCOMPARE(leftovers.size(), std::size_t(1));
            QCOMPARE(leftovers[0].path, file);
            QCOMPARE(leftovers[0].sources, (QStringList{QStringLiteral("mine"), QStringLiteral("random")}));
            const auto copy = session::load(leftovers[0].file.toStdString());
            QVERIFY2(copy.has_value(), copy ? "" : describe(copy.error()).c_str());
            QVERIFY(copy->session != left->session); // it is further
            if (k > 0)
                continue;
            // the next start, while we do not hold the copy
            autosave.reset();
            QProcess next;
            next.setProcessEnvironment(environment(folder.path(), QStringLiteral("config of the next")));
            next.start(QStringLiteral(PESCOPE_SESSION_DRIVER), {QStringLiteral("offer")});
            QVERIFY(next.waitForFinished());
            offered = next.readAllStandardOutput();
        }
        if (drag)
            QVERIFY2(offered.contains("talk.pescope") && offered.contains("mine, random"), offered);
    }

private:
    const int kTimes = qEnvironmentVariableIsSet("PESCOPE_KILLS") ? qEnvironmentVariableIntValue("PESCOPE_KILLS") : 20;

    /// Settings of its own for each start: one that is killed while it writes them leaves a lock without a name in it,
    /// and Qt waits half a minute for such a lock.
    static QProcessEnvironment environment(const QString& data, const QString& settings)
    {
        QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
        all.insert(QStringLiteral("XDG_DATA_HOME"), data);
        all.insert(QStringLiteral("XDG_CONFIG_HOME"), data + QLatin1Char('/') + settings);
        return all;
    }

    static void write(const QString& path)
    {
        session::SessionFile file;
        encoding::SinusoidSpec spec;
        spec.dim = 32;
        spec.length = 64;
        session::add(file.session, session::SinusoidOrigin{spec}, "mine");
        session::add(file.session, session::OpenedOrigin{"learned:length=32,dim=8", "ape"}, "random");
        file.session.active = 1;
        QVERIFY(session::save(file, path.toStdString()).has_value());
    }

    static QByteArray bytesOf(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

QTEST_GUILESS_MAIN(TestSessionKilled)
#include "tst_session_killed.moc"
