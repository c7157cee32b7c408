// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/container.h"
#include "core/tables/dtype.h"

#include "program.h"
#include "support/random_bert.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace Qt::StringLiterals;
using namespace pescope;
using nlohmann::json;

namespace {

using program::Run;

Run text(const QStringList& arguments)
{
    return program::start(QStringList{u"text"_s} + arguments);
}

struct Array {
    std::vector<std::int64_t> shape;
    std::vector<double> values;
};

/// An array of an .npz, or the one of an .npy.
Array arrayOf(const QString& file, const std::string& name = {})
{
    const auto container = checkpoint::openContainer(file.toStdString());
    if (!container)
        throw std::runtime_error(describe(container.error()));
    const auto& tensors = (*container)->tensors();
    for (std::size_t k = 0; k < tensors.size(); ++k)
        if (name.empty() || tensors[k].name == name) {
            const auto bytes = (*container)->read(k);
            return {tensors[k].shape, *tables::toDouble(bytes->bytes, bytes->dtype)};
        }
    throw std::runtime_error("no array " + name);
}

double largestDifference(const Array& a, const Array& b)
{
    if (a.shape != b.shape)
        return std::numeric_limits<double>::infinity();
    double most = 0;
    for (std::size_t k = 0; k < a.values.size(); ++k)
        most = std::max(most, std::abs(a.values[k] - b.values[k]));
    return most;
}

QString listOf(const Array& numbers)
{
    QStringList list;
    for (const double number : numbers.values)
        list << QString::number(number, 'f', 0);
    return list.join(u',');
}

} // namespace

