// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/resolve.h"
#include "tests/core/encoding/sources_support.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace pescope;
using namespace pescope::encoding;
using sources::biasMap;
using sources::data;
using sources::expected;
using sources::ids;
using sources::largestDifference;
using sources::mentions;
using sources::parameter;
using tables::Index;
using tables::MatrixD;

class TestRelativeSources : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void relativeKeyTables_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("formula");
        QTest::newRow("key") << QStringLiteral("bert-relative-key")
                             << QStringLiteral("s_{ij} = (q_i·k_j + [q_i·P_{i−j}]) / √d");
        QTest::newRow("key and query") << QStringLiteral("bert-relative-key-query-prefix")
                                       << QStringLiteral("s_{ij} = (q_i·k_j + [q_i·P_{i−j} + k_j·P_{i−j}]) / √d");
    }

    void relativeKeyTables()
    {
        QFETCH(QString, name);
        QFETCH(QString, formula);
        const std::string folder = data("oracle/" + name.toStdString());
        const auto source = resolve(folder);
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(ids(*source), std::string("layer0.relative_key layer1.relative_key ape!"));
        const sources::Array want = expected(folder, "distance_embedding");
        for (int layer = 0; layer < 2; ++layer) {
            const Encoding& one = source->encodings[static_cast<std::size_t>(layer)];
            QCOMPARE(one.kind, Kind::Relative);
            QCOMPARE(one.layer, std::optional(layer));
            QCOMPARE(one.shape, (std::vector<std::int64_t>{39, 8}));
            QCOMPARE(one.positions, std::optional<Index>(39));
            QCOMPARE(one.dim, std::optional<Index>(8));
            QVERIFY(parameter(one, "offsets") == nlohmann::json({-19, 19}));
            QVERIFY(parameter(one, "sign") == "query-key");
            QCOMPARE(QString::fromStdString(one.formula.text()), formula);
            const auto& table = std::get<RelativeTable>(one.content);
            QCOMPARE(*table.rows, want.matrix(layer));
            QCOMPARE(table.lowestOffset(), Index{-19});
            QCOMPARE(table.lastOffset(), Index{19});
        }
        QVERIFY(mentions(source->encodings[2].notes, {"not used by this model", "position_embedding_type"}));
        QVERIFY(source->encodings[2].formula.lines.empty());
        QVERIFY(source->warnings.empty());
    }

    /// Which stored row a pair of positions uses, as the reference looks it up.
    void relativeKeyRowsOfPairs()
    {
        const std::string folder = data("oracle/bert-relative-key");
        const auto source = resolve(folder);
        const auto& table = std::get<RelativeTable>(source->encodings.front().content);
        const MatrixD rows = expected(folder, "rel_index").matrix();
        for (Index i = 0; i < rows.rows(); ++i)
            for (Index j = 0; j < rows.cols(); ++j)
                QCOMPARE(static_cast<double>(table.storedRow(i - j)), rows(i, j));
    }

    void storedOrderTheOtherWay()
    {
        RelativeTable table;
        table.rows = std::make_shared<const MatrixD>(MatrixD::Zero(5, 1));
        table.firstOffset = 3;
        table.ascending = false;
        QCOMPARE(table.lastOffset(), Index{-1});
        QCOMPARE(table.lowestOffset(), Index{-1});
        QCOMPARE(table.storedRow(-1), Index{4});
        QCOMPARE(table.storedRow(3), Index{0});
    }

    void oddTables()
    {
        QTemporaryDir temporary;
        const std::string folder = temporary.filePath(QStringLiteral("m")).toStdString();
        const std::string name = "bert.encoder.layer.3.attention.self.distance_embedding.weight";
        sources::writeModel(folder, {{name, {14, 2}, {}}}, {{"model_type", "bert"}});
        const auto even = resolve(folder);
        QVERIFY(!even);
        QVERIFY(mentions({describe(even.error())}, {"distance_embedding", "14 rows", "even"}));
        // without a config the name alone tells
        sources::writeModel(folder, {{name, {15, 2}, {}}}, nullptr);
        std::filesystem::remove(folder + "/config.json");
        const auto bare = resolve(folder);
        QVERIFY(bare);
        QCOMPARE(ids(*bare), std::string("layer3.relative_key"));
        QVERIFY(mentions(bare->encodings.front().notes, {"by the name of the tensor alone", "relative_key"}));
        // a table beside “absolute” is not used; a P that does not fit is said with both numbers
        sources::writeModel(
            folder, {{name, {15, 2}, {}}, {"bert.embeddings.position_embeddings.weight", {9, 4}, {}}},
            {{"model_type", "bert"}, {"position_embedding_type", "absolute"}, {"max_position_embeddings", 9}});
        const auto unused = resolve(folder);
        QVERIFY(unused);
        QCOMPARE(ids(*unused), std::string("ape layer3.relative_key!"));
        QVERIFY(mentions(unused->encodings[1].notes, {"max_position_embeddings 9", "15 rows of 8"}));
    }

    void bucketsOfTheReference()
    {
        const std::string folder = data("oracle/t5-fp32");
        const auto source = resolve(folder);
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(ids(*source), std::string("encoder.bias decoder.bias"));
        for (const Encoding& one : source->encodings) {
            const std::string stack = one.id.substr(0, 7);
            QCOMPARE(one.kind, Kind::Bias);
            QCOMPARE(one.heads, std::optional(4));
            QVERIFY(!one.layer);
            QCOMPARE(one.tensor, stack + ".block.0.layer.0.SelfAttention.relative_attention_bias.weight");
            QVERIFY(parameter(one, "buckets") == 32 && parameter(one, "max_distance") == 128);
            QVERIFY(parameter(one, "sign") == "key-query");
            QVERIFY(mentions(one.notes, {"key − query", "turned", "query − key"}));
            QCOMPARE(one.formula.text(), std::string("s_{ij} = q_i·k_j + [b_h(i−j)]")); // no √d in T5
            const auto& table = std::get<BucketTable>(std::get<LogitBias>(one.content).rule);
            const MatrixD buckets = expected(folder, stack + "_bucket").matrix();
            for (Index i = 0; i < buckets.rows(); ++i)
                for (Index j = 0; j < buckets.cols(); ++j)
                    QCOMPARE(static_cast<double>(bucketOf(table, i - j)), buckets(i, j));
            const sources::Array bias = expected(folder, stack + "_position_bias");
            for (int h = 0; h < 4; ++h)
                QVERIFY(largestDifference(biasMap(one, h, 36), bias.matrix(h)) < 1e-7);
        }
    }

    void bucketsFarAway()
    {
        BucketTable table;
        table.values = std::make_shared<const MatrixD>(MatrixD::Zero(32, 1));
        // bucket of key − query by the reference: 37 → 28, −37 → 12, 300 → 31, −300 → 15
        for (const auto& [keyMinusQuery, bucket] : std::vector<std::pair<Index, Index>>{
                 {0, 0}, {5, 21}, {-5, 5}, {37, 28}, {-37, 12}, {300, 31}, {-300, 15}, {1 << 30, 31}})
            QCOMPARE(bucketOf(table, -keyMinusQuery), bucket);
        table.bidirectional = false;
        QCOMPARE(bucketOf(table, -7), Index{0}); // keys after the query
        QCOMPARE(bucketOf(table, 15), Index{15});
        QCOMPARE(bucketOf(table, 1 << 30), Index{31});
        table.maxDistance = 16;
        QVERIFY(!validate(LogitBias{.rule = table, .length = 4}));
        table.values = std::make_shared<const MatrixD>(MatrixD::Zero(3, 1));
        table.bidirectional = true;
        table.maxDistance = 128;
        QVERIFY(!validate(LogitBias{.rule = table, .length = 4}));
    }

    void everyBlockItsOwnBuckets()
    {
        QTemporaryDir temporary;
        const std::string folder = temporary.filePath(QStringLiteral("m")).toStdString();
        const auto name = [](const char* stack, int block) {
            return std::string(stack) + ".block." + std::to_string(block)
                + ".layer.0.SelfAttention.relative_attention_bias.weight";
        };
        sources::writeModel(
            folder,
            {{name("encoder", 1), {8, 2}, {}}, {name("encoder", 0), {8, 2}, {}}, {name("decoder", 0), {8, 2}, {}}},
            {{"model_type", "umt5"}});
        const auto source = resolve(folder);
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(ids(*source), std::string("encoder.layer0.bias encoder.layer1.bias decoder.bias"));
        QVERIFY(mentions(source->encodings[0].notes, {"max_distance is not known", "128"}));
    }
};

QTEST_APPLESS_MAIN(TestRelativeSources)
#include "tst_relative_sources.moc"
