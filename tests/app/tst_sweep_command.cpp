// SPDX-License-Identifier: GPL-3.0-or-later
// `pescope sweep` as a user starts it.
#include "program.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

namespace {

QStringList words(const char* text)
{
    return QString::fromUtf8(text).split(u' ');
}

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestSweepCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aFilmIsTheSameEveryTime()
    {
        const QTemporaryDir folder;
        const QStringList sweep =
            words("sweep sinusoid:dim=64,length=32 --what scale --from 1 --to 0.5 --frames 3 --dpi 60 -o");
        QByteArray first;
        for (const char* name : {"a.webp", "b.webp"}) {
            const QString path = folder.filePath(QString::fromLatin1(name));
            const auto run = program::start(sweep + QStringList(path));
            QVERIFY2(run.status == 0, run.err.constData());
            QVERIFY(run.out.isEmpty());
            QVERIFY(run.err.contains("frame 1 of 3")); // progress
            const QByteArray bytes = contents(path);
            QVERIFY(bytes.startsWith("RIFF"));
            QVERIFY(first.isEmpty() || first == bytes);
            first = bytes;
        }
    }

    void numberedPicturesHaveTheirSize()
    {
        const QTemporaryDir folder;
        const auto run = program::start(
            words(
                "sweep sinusoid:dim=64,length=32 --what skip_fast --from 0 --to 8 --frames 4 --width 5in --dpi 100 -o "
                "frame-%04d.png --verbose"),
            {}, folder.path());
        QVERIFY2(run.status == 0, run.err.constData());
        QVERIFY(run.err.contains("without the 8 fastest"));
        const QStringList names = QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
        QCOMPARE(names.size(), 4);
        for (const QString& name : names) {
            const QImage image(folder.filePath(name));
            QCOMPARE(image.width(), 500);
            QVERIFY(image.text(QStringLiteral("Description")).startsWith(QStringLiteral("pescope sweep sinusoid")));
        }
    }

    void faultsHaveTheirStatus()
    {
        const QTemporaryDir folder;
        const auto status = [&folder](const char* arguments) {
            const auto run = program::start(words(arguments), {}, folder.path());
            return run.err.isEmpty() ? -2 : run.status;
        };
        QCOMPARE(status("sweep alibi:heads=8 --from 1 --to 2 -o a.webp"), 1); // no ω
        QCOMPARE(status("sweep sinusoid:dim=8 --from 1 --to -2 -o a.webp"), 1);
        QCOMPARE(status("sweep sinusoid:dim=8 --what skip_slow --from 0 --to 4 -o a.webp"), 1); // nothing is left
        QCOMPARE(status("sweep sinusoid:dim=8 --from 1 --to 2 -o a.gif"), 2);
        QCOMPARE(status("sweep sinusoid:dim=8 --from 1 -o a.webp"), 2);
        QCOMPARE(status("sweep sinusoid:dim=8 --what phase --from 1 --to 2 -o a.webp"), 2);
        QVERIFY(QDir(folder.path()).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestSweepCommand)
#include "tst_sweep_command.moc"