/// `pescope text` with weights, as a user runs it.
class TestTextModels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        m_chinese = m_folder.filePath(u"chinese"_s);
        random_bert::write(m_chinese.toStdString(), PESCOPE_TEST_DATA "/tokenizer/vocab-zh-synthetic.txt");
    }

    /// The reference implementation's states and attention, and those of a forward pass in NumPy with exchanged
    /// positions (tests/data/encoder/make_exchanged.py).
    void agreesWithTheReference_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("array");
        const QString own = u"bert-tiny-safetensors.npz hidden_states"_s;
        QTest::newRow("hidden") << QStringList{u"--what"_s, u"hidden"_s} << own;
        QTest::newRow("attention") << QStringList{u"--what"_s, u"attention"_s}
                                   << u"bert-tiny-safetensors.npz attentions"_s;
        const auto exchanged = [&](const char* name, const QString& positions, const QStringList& more,
                                   const QString& array) {
            QTest::newRow(name) << QStringList{u"--what"_s, u"hidden"_s, u"--positions"_s, positions} + more << array;
        };
        exchanged("its own table", model() + u"#ape"_s, {}, own);
        exchanged("none", u"none"_s, {}, u"exchanged.npz tiny.none"_s);
        exchanged("shuffled", u"shuffled"_s, {u"--seed"_s, u"7"_s}, u"exchanged.npz tiny.shuffled"_s);
        exchanged("sinusoid", u"sinusoid:dim=32"_s, {}, u"exchanged.npz tiny.sinusoid_matched"_s);
        exchanged("sinusoid as it is", u"sinusoid:dim=32"_s, {u"--match-norm"_s, u"no"_s},
                  u"exchanged.npz tiny.sinusoid_as_is"_s);
    }

    void agreesWithTheReference()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QString, array);
        const QString data = QStringLiteral(PESCOPE_TEST_DATA "/encoder/");
        const QString given = data + u"bert-tiny-safetensors.npz"_s;
        const QString out = m_folder.filePath(u"out.npy"_s);
        const Run run = text(QStringList{model(), u"--ids"_s, listOf(arrayOf(given, "input_ids")), u"--types"_s,
                                         listOf(arrayOf(given, "token_type_ids")), u"-o"_s, out}
                             + arguments);
        QVERIFY2(run.status == 0, run.err.constData());
        const Array want = arrayOf(data + array.section(u' ', 0, 0), array.section(u' ', 1).toStdString());
        QVERIFY(largestDifference(arrayOf(out), want) < 1e-4);
    }

    void chineseBert()
    {
        const QString sentence = u"机器学习改变了世界"_s;
        const json hidden = jsonOf(text({m_chinese, sentence, u"--what"_s, u"hidden"_s, u"--json"_s}));
        QVERIFY(hidden.at("shape") == json({4, 11, 32}));
        const json one =
            jsonOf(text({m_chinese, sentence, u"--what"_s, u"hidden"_s, u"--json"_s, u"--layer"_s, u"3"_s}));
        QVERIFY(one.at("shape") == json({11, 32}));
        const std::size_t size = std::size_t{11} * 32;
        for (std::size_t k = 0; k < size; ++k)
            QVERIFY(one.at("values").at(k) == hidden.at("values").at(3 * size + k));
        const json maps = jsonOf(text({m_chinese, sentence, u"--what"_s, u"attention"_s, u"--json"_s}));
        QVERIFY(maps.at("shape") == json({3, 4, 11, 11}));
        const json map = jsonOf(text({m_chinese, sentence, u"--what"_s, u"attention"_s, u"--json"_s, u"--layer"_s,
                                      u"2"_s, u"--head"_s, u"1"_s}));
        QVERIFY(map.at("shape") == json({11, 11}));
        for (std::size_t row = 0; row < 11; ++row) {
            double sum = 0;
            for (std::size_t column = 0; column < 11; ++column) {
                QVERIFY(map.at("values").at(row * 11 + column) == maps.at("values").at((5 * 11 + row) * 11 + column));
                sum += map.at("values").at(row * 11 + column).get<double>();
            }
            QVERIFY(std::abs(sum - 1) < 1e-5);
        }
    }

    /// Without positions, texts of one word attend evenly, and the mean over words is even as well.
    void identicalWords()
    {
        const json even = jsonOf(text({m_chinese, u"--what"_s, u"identical"_s, u"--tokens"_s, u"8"_s, u"--words"_s,
                                       u"5"_s, u"--no-special"_s, u"--positions"_s, u"none"_s, u"--json"_s}));
        QVERIFY(even.at("shape") == json({3, 4, 8, 8}));
        for (const json& weight : even.at("values"))
            QVERIFY(std::abs(weight.get<double>() - 0.125) < 1e-6);
        const auto trained = [&](const char* seed) {
            return jsonOf(text({m_chinese, u"--what"_s, u"identical"_s, u"--tokens"_s, u"8"_s, u"--words"_s, u"5"_s,
                                u"--seed"_s, QString::fromLatin1(seed), u"--json"_s}));
        };
        QVERIFY(trained("1") == trained("1"));
        QVERIFY(trained("1") != trained("2"));
        QVERIFY(trained("1") != even);
    }

    void saysWhatWasExchanged()
    {
        const Run run = text({m_chinese, u"机器"_s, u"--what"_s, u"hidden"_s, u"--positions"_s, u"sinusoid:dim=32"_s});
        QCOMPARE(run.status, 0);
        QVERIFY(run.err.contains("was multiplied by"));
        QVERIFY(run.err.contains("dependence, not quality"));
        const Run asItIs = text({m_chinese, u"机器"_s, u"--what"_s, u"hidden"_s, u"--positions"_s, u"sinusoid:dim=32"_s,
                                 u"--match-norm"_s, u"no"_s});
        QCOMPARE(asItIs.status, 0);
        QVERIFY(!asItIs.err.contains("was multiplied by"));
        QVERIFY(asItIs.out != run.out);
    }

    void faults_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("part");
        const QStringList hidden{u"--what"_s, u"hidden"_s, u"机器"_s};
        const QStringList identical{u"--what"_s, u"identical"_s};
        QTest::newRow("layer") << hidden + QStringList{u"--layer"_s, u"4"_s} << 1 << QByteArray("0 for the embedding");
        QTest::newRow("no map of layer 0") << QStringList{u"--what"_s, u"attention"_s, u"机"_s, u"--layer"_s, u"0"_s}
                                           << 1 << QByteArray("from 1 to 3");
        QTest::newRow("head") << QStringList{u"--what"_s, u"attention"_s, u"机"_s, u"--head"_s, u"4"_s} << 1
                              << QByteArray("from 0 to 3");
        QTest::newRow("head of hidden") << hidden + QStringList{u"--head"_s, u"1"_s} << 2 << QByteArray("--head");
        QTest::newRow("width") << hidden + QStringList{u"--positions"_s, u"sinusoid:dim=64"_s} << 1
                               << QByteArray("dim 32");
        QTest::newRow("biases") << hidden + QStringList{u"--positions"_s, u"alibi:heads=4"_s} << 1
                                << QByteArray("sinusoid");
        QTest::newRow("norm alone") << hidden + QStringList{u"--match-norm"_s, u"no"_s} << 2
                                    << QByteArray("--positions");
        QTest::newRow("extension") << hidden + QStringList{u"-o"_s, u"x.txt"_s} << 2 << QByteArray(".npy");
        QTest::newRow("too long") << QStringList{u"--what"_s, u"hidden"_s, QString(100, u'机')} << 1
                                  << QByteArray("--max-length 64");
        QTest::newRow("ids beyond") << QStringList{u"--what"_s, u"hidden"_s, u"--ids"_s, u"1,99999"_s} << 1
                                    << QByteArray("number 2");
        QTest::newRow("no length") << identical << 2 << QByteArray("--tokens");
        QTest::newRow("a text") << identical + QStringList{u"机"_s, u"--tokens"_s, u"8"_s} << 2 << QByteArray("TEXT");
        QTest::newRow("two tokens") << identical + QStringList{u"--word"_s, u"机器"_s, u"--tokens"_s, u"8"_s} << 1
                                    << QByteArray("2 tokens");
    }

    void faults()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const int, status);
        QFETCH(const QByteArray, part);
        const Run run = text(QStringList{m_chinese} + arguments);
        QVERIFY2(run.err.contains(part), run.err.constData());
        QCOMPARE(run.status, status);
        QVERIFY(run.out.isEmpty());
    }

    /// Weights that cannot be used are named.
    void brokenModels()
    {
        const QString folder = m_folder.filePath(u"broken"_s);
        random_bert::write(folder.toStdString(), PESCOPE_TEST_DATA "/tokenizer/vocab-zh-synthetic.txt");
        QVERIFY(QFile::remove(folder + u"/vocab.txt"_s));
        const Run noVocabulary = text({folder, u"机器"_s, u"--what"_s, u"hidden"_s});
        QCOMPARE(noVocabulary.status, 1);
        QVERIFY(noVocabulary.err.contains("vocab.txt") && noVocabulary.err.contains("--ids"));
        QCOMPARE(text({folder, u"--ids"_s, u"1,2"_s, u"--what"_s, u"hidden"_s}).status, 0);

        QVERIFY(
            QFile::copy(QStringLiteral(PESCOPE_TEST_DATA "/tokenizer/vocab-en-uncased.txt"), folder + u"/vocab.txt"_s));
        const Run otherVocabulary = text({folder, u"world"_s, u"--what"_s, u"hidden"_s});
        QVERIFY2(otherVocabulary.err.contains("may not belong together"), otherVocabulary.err.constData());

        QFile config(folder + u"/config.json"_s);
        QVERIFY(config.open(QIODevice::ReadOnly));
        json changed = json::parse(config.readAll().toStdString());
        config.close();
        changed["num_hidden_layers"] = 4;
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write(QByteArray::fromStdString(changed.dump()));
        config.close();
        const Run missing = text({folder, u"--ids"_s, u"1,2"_s, u"--what"_s, u"hidden"_s});
        QCOMPARE(missing.status, 1);
        QVERIFY2(missing.err.contains("encoder.layer.3"), missing.err.constData());
    }

private:
    [[nodiscard]] static QString model() { return QStringLiteral(PESCOPE_TEST_DATA "/oracle/bert-tiny-safetensors"); }
    static json jsonOf(const Run& run)
    {
        if (run.status != 0)
            qWarning("%s", run.err.constData());
        return json::parse(run.out.toStdString(), nullptr, false);
    }

    QTemporaryDir m_folder;
    QString m_chinese;
};

QTEST_APPLESS_MAIN(TestTextModels)
#include "tst_text_models.moc"
