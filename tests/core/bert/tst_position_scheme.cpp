// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/encoder.h"
#include "core/bert/head_view.h"
#include "core/bert/position_scheme.h"
#include "core/bert/position_source.h"
#include "core/bert/weights.h"

#include "encoder_support.h"

#include <QTest>

#include <cmath>

using namespace pescope;
using bert::EncoderConfig;
using bert::Layer;
using bert::PositionScheme;
using encoders::Arrays;
using encoders::says;
using encoders::value;
using encoders::weightsOf;
using tables::Index;
using tables::MatrixF;

/// Tokens, the positions that a scheme gives them, and what heads see of positions; without LibTorch.
class TestPositionScheme : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void checksTheInput_data();
    void checksTheInput();
    void positionsOfTokens();
    void schemesAreValues();
    void refusesSchemes_data();
    void refusesSchemes();
    void sourcesBecomeSchemes();
    void headsSeePositions();
    void headsThatSeeNone();
};

namespace {

/// The 10 tokens of the reference cases, where nothing is masked.
bert::TokenPositions tenTokens()
{
    bert::TokenPositions tokens{.sequences = 1, .tokens = 10, .position = {}, .real = std::vector<bool>(10, true)};
    for (Index t = 0; t < 10; ++t)
        tokens.position.push_back(t);
    return tokens;
}

Result<bert::ResolvedPositions> resolved(const bert::EncoderWeights& weights, const PositionScheme& scheme,
                                         const bert::TokenPositions& tokens = tenTokens())
{
    return bert::resolvePositions(scheme, weights.config, weights.embedding, weights.layers, tokens);
}

} // namespace

void TestPositionScheme::checksTheInput_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QList<int>>("ids");
    QTest::addColumn<QList<int>>("mask");
    QTest::addColumn<QList<int>>("segments");
    QTest::addColumn<QString>("words");
    const QString tiny = QStringLiteral("bert-tiny-safetensors");
    QTest::newRow("none") << tiny << QList<int>{} << QList<int>{} << QList<int>{} << QStringLiteral("no tokens");
    QTest::newRow("id") << tiny << QList<int>{2, 99} << QList<int>{} << QList<int>{}
                        << QStringLiteral("token id 99|number 2|48 rows");
    QTest::newRow("negative") << tiny << QList<int>{-1} << QList<int>{} << QList<int>{}
                              << QStringLiteral("-1|number 1");
    QTest::newRow("mask") << tiny << QList<int>{2, 3} << QList<int>{1} << QList<int>{}
                          << QStringLiteral("1 mask values for 2");
    QTest::newRow("mask value") << tiny << QList<int>{2, 3} << QList<int>{1, 2} << QList<int>{}
                                << QStringLiteral("mask value 2|number 2");
    QTest::newRow("segments") << tiny << QList<int>{2, 3} << QList<int>{} << QList<int>{0, 0, 0}
                              << QStringLiteral("3 segment ids for 2");
    QTest::newRow("segment") << tiny << QList<int>{2, 3} << QList<int>{} << QList<int>{0, 2}
                             << QStringLiteral("segment 2|2 rows");
    QTest::newRow("one segment") << QStringLiteral("camembert-noprefix") << QList<int>{2, 3} << QList<int>{}
                                 << QList<int>{0, 1} << QStringLiteral("segment 1|1 rows");
    QTest::newRow("no segments") << QStringLiteral("distilbert-learned") << QList<int>{2, 3} << QList<int>{}
                                 << QList<int>{0, 1} << QStringLiteral("segment 1|DistilBERT");
}

void TestPositionScheme::checksTheInput()
{
    QFETCH(const QString, model);
    QFETCH(const QList<int>, ids);
    QFETCH(const QList<int>, mask);
    QFETCH(const QList<int>, segments);
    QFETCH(const QString, words);
    bert::EncoderInput input = bert::EncoderInput::single({ids.begin(), ids.end()});
    input.mask.assign(mask.begin(), mask.end());
    input.segments.assign(segments.begin(), segments.end());
    const auto checked = bert::checkInput(weightsOf(model.toStdString()).config, input);
    QVERIFY(!checked);
    for (const QString& word : words.split(QLatin1Char('|')))
        QVERIFY(says(checked.error(), {word.toStdString().c_str()}));
}

