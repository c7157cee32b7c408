// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/proximity.h"
#include "core/session/quoting.h"

#include "python_runs.h"
#include "reproduce_cases.h"

#include <fmt/format.h>

#include <QTest>

#include <map>

using namespace pescope;
using cases::Case;
using cases::largestOf;
using cases::opened;
using cases::proximityOf;
using cases::sinusoid;
using cases::take;
using cases::worst;
using encoding::Encoding;
using proximity::Metric;
using proximity::SharedProximity;
using session::ShownMap;
using tables::Index;
using tables::MatrixD;

namespace {

/// Columns m and mean.
MatrixD profileOf(const proximity::Proximity& s)
{
    const auto profile = take(s.profile());
    MatrixD columns(static_cast<Index>(profile.mean.size()), 2);
    for (Index k = 0; k < columns.rows(); ++k) {
        columns(k, 0) = static_cast<double>(profile.firstOffset + k);
        columns(k, 1) = profile.mean[static_cast<std::size_t>(k)];
    }
    return columns;
}

} // namespace

class TestReproduce : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        const QString interpreter = python::interpreter();
        QVERIFY2(!interpreter.isEmpty(),
                 "neither /usr/bin/python3 nor python3 can import NumPy: install the package python3-numpy");
        m_root = std::filesystem::current_path() / "codes";
        std::filesystem::remove_all(m_root);
        m_cases = cases::CaseList(m_root).cases();
        std::vector<std::filesystem::path> folders;
        for (const Case& one : m_cases) {
            const auto folder = m_root / one.name;
            std::filesystem::create_directories(folder);
            const auto code = session::numpyCode(one.map, one.metric);
            QVERIFY2(code.has_value(), code ? "" : (one.name + ": " + describe(code.error())).c_str());
            python::write(folder / "code.py",
                          *code + "np.save('S.npy', S)\nnp.save('profile.npy', np.column_stack([m, profile]))\n");
            cases::writeTables(*code, folder);
            folders.push_back(folder);
        }
        QVERIFY(python::runAll(interpreter, folders));
    }

    void numbersAreThoseOfTheProgram_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t k = 0; k < m_cases.size(); ++k)
            QTest::newRow(m_cases[k].name.c_str()) << static_cast<int>(k);
    }

    void numbersAreThoseOfTheProgram()
    {
        QFETCH(int, index);
        const Case& one = m_cases[static_cast<std::size_t>(index)];
        const auto folder = m_root / one.name;
        const std::string failure = python::read(folder / "error.txt");
        QVERIFY2(failure.empty(), failure.c_str());

        const SharedProximity s = proximityOf(one.map, one.metric);
        const MatrixD cells = take(s->cells(0, s->rows(), 0, s->columns()));
        const double tolerance = 1e-6 * largestOf(cells);
        const double ofCells = worst(python::readMatrix(folder / "S.npy"), cells);
        const double ofProfile = worst(python::readMatrix(folder / "profile.npy"), profileOf(*s));
        QVERIFY2(ofCells <= tolerance, qPrintable(QStringLiteral("S differs by %1").arg(ofCells)));
        QVERIFY2(ofProfile <= tolerance, qPrintable(QStringLiteral("the profile differs by %1").arg(ofProfile)));
    }

    void codeIsShortAndSaysWhatItIs()
    {
        for (const Case& one : m_cases) {
            const std::string code = take(session::numpyCode(one.map, one.metric));
            QVERIFY2(code.starts_with("# PEScope "), code.c_str());
            QVERIFY2(code.ends_with("\n") && !code.ends_with("\n\n"), code.c_str());
            const auto lines = std::ranges::count(code, '\n');
            const std::ptrdiff_t most = one.map.difference.empty() ? 22 : 50;
            QVERIFY2(lines <= most, code.c_str());
        }
        const std::string code = take(session::numpyCode(session::shownSinusoid(sinusoid(768, 512)), Metric::Dot));
        QVERIFY2(std::ranges::count(code, '\n') <= 10, code.c_str());
        QVERIFY2(code.find("sinusoid:dim=768,length=512") != std::string::npos, code.c_str());
        auto large = opened("rotary:dim=64,length=131072");
        QVERIFY(take(session::numpyCode(large, Metric::Dot)).find("137 GB") != std::string::npos);
    }

    /// The command of a case opens the same encoding, with the metric, head and length that are shown.
    void commandsOpenTheSameSource()
    {
        for (const Case& one : m_cases) {
            const auto command = session::commandText(one.map, one.metric);
            const bool fromSource = one.map.difference.empty()
                && (!one.map.source.empty()
                    || std::holds_alternative<encoding::SinusoidSpec>(one.map.encoding.content));
            const bool stored = one.map.rows.includeUnused || !one.map.rows.leaveOut.empty();
            QCOMPARE(command.has_value(), (fromSource && !stored) || !one.map.difference.empty());
            if (!fromSource || stored)
                continue;
            const std::vector<std::string> words = python::shellWords(*command);
            QVERIFY2(words.size() >= 6, command->c_str());
            QCOMPARE(words[0], std::string("data"));
            std::map<std::string, std::string> options;
            for (std::size_t k = 2; k + 1 < words.size(); k += 2)
                options[words[k]] = words[k + 1];
            QCOMPARE(options["--what"], std::string("proximity"));
            QCOMPARE(options["-o"], std::string("S.npy"));
            ShownMap again = opened(words[1]);
            QCOMPARE(again.encoding.id, one.map.encoding.id);
            if (options.contains("--length"))
                encoding::setLength(again.encoding, std::stoll(options["--length"]));
            if (options.contains("--head"))
                again.rows.head = std::stoi(options["--head"]);
            const auto metric = proximity::metricFromName(options.contains("--metric") ? options["--metric"] : "dot");
            const auto a = proximityOf(one.map, one.metric);
            const auto b = proximityOf(again, metric.value());
            QCOMPARE(
                worst(take(a->cells(0, a->rows(), 0, a->columns())), take(b->cells(0, b->rows(), 0, b->columns()))),
                0.0);
        }
    }

    void commandsAreQuoted_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("plain") << QByteArray("model.npy");
        QTest::newRow("blank and quotes") << QByteArray("a 'b' \"c\"");
        QTest::newRow("signs of a shell") << QByteArray("$HOME `ls` \\ ; & | * ? [x] {a,b} ~ ! # (x) <y>");
        QTest::newRow("line break") << QByteArray("a\nb");
        QTest::newRow("not ASCII") << QByteArray("été 模型");
        QTest::newRow("empty") << QByteArray("");
    }

    void commandsAreQuoted()
    {
        QFETCH(QByteArray, name);
        const std::vector<std::string> words =
            python::shellWords(fmt::format("pescope x {}", session::shellText(name.toStdString())));
        QCOMPARE(words, (std::vector<std::string>{"x", name.toStdString()}));
    }

    void namesAreQuotedForPython()
    {
        QCOMPARE(session::pythonText("a\"b\\c\n模\x7F"), std::string("\"a\\\"b\\\\c\\x0a模\\x7f\""));
        QCOMPARE(session::pythonText("a\xFF\xC0\x80z"), std::string("\"a\\udcff\\udcc0\\udc80z\""));
        QCOMPARE(session::commentText("a\nb\xFF"), std::string("a b?"));
    }

    void commandsAreReadable()
    {
        QCOMPARE(take(session::commandText(opened("sinusoid:dim=64,length=32"), Metric::Cosine)),
                 std::string("pescope data sinusoid:dim=64,length=32 --what proximity --metric cosine -o S.npy"));
        QCOMPARE(take(session::commandText(session::shownSinusoid(sinusoid(64, 32)), Metric::Dot)),
                 std::string("pescope data sinusoid:dim=64,length=32 --what proximity --metric dot -o S.npy"));
        ShownMap alibi = opened("alibi:heads=8,length=16");
        alibi.rows.head = 3;
        QCOMPARE(take(session::commandText(alibi, Metric::Scaled)),
                 std::string("pescope data alibi:heads=8,length=16 --what proximity --head 3 --length 16 -o S.npy"));
    }

    void whatCannotBeWrittenSaysWhy_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<QString>("named");
        QTest::newRow("centred rotary") << 0 << "metric centred of a rotary";
        QTest::newRow("head") << 1 << "head 8 of 8";
        QTest::newRow("offsets − positions") << 2 << "a map over offsets minus a map over positions";
        QTest::newRow("other offsets") << 3 << "start at -8 and at -4";
        QTest::newRow("no source") << 4 << "was not opened from a source";
        QTest::newRow("nothing left") << 5 << "none remain";
        QTest::newRow("bad spec") << 6 << "base is 1";
    }

    void whatCannotBeWrittenSaysWhy()
    {
        QFETCH(int, which);
        QFETCH(QString, named);
        ShownMap map;
        Metric metric = Metric::Dot;
        switch (which) {
        case 0:
            map = opened("rotary:dim=8,length=4");
            metric = Metric::Centred;
            break;
        case 1:
            map = opened("alibi:heads=8");
            map.rows.head = 8;
            break;
        case 2:
            map = session::shownDifference(opened("sinusoid-relative:dim=8,max=4"), opened("sinusoid:dim=8,length=9"));
            break;
        case 3:
            map = session::shownDifference(opened("sinusoid-relative:dim=8,max=8"),
                                           opened("sinusoid-relative:dim=8,max=4"));
            break;
        case 4:
            map = opened("learned:length=4,dim=2");
            map.source.clear();
            break;
        case 5:
            map = session::shownSinusoid(sinusoid(8, 2));
            map.rows.leaveOut = {0, 1};
            break;
        default:
            map = session::shownSinusoid(sinusoid(8, 2));
            std::get<encoding::SinusoidSpec>(map.encoding.content).base = 1;
        }
        const auto code = session::numpyCode(map, metric);
        const auto command = session::commandText(map, metric);
        QVERIFY(!code.has_value());
        QVERIFY(!command.has_value());
        QVERIFY2(QString::fromStdString(code.error().message).contains(named), code.error().message.c_str());
    }

private:
    std::filesystem::path m_root;
    std::vector<Case> m_cases;
};

QTEST_APPLESS_MAIN(TestReproduce)
#include "tst_reproduce.moc"
