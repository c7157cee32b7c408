// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace Qt::StringLiterals;
using nlohmann::json;

namespace {

using program::Run;

Run pescope(const QStringList& arguments)
{
    return program::start(arguments);
}

} // namespace

/// One head of a bias in every command, and what is said of a line that cannot be meant.
class TestHeadAndUsage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    void headInPropertiesAndRange()
    {
        // ALiBi: −slope · |m|, so every value is that of the distance whatever the slope; the head is what is said
        const json row =
            pescope({u"properties"_s, u"alibi:heads=8,length=32"_s, u"--head"_s, u"3"_s, u"--json"_s}).parsed().at(0);
        QVERIFY(row.at("notes").dump().find("Measured on head 3.") != std::string::npos);
        QVERIFY(std::abs(row.at("monotonicity").get<double>() - 1) < 1e-12);
        const json range =
            pescope({u"range"_s, u"alibi:heads=8,length=32"_s, u"--head"_s, u"7"_s, u"--json"_s}).parsed();
        QVERIFY(range.at("head") == json(7));
        QVERIFY(!pescope({u"range"_s, u"alibi:heads=8,length=32"_s, u"--json"_s}).parsed().contains("head"));
    }

    /// The picture of a head is that of its own slope: −1/2 per position for the first of eight, −1/256 for the last.
    void headInFigures()
    {
        const QString file = m_folder.filePath(u"head.svg"_s);
        const Run run = pescope(
            {u"figure"_s, u"alibi:heads=8,length=32"_s, u"--kind"_s, u"profile"_s, u"--head"_s, u"7"_s, u"-o"_s, file});
        QVERIFY2(run.status == 0, run.err);
        const QByteArray last = read(file);
        QVERIFY2(last.contains("head 7"), last.left(3000));
        QVERIFY(last.contains("--head=7"));
        QVERIFY(pescope({u"figure"_s, u"alibi:heads=8,length=32"_s, u"--kind"_s, u"profile"_s, u"-o"_s, file}).status
                == 0);
        const QByteArray first = read(file);
        // ticks: down to −31 · 0.5 = −15.5 and to −31 / 256 = −0.121
        QVERIFY(first.contains("15<") || first.contains("10<"));
        QVERIFY2(last.contains("0.1<") || last.contains("0.10<"), last);
        QVERIFY(!first.contains("0.1<"));
    }

    void headThatIsNotThere_data()
    {
        QTest::addColumn<QStringList>("line");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("says");
        const QString figure = u"figure"_s, file = m_folder.filePath(u"none.svg"_s);
        QTest::newRow("figure, none") << QStringList{figure, u"sinusoid:dim=8"_s, u"--head"_s, u"0"_s, u"-o"_s, file}
                                      << 1 << u"has no heads"_s;
        QTest::newRow("figure, too high")
            << QStringList{figure, u"alibi:heads=4"_s, u"--head"_s, u"4"_s, u"-o"_s, file} << 1 << u"head 4 of 4"_s;
        QTest::newRow("figure, psi") << QStringList{figure,      u"sinusoid:dim=8"_s,
                                                    u"--kind"_s, u"psi"_s,
                                                    u"--head"_s, u"0"_s,
                                                    u"-o"_s,     file}
                                     << 2 << u"--head"_s;
        QTest::newRow("properties, none")
            << QStringList{u"properties"_s, u"learned:"_s, u"--head"_s, u"0"_s} << 1 << u"has no heads"_s;
        QTest::newRow("properties, too high")
            << QStringList{u"properties"_s, u"alibi:heads=4"_s, u"--head"_s, u"4"_s} << 1 << u"head 4 of 4"_s;
        QTest::newRow("range, none") << QStringList{u"range"_s, u"sinusoid:dim=8"_s, u"--head"_s, u"0"_s} << 1
                                     << u"has no heads"_s;
        QTest::newRow("range, too high") << QStringList{u"range"_s, u"alibi:heads=4"_s, u"--head"_s, u"4"_s} << 1
                                         << u"head 4 of 4"_s;
        QTest::newRow("range, formula") << QStringList{u"range"_s, u"--dim"_s, u"8"_s, u"--head"_s, u"0"_s} << 2
                                        << u"SOURCE"_s;
        QTest::newRow("range, negative") << QStringList{u"range"_s, u"alibi:heads=4"_s, u"--head"_s, u"-2"_s} << 2
                                         << u"--head"_s;
    }

    void headThatIsNotThere()
    {
        QFETCH(QStringList, line);
        QFETCH(int, status);
        QFETCH(QString, says);
        const Run run = pescope(line);
        QCOMPARE(run.status, status);
        QVERIFY2(run.err.contains(says.toUtf8()), run.err);
        QVERIFY(run.out.isEmpty() && !QFile::exists(m_folder.filePath(u"none.svg"_s)));
    }

    void unknownWord()
    {
        for (const QStringList& line : {QStringList{u"foo"_s}, {u"foo"_s, u"--json"_s}}) {
            const Run run = pescope(line);
            QCOMPARE(run.status, 2);
            for (const char* word : {"foo", "inspect, data, range, properties, text", "pescope FILE"})
                QVERIFY2(run.err.contains(word), run.err);
            QVERIFY(!run.err.contains("lab"));
        }
        // what could be a file is no command that was misspelt
        QVERIFY(pescope({u"no/such.npy"_s}).err.contains("no display"));
        QVERIFY(pescope({u"--help"_s}).out.contains("the command line speaks English"));
    }

    void moreNumbersThanMemory()
    {
        // 10⁶ × 10⁶ numbers are 8 · 10¹² bytes, twice: on no machine
        const QString file = m_folder.filePath(u"huge.npy"_s);
        for (const char* source : {"sinusoid:dim=4,length=1000000", "alibi:heads=2,length=1000000"}) {
            const Run run = pescope({u"data"_s, QString::fromUtf8(source), u"--what"_s, u"proximity"_s, u"-o"_s, file});
            QCOMPARE(run.status, 1);
            for (const char* word : {"1000000 × 1000000 numbers take 15258789 MB", "--rows", "--cols"})
                QVERIFY2(run.err.contains(word), run.err);
            QVERIFY(!QFile::exists(file));
        }
        const Run part = pescope({u"data"_s, u"sinusoid:dim=4,length=1000000"_s, u"--what"_s, u"proximity"_s,
                                  u"--rows"_s, u"0:2"_s, u"--cols"_s, u"0:2"_s, u"-o"_s, file});
        QVERIFY2(part.status == 0, part.err);
    }

    /// With less address space than the numbers take: refused, where an allocation in a thread of a product would have
    /// ended the program.
    void lessMemoryThanTheMachineHas()
    {
        const QString file = m_folder.filePath(u"limited.npy"_s);
        QProcess process;
        process.start(u"/bin/sh"_s,
                      {u"-c"_s,
                       u"ulimit -v 1500000 && exec \"$0\" data learned:length=12000,dim=8 --what proximity -o \"$1\""_s,
                       QStringLiteral(PESCOPE_PROGRAM), file});
        QVERIFY(process.waitForFinished(60000));
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 1, said);
        QVERIFY2(said.contains("12000 × 12000 numbers take 2197 MB"), said);
        QVERIFY(!QFile::exists(file));
    }

    void figureThatIsTooSmall_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("option");
        QTest::addColumn<QString>("size");
        for (const char* kind : {"heatmap", "profile", "psi", "omega"}) {
            QTest::addRow("%s, height", kind) << QString::fromUtf8(kind) << u"--height"_s << u"1mm"_s;
            QTest::addRow("%s, width", kind) << QString::fromUtf8(kind) << u"--width"_s << u"20mm"_s;
            QTest::addRow("%s, no width", kind) << QString::fromUtf8(kind) << u"--width"_s << u"1mm"_s;
        }
    }

    /// It names the least size, and that size is enough.
    void figureThatIsTooSmall()
    {
        QFETCH(QString, kind);
        QFETCH(QString, option);
        QFETCH(QString, size);
        const QString file = m_folder.filePath(u"small.svg"_s);
        QFile::remove(file);
        const QStringList line{u"figure"_s, u"sinusoid:dim=32,length=64"_s, u"--kind"_s, kind, u"-o"_s, file};
        const Run run = pescope(line + QStringList{option, size});
        if (size == u"20mm"_s && run.status == 0)
            return; // it fits
        QCOMPARE(run.status, 1);
        QVERIFY(!QFile::exists(file));
        static const QRegularExpression number(u"from ([0-9.]+) (mm|to)"_s);
        const auto match = number.match(QString::fromUtf8(run.err));
        QVERIFY2(match.hasMatch(), run.err);
        const Run again = pescope(line + QStringList{option, match.captured(1) + u"mm"_s});
        QVERIFY2(again.status == 0, again.err);
    }

private:
    static QByteArray read(const QString& name)
    {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestHeadAndUsage)
#include "tst_head_and_usage.moc"
