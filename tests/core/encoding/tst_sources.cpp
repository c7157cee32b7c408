// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/resolve.h"
#include "core/tables/write.h"
#include "tests/core/checkpoint/hub_test_cache.h"
#include "tests/core/encoding/sources_support.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>

using namespace pescope;
using namespace pescope::encoding;
using sources::data;
using sources::mentions;
using tables::MatrixD;

namespace {

/// One array of the reference implementation's answers.
MatrixD expected(const std::string& folder, std::string_view array)
{
    return sources::expected(folder, array).matrix();
}

nlohmann::json jsonOf(const std::string& path)
{
    std::ifstream stream(path);
    return nlohmann::json::parse(stream);
}

bool says(const std::string& text, std::initializer_list<const char*> words)
{
    return mentions({text}, words);
}

std::string faultOf(const std::string& source)
{
    const auto result = resolveOne(source);
    return result ? std::string("opened") : describe(result.error());
}

/// A tiny safetensors file of float32 zeros, for names and shapes.
void writeModel(const QString& folder, const std::vector<std::pair<std::string, std::vector<int>>>& tensors,
                const nlohmann::json& config)
{
    std::vector<sources::Tensor> zeros;
    for (const auto& [name, shape] : tensors)
        zeros.push_back({name, shape, {}});
    sources::writeModel(folder.toStdString(), zeros, config);
}

} // namespace