void TestPositionScheme::positionsOfTokens()
{
    // The reference's rule: cumsum(ids ≠ pad)·(ids ≠ pad) + pad is the row; padding in the middle does not count.
    const EncoderConfig roberta = weightsOf("camembert-noprefix").config;
    const auto counted = value(bert::checkInput(roberta, bert::EncoderInput::single({0, 5, 1, 6, 2, 1})));
    QCOMPARE(counted.positions.position, (std::vector<Index>{0, 1, -1, 2, 3, -1}));
    QCOMPARE(counted.input.mask, std::vector<std::int64_t>(6, 1));
    const EncoderConfig bert = weightsOf("bert-tiny-safetensors").config;
    bert::EncoderInput masked = bert::EncoderInput::single({2, 0, 3});
    masked.mask = {1, 1, 0};
    const auto plain = value(bert::checkInput(bert, masked));
    QCOMPARE(plain.positions.position, (std::vector<Index>{0, 1, 2}));
    QCOMPARE(plain.positions.real, (std::vector<bool>{true, true, false}));

    // RoBERTa's rows: position 0 is stored row 2, padding row 1.
    const bert::EncoderWeights weights = weightsOf("camembert-noprefix");
    const auto stored = weights.embedding.positions->matrix();
    const MatrixF added = value(resolved(weights, {}, counted.positions)).added.value();
    QVERIFY(added.row(0) == stored.row(2) && added.row(3) == stored.row(4) && added.row(2) == stored.row(1));
    // Without positions padding has none either.
    QVERIFY(!value(resolved(weights, PositionScheme::none(), counted.positions)).added);
}

void TestPositionScheme::schemesAreValues()
{
    QVERIFY(PositionScheme{}.isTrained());
    QVERIFY(!PositionScheme::none().isTrained());
    QVERIFY(PositionScheme::shuffled(1) == PositionScheme::shuffled(1));
    QVERIFY(PositionScheme::shuffled(1) != PositionScheme::shuffled(2));
    QCOMPARE(bert::StateId::embeddingOutput().text(), std::string("embedding output"));
    QCOMPARE(bert::StateId::outputOf(Layer{3}).text(), std::string("layer 3"));
    QVERIFY(bert::StateId::inputOf(Layer{1}) == bert::StateId::embeddingOutput());

    // A masked token stays where it is when the others change places.
    const bert::EncoderWeights weights = weightsOf("bert-tiny-safetensors");
    bert::TokenPositions tokens = tenTokens();
    tokens.real[4] = false;
    const auto stored = weights.embedding.positions->matrix();
    const MatrixF added = value(resolved(weights, PositionScheme::shuffled(7), tokens)).added.value();
    QVERIFY(added.row(4) == stored.row(4));
    std::vector<float> first(added.col(0).begin(), added.col(0).end());
    std::vector<float> want(stored.col(0).begin(), stored.col(0).begin() + 10);
    QVERIFY(first != want);
    std::ranges::sort(first);
    std::ranges::sort(want);
    QCOMPARE(first, want);

    // Later offsets than a given table has get its outermost, which is said.
    const bert::EncoderWeights relative = weightsOf("bert-relative-key");
    const auto offsets = std::make_shared<const MatrixF>(MatrixF::Ones(5, 8));
    const auto given = value(resolved(relative, {{}, bert::GivenOffsets{offsets, false, "ones"}}));
    QCOMPARE(given.offsets.size(), std::size_t{2});
    QCOMPARE(*given.factor, 1.0);
    QVERIFY(given.notes.size() == 1 && given.notes.front().find("offsets up to 2") != std::string::npos);
}

void TestPositionScheme::refusesSchemes_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::addColumn<double>("fill");
    QTest::addColumn<QString>("words");
    const QString tiny = QStringLiteral("bert-tiny-safetensors");
    const QString relative = QStringLiteral("bert-relative-key");
    QTest::newRow("width") << tiny << 40 << 16 << 1.0 << QStringLiteral("16|32");
    QTest::newRow("short") << tiny << 9 << 32 << 1.0 << QStringLiteral("10 positions|has 9");
    QTest::newRow("zeros") << tiny << 40 << 32 << 0.0 << QStringLiteral("all zeros");
    QTest::newRow("nan") << tiny << 40 << 32 << std::nan("") << QStringLiteral("not finite");
    QTest::newRow("even") << relative << 10 << 8 << 1.0 << QStringLiteral("10 × 8|odd");
    QTest::newRow("head width") << relative << 9 << 32 << 1.0 << QStringLiteral("9 × 32|8 numbers");
    QTest::newRow("no offsets") << relative << 9 << 8 << 0.0 << QStringLiteral("all zeros");
}

void TestPositionScheme::refusesSchemes()
{
    QFETCH(const QString, model);
    QFETCH(const int, rows);
    QFETCH(const int, columns);
    QFETCH(const double, fill);
    QFETCH(const QString, words);
    const bert::EncoderWeights weights = weightsOf(model.toStdString());
    const auto table = std::make_shared<const MatrixF>(MatrixF::Constant(rows, columns, static_cast<float>(fill)));
    const PositionScheme scheme = weights.config.isRelative()
        ? PositionScheme{{}, bert::GivenOffsets{table, true, "it"}}
        : PositionScheme{bert::GivenTable{table, true, "it"}, {}};
    const auto result = resolved(weights, scheme);
    QVERIFY(!result);
    for (const QString& word : words.split(QLatin1Char('|')))
        QVERIFY(says(result.error(), {word.toStdString().c_str()}));
    if (!weights.config.isRelative())
        for (const Index count : {Index{0}, Index{41}})
            QVERIFY(says(resolved(weights, {bert::FirstRows{count}, {}}).error(), {"1 to 40"}));
}

