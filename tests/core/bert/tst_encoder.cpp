// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/encoder_module.h"
#include "core/bert/identical_words.h"
#include "core/encoding/what_if.h"

#include "encoder_support.h"

#include <QTest>

#include <cmath>
#include <map>

using namespace pescope;
using bert::AttentionKind;
using bert::AttentionMaps;
using bert::EncodedText;
using bert::Encoder;
using bert::Layer;
using bert::PositionScheme;
using bert::StateId;
using encoders::Array;
using encoders::Arrays;
using encoders::value;
using tables::Index;
using tables::MatrixF;

Q_DECLARE_METATYPE(pescope::bert::PositionScheme)

/// Encoders on the real LibTorch module, against the reference implementation and a forward pass in NumPy
/// (tests/data/encoder/make_exchanged.py).
class TestEncoder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void agreesWithTheReference_data();
    void agreesWithTheReference();
    void exchangedPositions_data();
    void exchangedPositions();
    void absoluteTablesDoNotTouchRelativeModels();
    void activations_data();
    void activations();
    void attentionOnDemandIsThatOfTheRun();
    void logitsAreBeforeTheSoftmaxAndTheMask();
    void severalTextsAtOnceAreAsEachAlone();
    void shufflesKeepPaddingWhereItIs();
    void innerShuffleLeavesTheEnds();
    void keepsWhatIsAskedFor();
    void stopsBetweenLayers();
    void anErrorOfTheListenerEndsTheRun();
    void meansOverIdenticalWords();
    void refusesWhatItCannotRun();
    void saysWhatItIs();

private:
    const Encoder& encoder(const std::string& folder);
    std::map<std::string, std::shared_ptr<const Encoder>> m_encoders;
};

namespace {

constexpr double kRelative = 1e-4;
constexpr double kAbsolute = 2e-5;

std::string said(const Error& error)
{
    return describe(error);
}

void compareStates(const EncodedText& text, const Array& want)
{
    QCOMPARE(std::ssize(text.states), want.shape[0]);
    for (Layer layer; layer.number < want.shape[0]; ++layer.number) {
        const StateId state = StateId::outputOf(layer);
        QVERIFY2(encoders::excess(text.hidden(state), want.matrix(layer.number), kRelative) < kAbsolute,
                 state.text().c_str());
    }
    QVERIFY2(encoders::excess(text.hidden(StateId::embeddingOutput()), want.matrix(0), kRelative) < kAbsolute,
             "embedding output");
}

void compareMaps(const AttentionMaps& maps, const Array& want, Layer layer)
{
    QCOMPARE(maps.heads, want.shape[1]);
    for (Index head = 0; head < maps.heads; ++head)
        QVERIFY2(encoders::excess(maps.map(head), want.matrix((layer.number - 1) * maps.heads + head), kRelative)
                     < kAbsolute,
                 qPrintable(QString::fromLatin1("layer %1 head %2").arg(layer.number).arg(head)));
}

std::shared_ptr<const MatrixF> shared(const Array& array)
{
    return std::make_shared<const MatrixF>(array.matrix().cast<float>());
}

} // namespace

const Encoder& TestEncoder::encoder(const std::string& folder)
{
    auto& one = m_encoders[folder];
    if (!one)
        one = value(bert::openEncoder(encoders::model(folder), {}));
    return *one;
}

void TestEncoder::initTestCase()
{
    const auto module = bert::loadEncoderModule();
    QVERIFY2(module, module ? "" : said(module.error()).c_str());
}

