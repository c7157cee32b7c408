// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <cstring>
#include <memory>
#include <numbers>

using namespace Qt::StringLiterals;

namespace {

using program::jsonOf;
using program::Run;

Run pescope(const QStringList& arguments, const QMap<QString, QString>& environment = {}, const QString& folder = {})
{
    return program::start(arguments, environment, folder);
}

Run pescope(const char* line)
{
    return pescope(QString::fromUtf8(line).split(QLatin1Char(' ')));
}

QString data(const char* path)
{
    return QStringLiteral(PESCOPE_TEST_DATA "/") + QString::fromUtf8(path);
}

/// Header and values of a .npy file that PEScope wrote, read without PEScope.
struct Npy {
    QByteArray header;
    std::vector<double> values;
};

Npy readNpy(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray bytes = file.readAll();
    const int size = static_cast<unsigned char>(bytes[8]) + 256 * static_cast<unsigned char>(bytes[9]);
    Npy npy{bytes.mid(10, size), {}};
    const char* at = bytes.constData() + 10 + size;
    const char* const end = bytes.constData() + bytes.size();
    const bool wide = npy.header.contains("<f8");
    for (; at < end; at += wide ? 8 : 4) {
        double value = 0;
        float narrow = 0;
        std::memcpy(wide ? static_cast<void*>(&value) : &narrow, at, wide ? 8 : 4);
        npy.values.push_back(wide ? value : static_cast<double>(narrow));
    }
    return npy;
}

} // namespace

