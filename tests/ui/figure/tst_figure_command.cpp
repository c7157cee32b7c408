// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace {

struct Outcome {
    int status = -1;
    QString out, error;
};

/// Runs the program as on a machine without a desktop.
Outcome run(const QStringList& arguments)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_RUNTIME_DIR"})
        environment.remove(QString::fromLatin1(name));
    process.setProcessEnvironment(environment);
    process.start(qEnvironmentVariable("PESCOPE_BINARY"), QStringList{QStringLiteral("figure")} + arguments);
    if (!process.waitForFinished(60000) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

const QString kSource = QStringLiteral("sinusoid:dim=32,length=64");

} // namespace

class TestFigureCommand : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    QString path(const QString& name) const { return m_folder.filePath(name); }

private Q_SLOTS:
    void initTestCase() { QVERIFY2(qEnvironmentVariableIsSet("PESCOPE_BINARY"), "run by ctest"); }

    /// A bias has no rows to compare: beside a sinusoid it is shown as it is, and the colour bar claims no formula.
    void aBiasStandsBesideASinusoid()
    {
        const QString file = path(QStringLiteral("mixed.svg"));
        const Outcome outcome = run({QStringLiteral("alibi:heads=6,length=32"), kSource, QStringLiteral("-o"), file});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.error));
        QVERIFY(bytesOf(file).size() > 1000);
        // alone, under a metric that it does not have, it is refused by name
        const Outcome refused = run({QStringLiteral("alibi:heads=6,length=32"), QStringLiteral("--metric"),
                                     QStringLiteral("cosine"), QStringLiteral("-o"), path(QStringLiteral("no.svg"))});
        QCOMPARE(refused.status, 1);
        QVERIFY(refused.error.contains(QStringLiteral("cosine")));
    }

    void everyKindInEveryFormat_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("extension");
        for (const char* kind : {"heatmap", "profile", "psi", "omega", "difference"})
            for (const char* extension : {"png", "svg", "pdf"})
                QTest::addRow("%s.%s", kind, extension) << QString::fromLatin1(kind) << QString::fromLatin1(extension);
    }
    void everyKindInEveryFormat()
    {
        QFETCH(QString, kind);
        QFETCH(QString, extension);
        QByteArray first;
        for (const char* name : {"one.", "two."}) {
            const QString file = path(QString::fromLatin1(name) + extension);
            const Outcome outcome = run({kSource, QStringLiteral("sinusoid:dim=32,length=64,base=100"),
                                         QStringLiteral("--kind"), kind, QStringLiteral("-o"), file});
            QVERIFY2(outcome.status == 0, qPrintable(outcome.error));
            QCOMPARE(outcome.out, QString());
            QCOMPARE(outcome.error, QString());
            const QByteArray bytes = bytesOf(file);
            QVERIFY(bytes.size() > 1000);
            if (first.isEmpty())
                first = bytes;
            QVERIFY(bytes == first); // another process, another second: the same file
        }
    }

    void widthAndResolution()
    {
        const QString file = path(QStringLiteral("size.png"));
        QCOMPARE(
            run({kSource, QStringLiteral("-o"), file, QStringLiteral("--width"), QStringLiteral("8.4cm"),
                 QStringLiteral("--dpi"), QStringLiteral("600"), QStringLiteral("--limits"), QStringLiteral("-0.5:1")})
                .status,
            0);
        const QImage image(file);
        QCOMPARE(image.width(), qRound(84 / 25.4 * 600));
        QCOMPARE(image.dotsPerMeterX(), 23622);
    }

    void verboseSaysWhatDrew()
    {
        const Outcome outcome =
            run({kSource, QStringLiteral("-o"), path(QStringLiteral("v.pdf")), QStringLiteral("--verbose")});
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.error.contains(QStringLiteral(" ms")), qPrintable(outcome.error));
        QVERIFY(outcome.error.contains(QStringLiteral("Eigen")));
        QCOMPARE(outcome.out, QString());
    }

    void failuresWriteNothing()
    {
        const QString file = path(QStringLiteral("none.pdf"));
        const Outcome missing = run({path(QStringLiteral("no-such-file.npy")), QStringLiteral("-o"), file});
        QCOMPARE(missing.status, 1);
        QVERIFY2(missing.error.contains(QStringLiteral("no-such-file.npy")), qPrintable(missing.error));
        QVERIFY(!QFile::exists(file));
        const Outcome outside =
            run({kSource, QStringLiteral("-o"), file, QStringLiteral("--rows"), QStringLiteral("0:65")});
        QCOMPARE(outside.status, 1);
        QVERIFY(!QFile::exists(file));
        QCOMPARE(run({kSource, QStringLiteral("-o"), path(QStringLiteral("no/folder/x.pdf"))}).status, 1);
    }

    void aLensOfPlainSources()
    {
        const QString value = path(QStringLiteral("value.svg")), lens = path(QStringLiteral("lens.svg"));
        const QString source = QStringLiteral("learned:length=16,dim=8");
        QCOMPARE(run({source, QStringLiteral("-o"), value}).status, 0);
        const Outcome outcome = run({source, QStringLiteral("--lens"), QStringLiteral("asymmetry"),
                                     QStringLiteral("--caption"), QStringLiteral("-o"), lens});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.error));
        QVERIFY(bytesOf(lens) != bytesOf(value));
        QVERIFY(bytesOf(path(QStringLiteral("lens.txt"))).contains("asymmetry"));
        QCOMPARE(run({source, QStringLiteral("--kind"), QStringLiteral("profile"), QStringLiteral("--lens"),
                      QStringLiteral("asymmetry"), QStringLiteral("-o"), lens})
                     .status,
                 2);
    }

    void oddNames()
    {
        const QStringList names{QStringLiteral("图 1 – “ä” 'q'.pdf"), QStringLiteral("a b.c.d.svg"),
                                QStringLiteral("-o.png"), QString(240, u'n') + QStringLiteral(".png")};
        for (const QString& name : names) {
            for (int time = 0; time < 2; ++time) { // the second time there is one already
                const Outcome outcome =
                    run({kSource, QStringLiteral("--output=") + path(name), QStringLiteral("--width=60mm")});
                QVERIFY2(outcome.status == 0, qPrintable(outcome.error));
            }
            QVERIFY2(bytesOf(path(name)).size() > 500, qPrintable(name));
        }
        const Outcome tooLong = run({kSource, QStringLiteral("-o"), path(QString(300, u'n') + QStringLiteral(".png"))});
        QCOMPARE(tooLong.status, 1);
        QVERIFY2(tooLong.error.contains(QStringLiteral("nnn.png")), qPrintable(tooLong.error));
    }

    /// Where the disk is full, what was there stays, and the message names the file.
    void aFullDisk_data()
    {
        QTest::addColumn<int>("blocks"); // of 512 bytes that a file may have
        QTest::addColumn<QString>("whatFails");
        QTest::newRow("the figure") << 4 << QStringLiteral("full.pdf");
        QTest::newRow("the numbers beside it") << 200 << QStringLiteral("full-a-A.csv");
    }
    void aFullDisk()
    {
        QFETCH(int, blocks);
        QFETCH(QString, whatFails);
        const QByteArray old = "what was there";
        for (const char* name : {"full.pdf", "full-a-A.csv"}) {
            QFile file(path(QString::fromLatin1(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(old);
        }
        QProcess shell;
        shell.start(
            QStringLiteral("/bin/sh"),
            {QStringLiteral("-c"),
             QStringLiteral("trap '' XFSZ; ulimit -f %1; exec '%2' figure sinusoid:dim=32,length=128 --csv -o '%3'")
                 .arg(blocks)
                 .arg(qEnvironmentVariable("PESCOPE_BINARY"), path(QStringLiteral("full.pdf")))});
        QVERIFY(shell.waitForFinished(60000));
        QCOMPARE(shell.exitCode(), 1);
        const QString error = QString::fromUtf8(shell.readAllStandardError());
        QVERIFY2(error.contains(whatFails), qPrintable(error));
        QCOMPARE(bytesOf(path(whatFails)), old);
        const QStringList left = QDir(m_folder.path()).entryList({QStringLiteral("full*")}, QDir::Files | QDir::Hidden);
        QCOMPARE(left.size(), 2); // no half of a file beside them
    }

    void wrongUsage_data()
    {
        QTest::addColumn<QStringList>("extra");
        const auto row = [](const char* name, std::initializer_list<const char*> words) {
            QStringList list;
            for (const char* word : words)
                list.append(QString::fromLatin1(word));
            QTest::newRow(name) << list;
        };
        row("extension", {"-o", "figure.tiff"});
        row("no output", {});
        row("kind", {"-o", "a.pdf", "--kind", "pie"});
        row("metric", {"-o", "a.pdf", "--metric", "taxi"});
        row("map", {"-o", "a.pdf", "--colormap", "jet"});
        row("width", {"-o", "a.pdf", "--width", "wide"});
        row("limits", {"-o", "a.pdf", "--limits", "1:0"});
        row("rows", {"-o", "a.pdf", "--rows", "7"});
        row("one source of two", {"-o", "a.pdf", "--kind", "difference"});
        row("limits of a curve", {"-o", "a.pdf", "--kind", "psi", "--limits", "0:1"});
        row("metric of frequencies", {"-o", "a.pdf", "--kind", "omega", "--metric", "dot"});
    }
    void wrongUsage()
    {
        QFETCH(QStringList, extra);
        const Outcome outcome = run(QStringList{kSource} + extra);
        QCOMPARE(outcome.status, 2);
        QVERIFY(!outcome.error.isEmpty());
        QVERIFY(!QFile::exists(QStringLiteral("a.pdf")));
    }
};

QTEST_GUILESS_MAIN(TestFigureCommand)
#include "tst_figure_command.moc"
