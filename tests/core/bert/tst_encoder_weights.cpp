// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/weights.h"

#include "encoder_support.h"

#include <QTest>

using namespace pescope;
using bert::EncoderConfig;
using bert::Layer;
using encoders::says;
using encoders::value;
using encoders::weightsOf;
using nlohmann::json;
using tables::Index;

/// config.json and the weights of encoders, without LibTorch.
class TestEncoderWeights : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsConfigs();
    void refusesConfigs_data();
    void refusesConfigs();
    void widensHalfFloats();
    void findsOldNamesAndAnyPrefix();
    void layersOfAlbertShareTheirWeights();
    void namesMissingTensors();
    void refusesWeightsThatDoNotFit_data();
    void refusesWeightsThatDoNotFit();
    void sizesThatTheConfigLeavesOut();
    void notesWhatIsNotUsed();
    void readingCanBeStopped();
};

namespace {

json bertConfig()
{
    return {{"model_type", "bert"}, {"num_hidden_layers", 12}, {"num_attention_heads", 12}, {"hidden_size", 768}};
}

} // namespace

void TestEncoderWeights::readsConfigs()
{
    const EncoderConfig bert = value(bert::readEncoderConfig(bertConfig()));
    QVERIFY(bert.family == bert::EncoderFamily::Bert && bert.activation == bert::Activation::Gelu);
    QCOMPARE(bert.layers, 12);
    QCOMPARE(bert.headDim(), Index{64});
    QCOMPARE(bert.embeddingDim(), Index{768});
    QCOMPARE(bert.firstPositionRow(), Index{0});
    QCOMPARE(bert.groupOf(Layer{12}), 11);
    QVERIFY(!bert.hasLayer(Layer{0}) && bert.hasLayer(Layer{12}) && !bert.hasLayer(Layer{13}));

    json roberta = bertConfig();
    roberta["model_type"] = "xlm-roberta";
    roberta["pad_token_id"] = 3;
    roberta["layer_norm_eps"] = 1e-5;
    const EncoderConfig xlm = value(bert::readEncoderConfig(roberta));
    QCOMPARE(xlm.firstPositionRow(), Index{4});
    QCOMPARE(xlm.layerNormEps, 1e-5);

    // ALBERT's default activation and its groups; 12 layers in 3 groups are 4 each.
    json albert = bertConfig();
    albert["model_type"] = "albert";
    albert["num_hidden_groups"] = 3;
    const EncoderConfig groups = value(bert::readEncoderConfig(albert));
    QVERIFY(groups.activation == bert::Activation::GeluTanh);
    QCOMPARE(groups.embeddingDim(), Index{128});
    QCOMPARE(groups.groupOf(Layer{4}), 0);
    QCOMPARE(groups.groupOf(Layer{5}), 1);
    QCOMPARE(groups.groupOf(Layer{12}), 2);
}

void TestEncoderWeights::refusesConfigs_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("given");
    QTest::addColumn<QString>("word");
    const auto row = [](const char* key, const char* given, const char* word) {
        QTest::newRow(given) << QString::fromLatin1(key) << QString::fromLatin1(given) << QString::fromLatin1(word);
    };
    row("model_type", "\"gpt2\"", "gpt2");
    row("model_type", "null", "model_type");
    row("is_decoder", "true", "decoder");
    row("hidden_act", "\"gelu_10\"", "gelu_10");
    row("hidden_act", "[1]", "hidden_act");
    row("position_embedding_type", "\"alibi\"", "alibi");
    row("num_attention_heads", "7", "7 heads");
    row("num_attention_heads", "0", "num_attention_heads");
    row("num_hidden_layers", "-3", "-3");
    row("num_hidden_layers", "10001", "10001");
    row("hidden_size", "768.5", "768.5");
    row("vocab_size", "18446744073709551615", "18446744073709551615");
    row("hidden_size", "\"wide\"", "wide");
    row("pad_token_id", "-1", "pad_token_id");
    row("layer_norm_eps", "-1e-12", "layer_norm_eps");
}