void TestEncoder::agreesWithTheReference_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name :
         {"albert", "bert-fp16", "bert-mlm-prefix-bin", "bert-relative-key", "bert-relative-key-query-prefix",
          "bert-tiny-safetensors", "camembert-noprefix", "distilbert-learned", "distilbert-sinusoidal", "electra-small",
          "roberta-sharded-safetensors", "v5-bert-mlm"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestEncoder::agreesWithTheReference()
{
    QFETCH(const QString, name);
    const Arrays want(name.toStdString());
    const Encoder& model = encoder(encoders::modelFolder(name.toStdString()));
    const EncodedText text = value(model.run(encoders::input(want), {}));
    compareStates(text, want["hidden_states"]);
    for (Layer layer; model.info().config.hasLayer(layer); ++layer.number)
        compareMaps(value(model.attention(text, layer)), want["attentions"], layer);
    QVERIFY(text.positions.notes.empty());
}

void TestEncoder::exchangedPositions_data()
{
    const Arrays arrays("exchanged");
    using bert::FirstRows;
    using bert::GivenOffsets;
    using bert::GivenTable;
    using bert::NoPositions;
    using bert::Shuffled;
    QTest::addColumn<QString>("model");
    QTest::addColumn<PositionScheme>("scheme");
    QTest::addColumn<QString>("want");
    QTest::addColumn<QString>("factor");
    const auto row = [](const char* want, const char* model, PositionScheme scheme, const char* factor = "") {
        QTest::newRow(want) << QString::fromLatin1(model) << scheme << QString::fromLatin1(want)
                            << QString::fromLatin1(factor);
    };
    const auto sinusoid = shared(arrays["sinusoid"]);
    const char* const tiny = "bert-tiny-safetensors";
    row("tiny.none", tiny, PositionScheme::none());
    row("tiny.shuffled", tiny, PositionScheme::shuffled(7));
    row("tiny.shuffled_table", tiny, {Shuffled{7, Shuffled::Among::Table}, {}});
    row("tiny.sinusoid_as_is", tiny, {GivenTable{sinusoid, false, "sinusoid"}, {}});
    row("tiny.sinusoid_matched", tiny, {GivenTable{sinusoid, true, "sinusoid"}, {}}, "tiny.factor");
    row("tiny.first3_clip", tiny, {FirstRows{3, FirstRows::Beyond::Clip}, {}});
    row("tiny.first3_zero", tiny, {FirstRows{3, FirstRows::Beyond::Zero}, {}});
    const char* const relative = "bert-relative-key";
    row("relative.none", relative, {bert::AsTrained{}, NoPositions{}});
    row("relative.shuffled", relative, {bert::AsTrained{}, Shuffled{7}});
    row("relative.given", relative, {bert::AsTrained{}, GivenOffsets{shared(arrays["offsets"]), true, "offsets"}},
        "relative.factor");
}

void TestEncoder::exchangedPositions()
{
    QFETCH(const QString, model);
    QFETCH(const PositionScheme, scheme);
    QFETCH(const QString, want);
    QFETCH(const QString, factor);
    const Arrays arrays("exchanged");
    const Encoder& one = encoder(encoders::modelFolder(model.toStdString()));
    const bert::EncoderInput input = encoders::input(Arrays(model.toStdString()));
    const EncodedText text = value(one.run(input, scheme));
    compareStates(text, arrays[want.toStdString()]);
    if (!factor.isEmpty()) {
        QVERIFY(text.positions.factor);
        QVERIFY(std::abs(*text.positions.factor / arrays[factor.toStdString()].values[0] - 1) < 1e-6);
    }
    if (const std::string maps = want.toStdString() + ".attention"; arrays.has(maps))
        for (Layer layer; one.info().config.hasLayer(layer); ++layer.number)
            compareMaps(value(one.attention(text, layer)), arrays[maps], layer);
    // The exchange shows, and leaves nothing behind in the encoder.
    const Arrays trained(model.toStdString());
    QVERIFY(encoders::excess(text.hidden(StateId::outputOf(Layer{2})), trained["hidden_states"].matrix(2), 0) > 1e-2);
    compareStates(value(one.run(input, {})), trained["hidden_states"]);
}

void TestEncoder::absoluteTablesDoNotTouchRelativeModels()
{
    const Arrays arrays("bert-relative-key-query-prefix");
    const Encoder& one = encoder(encoders::modelFolder("bert-relative-key-query-prefix"));
    const EncodedText plain = value(one.run(encoders::input(arrays), {}));
    const auto table = std::make_shared<const MatrixF>(MatrixF::Ones(10, 32));
    for (const bert::AbsolutePositions& absolute :
         {bert::AbsolutePositions(bert::Shuffled{1}), bert::AbsolutePositions(bert::GivenTable{table, false, "ones"}),
          bert::AbsolutePositions(bert::FirstRows{1})}) {
        const EncodedText text = value(one.run(encoders::input(arrays), {absolute, {}}));
        QCOMPARE(text.states, plain.states);
        QCOMPARE(text.positions.notes.size(), std::size_t{1});
        QVERIFY(text.positions.notes.front().find("relative_key_query") != std::string::npos);
    }
    const Encoder& tiny = encoder(encoders::modelFolder("bert-tiny-safetensors"));
    const EncodedText untouched =
        value(tiny.run(encoders::input(Arrays("bert-tiny-safetensors")), {bert::AsTrained{}, bert::NoPositions{}}));
    QCOMPARE(untouched.positions.notes.size(), std::size_t{1});
    compareStates(untouched, Arrays("bert-tiny-safetensors")["hidden_states"]);
}

void TestEncoder::activations_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"gelu", "gelu_new", "quick_gelu", "relu", "silu", "tanh"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestEncoder::activations()
{
    QFETCH(const QString, name);
    const std::string folder = encoders::changedModel(
        "bert-tiny-safetensors", "activation-" + name.toStdString(),
        [&](nlohmann::json&, nlohmann::json& config) { config["hidden_act"] = name.toStdString(); });
    const EncodedText text = value(encoder(folder).run(encoders::input(Arrays("bert-tiny-safetensors")), {}));
    const Array want = Arrays("exchanged")["tiny.act." + name.toStdString()];
    QVERIFY(encoders::excess(text.hidden(StateId::outputOf(Layer{2})), want.matrix(), kRelative) < kAbsolute);
}

void TestEncoder::attentionOnDemandIsThatOfTheRun()
{
    for (const char* name : {"bert-mlm-prefix-bin", "bert-relative-key-query-prefix", "albert"}) {
        const Encoder& one = encoder(encoders::modelFolder(name));
        std::vector<AttentionMaps> seen;
        bert::RunOptions options;
        options.onAttention = [&](Layer layer, const AttentionMaps& maps) {
            seen.push_back(maps);
            return layer.number == std::ssize(seen) ? ok() : Status(fail(ErrorCode::Shape, "layers out of order"));
        };
        const EncodedText text = value(one.run(encoders::input(Arrays(name)), {}, options));
        QCOMPARE(std::ssize(seen), 2);
        for (Layer layer; layer.number <= 2; ++layer.number)
            QCOMPARE(value(one.attention(text, layer)).values, seen[static_cast<std::size_t>(layer.number - 1)].values);
    }
}

void TestEncoder::logitsAreBeforeTheSoftmaxAndTheMask()
{
    const Encoder& tiny = encoder(encoders::modelFolder("bert-tiny-safetensors"));
    const bert::EncoderInput input = encoders::input(Arrays("bert-tiny-safetensors"));
    const EncodedText text = value(tiny.run(input, {}));
    const Array want = Arrays("exchanged")["tiny.logits"];
    for (Layer layer; layer.number <= 2; ++layer.number)
        compareMaps(value(tiny.attention(text, layer, AttentionKind::Logits)), want, layer);

    // A mask changes the weights of layer 1, not its logits, and takes all weight from what it hides.
    bert::EncoderInput masked = input;
    masked.mask.assign(10, 1);
    masked.mask[4] = 0;
    const EncodedText hidden = value(tiny.run(masked, {}));
    QCOMPARE(value(tiny.attention(hidden, Layer{1}, AttentionKind::Logits)).values,
             value(tiny.attention(text, Layer{1}, AttentionKind::Logits)).values);
    const AttentionMaps weights = value(tiny.attention(hidden, Layer{1}));
    for (Index head = 0; head < weights.heads; ++head) {
        QCOMPARE(weights.map(head).col(4).cwiseAbs().maxCoeff(), 0.0F);
        QVERIFY((weights.map(head).rowwise().sum().array() - 1).abs().maxCoeff() < 1e-5F);
    }
    // Everything hidden: the softmax stays finite.
    masked.mask.assign(10, 0);
    QVERIFY(value(tiny.run(masked, {})).hidden(StateId::outputOf(Layer{2})).allFinite());
}

void TestEncoder::severalTextsAtOnceAreAsEachAlone()
{
    for (const char* name :
         {"bert-tiny-safetensors", "bert-relative-key-query-prefix", "roberta-sharded-safetensors"}) {
        const Encoder& one = encoder(encoders::modelFolder(name));
        const std::int64_t pad = one.info().config.padToken;
        const std::vector<std::int64_t> first{2, 17, 13, 14, 3};
        const std::vector<std::int64_t> second{2, 20, 3, pad, pad};
        bert::EncoderInput both{
            .sequences = 2, .tokens = 5, .ids = first, .mask = {1, 1, 1, 1, 1, 1, 1, 1, 0, 0}, .segments = {}};
        both.ids.insert(both.ids.end(), second.begin(), second.end());
        bert::EncoderInput alone = bert::EncoderInput::single({2, 20, 3});
        for (const PositionScheme& scheme : {PositionScheme{}, PositionScheme::shuffled(3)}) {
            const EncodedText together = value(one.run(both, scheme));
            const EncodedText firstText = value(one.run(bert::EncoderInput::single(first), scheme));
            const EncodedText secondText = value(one.run(alone, scheme));
            for (const StateId state : {StateId::embeddingOutput(), StateId::outputOf(Layer{2})}) {
                QVERIFY((together.hidden(state, 0) - firstText.hidden(state)).cwiseAbs().maxCoeff() < 1e-5F);
                QVERIFY((together.hidden(state, 1).topRows(3) - secondText.hidden(state)).cwiseAbs().maxCoeff()
                        < 1e-5F);
            }
            const AttentionMaps maps = value(one.attention(together, Layer{2}));
            const AttentionMaps single = value(one.attention(secondText, Layer{2}));
            QVERIFY((maps.map(3, 1).topLeftCorner(3, 3) - single.map(3)).cwiseAbs().maxCoeff() < 1e-5F);
        }
    }
}

void TestEncoder::shufflesKeepPaddingWhereItIs()
{
    const Arrays arrays("camembert-noprefix");
    const Encoder& one = encoder(encoders::modelFolder("camembert-noprefix"));
    const EncodedText plain = value(one.run(encoders::input(arrays), {}));
    const EncodedText shuffled = value(one.run(encoders::input(arrays), PositionScheme::shuffled(5)));
    const StateId embedding = StateId::embeddingOutput();
    QVERIFY(plain.hidden(embedding).bottomRows(2) == shuffled.hidden(embedding).bottomRows(2));
    QVERIFY(plain.hidden(embedding).topRows(8) != shuffled.hidden(embedding).topRows(8));
}

/// The same as a table whose rows were put in that order by hand: the first and the last token keep theirs.
void TestEncoder::innerShuffleLeavesTheEnds()
{
    const Encoder& tiny = encoder(encoders::modelFolder("bert-tiny-safetensors"));
    const bert::EncoderInput input = encoders::input(Arrays("bert-tiny-safetensors"));
    const bert::EncoderWeights weights = encoders::weightsOf("bert-tiny-safetensors");
    const auto order = encoding::shuffledOrder(input.tokens - 2, 7);
    auto rows = std::make_shared<MatrixF>(weights.embedding.positions->matrix().topRows(input.tokens));
    for (Index p = 1; p + 1 < input.tokens; ++p)
        rows->row(p) = weights.embedding.positions->matrix().row(order[static_cast<std::size_t>(p - 1)] + 1);
    const bert::Shuffled inner{.seed = 7, .among = bert::Shuffled::Among::InnerTokens};
    const EncodedText shuffled = value(tiny.run(input, {inner, inner}));
    const EncodedText byHand = value(tiny.run(input, {bert::GivenTable{rows, false, "by hand"}, bert::AsTrained{}}));
    QVERIFY(shuffled.states == byHand.states);
}

void TestEncoder::keepsWhatIsAskedFor()
{
    const Encoder& tiny = encoder(encoders::modelFolder("bert-tiny-safetensors"));
    const bert::EncoderInput input = encoders::input(Arrays("bert-tiny-safetensors"));
    bert::RunOptions options;
    options.keep = bert::RunOptions::Keep::LastState;
    const EncodedText last = value(tiny.run(input, {}, options));
    QVERIFY(!last.has(StateId::embeddingOutput()) && !last.has(StateId::outputOf(Layer{1})));
    QCOMPARE(last.states[2], value(tiny.run(input, {})).states[2]);
    const auto attention = tiny.attention(last, Layer{1});
    QVERIFY(!attention && attention.error().code == ErrorCode::Shape);
    QVERIFY(said(attention.error()).find("embedding output") != std::string::npos);
    options.keep = bert::RunOptions::Keep::Nothing;
    QVERIFY(!value(tiny.run(input, {}, options)).has(StateId::outputOf(Layer{2})));
}

void TestEncoder::stopsBetweenLayers()
{
    const Encoder& tiny = encoder(encoders::modelFolder("bert-tiny-safetensors"));
    const bert::EncoderInput input = encoders::input(Arrays("bert-tiny-safetensors"));
    for (const std::string step : {"layer 1 of 2", "layer 2 of 2"}) {
        std::stop_source stop;
        std::vector<std::string> steps;
        const JobContext job(stop.get_token(), [&](const Progress& progress) {
            steps.push_back(progress.step);
            if (progress.step == step)
                stop.request_stop();
        });
        const auto text = tiny.run(input, {}, {}, job);
        QVERIFY(!text && text.error().code == ErrorCode::Cancelled);
        QCOMPARE(steps.back(), step);
    }
    std::stop_source stopped;
    stopped.request_stop();
    const EncodedText text = value(tiny.run(input, {}));
    const auto attention = tiny.attention(text, Layer{1}, {}, JobContext(stopped.get_token(), {}));
    QVERIFY(!attention && attention.error().code == ErrorCode::Cancelled);
}

void TestEncoder::anErrorOfTheListenerEndsTheRun()
{
    bert::RunOptions options;
    int calls = 0;
    options.onAttention = [&](Layer, const AttentionMaps&) -> Status {
        ++calls;
        return fail(ErrorCode::Numeric, "enough");
    };
    const auto text = encoder(encoders::modelFolder("bert-tiny-safetensors"))
                          .run(encoders::input(Arrays("bert-tiny-safetensors")), {}, options);
    QVERIFY(!text && text.error().message == "enough");
    QCOMPARE(calls, 1);
}

void TestEncoder::meansOverIdenticalWords()
{
    const Encoder& tiny = encoder(encoders::modelFolder("bert-tiny-safetensors"));
    bert::IdenticalWords request{.words = {}, .tokens = 6, .first = 2, .last = 3, .kind = {}, .scheme = {}};
    for (std::int64_t word = 10; word < 30; ++word) // more than one batch
        request.words.push_back(word);
    const bert::IdenticalAttention got = value(bert::identicalAttention(tiny, request));
    for (const Layer layer : {Layer{1}, Layer{2}}) {
        std::vector<tables::MatrixD> maps;
        for (const std::int64_t word : request.words) {
            const EncodedText text = value(tiny.run(bert::EncoderInput::single({2, word, word, word, word, 3}), {}));
            maps.emplace_back(value(tiny.attention(text, layer)).map(3).cast<double>());
        }
        tables::MatrixD mean = tables::MatrixD::Zero(6, 6);
        for (const auto& map : maps)
            mean += map / 20;
        double variance = 0;
        for (const auto& map : maps)
            variance += (map(1, 4) - mean(1, 4)) * (map(1, 4) - mean(1, 4)) / 19;
        QVERIFY((got.map(layer, 3) - mean).cwiseAbs().maxCoeff() < 1e-6);
        const auto at = static_cast<std::size_t>((((layer.number - 1) * 4 + 3) * 6 + 1) * 6 + 4);
        QVERIFY(std::abs(got.deviation[at] - std::sqrt(variance)) < 1e-6);
    }
    request.words = {10};
    QVERIFY(value(bert::identicalAttention(tiny, request)).deviation.empty());
    request.tokens = 2;
    QVERIFY(!bert::identicalAttention(tiny, request));
    request.words.clear();
    QVERIFY(!bert::identicalAttention(tiny, request));
}

void TestEncoder::refusesWhatItCannotRun()
{
    const Encoder& tiny = encoder(encoders::modelFolder("bert-tiny-safetensors"));
    const auto refused = [&](const bert::EncoderInput& input, std::initializer_list<const char*> words) {
        const auto text = tiny.run(input, {});
        if (text)
            return false;
        const std::string message = said(text.error());
        return std::ranges::all_of(words, [&](const char* word) { return message.find(word) != std::string::npos; });
    };
    QVERIFY(refused(bert::EncoderInput::single({}), {"no tokens"}));
    QVERIFY(refused(bert::EncoderInput::single(std::vector<std::int64_t>(41, 5)), {"41", "40"}));
    QVERIFY(refused(bert::EncoderInput::single({2, 48, 3}), {"48", "number 2", "0 to 47"}));
    QVERIFY(refused(bert::EncoderInput::single(std::vector<std::int64_t>(100000, 5)), {"100000 tokens"}));

    const EncodedText text = value(tiny.run(bert::EncoderInput::single({2, 5, 3}), {}));
    const auto layer = tiny.attention(text, Layer{3});
    QVERIFY(!layer && said(layer.error()).find("layer 3") != std::string::npos);
    QVERIFY(!tiny.attention(text, Layer{0}));

    // Without its table nothing bounds the length of a text, only the attention does.
    QVERIFY(tiny.run(bert::EncoderInput::single(std::vector<std::int64_t>(60, 5)), PositionScheme::none()));
    const auto cuda =
        bert::openEncoder(encoders::model(encoders::modelFolder("bert-tiny-safetensors")), {.cuda = true, .index = 99});
    QVERIFY(!cuda && cuda.error().code == ErrorCode::Backend);
}

void TestEncoder::saysWhatItIs()
{
    const bert::EncoderInfo& info = encoder(encoders::modelFolder("bert-tiny-safetensors")).info();
    QVERIFY(info.device.starts_with("LibTorch"));
    // 48 words, 40 positions, 2 segments; two layers of 4 (32² + 32) + 2·48·32 + 48 + 32; 5 LayerNorms
    QCOMPARE(info.parameters, Index{(48 + 40 + 2) * 32 + 2 * (4 * (32 * 32 + 32) + 2 * 48 * 32 + 48 + 32) + 5 * 64});
    // ALBERT's one layer counts once.
    const Index shared = encoder(encoders::modelFolder("albert")).info().parameters;
    QCOMPARE(shared,
             Index{(48 + 40 + 2) * 16 + 2 * 16 + 32 * 16 + 32 + 4 * (32 * 32 + 32) + 2 * 48 * 32 + 48 + 32 + 2 * 64});
}

QTEST_APPLESS_MAIN(TestEncoder)
#include "tst_encoder.moc"
