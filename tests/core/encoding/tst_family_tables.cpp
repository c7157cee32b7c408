// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/computed_encodings.h"
#include "core/encoding/resolve.h"
#include "tests/core/encoding/sources_support.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace pescope;
using namespace pescope::encoding;
using nlohmann::json;
using sources::data;
using sources::expected;
using sources::ids;
using sources::mentions;
using tables::Index;
using tables::MatrixD;

/// Absolute tables of the families: which row is position 0, which part of the model a table belongs to, the grid of a
/// picture's patches, and sinusoids that are computed and not stored.
class TestFamilyTables : public QObject {
    Q_OBJECT

private:
    Result<Source> opened(const std::vector<sources::Tensor>& tensors, const json& config) const
    {
        return sources::opened(m_temporary.filePath(QStringLiteral("m")).toStdString(), tensors, config);
    }

    QTemporaryDir m_temporary;

private Q_SLOTS:
    void positionZeroOfTheFamilies_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QByteArray>("tensor");
        QTest::addColumn<int>("firstRow");
        const auto row = [](const char* name, const char* config, const char* tensor, int first) {
            QTest::newRow(name) << QByteArray(config) << QByteArray(tensor) << first;
        };
        row("opt", R"({"model_type":"opt","pad_token_id":1})", "model.decoder.embed_positions.weight", 2);
        row("bart", R"({"model_type":"bart"})", "model.encoder.embed_positions.weight", 2);
        row("mbart", R"({"model_type":"mbart","pad_token_id":7})", "model.decoder.embed_positions.weight", 2);
        row("biogpt", R"({"model_type":"biogpt"})", "biogpt.embed_positions.weight", 2);
        row("led", R"({"model_type":"led","pad_token_id":1})", "led.encoder.embed_positions.weight", 0);
        row("blenderbot", R"({"model_type":"blenderbot","pad_token_id":0})", "model.encoder.embed_positions.weight", 0);
        row("whisper", R"({"model_type":"whisper","pad_token_id":5})", "model.decoder.embed_positions.weight", 0);
        row("prophetnet", R"({"model_type":"prophetnet","pad_token_id":0})",
            "prophetnet.encoder.position_embeddings.weight", 1);
        row("esm", R"({"model_type":"esm","pad_token_id":1})", "esm.embeddings.position_embeddings.weight", 2);
        row("roberta with a padding token 3", R"({"model_type":"roberta","pad_token_id":3})",
            "roberta.embeddings.position_embeddings.weight", 4);
        row("xlm", R"({"model_type":"xlm","pad_token_id":2})", "transformer.position_embeddings.weight", 0);
        row("openai-gpt", R"({"model_type":"openai-gpt"})", "transformer.positions_embed.weight", 0);
        row("layoutlm", R"({"model_type":"layoutlm"})", "layoutlm.embeddings.x_position_embeddings.weight", 0);
    }

    void positionZeroOfTheFamilies()
    {
        QFETCH(QByteArray, config);
        QFETCH(QByteArray, tensor);
        QFETCH(int, firstRow);
        const auto source = opened({{tensor.toStdString(), {20, 4}, {}}}, json::parse(config.toStdString()));
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(source->encodings.size(), std::size_t{1});
        const Encoding& one = source->encodings.front();
        QCOMPARE(*one.firstPositionRow, Index{firstRow});
        QCOMPARE(*one.positions, Index{20 - firstRow});
        QVERIFY(!mentions(one.notes, {"taken to be row 0"})); // the config decides
    }

    void partsOfAModel()
    {
        const auto bart = opened({{"model.decoder.embed_positions.weight", {12, 4}, {}},
                                  {"model.encoder.embed_positions.weight", {12, 4}, {}}},
                                 {{"model_type", "bart"}});
        QVERIFY(bart);
        QCOMPARE(ids(*bart), std::string("ape.encoder ape.decoder"));
        const auto clip = opened(
            {{"text_model.embeddings.position_embedding.weight", {7, 4}, {}},
             {"vision_model.embeddings.position_embedding.weight", {7, 4}, {}}},
            {{"model_type", "clip"},
             {"text_config", {{"model_type", "clip_text_model"}, {"max_position_embeddings", 7}}},
             {"vision_config", {{"model_type", "clip_vision_model"}, {"image_size", {8, 12}}, {"patch_size", 4}}}});
        QVERIFY2(clip, clip ? "" : describe(clip.error()).c_str());
        QCOMPARE(ids(*clip), std::string("ape.text ape.vision"));
        QVERIFY(clip->encodings[0].parameters == nullptr || !clip->encodings[0].parameters->contains("grid"));
        QVERIFY(clip->encodings[1].parameters->at("grid") == json({2, 3}));
        QVERIFY(clip->encodings[1].parameters->at("prefix_tokens") == 1);
        QVERIFY(!mentions(clip->encodings[0].notes, {"config.json says"}));
        const auto one = opened({{"text_model.embeddings.position_embedding.weight", {7, 4}, {}}}, nullptr);
        QVERIFY(one);
        QCOMPARE(ids(*one), std::string("ape"));
        const auto layout = opened({{"layoutlm.embeddings.position_embeddings.weight", {9, 4}, {}},
                                    {"layoutlm.embeddings.x_position_embeddings.weight", {5, 4}, {}},
                                    {"layoutlm.embeddings.y_position_embeddings.weight", {5, 4}, {}}},
                                   {{"model_type", "layoutlm"}});
        QCOMPARE(ids(*layout), std::string("ape ape.x ape.y"));
    }

    void gridsOfPatches_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QByteArray>("tensor");
        QTest::addColumn<int>("rows");
        QTest::addColumn<QList<int>>("grid");
        QTest::addColumn<int>("prefix");
        const auto row = [](const char* name, const char* config, const char* tensor, int rows, QList<int> grid,
                            int prefix) {
            QTest::newRow(name) << QByteArray(config) << QByteArray(tensor) << rows << grid << prefix;
        };
        row("vit", R"({"model_type":"vit","image_size":24,"patch_size":4})", "vit.embeddings.position_embeddings", 37,
            {6, 6}, 1);
        row("vit, oblong", R"({"model_type":"vit","image_size":[8,20],"patch_size":[4,4]})",
            "vit.embeddings.position_embeddings", 11, {2, 5}, 1);
        row("deit", R"({"model_type":"deit"})", "deit.embeddings.position_embeddings", 18, {4, 4}, 2);
        row("swin", R"({"model_type":"swin","use_absolute_embeddings":true})", "swin.embeddings.position_embeddings",
            16, {4, 4}, 0);
        row("siglip", R"({"vision_config":{"model_type":"siglip_vision_model","image_size":16,"patch_size":4}})",
            "vision_model.embeddings.position_embedding.weight", 16, {4, 4}, 0);
        row("timm", "null", "pos_embed", 17, {4, 4}, 1);
        row("openai clip", "null", "visual.positional_embedding", 50, {7, 7}, 1);
        row("no square", "null", "pos_embed", 12, {}, 0);
    }

    void gridsOfPatches()
    {
        QFETCH(QByteArray, config);
        QFETCH(QByteArray, tensor);
        QFETCH(int, rows);
        QFETCH(QList<int>, grid);
        QFETCH(int, prefix);
        const auto source = opened({{tensor.toStdString(), {1, rows, 4}, {}}}, json::parse(config.toStdString()));
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        const Encoding& one = source->encodings.front();
        QCOMPARE(*one.positions, Index{rows}); // class and distillation rows are positions
        if (grid.isEmpty()) {
            QVERIFY(mentions(one.notes, {"12 rows", "no square grid"}));
            return;
        }
        QVERIFY(one.parameters->at("grid") == json({grid[0], grid[1]}));
        QVERIFY(one.parameters->at("prefix_tokens") == prefix);
        QVERIFY(mentions(one.notes, {"patch (y, x)", "y + x"}));
        QCOMPARE(mentions(one.notes, {"taken to be square"}), !config.contains("image_size"));
    }

    void tableThatSwinDoesNotUse()
    {
        const auto source = opened({{"swin.embeddings.position_embeddings", {1, 16, 4}, {}}},
                                   {{"model_type", "swin"}, {"use_absolute_embeddings", false}});
        QVERIFY(source);
        QCOMPARE(ids(*source), std::string("ape!"));
    }

    void computedSinusoids_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<int>("firstRow");
        QTest::addColumn<bool>("stepped"); // exponent k/(D/2 − 1) and not 2k/D
        const auto row = [](const char* name, const char* config, int firstRow, bool stepped) {
            QTest::newRow(name) << QByteArray(config) << firstRow << stepped;
        };
        row("marian", R"({"model_type":"marian","d_model":8,"max_position_embeddings":12,"pad_token_id":7})", 0, false);
        row("pegasus", R"({"model_type":"pegasus","d_model":8,"max_position_embeddings":12})", 0, false);
        row("ctrl", R"({"model_type":"ctrl","n_embd":8,"n_positions":12})", 0, false);
        row("m2m_100", R"({"model_type":"m2m_100","d_model":8,"max_position_embeddings":12,"pad_token_id":1})", 2,
            true);
        row("xglm", R"({"model_type":"xglm","d_model":8,"max_position_embeddings":12,"pad_token_id":1})", 2, true);
    }

    /// All sines, then all cosines, by the formulas of the families; the angle is that of the row in the model.
    void computedSinusoids()
    {
        QFETCH(QByteArray, config);
        QFETCH(int, firstRow);
        QFETCH(bool, stepped);
        const auto source = opened({{"model.layers.0.fc1.weight", {8, 8}, {}}}, json::parse(config.toStdString()));
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(ids(*source), std::string("ape"));
        const Encoding& one = source->encodings.front();
        QCOMPARE(one.kind, Kind::Sinusoid);
        QVERIFY(one.tensor.empty());
        QCOMPARE(*one.positions, Index{12});
        QCOMPARE(*one.firstPositionRow, Index{firstRow});
        const auto& table = std::get<StoredTable>(one.content);
        const MatrixD rows = table.positionRows();
        for (Index p = 0; p < 12; ++p)
            for (int k = 0; k < 4; ++k) {
                const double w = std::pow(10000.0, stepped ? -k / 3.0 : -k / 4.0);
                const double angle = w * static_cast<double>(p + firstRow);
                QVERIFY(std::abs(rows(p, k) - std::sin(angle)) < 1e-14);
                QVERIFY(std::abs(rows(p, 4 + k) - std::cos(angle)) < 1e-14);
            }
        if (firstRow > 0) {
            QVERIFY((table.rows->row(1).array() == 0).all()); // the padding token's
            QVERIFY(mentions(one.notes, {"position 0 is the sinusoid of 2"}));
        }
        // looked at over another number of positions, it is computed again
        QVERIFY(hasLength(one));
        const auto longer = withLength(one, 30);
        QVERIFY(longer);
        QCOMPARE(*longer->positions, Index{30});
        QCOMPARE(std::get<StoredTable>(longer->content).positionRows().topRows(12).eval(), rows);
        QVERIFY(!withLength(one, Index{1} << 40));
    }

    void storedTablesWinOverComputedOnes()
    {
        const SinusoidSpec spec{.dim = 8, .layout = Layout::Halves};
        const MatrixD rows = table(spec, 0, 12);
        const std::vector<float> values(rows.data(), rows.data() + rows.size());
        const auto source = opened({{"model.encoder.embed_positions.weight", {12, 8}, values},
                                    {"model.decoder.embed_positions.weight", {12, 8}, values}},
                                   {{"model_type", "marian"}, {"d_model", 8}, {"max_position_embeddings", 12}});
        QVERIFY(source);
        QCOMPARE(ids(*source), std::string("ape.encoder ape.decoder"));
        QCOMPARE(source->encodings[0].kind, Kind::Sinusoid);
        QVERIFY(source->encodings[0].parameters->at("layout") == "halves");
        QVERIFY(!hasLength(source->encodings[0]));
    }

    void twoLengthsAreTwoTables()
    {
        const auto source = opened({{"model.layers.0.fc1.weight", {8, 8}, {}}},
                                   {{"model_type", "speech_to_text"},
                                    {"d_model", 8},
                                    {"max_source_positions", 30},
                                    {"max_target_positions", 10}});
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(ids(*source), std::string("ape.encoder ape.decoder"));
        QCOMPARE(*source->encodings[0].positions, Index{30});
        QCOMPARE(*source->encodings[1].positions, Index{10});
    }

    /// A table without rows is listed with its shape, and nothing opens.
    void tableWithoutRows()
    {
        const auto source = resolve(data("broken-files/zero_rows.safetensors"));
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(ids(*source), std::string("ape!"));
        const Encoding& one = source->encodings.front();
        QCOMPARE(*one.positions, Index{0});
        QCOMPARE(one.shape, (std::vector<std::int64_t>{0, 3}));
        QVERIFY(mentions(one.notes, {"[0, 3]", "no position has a row"}));
        QVERIFY(mentions({describe(resolveOne(data("broken-files/zero_rows.safetensors")).error())},
                         {"nothing opens by itself", "[0, 3]"}));
    }

    void whatCannotBeComputedIsSaid()
    {
        const auto source = opened({{"model.layers.0.fc1.weight", {8, 8}, {}}}, {{"model_type", "marian"}});
        QVERIFY(!source);
        QVERIFY(mentions({describe(source.error())}, {"sinusoid", "width", "fc1", "not there yet"}));
        const auto huge = opened({{"model.layers.0.fc1.weight", {8, 8}, {}}},
                                 {{"model_type", "marian"}, {"d_model", 512}, {"max_position_embeddings", 1 << 30}});
        QVERIFY(!huge);
    }
};

QTEST_APPLESS_MAIN(TestFamilyTables)
#include "tst_family_tables.moc"