void TestEncoderWeights::refusesConfigs()
{
    QFETCH(const QString, key);
    QFETCH(const QString, given);
    QFETCH(const QString, word);
    json config = bertConfig();
    config[key.toStdString()] = json::parse(given.toStdString());
    const auto read = bert::readEncoderConfig(config);
    QVERIFY(!read);
    QVERIFY(says(read.error(), {word.toStdString().c_str()}));
    QVERIFY(bert::readEncoderConfig(bertConfig()));
    QVERIFY(says(bert::readEncoderConfig(json()).error(), {"config.json", "heads"}));
    config = bertConfig();
    config.erase("hidden_size");
    QVERIFY(says(bert::readEncoderConfig(config).error(), {"hidden_size"}));
}

void TestEncoderWeights::widensHalfFloats()
{
    const auto source = encoders::model(encoders::modelFolder("bert-fp16"));
    const bert::EncoderWeights weights = value(bert::loadEncoderWeights(source));
    const auto& tensors = source.tensors();
    for (std::size_t k = 0; k < tensors.size(); ++k)
        if (tensors[k].name == weights.words.name) {
            const auto stored = source.read(k);
            QCOMPARE(stored->dtype, tables::DType::F16);
            const auto exact = *tables::toDouble(stored->bytes, stored->dtype);
            QVERIFY(std::ranges::equal(*weights.words.values, exact, [](float a, double b) { return a == b; }));
            return;
        }
    QFAIL("no words");
}

void TestEncoderWeights::findsOldNamesAndAnyPrefix()
{
    const bert::EncoderWeights now = weightsOf("bert-tiny-safetensors");
    const std::string folder = encoders::changedModel("bert-tiny-safetensors", "old-names", [](json& header, json&) {
        const json before = header;
        for (const auto& [name, info] : before.items()) {
            std::string old = "module.bert." + name;
            if (old.ends_with("LayerNorm.weight"))
                old.replace(old.size() - 6, 6, "gamma");
            else if (old.ends_with("LayerNorm.bias"))
                old.replace(old.size() - 4, 4, "beta");
            if (name != "__metadata__")
                encoders::rename(header, name, old);
        }
    });
    const bert::EncoderWeights old = value(bert::loadEncoderWeights(encoders::model(folder)));
    QCOMPARE(old.embedding.norm.gain.name, std::string("module.bert.embeddings.LayerNorm.gamma"));
    QCOMPARE(*old.embedding.norm.gain.values, *now.embedding.norm.gain.values);
    QCOMPARE(*old.layers[1].outputNorm.shift.values, *now.layers[1].outputNorm.shift.values);
    QCOMPARE(*old.words.values, *now.words.values);
}

void TestEncoderWeights::layersOfAlbertShareTheirWeights()
{
    const bert::EncoderWeights weights = weightsOf("albert");
    QCOMPARE(weights.layers.size(), std::size_t{2});
    QVERIFY(weights.layers[0].query.weight.values == weights.layers[1].query.weight.values);
    QVERIFY(weights.embedding.projection);
}

void TestEncoderWeights::namesMissingTensors()
{
    const std::string folder = encoders::changedModel("bert-tiny-safetensors", "missing", [](json& header, json&) {
        encoders::rename(header, "encoder.layer.1.attention.self.key.bias", "lost.1");
        encoders::rename(header, "embeddings.LayerNorm.weight", "lost.2");
    });
    const auto source = encoders::model(folder);
    const auto loaded = bert::loadEncoderWeights(source);
    QVERIFY(!loaded && loaded.error().code == ErrorCode::Format);
    QVERIFY(says(loaded.error(),
                 {"2 of the tensors", "encoder.layer.1.attention.self.key.bias", "embeddings.LayerNorm.weight"}));
    // One layer's heads need only their own.
    QVERIFY(says(bert::loadHeadWeights(source, Layer{1}).error(), {"1 of the tensors", "embeddings.LayerNorm.weight"}));

    const std::string two = encoders::changedModel("bert-tiny-safetensors", "two-encoders", [](json& header, json&) {
        encoders::rename(header, "pooler.dense.weight", "question.embeddings.word_embeddings.weight");
    });
    const auto both = bert::loadEncoderWeights(encoders::model(two));
    QVERIFY(!both);
    QVERIFY(says(both.error(), {"2 encoders", "question."}));
}

