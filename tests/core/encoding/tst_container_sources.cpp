// SPDX-License-Identifier: GPL-3.0-or-later
// The same position information from other containers than safetensors: PyTorch files and GGUF.
#include "core/encoding/resolve.h"
#include "tests/core/checkpoint/gguf_test_files.h"

#include "sources_support.h"

#include <QTemporaryDir>
#include <QTest>

using namespace pescope;
using namespace pescope::encoding;
using sources::data;
using sources::mentions;

class TestContainerSources : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tablesOfTheReference_data()
    {
        QTest::addColumn<QString>("tensor");
        const QString usual = QStringLiteral("embeddings.position_embeddings.weight");
        for (const char* path : {"bert-zip-views-bin", "bert-legacy-nonzip-fp16-bin", "bert-bf16-sharded-bin",
                                 "torchscript-bert", "pickled-module-refuse/model.pt"})
            QTest::newRow(path) << usual;
        QTest::newRow("gguf-bert-f32/model.gguf") << QStringLiteral("position_embd.weight");
    }

    void tablesOfTheReference()
    {
        QFETCH(QString, tensor);
        const std::string path = data(std::string("oracle/") + QTest::currentDataTag());
        const auto table = resolveOne(path);
        QVERIFY2(table, table ? "" : describe(table.error()).c_str());
        QCOMPARE(table->id, std::string("ape"));
        QCOMPARE(table->tensor, tensor.toStdString());
        QCOMPARE(table->family, std::string("bert"));
        QCOMPARE(*table->positions, tables::Index{40});
        QCOMPARE(*table->firstPositionRow, tables::Index{0});
        const std::string folder = path.substr(0, path.find("/model."));
        const tables::MatrixD wanted = sources::expected(folder, "pos_table").matrix();
        QVERIFY(std::get<StoredTable>(table->content).positionRows() == wanted);
    }

    void storedDivisorsOfFrequencies()
    {
        const std::string folder = data("oracle/gguf-llama-rope");
        const auto source = resolve(folder + "/model.gguf");
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(sources::ids(*source), std::string("rotary"));
        QVERIFY(source->warnings.empty());
        const Encoding& rotary = source->encodings[0];
        const auto got = *frequencies(rotary);
        const auto wanted = sources::expected(folder, "inv_freq").values;
        QCOMPARE(got.size(), wanted.size());
        for (std::size_t k = 0; k < got.size(); ++k)
            QVERIFY(std::abs(got[k] - wanted[k]) <= 1e-12 * wanted[k]);
        const nlohmann::json& parameters = *rotary.parameters;
        QVERIFY(parameters["pairing"] == "interleaved");
        QVERIFY(parameters["theta"] == 500000.0);
        QVERIFY(parameters["scaling"]["type"] == "divisors");
        QCOMPARE(*rotary.heads, 4);
        QCOMPARE(*rotary.positions, tables::Index{256});
    }

    void divisorsThatFitNoFrequency()
    {
        RotarySpec spec{.dim = 4, .headDim = 4, .scaling = {.type = RopeScaling::Type::Divisors, .divisors = {1, 4}}};
        QVERIFY(validate(spec));
        QCOMPARE(omega(spec)[1], 0.01 / 4);
        spec.scaling.divisors = {1};
        QVERIFY(mentions({validate(spec).error().message}, {"1 divisors for 2"}));
        spec.scaling.divisors = {1, 0};
        QVERIFY(mentions({validate(spec).error().message}, {"divisor 1", "is 0"}));
    }

    void biasesOfT5()
    {
        // 8 buckets × 2 heads of bucket + head/2, in both stacks
        test::GgufWriter writer;
        writer.key("general.architecture", "t5");
        writer.key("t5.attention.relative_buckets_count", 8);
        std::string values;
        for (int bucket = 0; bucket < 8; ++bucket)
            for (int head = 0; head < 2; ++head)
                values += writer.real(static_cast<float>(bucket) + 0.5F * static_cast<float>(head));
        writer.tensor("enc.blk.0.attn_rel_b.weight", {2, 8}, 0, values);
        writer.tensor("dec.blk.0.attn_rel_b.weight", {2, 8}, 0, values);
        QTemporaryDir folder;
        const std::string file = folder.filePath(QStringLiteral("t5.gguf")).toStdString();
        test::writeFile(file, writer.file());
        const auto source = resolve(file);
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(sources::ids(*source), std::string("encoder.bias decoder.bias"));
        // the key right after the query: the first bucket of the upper half; in the decoder it is never seen
        const auto& encoder = std::get<LogitBias>(source->encodings[0].content);
        const auto& decoder = std::get<LogitBias>(source->encodings[1].content);
        QCOMPARE(biasAt(encoder, 1, -1), 5.5);
        QCOMPARE(biasAt(encoder, 0, 1), 1.0);
        QCOMPARE(biasAt(decoder, 0, 3), 3.0);
        QCOMPARE(biasAt(decoder, 0, -3), 0.0);
    }
};

QTEST_APPLESS_MAIN(TestContainerSources)
#include "tst_container_sources.moc"
