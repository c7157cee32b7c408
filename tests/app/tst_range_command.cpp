// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <vector>

using namespace Qt::StringLiterals;
using nlohmann::json;

namespace {

using program::jsonOf;
using program::Run;

Run range(const QStringList& arguments, bool withModule = true, const QString& command = u"range"_s)
{
    QMap<QString, QString> environment;
    if (!withModule)
        environment.insert(u"PESCOPE_TORCH_MODULE"_s, u"/nowhere/pescope_torch.so"_s);
    return program::start(QStringList{command} + arguments, environment);
}

} // namespace

/// `pescope range --to` as a user runs it, and the figures of `pescope range` as text.
class TestRangeCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    void withoutToNothingIsAdded()
    {
        const json plain = jsonOf(range({u"--dim"_s, u"768"_s, u"--json"_s}));
        QVERIFY(plain.at("integer") == json(43));
        QVERIFY(!plain.contains("to"));
    }

    void scaleThatIsReadBackHasTheRange()
    {
        const Run run = range({u"--dim"_s, u"768"_s, u"--to"_s, u"60"_s, u"--json"_s});
        QCOMPARE(run.status, 0);
        QVERIFY2(run.err.isEmpty(), run.err);
        const json answer = jsonOf(run);
        QVERIFY(answer.at("integer") == json(43)); // the present one
        const json to = answer.at("to");
        QVERIFY(to.at("by") == "scale" && to.at("sense") == "integer" && to.at("target") == json(60));
        const QString source = QString::fromStdString(to.at("source").get<std::string>());
        QVERIFY(source.startsWith(u"sinusoid:dim=768,scale="_s));
        const json again = jsonOf(range({source, u"--json"_s}));
        QVERIFY(again.at("integer") == to.at("reached"));
        QCOMPARE(to.at("exact").get<bool>(), to.at("reached") == json(60));
    }

    void continuousScaleIsTheQuotient()
    {
        const json answer =
            jsonOf(range({u"--dim"_s, u"768"_s, u"--to"_s, u"20"_s, u"--sense"_s, u"continuous"_s, u"--json"_s}));
        const double factor = answer.at("to").at("factor").get<double>();
        QVERIFY(std::abs(factor - 6.16574084923416 / 20) < 1e-12);
        QVERIFY(answer.at("to").at("exact") == json(true));
    }

    void cutoffThatIsReadBackHasTheRange()
    {
        const json to =
            jsonOf(range({u"sinusoid:dim=64"_s, u"--to"_s, u"30"_s, u"--by"_s, u"cutoff"_s, u"--json"_s})).at("to");
        const QString source = QString::fromStdString(to.at("source").get<std::string>());
        QVERIFY(to.at("skip_fast").get<int>() > 0);
        const json again = jsonOf(range({source, u"--json"_s}));
        QVERIFY(again.at("integer") == to.at("reached"));
        QCOMPARE(to.at("exact").get<bool>(), to.at("reached") == json(30));
    }

    void exactCutoffBeforeOneThatPasses()
    {
        // 75 left out pass 100 by 12; 116 give 100 itself
        const QStringList line{u"--dim"_s, u"768"_s, u"--to"_s, u"100"_s, u"--by"_s, u"cutoff"_s};
        const json to = jsonOf(range(line + QStringList{u"--json"_s})).at("to");
        QVERIFY(to.at("reached") == json(100) && to.at("exact") == json(true));
        const json again = jsonOf(range({QString::fromStdString(to.at("source").get<std::string>()), u"--json"_s}));
        QVERIFY(again.at("integer") == json(100));
        QVERIFY(range(line).out.contains("reached     100, exactly"));
        const Run near = range({u"--dim"_s, u"64"_s, u"--to"_s, u"4"_s, u"--by"_s, u"cutoff"_s});
        QVERIFY2(near.out.contains(", exactly") || near.out.contains(", not 4: "), near.out);
    }

    void whatIsMissedIsSaid()
    {
        const Run scale = range({u"--dim"_s, u"768"_s, u"--to"_s, u"30"_s});
        QCOMPARE(scale.status, 0);
        QVERIFY2(scale.out.contains(", not 30: the nearest found, c from 0.001 to 3.14 in steps"), scale.out);
        const QString file = m_folder.filePath(u"missed.npy"_s);
        const Run written = range({u"--dim"_s, u"768"_s, u"--to"_s, u"30"_s, u"-o"_s, file});
        QCOMPARE(written.status, 0);
        QVERIFY2(written.err.contains("missed.npy holds ω with the range") && written.err.contains("not 30"),
                 written.err);
        QVERIFY(QFile::exists(file));
        // ω = 1 alone: leaving it out leaves nothing, so nothing comes nearer and there is nothing to write
        const QString none = m_folder.filePath(u"nothing.npy"_s);
        const Run missed = range({u"--dim"_s, u"2"_s, u"--to"_s, u"50"_s, u"--by"_s, u"cutoff"_s, u"-o"_s, none});
        QCOMPARE(missed.status, 1);
        QVERIFY(missed.out.isEmpty() && !QFile::exists(none));
        QVERIFY2(missed.err.contains("nothing nearer to a range of 50"), missed.err);
    }

    void theSinusoidOfTheDefaults()
    {
        for (const QStringList& line : {QStringList{u"--json"_s},
                                        {u"--tolerance"_s, u"1e-4"_s, u"--json"_s},
                                        {u"--to"_s, u"60"_s, u"--json"_s}}) {
            const Run run = range(line);
            QCOMPARE(run.status, 0);
            const json answer = jsonOf(run);
            QVERIFY(answer.at("dim") == json(768) && answer.at("integer") == json(43));
        }
        QCOMPARE(range({}).status, 2);
    }

    void oddWidthIsExplained()
    {
        const Run run = range({u"--dim"_s, u"7"_s});
        QVERIFY2(run.out.contains("note        the width 7 is odd: the last column is a sine"), run.out);
        QVERIFY(jsonOf(range({u"sinusoid:dim=7"_s, u"--json"_s})).at("notes").size() == 1);
        QVERIFY(!jsonOf(range({u"--dim"_s, u"8"_s, u"--json"_s})).contains("notes"));
    }

    void omegaIsWrittenAndReadBack()
    {
        if (!QFileInfo(QStringLiteral(PESCOPE_PROGRAM)).dir().exists(u"../lib/pescope/pescope_torch.so"_s))
            QSKIP("this build has no LibTorch module");
        const QString file = m_folder.filePath(u"omega.npy"_s);
        const Run run =
            range({u"--dim"_s, u"768"_s, u"--to"_s, u"100"_s, u"--by"_s, u"omega"_s, u"-o"_s, file, u"--json"_s});
        QCOMPARE(run.status, 0);
        const json to = jsonOf(run).at("to");
        QVERIFY(to.at("reached") == json(100) && to.at("exact") == json(true));
        QVERIFY(to.at("frequencies") == json(384));
        // 0.002685202 / √384, the norm by SciPy's SLSQP
        QVERIFY(std::abs(to.at("rms").get<double>() / 1.37029e-4 - 1) < 0.02);
        const json again = jsonOf(range({u"sinusoid:omega="_s + file, u"--json"_s}));
        QVERIFY(again.at("integer") == json(100));
        json once = to;
        json twice =
            jsonOf(range({u"--dim"_s, u"768"_s, u"--to"_s, u"100"_s, u"--by"_s, u"omega"_s, u"--json"_s})).at("to");
        once.erase("seconds"); // a measurement of the machine
        twice.erase("seconds");
        QVERIFY(once == twice);
    }

    void omegaWithoutTheModuleSaysWhatToInstall()
    {
        const QString file = m_folder.filePath(u"none.npy"_s);
        const Run run = range({u"--dim"_s, u"64"_s, u"--to"_s, u"20"_s, u"--by"_s, u"omega"_s, u"-o"_s, file}, false);
        QCOMPARE(run.status, 1);
        QVERIFY(run.out.isEmpty());
        QVERIFY2(run.err.contains("Install LibTorch"), run.err);
        QVERIFY(!QFile::exists(file));
    }

    void refusals()
    {
        const QString table = m_folder.filePath(u"table.csv"_s);
        QFile file(table);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("a,b\n1,2\n3,5\n4,1\n");
        file.close();
        const Run learned = range({table, u"--to"_s, u"10"_s});
        QCOMPARE(learned.status, 1);
        QVERIFY2(learned.err.contains("no frequencies"), learned.err);
        QCOMPARE(range({u"--dim"_s, u"64"_s, u"--to"_s, u"0"_s}).status, 1);
        QCOMPARE(range({u"--dim"_s, u"64"_s, u"--to"_s, u"2.5"_s}).status, 1);
        QCOMPARE(range({u"rotary:dim=64"_s, u"--to"_s, u"20"_s, u"--by"_s, u"cutoff"_s}).status, 1);
        QCOMPARE(range({u"rotary:dim=64"_s, u"--to"_s, u"20"_s}).status, 0);
        QCOMPARE(range({u"--dim"_s, u"64"_s, u"--by"_s, u"scale"_s}).status, 2);
        QCOMPARE(range({u"--dim"_s, u"64"_s, u"--to"_s, u"10"_s, u"--by"_s, u"magic"_s}).status, 2);
        const Run sense =
            range({u"--dim"_s, u"64"_s, u"--to"_s, u"10"_s, u"--by"_s, u"omega"_s, u"--sense"_s, u"continuous"_s});
        QCOMPARE(sense.status, 1);
        QVERIFY2(sense.err.contains("continuous"), sense.err);
    }

    void textHasNoRoundingTails()
    {
        const Run run = range({u"--dim"_s, u"64"_s, u"--base"_s, u"0.90000000000000002"_s});
        QCOMPARE(run.status, 0);
        QVERIFY2(run.out.contains("base 0.9,"), run.out);
        const Run tail = range({u"--dim"_s, u"64"_s, u"--base"_s, u"0.9000000000000004"_s});
        QVERIFY2(tail.out.contains("base 0.9,"), tail.out);
        const json exact = jsonOf(range({u"--dim"_s, u"64"_s, u"--base"_s, u"0.9000000000000004"_s, u"--json"_s}));
        QCOMPARE(exact.at("base").get<double>(), 0.9000000000000004);
    }

    void oneIsSingular()
    {
        const QString table = m_folder.filePath(u"one.csv"_s);
        QFile file(table);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("a\n1\n");
        file.close();
        const Run one = range({table}, true, u"inspect"_s);
        QVERIFY2(one.out.contains("1 position × 1 dimension\n"), one.out);
        const Run rotary = range({u"rotary:dim=2,length=1"_s}, true, u"inspect"_s);
        QVERIFY2(rotary.out.contains("1 frequency, 1 position, base 10000\n"), rotary.out);
    }

private:
    QTemporaryDir m_folder;
};

QTEST_APPLESS_MAIN(TestRangeCommand)
#include "tst_range_command.moc"