class TestCommandLine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_file = m_folder->filePath(QStringLiteral("x.npy"));
    }

    void lostOutputIsAnError()
    {
        QProcess process;
        process.setStandardOutputFile(QStringLiteral("/dev/full"));
        process.start(QStringLiteral(PESCOPE_PROGRAM),
                      {QStringLiteral("range"), QStringLiteral("--dim"), QStringLiteral("64")});
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(process.readAllStandardError().contains("standard output"));
    }

    void helpAndVersion()
    {
        const Run general = pescope("--help");
        QCOMPARE(general.status, 0);
        QVERIFY(general.err.isEmpty());
        for (const char* word :
             {"inspect", "data", "properties", "range", "sinusoid:dim=768", "matrix:FILE", "#ID", "Exit status"})
            QVERIFY2(general.out.contains(word), word);
        QVERIFY(!general.out.contains("lab ")); // not there yet, so not in the list
        for (const char* command : {"inspect", "data", "properties", "range"}) {
            const Run one = pescope({QString::fromLatin1(command), QStringLiteral("--help")});
            QCOMPARE(one.status, 0);
            QVERIFY2(one.out.contains("Examples:") && one.out.contains("pescope "), command);
        }
        const Run version = pescope("--version");
        QCOMPARE(version.status, 0);
        QVERIFY(version.out.startsWith("PEScope "));
    }

    void wrongUsage_data()
    {
        QTest::addColumn<QString>("line");
        for (const char* line : {"--nonsense",
                                 "inspect",
                                 "inspect a b",
                                 "range",
                                 "range --dim x",
                                 "range --dim 0",
                                 "range --first 2",
                                 "range --base 1",
                                 "range --spacing third",
                                 "range model --dim 8",
                                 "data x --what table",
                                 "data x --what nothing -o x.npy",
                                 "data x --what table -o x.txt",
                                 "data x --what table -o x.npy --metric dot",
                                 "data x --what proximity -o x.npy --metric euclid",
                                 "data x --what proximity -o x.npy --rows 3",
                                 "data x --what psi -o x.npy --rows 0:3",
                                 "data x --what table -o x.npy --length 0",
                                 "range --dim 8 --device gpu",
                                 "range --dim 8 --lang fr"})
            QTest::newRow(line) << QString::fromUtf8(line);
    }

    void wrongUsage()
    {
        QFETCH(QString, line);
        const Run run = pescope(line.split(QLatin1Char(' ')), {}, m_folder->path());
        QCOMPARE(run.status, 2);
        QVERIFY(run.out.isEmpty());
        QVERIFY(run.err.startsWith("pescope: "));
        QVERIFY(QDir(m_folder->path()).isEmpty());
    }

    void inputAtFault_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("word");
        QTest::newRow("missing") << QStringList{u"inspect"_s, u"no/such/file"_s} << u"no/such/file"_s;
        QTest::newRow("cut") << QStringList{u"inspect"_s, data("inputs/H08-st/model.safetensors")}
                             << u"model.safetensors"_s;
        QTest::newRow("spec") << QStringList{u"inspect"_s, u"sinusoid:dim=0"_s} << u"dim"_s;
        QTest::newRow("hub") << QStringList{u"inspect"_s, u"hf:a/b/c"_s} << u"hf:ORG/NAME"_s;
        QTest::newRow("text") << QStringList{u"text"_s, u"model"_s, u"a text"_s} << u"no folder"_s;
        QTest::newRow("lab") << QStringList{u"lab"_s, u"run"_s, u"plan.json"_s} << u"not there yet"_s;
        QTest::newRow("several") << QStringList{u"range"_s, data("npy-npz/tables_stored.npz")}
                                 << u"position_embeddings"_s;
        QTest::newRow("id") << QStringList{u"range"_s, data("inputs/H01-bert#nope")} << u"ape"_s;
        QTest::newRow("one row") << QStringList{u"range"_s, data("inputs/H26-one-row/pe.npy")} << u"at least 2"_s;
    }

    void inputAtFault()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, word);
        const Run run = pescope(arguments);
        QCOMPARE(run.status, 1);
        QVERIFY(run.out.isEmpty());
        QVERIFY2(run.err.startsWith("pescope: ") && run.err.contains(word.toUtf8()), run.err);
    }

    void failingDataWritesNothing_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("word");
        const QString table = data("inputs/H01-bert");
        const QString map = QStringLiteral("matrix:") + data("inputs/H20-npy/pe.npy");
        QTest::newRow("psi") << QStringList{table, u"--what"_s, u"psi"_s} << u"ψ"_s;
        QTest::newRow("omega") << QStringList{table, u"--what"_s, u"omega"_s} << u"ω"_s;
        QTest::newRow("bias") << QStringList{table, u"--what"_s, u"bias"_s} << u"bias"_s;
        QTest::newRow("map") << QStringList{map, u"--what"_s, u"table"_s} << u"table"_s;
        QTest::newRow("metric") << QStringList{map, u"--what"_s, u"proximity"_s, u"--metric"_s, u"cosine"_s}
                                << u"cosine"_s;
        QTest::newRow("rows") << QStringList{table, u"--what"_s, u"proximity"_s, u"--rows"_s, u"0:17"_s} << u"0:16"_s;
        QTest::newRow("empty") << QStringList{table, u"--what"_s, u"proximity"_s, u"--rows"_s, u"3:3"_s} << u"3:3"_s;
        QTest::newRow("length") << QStringList{table, u"--what"_s, u"table"_s, u"--length"_s, u"8"_s}
                                << u"16 positions"_s;
        QTest::newRow("memory") << QStringList{u"sinusoid:length=100000000"_s, u"--what"_s, u"proximity"_s}
                                << u"memory"_s;
    }

    void failingDataWritesNothing()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, word);
        QFile old(m_file);
        QVERIFY(old.open(QIODevice::WriteOnly));
        old.write("before");
        old.close();
        const Run run = pescope(QStringList{u"data"_s} + arguments + QStringList{u"-o"_s, m_file});
        QCOMPARE(run.status, 1);
        QVERIFY2(run.err.contains(word.toUtf8()), run.err);
        QVERIFY(old.open(QIODevice::ReadOnly));
        QCOMPARE(old.readAll(), QByteArray("before"));
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
    }

    void inspectJson()
    {
        const Run run = pescope({u"inspect"_s, data("inputs/H38-roberta"), u"--json"_s});
        QCOMPARE(run.status, 0);
        const nlohmann::json json = jsonOf(run);
        QCOMPARE(json.at("encodings").at(0).at("first_position_row").get<int>(), 2);
        QCOMPARE(json.at("tensors").size(), std::size_t{1});
        const Run people = pescope({u"inspect"_s, data("inputs/H38-roberta")});
        QVERIFY(people.out.contains("16 positions × 8 dimensions, position 0 in row 2"));
    }

    void pathsMayHoldAnyBytes()
    {
        // Qt would re-encode the argument, so a shell passes the bytes.
        QVERIFY(QFile::copy(data("inputs/H20-npy/pe.npy"), m_folder->filePath(QStringLiteral("plain.npy"))));
        QProcess shell;
        shell.setWorkingDirectory(m_folder->path());
        shell.start(QStringLiteral("/bin/sh"),
                    {QStringLiteral("-c"),
                     QStringLiteral("f=$(printf 'a\\377 é#b.npy'); mv plain.npy \"$f\"; \"$0\" inspect \"$f\" --json; "
                                    "status=$?; rm -f \"$f\"; exit $status"),
                     QStringLiteral(PESCOPE_PROGRAM)});
        QVERIFY(shell.waitForFinished());
        QCOMPARE(shell.exitCode(), 0);
        const auto json = nlohmann::json::parse(shell.readAllStandardOutput().toStdString(), nullptr, false);
        QVERIFY(!json.is_discarded());
        QCOMPARE(json.at("encodings").at(0).at("positions").get<int>(), 12);
    }

    void dataTable()
    {
        QCOMPARE(pescope({u"data"_s, data("inputs/H38-roberta"), u"--what"_s, u"table"_s, u"-o"_s, m_file}).status, 0);
        const Npy stored = readNpy(m_file);
        QVERIFY(stored.header.contains("'<f4'") && stored.header.contains("(16, 8)"));
        QCOMPARE(pescope({u"data"_s, data("inputs/H20-npy/pe.npy"), u"--what"_s, u"table"_s, u"-o"_s, m_file}).status,
                 0);
        const Npy wide = readNpy(m_file);
        QVERIFY(wide.header.contains("'<f8'") && wide.header.contains("(12, 6)"));
        QCOMPARE(wide.values[0], -0.15625);
        QCOMPARE(wide.values[5], -0.296875);
        QCOMPARE(
            pescope({u"data"_s, u"sinusoid:dim=7"_s, u"--length"_s, u"5"_s, u"--what"_s, u"table"_s, u"-o"_s, m_file})
                .status,
            0);
        QVERIFY(readNpy(m_file).header.contains("'<f8'") && readNpy(m_file).header.contains("(5, 7)"));
    }

    void dataProximity()
    {
        QCOMPARE(pescope({u"data"_s, data("inputs/H01-bert"), u"--what"_s, u"proximity"_s, u"--rows"_s, u"1:2"_s,
                          u"--cols"_s, u":2"_s, u"-o"_s, m_file})
                     .status,
                 0);
        const Npy part = readNpy(m_file);
        QVERIFY(part.header.contains("(1, 2)"));
        QCOMPARE(part.values[0], -0.26171875); // inputs/index.json
        QCOMPARE(
            pescope({u"data"_s, u"sinusoid:dim=8,length=40"_s, u"--what"_s, u"proximity"_s, u"-o"_s, m_file}).status,
            0);
        const Npy all = readNpy(m_file);
        QVERIFY(std::abs(all.values[40 * 7 + 2] - (std::cos(5.0) + std::cos(0.5) + std::cos(0.05) + std::cos(0.005)))
                < 1e-12);
    }

    void dataCurves()
    {
        const QString csv = m_folder->filePath(QStringLiteral("x.csv"));
        QCOMPARE(pescope({u"data"_s, data("inputs/H01-bert"), u"--what"_s, u"profile"_s, u"-o"_s, csv}).status, 0);
        QFile file(csv);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
        QCOMPARE(lines.size(), 1 + 31);
        QCOMPARE(lines[0], QByteArray("m,mean,count"));
        QVERIFY(lines[1].startsWith("-15,") && lines[1].endsWith(",1"));
        QVERIFY(lines[16].startsWith("0,") && lines[16].endsWith(",16"));

        QCOMPARE(pescope({u"data"_s, data("inputs/H43-sinusoid/halves.npy"), u"--what"_s, u"psi"_s, u"--length"_s,
                          u"100"_s, u"-o"_s, m_file})
                     .status,
                 0);
        const Npy psi = readNpy(m_file);
        QVERIFY(psi.header.contains("(100, 2)"));
        QVERIFY(std::abs(psi.values[2 * 5 + 1] - 3.159982507774607) < 1e-5); // inputs/index.json
        QCOMPARE(pescope({u"data"_s, u"sinusoid:dim=8,scale=0.5"_s, u"--what"_s, u"omega"_s, u"-o"_s, m_file}).status,
                 0);
        const Npy omega = readNpy(m_file);
        QVERIFY(omega.header.contains("(4,)"));
        QCOMPARE(omega.values[0], 0.5);
        QVERIFY(std::abs(omega.values[3] - 0.0005) < 1e-18);
    }

    void dataBias()
    {
        const QString map = QStringLiteral("matrix:") + data("inputs/H20-npy/pe.npy");
        QCOMPARE(pescope({u"data"_s, map, u"--what"_s, u"bias"_s, u"-o"_s, m_file}).status, 0);
        QVERIFY(readNpy(m_file).header.contains("(1, 12, 6)"));
    }

    void rangeOfParameters()
    {
        const Run run = pescope("range --dim 768 --base 10000 --first 0 --json");
        QCOMPARE(run.status, 0);
        const nlohmann::json json = jsonOf(run);
        QVERIFY(std::abs(json.at("continuous").at("m").get<double>() - 6.16574084923416) < 1e-12);
        QCOMPARE(json.at("integer").get<int>(), 43);
        QCOMPARE(json.at("tolerance").at("m").get<int>(), 74);
        QCOMPARE(json.at("tolerance").at("epsilon").get<double>(), 1e-4);
        QVERIFY(json.contains("searched_to"));
        QCOMPARE(json.at("spacing").get<std::string>(), std::string("half"));
        const Run people = pescope("range --dim 768 --first 1");
        for (const char* word : {"6.31541557333", "(certified)", "44", "76"})
            QVERIFY2(people.out.contains(word), people.out);
        QCOMPARE(jsonOf(pescope("range sinusoid:dim=768 --json")).at("integer").get<int>(), 43);
    }

    void rangeOfSources()
    {
        // A stored sinusoid: from the fitted ω, not from the rounded table.
        const nlohmann::json stored =
            jsonOf(pescope({u"range"_s, data("inputs/H43-sinusoid/halves.npy"), u"--json"_s}));
        QVERIFY(std::abs(stored.at("continuous").at("m").get<double>() - 3.1731196932385997) < 1e-4);
        QCOMPARE(stored.at("base").get<double>(), 10000.0);
        // A single frequency falls up to π/ω exactly.
        const nlohmann::json free = jsonOf(pescope({u"range"_s, u"sinusoid:omega=[0.1]"_s, u"--json"_s}));
        QVERIFY(std::abs(free.at("continuous").at("m").get<double>() - 10.0 * std::numbers::pi) < 1e-12);
        QVERIFY(free.at("base").is_null());
        // Any other table: its mean profile.
        const nlohmann::json table = jsonOf(pescope({u"range"_s, data("inputs/H01-bert"), u"--json"_s}));
        QVERIFY(table.at("continuous").is_null());
        for (const char* key : {"p10", "median", "p90", "share_censored"})
            QVERIFY2(table.at("per_row").at(key).is_number(), key);
        QCOMPARE(table.at("dim").get<int>(), 8);
    }

    void verboseNamesWhatComputed()
    {
        const Run run = pescope(
            {u"data"_s, u"sinusoid:dim=8,length=9"_s, u"--what"_s, u"proximity"_s, u"-o"_s, m_file, u"--verbose"_s});
        QCOMPARE(run.status, 0);
        QVERIFY(run.out.isEmpty());
        QVERIFY(run.err.contains("closed form") && run.err.contains(" ms"));
    }

    void rangeAndInspectMapNoLibTorch()
    {
        for (const QStringList& line :
             {QStringList{u"range"_s, u"--dim"_s, u"768"_s}, QStringList{u"range"_s, data("inputs/H01-bert")},
              QStringList{u"inspect"_s, data("inputs/H01-bert")}, QStringList{u"--help"_s}}) {
            const Run run = pescope(line, {{QStringLiteral("LD_DEBUG"), QStringLiteral("files")}});
            QCOMPARE(run.status, 0);
            QVERIFY(run.err.contains("libstdc++")); // the loader does speak
            QVERIFY2(!run.err.contains("libtorch") && !run.err.contains("libc10"),
                     qPrintable(line.join(QLatin1Char(' '))));
        }
    }

    void diagnosticsGoOnWithoutTheModule()
    {
        const Run run = pescope({u"--diagnostics"_s}, {{u"PESCOPE_TORCH_MODULE"_s, u"/no/such/module.so"_s}});
        QCOMPARE(run.status, 0);
        QVERIFY(run.out.contains("GFLOP/s") && run.out.contains("worker threads"));
        QVERIFY(run.out.contains("not loaded") && run.err.contains("/no/such/module.so"));
    }

    void withoutDisplayOrSubcommand()
    {
        const Run run = pescope(QStringList{});
        QVERIFY(run.status == 1 || run.status == 2); // no display, or a build without the window
        QVERIFY(run.out.isEmpty());
        QVERIFY(run.err.contains("pescope inspect"));
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_file;
};

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_command_line.moc"