class TestSources : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void modelsOfTheReference_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("family");
        QTest::addColumn<QString>("kind");
        const std::pair<const char*, const char*> models[] = {{"albert", "albert"},
                                                              {"bert-fp16", "bert"},
                                                              {"bert-mlm-prefix-bin", "bert"},
                                                              {"bert-tiny-safetensors", "bert"},
                                                              {"camembert-noprefix", "camembert"},
                                                              {"distilbert-learned", "distilbert"},
                                                              {"distilbert-sinusoidal", "distilbert"},
                                                              {"electra-small", "electra"},
                                                              {"gpt2-lmhead", "gpt2"},
                                                              {"roberta-sharded-safetensors", "roberta"},
                                                              {"v5-bert-mlm", "bert"}};
        for (const auto& [name, family] : models)
            QTest::newRow(name) << QString::fromUtf8(name) << QString::fromUtf8(family)
                                << (std::string_view(name) == "distilbert-sinusoidal" ? QStringLiteral("sinusoid")
                                                                                      : QStringLiteral("absolute"));
    }

    void modelsOfTheReference()
    {
        QFETCH(QString, name);
        QFETCH(QString, family);
        QFETCH(QString, kind);
        const std::string folder = data("oracle/" + name.toStdString());
        const auto source = resolve(folder);
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(source->encodings.size(), std::size_t{1});
        const Encoding& one = source->encodings.front();
        const nlohmann::json answer = jsonOf(folder + "/expected.json");
        const nlohmann::json& tensor = answer.at("position_tensors").at(0);
        QCOMPARE(one.id, std::string("ape"));
        QCOMPARE(one.tensor, tensor.at("key").get<std::string>());
        QCOMPARE(one.shape, tensor.at("shape").get<std::vector<std::int64_t>>());
        QCOMPARE(tables::name(one.dtype), tensor.at("dtype") == "float16" ? "F16" : "F32");
        QCOMPARE(*one.firstPositionRow, answer.at("row_offset").get<tables::Index>());
        QCOMPARE(one.family, family.toStdString());
        QCOMPARE(QString::fromUtf8(encoding::name(one.kind).data()), kind);
        QVERIFY(source->warnings.empty());
        // The config agrees with the table, so no sentence names config.json.
        QVERIFY(!mentions(one.notes, {"config.json"}));

        const MatrixD want = expected(folder, "pos_table");
        const auto& table = std::get<StoredTable>(one.content);
        QCOMPARE(*one.positions, want.rows());
        QCOMPARE(MatrixD(table.positionRows()), want); // stored tables are exact
        if (*one.firstPositionRow > 0)
            QVERIFY(mentions(one.notes, {"position 0 is row 2"}));
        if (kind == QStringLiteral("sinusoid")) {
            QCOMPARE(table.sinusoid->base, 10000.0);
            QVERIFY(table.sinusoid->maxResidual < 1e-6);
            QVERIFY(mentions(one.notes, {"recognised as a stored sinusoid"}));
        }
    }

    void positionIdsAreNoTable()
    {
        const auto source = resolve(data("inputs/H01-bert"));
        QVERIFY(source);
        QCOMPARE(source->encodings.size(), std::size_t{1});
        QVERIFY(source->warnings.empty());
        QCOMPARE(source->tensors.size(), std::size_t{3});
        const std::string fault = faultOf(data("inputs/H06-no-table/model.safetensors"));
        QVERIFY(says(fault, {"no position", "encoder.patch_embed.proj.weight", "[8, 12]"}));
        QVERIFY(!says(fault, {"position_ids"}));
    }

    void padTokenMovesPositionZero()
    {
        QTemporaryDir temporary;
        const QString folder = temporary.filePath(QStringLiteral("m"));
        const auto offset = [&](const nlohmann::json& config) {
            writeModel(folder, {{"roberta.embeddings.position_embeddings.weight", {18, 4}}}, config);
            return resolve(folder.toStdString())->encodings.front();
        };
        const nlohmann::json base{
            {"model_type", "xlm-roberta"}, {"pad_token_id", 3}, {"max_position_embeddings", 18}, {"hidden_size", 4}};
        QCOMPARE(*offset(base).firstPositionRow, tables::Index{4});
        QCOMPARE(*offset(base).positions, tables::Index{14});
        nlohmann::json odd = base;
        odd["pad_token_id"] = 1000000;
        QCOMPARE(*offset(odd).firstPositionRow, tables::Index{2});
        QVERIFY(mentions(offset(odd).notes, {"1000000", "1 is taken"}));
        odd.erase("pad_token_id");
        QVERIFY(mentions(offset(odd).notes, {"pad_token_id is not known"}));
        QFile::remove(folder + QStringLiteral("/config.json"));
        QCOMPARE(*offset(nullptr).firstPositionRow, tables::Index{2}); // the prefix tells the family
    }

    void configAgainstTable()
    {
        const auto source = resolve(data("inputs/H46-config-huge"));
        QVERIFY(source);
        QVERIFY(mentions(source->encodings.front().notes, {"16", "32", "config.json", "model.safetensors"}));
    }

    void unusedTableComesLastAndNeverOpensByItself()
    {
        QTemporaryDir temporary;
        const QString folder = temporary.filePath(QStringLiteral("m"));
        writeModel(folder,
                   {{"bert.embeddings.position_embeddings.weight", {8, 4}},
                    {"bert.encoder.layer.0.attention.pos_proj.weight", {4, 4}},
                    {"bert.encoder.rel_embeddings.weight", {16, 4}}},
                   {{"model_type", "deberta"}, {"position_biased_input", false}});
        const auto source = resolve(folder.toStdString());
        QVERIFY(source);
        QCOMPARE(source->encodings.size(), std::size_t{2});
        QCOMPARE(source->encodings[0].id, std::string("relative"));
        QVERIFY(!source->encodings.back().usedByModel);
        QVERIFY(mentions(source->encodings.back().notes, {"not used by this model"}));
        QVERIFY(source->warnings.empty());
        QCOMPARE(resolveOne(folder.toStdString())->id, std::string("relative"));
        QVERIFY(resolveOne(folder.toStdString() + "#ape"));
        // alone it does not open, and what is not read yet is named
        writeModel(folder,
                   {{"bert.embeddings.position_embeddings.weight", {8, 4}},
                    {"bert.encoder.layer.0.attention.rel_attn_embed.weight", {16, 4}}},
                   {{"model_type", "deberta"}, {"position_biased_input", false}});
        const auto alone = resolve(folder.toStdString());
        QVERIFY(alone);
        QVERIFY(mentions(alone->warnings, {"bucketed relative biases", "not there yet"}));
        QVERIFY(says(faultOf(folder.toStdString()), {"not used by this model", "relative biases", "#ape"}));
    }

    void unknownModelsOfferCandidates()
    {
        QTemporaryDir temporary;
        const QString folder = temporary.filePath(QStringLiteral("m"));
        const std::string path = folder.toStdString();
        writeModel(folder,
                   {{"tower.positional_table", {12, 6}},
                    {"tower.weight", {6, 6}},
                    {"tower.rows", {30, 6}},
                    {"words", {40, 6}},
                    {"pos_proj.weight", {6, 6}},
                    {"layers.3.fc.weight", {30, 6}}},
                   {{"model_type", "odd"}, {"max_position_embeddings", 30}, {"hidden_size", 6}, {"vocab_size", 40}});
        const auto source = resolve(path);
        QVERIFY(source);
        QCOMPARE(source->encodings.size(), std::size_t{2});
        QCOMPARE(source->encodings[0].id, std::string("candidate.tower.positional_table"));
        QCOMPARE(source->encodings[1].id, std::string("candidate.tower.rows"));
        QVERIFY(mentions(source->encodings[0].notes, {"candidate", "[12, 6]"}));
        QVERIFY(says(faultOf(path), {"nothing opens by itself", "candidate.tower.rows"}));
        QCOMPARE(*resolveOne(path + "#candidate.tower.rows")->positions, tables::Index{30});
        // any tensor with two axes opens by hand, others do not
        QCOMPARE(*resolveOne(path + "#candidate.words")->positions, tables::Index{40});
        QVERIFY(says(faultOf(path + "#candidate.none"), {"no encoding", "candidate.tower.rows"}));
    }

    void computedPositionsAreSaid_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QString>("word");
        QTest::newRow("modernbert") << QByteArray(R"({"model_type":"modernbert"})") << QStringLiteral("rotary");
        QTest::newRow("theta") << QByteArray(R"({"model_type":"new","rope_theta":1e4})") << QStringLiteral("rotary");
        QTest::newRow("bloom") << QByteArray(R"({"model_type":"bloom"})") << QStringLiteral("ALiBi");
        QTest::newRow("mpt") << QByteArray(R"({"attn_config":{"alibi":true}})") << QStringLiteral("ALiBi");
        QTest::newRow("marian") << QByteArray(R"({"model_type":"marian"})") << QStringLiteral("sinusoid");
    }

    void computedPositionsAreSaid()
    {
        QFETCH(QByteArray, config);
        QFETCH(QString, word);
        QTemporaryDir temporary;
        const QString folder = temporary.filePath(QStringLiteral("m"));
        writeModel(folder, {{"layers.0.q_proj.weight", {8, 8}}}, nlohmann::json::parse(config.toStdString()));
        const auto source = resolve(folder.toStdString());
        QVERIFY(!source);
        QCOMPARE(source.error().code, ErrorCode::Unsupported);
        QVERIFY(says(describe(source.error()), {word.toUtf8().constData(), "config.json", "q_proj", "not there yet"}));
    }

    void looseArrays()
    {
        const MatrixD want = expected(data("npy-npz"), "table");
        for (const char* name : {"pos_f32.npy", "pos_f32_bigendian.npy", "pos_v2_header.npy", "pos_3d.npy"}) {
            const auto one = resolveOne(data("npy-npz/") + name);
            QVERIFY2(one, name);
            QCOMPARE(one->id, std::string("ape"));
            QCOMPARE(std::get<StoredTable>(one->content).positionRows(), want);
        }
        QCOMPARE(resolveOne(data("npy-npz/pos_3d.npy"))->shape, (std::vector<std::int64_t>{1, 40, 32}));
        for (const char* name : {"tables_stored.npz", "tables_deflated.npz"}) {
            const auto source = resolve(data("npy-npz/") + name);
            QVERIFY(source);
            QCOMPARE(source->encodings.size(), std::size_t{2});
            const std::string spec = data("npy-npz/") + name;
            QVERIFY(says(faultOf(spec), {"several", "position_embeddings", "relative"}));
            const auto one = resolveOne(spec + "#position_embeddings");
            QCOMPARE(std::get<StoredTable>(one->content).positionRows(), want);
        }
        QVERIFY(says(faultOf(data("npy-npz/ints_i8.npy")), {"ints_i8.npy", "I8", "[40, 32]", "whole numbers"}));
        QVERIFY(says(faultOf(data("npy-npz/vector_1d.npy")), {"no position table", "[32]"}));
        QVERIFY(says(faultOf(data("npy-npz/object_array_refuse.npy")), {"object"}));
    }

    void notesOfLooseArrays()
    {
        const auto notes = [](const char* path) { return resolveOne(data(path))->notes; };
        QVERIFY(mentions(notes("inputs/H26-one-row/pe.npy"), {"one position", "at least 2"}));
        QVERIFY(mentions(notes("inputs/H27-nan/pe.npy"), {"3, 7", "NaN"}));
        QVERIFY(mentions(notes("inputs/H25-transposed/pe.npy"), {"transposed:", "40 positions"}));
        QVERIFY(!mentions(notes("inputs/H20-npy/pe.npy"), {"transposed:"}));
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("s.npy")).toStdString();
        QVERIFY(tables::writeNpy(path, {std::vector<double>{1, 2, 3, 4}, {2, 2}, tables::Precision::Float64}));
        QVERIFY(mentions(resolveOne(path)->notes, {"matrix:", "2 positions"}));
        const auto map = resolveOne("matrix:" + path);
        QVERIFY(map);
        QCOMPARE(map->kind, Kind::Matrix);
        QCOMPARE((*std::get<GivenMap>(map->content).values)(0, 1), 2.0);
    }

    void transposedReading()
    {
        const auto index = jsonOf(data("inputs/index.json"));
        const auto turned = resolveOne("transposed:" + data("inputs/H25-transposed/pe.npy"));
        QVERIFY(turned);
        QCOMPARE(*turned->positions, tables::Index{40});
        QCOMPARE(turned->shape, (std::vector<std::int64_t>{40, 6}));
        const auto& rows = std::get<StoredTable>(turned->content).positionRows();
        for (const auto& one : index)
            if (one.at("id") == "H25")
                for (const auto& value : one.at("values").at("after_transpose").at("entries"))
                    QCOMPARE(rows(value[0].get<int>(), value[1].get<int>()), value[2].get<double>());
    }

    void recognisedLooseSinusoids()
    {
        for (const char* layout : {"halves", "interleaved"}) {
            const auto one = resolveOne(data("inputs/H43-sinusoid/") + layout + ".npy");
            QVERIFY(one);
            QCOMPARE(one->kind, Kind::Sinusoid);
            QCOMPARE(one->parameters->at("layout").get<std::string>(), std::string(layout));
            const auto& sinusoid = *std::get<StoredTable>(one->content).sinusoid;
            for (std::size_t k = 0; k < 4; ++k) {
                const double want = std::pow(10.0, -static_cast<double>(k));
                QVERIFY(std::abs(sinusoid.omega[k] - want) < 1e-4 * want);
            }
            QCOMPARE(sinusoid.base, 10000.0);
            QCOMPARE(sinusoid.spacing, Spacing::Half);
        }
    }

    void sourceTexts()
    {
        QCOMPARE(parseSource("a#b#c").spec, std::string("a#b"));
        QCOMPARE(parseSource("a#b#c").id, std::string("c"));
        QCOMPARE(parseSource("sinusoid:dim=8#ape").id, std::string("ape"));
        QVERIFY(parseSource("sinusoid:dim=8#ape").builtIn());
        QVERIFY(!parseSource("sinusoid").builtIn());
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("x#y.npy")).toStdString();
        QVERIFY(tables::writeNpy(path, {std::vector<double>{1, 2}, {2, 1}, tables::Precision::Float64}));
        QCOMPARE(parseSource(path).spec, path); // an existing path wins
        QCOMPARE(parseSource(path + "#ape").spec, path);
        QVERIFY(resolveOne(path + "#ape"));
    }

    void laterKindsAreRefusedByName()
    {
        const auto session = resolve("x.pescope"); // sources of a session are no source of their own
        QVERIFY(!session && session.error().code == ErrorCode::Unsupported);
        QVERIFY(says(describe(session.error()), {"x.pescope"}));
    }

    void aModelOfTheHubCacheIsASource()
    {
        QTemporaryDir folder;
        const test::HubCache cache(folder.path().toStdString());
        const std::string commit = "86b5e0934494bd15c9632b12f734a8a67f723594";
        cache.file("org--name", commit, "model.safetensors", "aa",
                   test::contentOf(data("inputs/H01-bert/model.safetensors")));
        cache.file("org--name", commit, "config.json", "bb", test::contentOf(data("inputs/H01-bert/config.json")));
        cache.ref("org--name", "main", commit);
        const QByteArray before = qgetenv("HF_HUB_CACHE");
        qputenv("HF_HUB_CACHE", folder.path().toUtf8());
        const auto source = resolve("hf:org/name");
        const auto one = resolveOne("hf:org/name@86b5e09#ape");
        const auto shuffled = resolveOne("whatif:shuffle=0:hf:org/name");
        const auto unknown = resolve("hf:org/nme");
        qputenv("HF_HUB_CACHE", before);
        const auto direct = resolve(data("inputs/H01-bert"));
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(source->spec, std::string("hf:org/name"));
        QCOMPARE(source->encodings.size(), direct->encodings.size());
        const auto& rows = std::get<StoredTable>(source->encodings[0].content).rows;
        QVERIFY(*rows == *std::get<StoredTable>(direct->encodings[0].content).rows);
        QVERIFY(one && one->id == "ape");
        QVERIFY(shuffled && !shuffled->whatIf.empty());
        QVERIFY(!unknown && says(describe(unknown.error()), {"hf:org/nme", "org/name"}));
        QVERIFY(!parseSource("hf:org/name").builtIn()); // it has IDs, and a model behind it
        QCOMPARE(parseSource("whatif:shuffle=0:hf:org/name@v1#ape").id, std::string("ape"));
    }

    void inspectJsonHasTheKeys()
    {
        const nlohmann::json json = inspectJson(*resolve(data("inputs/H38-roberta")));
        for (const char* key : {"source", "container", "family", "encodings", "tensors", "warnings"})
            QVERIFY2(json.contains(key), key);
        const nlohmann::json& one = json.at("encodings").at(0);
        for (const char* key : {"id", "kind", "family", "tensor", "shape", "dtype", "positions", "first_position_row",
                                "dim", "heads", "layer", "parameters", "notes"})
            QVERIFY2(one.contains(key), key);
        QVERIFY(one.at("heads").is_null());
        QVERIFY(one.at("parameters").is_object());
        QCOMPARE(one.at("first_position_row").get<int>(), 2);
        QCOMPARE(one.at("positions").get<int>(), 16);
        QVERIFY(one.at("shape") == nlohmann::json({18, 8}));
        QCOMPARE(json.at("container").get<std::string>(), std::string("safetensors"));
        const nlohmann::json computed = inspectJson(*resolve("sinusoid:dim=7,length=9"));
        QVERIFY(computed.at("encodings").at(0).at("tensor").is_null());
        QVERIFY(computed.at("encodings").at(0).at("shape") == nlohmann::json({9, 7}));
        QVERIFY(computed.at("tensors").empty());
    }
};

QTEST_APPLESS_MAIN(TestSources)
#include "tst_sources.moc"
