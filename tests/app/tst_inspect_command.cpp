// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/checkpoint/hub_test_cache.h"

#include "program.h"

#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

using program::Run;

QString data(const char* path)
{
    return QStringLiteral(PESCOPE_TEST_DATA "/") + QString::fromUtf8(path);
}

} // namespace

/// `pescope inspect` beyond a single file: the local hub cache, and --details.
class TestInspectCommand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const test::HubCache cache(m_folder.path().toStdString());
        const std::string model = data("inputs/H38-roberta").toStdString();
        const std::string commit(40, 'a');
        for (const char* name : {"model.safetensors", "config.json"})
            cache.file("org--name", commit, name, std::string("blob-") + name, test::contentOf(model + "/" + name));
        cache.ref("org--name", "main", commit);
        cache.file("half", std::string(40, 'b'), "model.safetensors", "gone", nullptr);
    }

    void aModelOfTheCacheIsASourceOfEveryCommand()
    {
        const Run run = pescope({u"inspect"_s, u"hf:org/name"_s, u"--json"_s});
        QVERIFY2(run.status == 0, run.err);
        QCOMPARE(run.parsed().at("source").get<std::string>(), std::string("hf:org/name"));
        QCOMPARE(run.parsed().at("encodings").at(0).at("first_position_row").get<int>(), 2);
        const QString fromHub = m_folder.filePath(u"hub.npy"_s);
        const QString direct = m_folder.filePath(u"direct.npy"_s);
        QCOMPARE(pescope({u"data"_s, u"hf:org/name@aaaaaaa#ape"_s, u"--what"_s, u"table"_s, u"-o"_s, fromHub}).status,
                 0);
        QCOMPARE(pescope({u"data"_s, data("inputs/H38-roberta"), u"--what"_s, u"table"_s, u"-o"_s, direct}).status, 0);
        QVERIFY(test::contentOf(fromHub.toStdString()) == test::contentOf(direct.toStdString()));
        QCOMPARE(pescope({u"properties"_s, u"hf:org/name"_s, u"--json"_s}).status, 0);
    }

    void theListOfTheCache()
    {
        const Run run = pescope({u"inspect"_s, u"hf:"_s, u"--json"_s});
        QVERIFY2(run.status == 0, run.err);
        const nlohmann::json models = run.parsed().at("models");
        QCOMPARE(models.size(), std::size_t{2});
        QCOMPARE(models.at(0).at("revisions").at(0).at("weights").get<std::string>(), std::string("incomplete"));
        QCOMPARE(models.at(0).at("revisions").at(0).at("source").get<std::string>(), std::string("hf:half@bbbbbbb"));
        QCOMPARE(models.at(1).at("revisions").at(0).at("source").get<std::string>(), std::string("hf:org/name"));
        const Run people = pescope({u"inspect"_s, u"hf:"_s});
        QCOMPARE(people.status, 0);
        QVERIFY2(people.out.contains("hf:org/name") && people.out.contains("model.safetensors is not there"),
                 people.out);
    }

    void whatIsNotThere()
    {
        for (const auto& [source, word] :
             {std::pair{u"hf:org/nam"_s, "org/name"}, std::pair{u"hf:org/name@v2"_s, "main (aaaaaaa)"},
              std::pair{u"hf:half@bbbbbbb"_s, "download of this model is incomplete"}}) {
            const Run run = pescope({u"inspect"_s, source});
            QCOMPARE(run.status, 1);
            QVERIFY(run.out.isEmpty());
            QVERIFY2(run.err.contains(word), run.err);
        }
        const Run none = program::start({u"inspect"_s, u"hf:"_s}, {{u"HF_HUB_CACHE"_s, u"/nowhere"_s}});
        QCOMPARE(none.status, 1);
        QVERIFY(none.err.contains("/nowhere"));
    }

    /// inputs/H27-nan as NumPy has it: isnan, isinf, and min, max, mean, std of the finite values in float64.
    void numbersAreThoseOfNumPy()
    {
        const Run run = pescope({u"inspect"_s, data("inputs/H27-nan/pe.npy"), u"--details"_s, u"--json"_s});
        QVERIFY2(run.status == 0, run.err);
        const nlohmann::json values = run.parsed().at("encodings").at(0).at("details").at("values");
        QCOMPARE(values.at("count").get<int>(), 40);
        QCOMPARE(values.at("nan").get<int>(), 4);
        QCOMPARE(values.at("infinite").get<int>(), 1);
        QCOMPARE(values.at("min").get<double>(), -1.953125);
        QCOMPARE(values.at("max").get<double>(), 1.96875);
        QCOMPARE(values.at("mean").get<double>(), 0.016517857142857143);
        QCOMPARE(values.at("deviation").get<double>(), 1.1640419332863312);
    }

    void details()
    {
        const Run run =
            pescope({u"inspect"_s, data("inputs/H38-roberta"), u"--details"_s, u"--tensors"_s, u"--json"_s});
        QVERIFY2(run.status == 0, run.err);
        const nlohmann::json one = run.parsed().at("encodings").at(0);
        const nlohmann::json& rows = one.at("details").at("rows");
        QCOMPARE(rows.at("stored").get<int>(), 18);
        QCOMPARE(rows.at("positions").get<int>(), 16);
        QCOMPARE(rows.at("padding").get<int>(), 2);
        QVERIFY(one.at("file").get<std::string>().ends_with("model.safetensors"));
        QVERIFY(one.at("details").at("config").at("sentence").get<std::string>().contains("2 are padding"));
        const nlohmann::json& values = one.at("details").at("values");
        QCOMPARE(values.at("count").get<int>(), 18 * 8);
        QVERIFY(run.parsed().at("tensors").at(0).at("values") == values); // read in parts, the same numbers
        const Run people = pescope({u"inspect"_s, data("inputs/H38-roberta"), u"--details"_s});
        QVERIFY2(people.out.contains("18 rows: 16 positions, 2 before position 0 (padding)"), people.out);
        QVERIFY2(people.out.contains("144 values from ") && people.out.contains("0 NaN, 0 infinite"), people.out);
        QCOMPARE(pescope({u"inspect"_s, data("inputs/H38-roberta"), u"--tensors"_s}).status, 2);
    }

private:
    [[nodiscard]] Run pescope(const QStringList& arguments) const
    {
        return program::start(arguments, {{u"HF_HUB_CACHE"_s, m_folder.path()}});
    }

    QTemporaryDir m_folder;
};

QTEST_APPLESS_MAIN(TestInspectCommand)
#include "tst_inspect_command.moc"
