// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor read as a person says: transposed, from another row on, as a grid, as vectors by offset.
#include "core/encoding/open_as.h"
#include "core/encoding/resolve.h"

#include <nlohmann/json.hpp>

#include <QTest>

using namespace pescope;
using namespace pescope::encoding;

namespace {

const std::string kTable = "learned:length=10,dim=4,seed=3";

Encoding resolved(const std::string& text)
{
    auto encoding = resolveOne(text);
    if (!encoding) {
        qWarning("%s", describe(encoding.error()).c_str());
        throw std::runtime_error(text);
    }
    return *std::move(encoding);
}

const StoredTable& tableOf(const Encoding& encoding)
{
    return std::get<StoredTable>(encoding.content);
}

} // namespace

class TestOpenAs : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void textReadsBackEqual()
    {
        OpenAs as;
        as.transpose = true;
        as.offset = 2;
        as.positions = 5;
        as.grid = {2, 2};
        as.prefix = 1;
        const std::string text = specText(as);
        QCOMPARE(text, std::string("as:transpose=yes,offset=2,positions=5,grid=2x2,prefix=1:"));
        const auto read = parseOpenAs(text + "model#ape");
        QVERIFY(read);
        QVERIFY(read->as == as);
        QCOMPARE(read->source, std::string("model#ape"));
        QVERIFY(!parseOpenAs("model")->as);
        QCOMPARE(specText(OpenAs{}), std::string());
        const SourceText parts = parseSource("whatif:shuffle=1:as:offset=1:model#ape");
        QCOMPARE(parts.spec, std::string("whatif:shuffle=1:as:offset=1:model"));
        QCOMPARE(parts.id, std::string("ape"));
        QVERIFY(parseSource("as:offset=1:learned:length=4,dim=2").builtIn());
    }

    /// Any tensor with two axes opens by itself where it is named, whether a rule knows it or not.
    void aTensorByName()
    {
        const std::string model = PESCOPE_TEST_DATA "/oracle/bert-tiny-safetensors";
        for (const char* name : {"embeddings.position_embeddings.weight", "embeddings.word_embeddings.weight"}) {
            const auto source = resolve("as:tensor=" + std::string(name) + ",offset=2:" + model);
            QVERIFY2(source.has_value(), source ? "" : describe(source.error()).c_str());
            QCOMPARE(source->encodings.size(), std::size_t{1});
            QCOMPARE(source->encodings[0].tensor, std::string(name));
            QVERIFY(source->encodings[0].usedByModel);
            QCOMPARE(*source->encodings[0].firstPositionRow, tables::Index{2});
        }
        QVERIFY(!resolve("as:tensor=nothing:" + model));
    }

    /// The rule of the family that is said takes the place of the config's: RoBERTa's positions begin at row 2, BERT's
    /// at row 0; GPT-J turns neighbouring columns, GPT-NeoX those half a head apart.
    void aFamilyByHand()
    {
        const std::string roberta = PESCOPE_TEST_DATA "/oracle/roberta-sharded-safetensors";
        const Encoding found = resolved(roberta), asBert = resolved("as:family=bert:" + roberta);
        QCOMPARE(*found.firstPositionRow, tables::Index{2});
        QCOMPARE(*asBert.firstPositionRow, tables::Index{0});
        QCOMPARE(*asBert.positions, *found.positions + 2);
        QCOMPARE(asBert.family, std::string("bert"));
        QCOMPARE(asBert.notes.front(), std::string("read by hand as family=bert"));
        const std::string tensor = "tensor=" + found.tensor;
        QCOMPARE(*resolved("as:" + tensor + ",family=bert:" + roberta).firstPositionRow, tables::Index{0});
        QCOMPARE(*resolved("as:" + tensor + ",family=bert,offset=5:" + roberta).firstPositionRow, tables::Index{5});

        const std::string neox = PESCOPE_TEST_DATA "/oracle/gpt-neox-partial";
        const auto pairing = [](const Encoding& encoding) { return std::get<RotarySpec>(encoding.content).pairing; };
        QVERIFY(pairing(resolved(neox)) == Pairing::HalfSplit);
        QVERIFY(pairing(resolved("as:family=gptj:" + neox)) == Pairing::Interleaved);

        QCOMPARE(parseOpenAs("as:family=roberta:model")->as->family, std::string("roberta"));
        const auto unknown = resolveOne("as:family=robert:" + roberta);
        QVERIFY(!unknown);
        QVERIFY(unknown.error().hint.find("roberta, ") != std::string::npos);
        QVERIFY(!resolveOne("as:family=bert:" + kTable)); // a table by itself has none
    }

    void rowsFromAnotherOneOn()
    {
        const Encoding plain = resolved(kTable);
        const Encoding shifted = resolved("as:offset=2:" + kTable);
        QCOMPARE(*shifted.positions, tables::Index{8});
        QCOMPARE(*shifted.firstPositionRow, tables::Index{2});
        QVERIFY(tableOf(shifted).positionRows() == tableOf(plain).rows->bottomRows(8));
        QCOMPARE(tableOf(resolved("as:offset=2,positions=3:" + kTable)).positions, tables::Index{3});
        QVERIFY(shifted.notes.front().find("by hand") != std::string::npos);
        // a what-if is of what was read so
        QCOMPARE(*resolved("whatif:without-first:as:offset=2:" + kTable).positions, tables::Index{7});
    }

    void transposed()
    {
        const Encoding turned = resolved("as:transpose=yes:" + kTable);
        QVERIFY(*tableOf(turned).rows == tableOf(resolved(kTable)).rows->transpose());
        QCOMPARE(*turned.positions, tables::Index{4});
        QCOMPARE(*turned.dim, tables::Index{10});
        QCOMPARE(turned.shape, (std::vector<std::int64_t>{4, 10}));
    }

    void asAGrid()
    {
        const Encoding grid = resolved("as:grid=3x3,prefix=1:" + kTable);
        QVERIFY(grid.parameters->at("grid") == (nlohmann::json{3, 3}));
        QVERIFY(grid.parameters->at("prefix_tokens") == 1);
        const auto wrong = resolveOne("as:grid=2x3,prefix=1:" + kTable);
        QVERIFY(!wrong);
        QVERIFY(wrong.error().code == ErrorCode::Shape);
        QVERIFY(wrong.error().message.find("7 positions") != std::string::npos);
    }

    void asVectorsByOffset()
    {
        const std::string odd = "learned:length=7,dim=4,seed=3";
        const Encoding relative = resolved("as:kind=relative:" + odd);
        QVERIFY(relative.kind == Kind::Relative);
        QCOMPARE(*relative.positions, tables::Index{7});
        QCOMPARE(relative.id, std::string("relative"));
        QVERIFY(relative.formula.text().find("P_{i−j}") != std::string::npos); // it is not added to the words
        const auto& table = std::get<RelativeTable>(relative.content);
        QCOMPARE(table.firstOffset, tables::Index{-3});
        QCOMPARE(table.lastOffset(), tables::Index{3});
        QVERIFY(table.rows->row(table.storedRow(-3)) == tableOf(resolved(odd)).rows->row(0));
        const Encoding other = resolved("as:kind=relative,sign=key-query:" + odd);
        const auto& turned = std::get<RelativeTable>(other.content);
        QCOMPARE(turned.firstOffset, tables::Index{3});
        QVERIFY(turned.rows->row(turned.storedRow(-3)) == tableOf(resolved(odd)).rows->row(6));
        QVERIFY(other.parameters->at("sign") == "key-query");
        QVERIFY(!resolveOne("as:kind=relative:" + kTable)); // ten rows: none is the middle
        QCOMPARE(std::get<RelativeTable>(resolved("as:kind=relative,offset=-4:" + kTable).content).lastOffset(),
                 tables::Index{5});
    }

    void whatCannotBeIsSaid_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("part");
        const QString table = QString::fromStdString(kTable);
        QTest::newRow("row that is not there") << QStringLiteral("as:offset=10:") + table << QStringLiteral("10 rows");
        QTest::newRow("too many positions")
            << QStringLiteral("as:offset=8,positions=3:") + table << QStringLiteral("2 rows from row 8");
        QTest::newRow("unknown key") << QStringLiteral("as:shift=1:") + table << QStringLiteral("shift");
        QTest::newRow("no grid") << QStringLiteral("as:grid=14:") + table << QStringLiteral("grid=14");
        QTest::newRow("negative row") << QStringLiteral("as:offset=-1:") + table << QStringLiteral("offset");
        QTest::newRow("sign of a table") << QStringLiteral("as:sign=key-query:") + table << QStringLiteral("sign");
        QTest::newRow("grid of offsets") << QStringLiteral("as:kind=relative,grid=2x2:") + table
                                         << QStringLiteral("grid");
        QTest::newRow("no source") << QStringLiteral("as:offset=1") << QStringLiteral("names no source");
        QTest::newRow("a formula") << QStringLiteral("as:offset=1:alibi:heads=4,length=8")
                                   << QStringLiteral("no stored");
    }
    void whatCannotBeIsSaid()
    {
        QFETCH(QString, text);
        QFETCH(QString, part);
        const auto wrong = resolveOne(text.toStdString());
        QVERIFY(!wrong);
        QVERIFY2(QString::fromStdString(describe(wrong.error())).contains(part), describe(wrong.error()).c_str());
    }
};

QTEST_APPLESS_MAIN(TestOpenAs)
#include "tst_open_as.moc"
