// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QProcess>
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

const QString kMiniLm = QStringLiteral(PESCOPE_RESOURCES "/demo/minilm-l6-position.safetensors");
const QString kShuffled = u"whatif:shuffle=0:"_s + kMiniLm;
constexpr const char* kMark = "what-if: rows shuffled, seed 0";

} // namespace

/// What-if sources as a user writes them: every export says what was changed.
class TestWhatIfCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QFile file(path("table.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("1,2\n3,4\n5,8\n");
    }

    void inspect()
    {
        const Run run = pescope({u"inspect"_s, kShuffled, u"--json"_s});
        QCOMPARE(run.status, 0);
        const json one = run.parsed().at("encodings").at(0);
        QVERIFY(one.at("parameters").at("what_if") == json{"rows shuffled, seed 0"});
        QVERIFY(one.at("shape") == (json{512, 384}) && one.at("dtype") == json("F64") && one.at("tensor").is_null());
        QVERIFY(one.at("kind") == json("absolute"));
        const Run text = pescope({u"inspect"_s, u"whatif:extend=600,rule=clip:"_s + kMiniLm});
        QVERIFY2(text.out.contains("note: what-if: 600 positions instead of 512"), text.out);
        QVERIFY(pescope({u"--help"_s}).out.contains("whatif:shuffle=SEED:SOURCE"));
    }

    void data()
    {
        const QString file = path("out.csv");
        const Run run = pescope(
            {u"data"_s, u"whatif:extend=5,rule=tile:"_s + path("table.csv"), u"--what"_s, u"table"_s, u"-o"_s, file});
        QCOMPARE(run.status, 0);
        QCOMPARE(read(file), QByteArray("d0,d1\n1,2\n3,4\n5,8\n1,2\n3,4\n"));
        QVERIFY2(run.err.startsWith("pescope: ") && run.err.contains("what-if: extended to 5 by tile"), run.err);
        const Run plain = pescope({u"data"_s, path("table.csv"), u"--what"_s, u"table"_s, u"-o"_s, file});
        QVERIFY(plain.status == 0 && plain.err.isEmpty());

        // S of the rows halfway between the rows: p_1 = (2, 3), p_3 = (4, 6)
        const Run map = pescope({u"data"_s, u"whatif:interpolate=5:"_s + path("table.csv") + u"#ape"_s, u"--what"_s,
                                 u"proximity"_s, u"--rows"_s, u"1:2"_s, u"--cols"_s, u"3:4"_s, u"-o"_s, file});
        QCOMPARE(map.status, 0);
        QCOMPARE(read(file), QByteArray("j3\n26\n"));
    }

    void propertiesAreThoseOfAnOrderOfTheNullModel()
    {
        const Run run = pescope({u"properties"_s, kShuffled, u"--json"_s});
        QCOMPARE(run.status, 0);
        const json row = run.parsed().at(0);
        QVERIFY(row.at("notes").at(0) == json(kMark));
        QCOMPARE(QString::fromStdString(row.at("source").get<std::string>()), kShuffled);
        const json null = pescope({u"properties"_s, kMiniLm, u"--json"_s, u"--permutations"_s, u"1"_s}).parsed().at(0);
        for (const char* key : {"translation_invariance", "monotonicity", "monotonicity_local", "step"}) {
            const double order = null.at("null").at(key).at("mean").get<double>();
            QVERIFY2(std::abs(row.at(key).get<double>() - order) < 1e-9, key);
            QVERIFY(row.at(key).get<double>() < null.at(key).get<double>());
        }
    }

    void propertiesInOtherForms()
    {
        const QStringList sources{path("table.csv"), u"whatif:shuffle=0:"_s + path("table.csv")};
        const auto form = [&](const QString& option) {
            return pescope(QStringList{u"properties"_s} + sources
                           + (option.isEmpty() ? QStringList() : QStringList{option}))
                .out;
        };
        QVERIFY(form({}).contains("\n  what-if: rows shuffled, seed 0\n"));
        const QByteArray csv = form(u"--csv"_s);
        const QList<QByteArray> lines = csv.split('\n');
        QVERIFY(lines[0].endsWith(",what_if") && lines[1].endsWith(',') && !lines[1].contains("what-if"));
        QVERIFY2(lines[2].endsWith(",\"what-if: rows shuffled, seed 0\""), csv);
        const QByteArray latex = form(u"--latex"_s);
        QVERIFY2(latex.contains("\\multicolumn{10}{l}{\\quad what-if: rows shuffled, seed 0} \\\\\n"), latex);
        QCOMPARE(latex.split('\n')[3].count('&'), 9); // ten columns
        const QByteArray plain = pescope({u"properties"_s, path("table.csv"), u"--csv"_s}).out;
        QVERIFY(plain.left(plain.indexOf('\n')).endsWith(",trivial"));
    }

    void range()
    {
        const json shuffled = pescope({u"range"_s, kShuffled, u"--json"_s}).parsed();
        QVERIFY(shuffled.at("what_if") == json{"rows shuffled, seed 0"});
        QVERIFY(!pescope({u"range"_s, kMiniLm, u"--json"_s}).parsed().contains("what_if"));
        QVERIFY(pescope({u"range"_s, kShuffled}).out.startsWith(kMark));
        const Run sinusoid = pescope({u"range"_s, u"whatif:extend=1024:sinusoid:dim=768"_s});
        QVERIFY2(sinusoid.out.startsWith("what-if: extended to 1024 by its formula") && sinusoid.out.contains("6.1657"),
                 sinusoid.out);
    }

    void figures()
    {
        const QString file = path("figure.svg");
        const Run map =
            pescope({u"figure"_s, path("table.csv"), u"whatif:shuffle=0:"_s + path("table.csv"), u"-o"_s, file});
        QVERIFY2(map.status == 0, map.err);
        const QByteArray svg = read(file);
        QVERIFY2(svg.contains("# B what-if: rows shuffled, seed 0</desc>"), svg.left(2000));
        QVERIFY(svg.count("what-if: rows") >= 2); // the metadata, and the title
        const Run curve = pescope(
            {u"figure"_s, u"whatif:extend=64:sinusoid:dim=8,length=32"_s, u"--kind"_s, u"psi"_s, u"-o"_s, file});
        QVERIFY2(curve.status == 0, curve.err);
        QVERIFY(read(file).contains("what-if: extended to 64 by its formula</desc>"));
    }

    void refused()
    {
        const Run run = pescope({u"inspect"_s, u"whatif:extend=600:"_s + kMiniLm});
        QCOMPARE(run.status, 1);
        QVERIFY(run.out.isEmpty());
        QVERIFY2(run.err.startsWith("pescope: ") && run.err.contains("rule=clip"), run.err);
    }

    /// The advice is of what the kind can do.
    void adviceFitsTheKind()
    {
        const auto extended = [](const QString& source) {
            const Run run = pescope({u"inspect"_s, u"whatif:extend=8:"_s + source});
            return run.status == 1 ? run.err : QByteArray("status ") + QByteArray::number(run.status);
        };
        for (const char* source : {"alibi:heads=4,length=16", "rotary:dim=8,length=16", "sinusoid:dim=8,length=16"}) {
            const QByteArray said = extended(QString::fromUtf8(source));
            QVERIFY2(said.contains("there are 16 positions") && said.contains("length=8"), said);
            QVERIFY2(!said.contains("interpolate"), said);
        }
        const QByteArray relative = extended(u"sinusoid-relative:dim=8,max=15"_s);
        QVERIFY2(relative.contains("max=7") && !relative.contains("interpolate"), relative);
        const QByteArray table =
            pescope({u"inspect"_s, u"whatif:extend=2,rule=clip:"_s + path("table.csv")}).err; // it has three rows
        QVERIFY2(table.contains("whatif:interpolate=N") && !table.contains("--length"), table);
    }

    void storedSinusoidGoesOnByItsFormula()
    {
        const QString stored = path("stored.npy");
        const QString longer = path("longer.npy");
        const QString formula = path("formula.npy");
        const auto table = [](const QString& source, const QString& file) {
            return pescope({u"data"_s, source, u"--what"_s, u"table"_s, u"-o"_s, file});
        };
        QCOMPARE(table(u"sinusoid:dim=16,length=32"_s, stored).status, 0);
        const Run extended = table(u"whatif:extend=80:"_s + stored, longer);
        QVERIFY2(extended.status == 0, extended.err);
        QCOMPARE(table(u"sinusoid:dim=16,length=80"_s, formula).status, 0);
        QCOMPARE(read(longer), read(formula)); // float64 all through, so to the last bit
        const Run about = pescope({u"inspect"_s, u"whatif:extend=80:"_s + stored});
        QVERIFY2(about.out.contains("those from 32 on by the formula that the table was recognised by"), about.out);
        const json extendedRange = pescope({u"range"_s, u"whatif:extend=80:"_s + stored, u"--json"_s}).parsed();
        QVERIFY(extendedRange.at("integer") == pescope({u"range"_s, stored, u"--json"_s}).parsed().at("integer"));
        // free frequencies are a fit
        const QString free = path("free.npy");
        QCOMPARE(table(u"sinusoid:omega=[1;0.37;0.2],length=32"_s, free).status, 0);
        const Run guess = pescope({u"inspect"_s, u"whatif:extend=80:"_s + free});
        QCOMPARE(guess.status, 1);
        QVERIFY2(guess.err.contains("recognised as a sinusoid") && guess.err.contains("--what omega"), guess.err);
    }

    void fileWhoseNameBeginsLikeAChange()
    {
        QFile file(path("whatif:x.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("1,2\n3,4\n");
        file.close();
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        for (const QString& name : {u"whatif:x.csv"_s, u"./whatif:x.csv"_s, u"whatif:x.csv#ape"_s,
                                    u"whatif:shuffle=0:whatif:x.csv"_s, path("whatif:x.csv")}) {
            process.start(QStringLiteral(PESCOPE_PROGRAM), {u"inspect"_s, name});
            QVERIFY(process.waitForFinished(60000));
            QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
            QVERIFY(process.readAllStandardOutput().contains("2 positions"));
        }
    }

    void seedsNameTheirLargest()
    {
        const Run run = pescope({u"inspect"_s, u"whatif:shuffle=99999999999999999999:"_s + path("table.csv")});
        QCOMPARE(run.status, 1);
        QVERIFY2(run.err.contains("shuffle is a whole number from 0 to 9223372036854775807: the seed."), run.err);
        const Run learned = pescope({u"inspect"_s, u"learned:length=4,dim=4,seed=-1"_s});
        QVERIFY2(learned.err.contains("seed is a whole number from 0 to 9223372036854775807."), learned.err);
        const Run text = pescope({u"text"_s, m_folder.path(), u"--what"_s, u"identical"_s, u"--tokens"_s, u"8"_s,
                                  u"--words"_s, u"2"_s, u"--seed"_s, u"99999999999999999999"_s});
        QCOMPARE(text.status, 2);
        QVERIFY2(text.err.contains("18446744073709551615"), text.err);
    }

    void productsThatOverflow()
    {
        QFile file(path("large.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("1e300,1\n2e300,1\n3e300,2\n");
        file.close();
        const Run range = pescope({u"range"_s, file.fileName()});
        QCOMPARE(range.status, 1);
        QVERIFY2(range.err.contains("no mean of S by distance is finite"), range.err);
        QVERIFY(pescope({u"inspect"_s, file.fileName()}).out.contains("products overflow"));
    }

private:
    QString path(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)); }

    static QByteArray read(const QString& name)
    {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestWhatIfCommand)
#include "tst_what_if_command.moc"