void TestEncoderWeights::refusesWeightsThatDoNotFit_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<int>("given");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* key, int given, const char* words) {
        QTest::newRow(key) << QString::fromLatin1(key) << given << QString::fromLatin1(words);
    };
    row("vocab_size", 50, "word_embeddings.weight is [48, 32]|[50, 32]");
    row("max_position_embeddings", 64, "position_embeddings.weight is [40, 32]|[64, 32]");
    row("type_vocab_size", 1, "token_type_embeddings.weight is [2, 32]|[1, 32]");
    row("intermediate_size", 128, "intermediate.dense.weight is [48, 32]|[128, 32]");
    row("hidden_size", 64, "[48, 32]|[48, 64]");
    row("num_hidden_layers", 3, "encoder.layer.2.attention.self.query.weight");
}

void TestEncoderWeights::refusesWeightsThatDoNotFit()
{
    QFETCH(const QString, key);
    QFETCH(const int, given);
    QFETCH(const QString, words);
    const std::string folder = encoders::changedModel("bert-tiny-safetensors", "misfit-" + key.toStdString(),
                                                      [&](json&, json& config) { config[key.toStdString()] = given; });
    const auto loaded = bert::loadEncoderWeights(encoders::model(folder));
    QVERIFY(!loaded);
    for (const QString& word : words.split(QLatin1Char('|')))
        QVERIFY(says(loaded.error(), {word.toStdString().c_str()}));
}

void TestEncoderWeights::sizesThatTheConfigLeavesOut()
{
    for (const char* name : {"bert-tiny-safetensors", "bert-relative-key"}) {
        const EncoderConfig whole = weightsOf(name).config;
        const std::string folder = encoders::changedModel(name, std::string("sparse-") + name, [](json&, json& config) {
            for (const char* key : {"vocab_size", "max_position_embeddings", "type_vocab_size", "intermediate_size"})
                config.erase(key);
        });
        const EncoderConfig sparse = value(bert::loadEncoderWeights(encoders::model(folder))).config;
        QCOMPARE(*sparse.vocabulary, *whole.vocabulary);
        QCOMPARE(*sparse.positionRows, *whole.positionRows);
        QCOMPARE(*sparse.segments, *whole.segments);
        QCOMPARE(*sparse.intermediate, *whole.intermediate);
    }
}

void TestEncoderWeights::notesWhatIsNotUsed()
{
    QVERIFY(weightsOf("bert-tiny-safetensors").notes.empty());
    const auto noted = [](const char* from, const char* key, const json& given) {
        const std::string folder = encoders::changedModel(from, std::string("noted-") + key,
                                                          [&](json&, json& config) { config[key] = given; });
        return value(bert::loadEncoderWeights(encoders::model(folder)));
    };
    const bert::EncoderWeights shallow = noted("bert-tiny-safetensors", "num_hidden_layers", 1);
    QCOMPARE(shallow.layers.size(), std::size_t{1});
    QCOMPARE(shallow.notes.size(), std::size_t{1});
    QVERIFY(shallow.notes.front().find("1 layers, the weights have 2") != std::string::npos);
    const bert::EncoderWeights absolute = noted("bert-relative-key", "position_embedding_type", "absolute");
    QCOMPARE(absolute.notes.size(), std::size_t{1});
    QVERIFY(absolute.embedding.positions && !absolute.layers.front().distances);
    // A relative model's absolute table is not even read.
    QVERIFY(!weightsOf("bert-relative-key").embedding.positions);
}

void TestEncoderWeights::readingCanBeStopped()
{
    std::stop_source stop;
    const JobContext job(stop.get_token(), [&](const Progress& progress) {
        if (progress.fraction > 0.5)
            stop.request_stop();
    });
    const auto loaded = bert::loadEncoderWeights(encoders::model(encoders::modelFolder("bert-tiny-safetensors")), job);
    QVERIFY(!loaded && loaded.error().code == ErrorCode::Cancelled);
}

QTEST_APPLESS_MAIN(TestEncoderWeights)
#include "tst_encoder_weights.moc"
