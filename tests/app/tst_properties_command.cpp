// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace Qt::StringLiterals;
using nlohmann::json;

namespace {

using program::jsonOf;
using program::Run;

Run properties(const QStringList& arguments)
{
    return program::start(QStringList{u"properties"_s} + arguments);
}

const QString kMiniLm = QStringLiteral(PESCOPE_RESOURCES "/demo/minilm-l6-position.safetensors");

} // namespace

/// `pescope properties` as a user runs it.
class TestPropertiesCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        write("four.csv", "a,b,c,d\n5,1,4,2\n3,5,0,1\n2,2,6,3\n1,0,4,5\n");
        write("one.csv", "a\n2\n");
        write("two.csv", "a,b\n2,1\n0,2\n");
        write("bad.csv", "a,b,c\n1,2,3\n1,2,nan\n1,2,3\n");
    }

    void exactValuesAsJson()
    {
        const Run run = properties({matrix("four.csv"), u"--json"_s});
        QCOMPARE(run.status, 0);
        QVERIFY(run.err.isEmpty());
        const json row = jsonOf(run).at(0);
        const auto value = [&](const char* key) { return row.at(key).get<double>(); };
        QVERIFY(std::abs(value("translation_invariance") - 93.0 / 251) < 1e-15);
        QVERIFY(std::abs(value("symmetry") - 71.0 / 251) < 1e-15);
        QVERIFY(std::abs(value("monotonicity") - 11.0 / 20) < 1e-15);
        QVERIFY(std::abs(value("monotonicity_local") - 11.0 / 20) < 1e-15);
        QVERIFY(std::abs(value("step") - 2.0 / 3) < 1e-15);
        QVERIFY(row.at("metric") == json("dot"));
        QVERIFY(row.at("positions") == json(4));
        QVERIFY(row.at("window") == json(16));
        QVERIFY(row.at("trivial") == json::array());
        QVERIFY(row.at("null").is_null());
        for (const char* part : {"median", "p10", "p90", "share_censored"})
            QVERIFY(row.at("local_range").at(part).is_number());
        // φ(0, 2) = 4 ≥ φ(0, 1) = 1
        const json example = row.at("holds").at("monotonicity");
        QVERIFY(example.at("exactly") == json(false));
        QVERIFY(example.at("counter_example").at("cells") == (json{{0, 2}, {0, 1}}));
        QVERIFY(example.at("counter_example").at("values") == (json{4.0, 1.0}));
    }

    void undefinedValuesAreNull()
    {
        const json one = jsonOf(properties({matrix("one.csv"), u"--json"_s})).at(0);
        for (const char* key :
             {"translation_invariance", "symmetry", "monotonicity", "monotonicity_local", "step", "null"})
            QVERIFY2(one.at(key).is_null(), key);
        QVERIFY(one.at("local_range").at("median").is_null());
        QVERIFY(!one.at("notes").empty());
        const json two = jsonOf(properties({matrix("two.csv"), u"--json"_s})).at(0);
        QVERIFY(two.at("translation_invariance").is_null() && two.at("symmetry").is_number());
        QVERIFY(two.at("notes").dump().find("N ≥ 3") != std::string::npos);
    }

    void realTableWithPermutations()
    {
        const Run run = properties({kMiniLm, u"sinusoid:dim=384,length=300"_s, u"--metric"_s, u"scaled"_s, u"--json"_s,
                                    u"--permutations"_s, u"4"_s, u"--own-length"_s});
        QCOMPARE(run.status, 0);
        const json rows = jsonOf(run);
        QCOMPARE(rows.size(), std::size_t{2});
        QVERIFY(rows.at(0).at("positions") == json(512));
        QVERIFY(rows.at(1).at("positions") == json(300));
        QVERIFY(std::abs(rows.at(0).at("monotonicity_local").get<double>() - 0.386) < 5e-4);
        QVERIFY(rows.at(0).at("trivial") == json{"symmetry"});
        QVERIFY(rows.at(1).at("trivial") == (json{"translation_invariance", "symmetry"}));
        const json null = rows.at(0).at("null");
        QVERIFY(null.at("permutations") == json(4));
        QVERIFY(std::abs(null.at("monotonicity_local").at("mean").get<double>() - 0.119) < 0.01);
        QVERIFY(null.at("translation_invariance").contains("p05") && null.at("step").contains("p95"));
    }

    void commonPositionsUnlessOwnLength()
    {
        const QStringList sources{u"sinusoid:dim=768,length=64"_s, u"sinusoid:dim=768,length=256"_s, u"--json"_s};
        const json common = jsonOf(properties(sources));
        QVERIFY(common.at(1).at("positions") == json(64));
        QVERIFY(common.at(0).at("monotonicity") == common.at(1).at("monotonicity"));
        const json own = jsonOf(properties(sources + QStringList{u"--own-length"_s, u"--window"_s, u"50"_s}));
        QVERIFY(std::abs(own.at(0).at("monotonicity").get<double>() - 0.9984432234) < 1e-10);
        QVERIFY(std::abs(own.at(1).at("monotonicity").get<double>() - 0.9910076677) < 1e-10);
        QVERIFY(own.at(1).at("window") == json(50));
    }

    void otherForms()
    {
        const QStringList sources{kMiniLm, matrix("four.csv")};
        const Run text = properties(sources);
        QCOMPARE(text.status, 0);
        for (const char* word : {"N = 4", "W = 16", "MON local", "theorem", "0.3705", "Holds exactly?"})
            QVERIFY2(text.out.contains(word), text.out);
        const Run csv = properties(sources + QStringList{u"--csv"_s});
        QVERIFY(csv.out.startsWith("source,id,metric,positions,window,translation_invariance,"));
        QCOMPARE(csv.out.count('\n'), 3);
        const Run latex = properties(sources + QStringList{u"--latex"_s});
        QVERIFY(latex.out.contains("\\begin{tabular}") && latex.out.contains("\\end{tabular}"));
    }

    void severalEncodingsOfASource()
    {
        const QString file = QStringLiteral(PESCOPE_TEST_DATA "/npy-npz/tables_stored.npz");
        const json rows = jsonOf(properties({file, u"--json"_s}));
        QVERIFY(rows.size() > 1);
        QVERIFY(rows.at(0).at("id") != rows.at(1).at("id"));
        const QString id = QString::fromStdString(rows.at(1).at("id").get<std::string>());
        const json named = jsonOf(properties({file + u'#' + id, u"--json"_s, u"--own-length"_s}));
        QCOMPARE(named.size(), std::size_t{1});
        QVERIFY(named.at(0).at("id") == rows.at(1).at("id"));
    }

    void refused_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("word");
        QTest::newRow("missing") << QStringList{u"no/such/file"_s} << 1 << u"no/such/file"_s;
        QTest::newRow("not finite") << QStringList{matrix("bad.csv")} << 1 << u"S(1, 2) is nan"_s;
        QTest::newRow("one of two") << QStringList{u"sinusoid:dim=8"_s, matrix("bad.csv")} << 1 << u"bad.csv"_s;
        QTest::newRow("metric of a map") << QStringList{matrix("four.csv"), u"--metric"_s, u"cosine"_s} << 1
                                         << u"cosine"_s;
        QTest::newRow("no source") << QStringList{} << 2 << u"SOURCE"_s;
        QTest::newRow("unknown metric") << QStringList{u"sinusoid:dim=8"_s, u"--metric"_s, u"euclid"_s} << 2
                                        << u"euclid"_s;
        QTest::newRow("two forms") << QStringList{u"sinusoid:dim=8"_s, u"--json"_s, u"--csv"_s} << 2 << u"--csv"_s;
        QTest::newRow("window") << QStringList{u"sinusoid:dim=8"_s, u"--window"_s, u"0"_s} << 2 << u"0"_s;
        QTest::newRow("permutations") << QStringList{u"sinusoid:dim=8"_s, u"--permutations"_s, u"-3"_s} << 2 << u"-3"_s;
    }

    void refused()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, status);
        QFETCH(QString, word);
        const Run run = properties(arguments);
        QCOMPARE(run.status, status);
        QVERIFY(run.out.isEmpty());
        QVERIFY2(run.err.startsWith("pescope: ") && run.err.contains(word.toUtf8()), run.err);
    }

private:
    void write(const char* name, const char* text)
    {
        QFile file(m_folder.filePath(QString::fromUtf8(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    QString matrix(const char* name) const
    {
        return QStringLiteral("matrix:") + m_folder.filePath(QString::fromUtf8(name));
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestPropertiesCommand)
#include "tst_properties_command.moc"
