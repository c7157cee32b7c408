// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using nlohmann::json;

namespace {

using program::jsonOf;
using program::Run;

Run text(const QStringList& arguments)
{
    return program::start(QStringList{u"text"_s} + arguments);
}

} // namespace

/// `pescope text --what tokens` as a user runs it, in folders with a vocabulary and no weights.
class TestTextCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QVERIFY(
            QFile::copy(QStringLiteral(PESCOPE_TEST_DATA "/tokenizer/vocab-zh-synthetic.txt"), path(u"vocab.txt"_s)));
        write(u"tokenizer_config.json"_s, R"({"do_lower_case": true, "model_max_length": 8})");
        m_model = m_folder.path();
    }

    /// Expected values of the published set zh-synthetic.
    void oneText()
    {
        const Run run = text({m_model, u"我爱自然语言处理NLP和BERT模型"_s, u"--json"_s});
        QCOMPARE(run.status, 0);
        const json got = jsonOf(run);
        QVERIFY(got.at("ids")
                == json({21, 2991, 135, 3839, 2404, 3490, 3275, 503, 1702, 4077, 1106, 4078, 2004, 3174, 22}));
        QVERIFY(got.at("tokens").at(9) == "nlp");
        QVERIFY(got.at("offsets").at(9) == json({8, 11}));
        QVERIFY(got.at("offsets").at(0) == json({0, 0}));
        QCOMPARE(got.size(), std::size_t{3});
        QVERIFY(run.err.contains("15 tokens, the model takes 8"));
    }

    void linesForPeople()
    {
        const Run run = text({m_model, u"机器学习改变了世界"_s, u"--what"_s, u"tokens"_s});
        QCOMPARE(run.status, 0);
        QCOMPARE(run.out.count('\n'), 11);
        QVERIFY(run.out.contains("机  [0, 1)\n"));
        QVERIFY(run.out.startsWith("    0      21  [CLS]\n"));
    }

    void severalTexts()
    {
        write(u"texts.json"_s, R"(["机器", "", "[MASK]ed\u0000", "\ud83d\ude00"])");
        const Run run = text({m_model, u"--texts"_s, path(u"texts.json"_s), u"--json"_s, u"--no-special"_s});
        QCOMPARE(run.status, 0);
        const json got = jsonOf(run);
        QCOMPARE(got.size(), std::size_t{4});
        QVERIFY(got.at(0).at("tokens") == json({"机", "器"}));
        QVERIFY(got.at(1).at("ids") == json::array());
        QVERIFY(got.at(2).at("tokens").at(0) == "[MASK]");
        QVERIFY(got.at(3).at("offsets") == json::array({json({0, 1})}));
    }

    /// Values of the published pairs: longest first to 12 tokens.
    void pairCut()
    {
        const Run run = text({m_model, u"a b c d e f g h i j"_s, u"--pair"_s, u"k l m n o p q r s t u v w x y z"_s,
                              u"--max-length"_s, u"12"_s, u"--json"_s});
        QCOMPARE(run.status, 0);
        const json got = jsonOf(run);
        QVERIFY(got.at("tokens") == json({"[CLS]", "a", "b", "c", "d", "[SEP]", "k", "l", "m", "n", "o", "[SEP]"}));
        QVERIFY(got.at("type_ids") == json({0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}));
        QVERIFY(
            run.err.contains("was cut: 12 of 29 tokens kept (6 of the first text's and 11 of the second's are gone)"));
    }

    void ids()
    {
        const Run run = text({m_model, u"--ids"_s, u"21,2991,22"_s, u"--types"_s, u"0,0,1"_s, u"--json"_s});
        QCOMPARE(run.status, 0);
        QVERIFY(jsonOf(run).at("tokens") == json({"[CLS]", "我", "[SEP]"}));
        QVERIFY(jsonOf(run).at("type_ids") == json({0, 0, 1}));
        const Run beyond = text({m_model, u"--ids"_s, u"21,99999"_s});
        QCOMPARE(beyond.status, 1);
        QVERIFY(beyond.err.contains("99999 (number 2"));
        QVERIFY(beyond.out.isEmpty());
    }

    /// Names of other commands, options and brackets are texts like any other.
    void oddTexts_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("tokens");
        QTest::newRow("empty") << QStringList{QString()} << 2;
        QTest::newRow("a command's name") << QStringList{u"data"_s} << 3;
        QTest::newRow("brackets") << QStringList{u"[CLS]"_s} << 3;
        QTest::newRow("brackets and commas") << QStringList{u"[机,器]"_s} << 7;
        QTest::newRow("behind --") << QStringList{u"--"_s, u"--json"_s} << 8;
    }

    void oddTexts()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, tokens);
        const Run run = text(QStringList{u"--json"_s, m_model} + arguments);
        QCOMPARE(run.status, 0);
        QCOMPARE(static_cast<int>(jsonOf(run).at("ids").size()), tokens);
    }

    void faults_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("part");
        QTest::newRow("no text") << QStringList{u"M"_s} << 2 << QByteArray("give one of TEXT, --texts and --ids");
        QTest::newRow("two texts") << QStringList{u"M"_s, u"a"_s, u"--ids"_s, u"1"_s} << 2 << QByteArray("give one of");
        QTest::newRow("pair alone") << QStringList{u"M"_s, u"--ids"_s, u"1"_s, u"--pair"_s, u"a"_s} << 2
                                    << QByteArray("--pair");
        QTest::newRow("ids") << QStringList{u"M"_s, u"--ids"_s, u"1,,2"_s} << 2 << QByteArray("no whole number");
        QTest::newRow("mask") << QStringList{u"M"_s, u"--ids"_s, u"1,2"_s, u"--mask"_s, u"1"_s} << 2
                              << QByteArray("1 numbers to 2 ids");
        QTest::newRow("what") << QStringList{u"M"_s, u"a"_s, u"--what"_s, u"x"_s} << 2 << QByteArray("--what");
        QTest::newRow("no folder") << QStringList{u"/no/such"_s, u"a"_s} << 1 << QByteArray("/no/such");
        QTest::newRow("no room") << QStringList{u"M"_s, u"a"_s, u"--max-length"_s, u"1"_s} << 1
                                 << QByteArray("2 special");
        QTest::newRow("texts missing") << QStringList{u"M"_s, u"--texts"_s, u"/no/such.json"_s} << 1
                                       << QByteArray("/no/such.json");
        QTest::newRow("surrogate") << QStringList{u"M"_s, u"--texts"_s, u"F/surrogate.json"_s} << 1
                                   << QByteArray("surrogate");
        QTest::newRow("no array") << QStringList{u"M"_s, u"--texts"_s, u"F/object.json"_s} << 1
                                  << QByteArray("holds a object");
        QTest::newRow("no string") << QStringList{u"M"_s, u"--texts"_s, u"F/numbers.json"_s} << 1
                                   << QByteArray("element 1 is a number");
    }

    void faults()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, status);
        QFETCH(QByteArray, part);
        write(u"surrogate.json"_s, R"(["a", "\ud83d"])");
        write(u"object.json"_s, "{}");
        write(u"numbers.json"_s, R"(["a", 1])");
        for (QString& argument : arguments) {
            if (argument == u"M"_s)
                argument = m_model;
            if (argument.startsWith(u"F/"_s))
                argument = path(argument.mid(2));
        }
        const Run run = text(arguments);
        QCOMPARE(run.status, status);
        QVERIFY2(run.err.contains(part), run.err.constData());
        QVERIFY(run.out.isEmpty());
    }

    void noTokeniser()
    {
        const QTemporaryDir empty;
        const Run run = text({empty.path(), u"a"_s});
        QCOMPARE(run.status, 1);
        for (const char* part : {"tokenizer.json", "vocab.txt", "vocab.json", "--ids"})
            QVERIFY2(run.err.contains(part), part);
    }

private:
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }
    void write(const QString& name, const QByteArray& content) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(content), content.size());
    }

    QTemporaryDir m_folder;
    QString m_model;
};

QTEST_APPLESS_MAIN(TestTextCommand)
#include "tst_text_command.moc"