void TestPositionScheme::sourcesBecomeSchemes()
{
    EncoderConfig config = weightsOf("bert-tiny-safetensors").config;
    encoding::Encoding source;
    source.id = "ape";
    // A sinusoid goes on as far as the text does: sin(600) stands in row 600, column 0.
    source.content = encoding::SinusoidSpec{.dim = 32, .length = 16, .freeOmega = {}};
    const auto table = [](const PositionScheme& scheme) { return std::get<bert::GivenTable>(scheme.absolute); };
    const auto sinusoid = table(value(bert::schemeOf(source, config, 601, false)));
    QVERIFY(sinusoid.rows->rows() == 601 && !sinusoid.matchNorm);
    QVERIFY(std::abs((*sinusoid.rows)(600, 0) - std::sin(600.0)) < 1e-6);
    QCOMPARE(table(value(bert::schemeOf(source, config, 5, true))).rows->rows(), Index{16});
    // Of a stored table, the rows that are positions.
    const auto rows = std::make_shared<tables::MatrixD>(tables::MatrixD::Random(5, 32));
    source.content = encoding::StoredTable{.rows = rows, .firstPositionRow = 2, .positions = 3, .sinusoid = {}};
    QVERIFY(*table(value(bert::schemeOf(source, config, 3, true))).rows == rows->bottomRows(3).cast<float>());

    // Offsets 3, 2, …, −1 in stored order: −1, 0, 1 are there on both sides.
    const auto offsets = std::make_shared<tables::MatrixD>(tables::MatrixD::Random(5, 8));
    source.content = encoding::RelativeTable{.rows = offsets, .firstOffset = 3, .ascending = false};
    QVERIFY(!bert::schemeOf(source, config, 3, true));
    config.position = bert::PositionKind::RelativeKey;
    const auto relative = std::get<bert::GivenOffsets>(value(bert::schemeOf(source, config, 3, true)).relative);
    QCOMPARE(relative.rows->rows(), Index{3});
    QVERIFY(relative.rows->row(0) == offsets->row(4).cast<float>());
    QVERIFY(relative.rows->row(2) == offsets->row(2).cast<float>());
    source.content = encoding::RelativeSinusoid{.dim = 8, .maxOffset = 4};
    QCOMPARE(std::get<bert::GivenOffsets>(value(bert::schemeOf(source, config, 3, true)).relative).rows->rows(),
             Index{9});
    source.content = encoding::RotarySpec{};
    source.kind = encoding::Kind::Rotary;
    QVERIFY(says(bert::schemeOf(source, config, 3, true).error(), {"rotary", "relative_key"}));
}

void TestPositionScheme::headsSeePositions()
{
    const Arrays arrays("exchanged");
    const auto seen = [](const char* name, Layer layer, Index head, bert::HeadViewOptions options) {
        const auto weights = value(bert::loadHeadWeights(encoders::model(encoders::modelFolder(name)), layer));
        const bert::HeadFactors factors = value(bert::headFactors(weights, head, options));
        return tables::MatrixD(factors.queries * factors.keys.transpose());
    };
    const char* const tiny = "bert-tiny-safetensors";
    QVERIFY(encoders::excess(seen(tiny, Layer{2}, 3, {}), arrays["tiny.head_view"].matrix(), 0) < 1e-12);
    QVERIFY(encoders::excess(seen(tiny, Layer{2}, 3, {.layerNorm = true}), arrays["tiny.head_view_norm"].matrix(), 0)
            < 1e-12);
    QVERIFY(encoders::excess(seen(tiny, Layer{2}, 3, {.layerNorm = true, .biases = true}),
                             arrays["tiny.head_view_norm_biases"].matrix(), 0)
            < 1e-12);
    QVERIFY(encoders::excess(seen("albert", Layer{1}, 1, {}), arrays["albert.head_view"].matrix(), 0) < 1e-12);
    // Rows are positions: RoBERTa's two unused ones are left out.
    QCOMPARE(seen("camembert-noprefix", Layer{1}, 0, {}).rows(), Index{40});
}

void TestPositionScheme::headsThatSeeNone()
{
    const auto tiny = encoders::model(encoders::modelFolder("bert-tiny-safetensors"));
    QVERIFY(says(bert::loadHeadWeights(tiny, Layer{3}).error(), {"layer 3", "has 2"}));
    const auto weights = value(bert::loadHeadWeights(tiny, Layer{1}));
    QVERIFY(says(bert::headFactors(weights, 4).error(), {"head 4", "has 4"}));
    QVERIFY(!bert::headFactors(weights, -1));
    const auto relative =
        value(bert::loadHeadWeights(encoders::model(encoders::modelFolder("bert-relative-key")), Layer{1}));
    QVERIFY(says(bert::headFactors(relative, 0).error(), {"relative_key"}));
}

QTEST_APPLESS_MAIN(TestPositionScheme)
#include "tst_position_scheme.moc"
