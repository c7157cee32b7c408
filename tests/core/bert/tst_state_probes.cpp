// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/decodability.h"
#include "core/bert/norms.h"
#include "core/bert/spans.h"

#include "given_encoder.h"
#include "probe_support.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace pescope;
using bert::Decodability;
using bert::DecodabilityOptions;
using bert::PlacedVectors;
using bert::StateId;
using bert::TokenRole;
using bert::TokenRoles;
using bert::TokenSpan;
using probes::near;
using probes::refused;
using tables::Index;
using tables::MatrixD;
using tables::MatrixF;

namespace {

Decodability decoded(std::span<const PlacedVectors> texts, const DecodabilityOptions& options = {})
{
    auto result = bert::positionDecodability(texts, options);
    if (!result)
        throw std::runtime_error(describe(result.error()));
    return *result;
}

/// x(t, i, d) = sin(1.3 d (i + 1)/D + 0.7 d) + ½ sin(2.1 (t + 1)(d + 1) + 0.9 i² + 0.37 i d²), position i + 1.
std::vector<PlacedVectors> waves(Index dim, const std::vector<Index>& lengths)
{
    std::vector<PlacedVectors> texts;
    for (std::size_t t = 0; t < lengths.size(); ++t) {
        PlacedVectors text{.vectors = MatrixF(lengths[t], dim), .positions = {}};
        for (Index i = 0; i < lengths[t]; ++i) {
            text.positions.push_back(static_cast<double>(i + 1));
            for (Index d = 0; d < dim; ++d) {
                const auto di = static_cast<double>(i), dd = static_cast<double>(d);
                text.vectors(i, d) = static_cast<float>(
                    std::sin(1.3 * dd * (di + 1) / static_cast<double>(dim) + 0.7 * dd)
                    + 0.5
                        * std::sin(static_cast<double>(t + 1) * (dd + 1) * 2.1 + di * di * 0.9 + di * dd * dd * 0.37));
            }
        }
        texts.push_back(std::move(text));
    }
    return texts;
}

/// Texts of noise, whose positions are written into their vectors along one direction by `strength`.
std::vector<PlacedVectors> noise(Index count, Index tokens, Index dim, double strength)
{
    std::mt19937_64 random(11);
    const auto unit = [&] { return static_cast<double>(random() % 20001) / 10000 - 1; };
    std::vector<PlacedVectors> texts;
    for (Index t = 0; t < count; ++t) {
        PlacedVectors text{.vectors = MatrixF(tokens, dim), .positions = {}};
        for (Index i = 0; i < tokens; ++i) {
            text.positions.push_back(static_cast<double>(i));
            for (Index d = 0; d < dim; ++d)
                text.vectors(i, d) =
                    static_cast<float>(unit() + strength * static_cast<double>(i) * (d % 2 == 0 ? 1 : -1));
        }
        texts.push_back(std::move(text));
    }
    return texts;
}

} // namespace

class TestStateProbes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void attentionBetweenSpans();
    void similarityOfSpans();
    void refusesSpans_data();
    void refusesSpans();
    void normsOfStates();
    void decodabilityAgreesWithNumPy_data();
    void decodabilityAgreesWithNumPy();
    void readsWhatIsThereAndNothingElse();
    void foldsHoldWholeTexts();
    void decodabilityOfStates();
    void refusesToDecode();
    void stopsDecoding();
};

void TestStateProbes::attentionBetweenSpans()
{
    // The logit depends on the key alone, as if token j were worth j + 1 in head 0 and all alike in head 1.
    const given::Encoder encoder(2, 2, [](bert::Layer layer, Index head, Index i, Index j, std::int64_t) {
        const double worth = head == 0 ? std::log(static_cast<double>(j + 1)) : 0;
        return layer.number == 2 && i < 2 ? -worth : worth; // layer 2: the first tokens turn it around
    });
    const auto text = given::text(5, 1, {{1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}});
    const auto curves = bert::spanCurves(encoder, text, {0, 2}, {2, 5});
    QVERIFY(curves.has_value());
    QVERIFY(near(curves->fromAToBByHead(0, 0), 12.0 / 15, 1e-6)); // (3 + 4 + 5) ÷ (1 + 2 + 3 + 4 + 5)
    QVERIFY(near(curves->fromBToAByHead(0, 0), 3.0 / 15, 1e-6));
    QVERIFY(near(curves->fromAToBByHead(0, 1), 0.6, 1e-6));
    QVERIFY(near(curves->fromAToB[0], (0.8 + 0.6) / 2, 1e-6));
    QVERIFY(near(curves->fromBToA[0], (0.2 + 0.4) / 2, 1e-6));
    const double all = 1 + 1.0 / 2 + 1.0 / 3 + 1.0 / 4 + 1.0 / 5;
    QVERIFY(near(curves->fromAToBByHead(1, 0), (all - 1.5) / all, 1e-6));
    QVERIFY(near(curves->fromBToAByHead(1, 0), 0.2, 1e-6));
    QVERIFY(near(curves->alikeAToB, 0.6) && near(curves->alikeBToA, 0.4));
    QCOMPARE(curves->fromAToB.size(), std::size_t{2});
    QCOMPARE(curves->cosineOfMeans.size(), std::size_t{3});

    auto padded = text;
    padded.input.mask = {1, 1, 1, 1, 0};
    const auto shorter = bert::spanCurves(encoder, padded, {3, 4}, {0, 1});
    QVERIFY(shorter.has_value());
    QVERIFY(near(shorter->alikeAToB, 0.25));

    std::stop_source stop;
    const JobContext job(stop.get_token(), [&](const Progress&) { stop.request_stop(); });
    QVERIFY(refused(bert::spanCurves(encoder, text, {0, 2}, {2, 5}, job), ErrorCode::Cancelled, {}));
}

void TestStateProbes::similarityOfSpans()
{
    const given::Encoder encoder(1, 1, [](bert::Layer, Index, Index, Index, std::int64_t) { return 0.0; });
    // Tokens 0 and 1 against 3; token 2 belongs to neither.
    const auto text = given::text(4, 2, {{1, 0, 0, 1, 9, 9, 1, 1}, {2, 0, 0, 0, 9, 9, -3, 0}});
    const auto curves = bert::spanCurves(encoder, text, {0, 2}, {3, 4});
    QVERIFY(curves.has_value());
    QVERIFY(near(curves->cosineOfMeans[0], 1));
    QVERIFY(near(curves->meanCosine[0], std::sqrt(0.5)));
    QVERIFY(near(curves->cosineOfMeans[1], -1));
    QVERIFY(near(curves->meanCosine[1], -0.5)); // −1 and 0 for the token without a state

    const auto lost = given::text(4, 2, {{1, 0, 0, 1, 9, 9, 1, 1}, {}});
    QVERIFY(refused(bert::spanCurves(encoder, lost, {0, 2}, {3, 4}), ErrorCode::Shape, {"layer 1", "not kept"}));
}

void TestStateProbes::refusesSpans_data()
{
    QTest::addColumn<QList<int>>("places");
    QTest::addColumn<QString>("fragment");
    QTest::newRow("empty") << QList<int>{1, 1, 2, 3} << QStringLiteral("from 1 to 1 is empty");
    QTest::newRow("turned around") << QList<int>{0, 1, 3, 2} << QStringLiteral("from 3 to 2 is empty");
    QTest::newRow("before the text") << QList<int>{-1, 1, 2, 3} << QStringLiteral("tokens -1 … 0");
    QTest::newRow("after the text") << QList<int>{0, 1, 2, 7} << QStringLiteral("has 6 tokens");
    QTest::newRow("overlapping") << QList<int>{0, 3, 2, 4} << QStringLiteral("overlap");
    QTest::newRow("one in the other") << QList<int>{2, 3, 0, 4} << QStringLiteral("overlap");
    QTest::newRow("padding") << QList<int>{0, 1, 3, 6} << QStringLiteral("token 5");
}

void TestStateProbes::refusesSpans()
{
    QFETCH(const QList<int>, places);
    QFETCH(const QString, fragment);
    auto input = bert::EncoderInput::single({1, 2, 3, 4, 5, 6});
    input.mask = {1, 1, 1, 1, 1, 0};
    const auto status = bert::checkSpans(input, {places[0], places[1]}, {places[2], places[3]});
    QVERIFY(refused(status, ErrorCode::Shape, {qPrintable(fragment)}));
    QVERIFY(bert::checkSpans(input, {0, 2}, {2, 5}));
    QVERIFY(bert::checkSpans(input, {4, 5}, {0, 4}));
}

void TestStateProbes::normsOfStates()
{
    const auto text = given::text(3, 2, {{3, 4, 0, 0, 6, 8}, {}, {1, 0, 0, 1, 1, 1}});
    const MatrixD norms = bert::stateNorms(text);
    QCOMPARE(norms.rows(), 3);
    QVERIFY(near(norms(0, 0), 5) && near(norms(0, 1), 0) && near(norms(0, 2), 10));
    QVERIFY(std::isnan(norms(1, 1)));
    QVERIFY(near(norms(2, 2), std::sqrt(2)));
    using enum TokenRole;
    const auto means = bert::meanNorms(norms, {Special, Word, Word});
    QVERIFY(near(means[0], 5) && std::isnan(means[1]) && near(means[2], (1 + std::sqrt(2)) / 2));
    QVERIFY(near(bert::meanNorms(norms, {Special, Padding, Word}, true)[0], 7.5));
    QVERIFY(std::isnan(bert::meanNorms(norms, {Special, Padding, Padding})[0]));
}

void TestStateProbes::decodabilityAgreesWithNumPy_data()
{
    QTest::addColumn<int>("dim");
    QTest::addColumn<QList<int>>("lengths");
    QTest::addColumn<int>("folds");
    QTest::addColumn<double>("r2");
    QTest::addColumn<double>("error");
    QTest::addColumn<double>("baseline");
    QTest::addColumn<double>("ridge");
    // NumPy 1.24, X and y of `waves` (vectors rounded to float32); c(T): the rows of the texts T.
    //
    // w(T, ρ) = solve(Xcᵀ Xc + ρ mean(diag(Xcᵀ Xc)) I, Xcᵀ yc), Xc = X − mean, yc = y − mean over c(T); with fewer rows
    // than columns Xcᵀ solve(Xc Xcᵀ + ρ mean(diag(Xc Xcᵀ)) I, yc).
    //
    // For each fold f: ρ_f = argmin over 100, 1, 1e-2, 1e-4, 1e-6 of ‖(X − mean) w(all but f and f+1, ρ) + mean y − y‖²
    // over fold f+1; then the errors of w(all but f, ρ_f) over fold f. The ridges found:
    //
    // 0.01 1 0.01 1e-6 0.01 | 1e-6 0.01 0.01 | 0.01 0.01 1e-6 1e-6
    QTest::newRow("more samples than dimensions") << 5 << QList<int>{6, 9, 7, 8, 10, 6, 9} << 5 << 0.5836756256832141
                                                  << 1.170054100279122 << 2.139525090629742 << 0.003981071705534975;
    QTest::newRow("fewer samples than dimensions") << 40 << QList<int>{6, 9, 7, 8} << 3 << 0.8466671817807415
                                                   << 0.6935813551437213 << 1.98373878536922 << 0.0004641588833612784;
    QTest::newRow("folds of several texts") << 12 << QList<int>{6, 9, 7, 8, 10, 6, 9} << 4 << 0.9567840550546117
                                            << 0.4145762326800706 << 2.102272727272727 << 1e-4;
}

void TestStateProbes::decodabilityAgreesWithNumPy()
{
    QFETCH(const int, dim);
    QFETCH(const QList<int>, lengths);
    QFETCH(const int, folds);
    QFETCH(const double, r2);
    QFETCH(const double, error);
    QFETCH(const double, baseline);
    QFETCH(const double, ridge);
    const auto texts = waves(dim, {lengths.begin(), lengths.end()});
    const Decodability got = decoded(texts, {.folds = folds});
    QVERIFY(near(got.r2, r2, 1e-5));
    QVERIFY(near(got.meanAbsoluteError, error, 1e-5));
    QVERIFY(near(got.baselineError, baseline, 1e-12));
    QVERIFY(near(got.ridge, ridge, 1e-12));
}

void TestStateProbes::readsWhatIsThereAndNothingElse()
{
    for (const Index dim : {Index{6}, Index{200}}) { // 160 training samples: both ways of solving
        const Decodability plain = decoded(noise(10, 20, dim, 10));
        QVERIFY(plain.r2 > 0.999);
        QVERIFY(plain.meanAbsoluteError < 0.15);
        const Decodability nothing = decoded(noise(10, 20, dim, 0));
        QVERIFY(nothing.r2 < 0.03);
        QVERIFY(nothing.r2 > -0.1); // the strongest ridge is at hand
        QVERIFY(near(nothing.baselineError, 5)); // of 0 … 19 from 9.5
    }
    // Without any spread there is nothing but the mean to say.
    auto same = noise(4, 5, 3, 0);
    for (PlacedVectors& text : same)
        text.vectors.setConstant(2.5F);
    QVERIFY(near(decoded(same).r2, 0));
    for (PlacedVectors& text : same)
        std::ranges::fill(text.positions, 7.0);
    QVERIFY(std::isnan(decoded(same).r2));
    QVERIFY(near(decoded(same).meanAbsoluteError, 0));
}

/// Each text has one direction of its own, along which its positions are written: whoever trains on a part of a text
/// reads the rest of it, but not another text.
void TestStateProbes::foldsHoldWholeTexts()
{
    constexpr Index count = 6, tokens = 12;
    std::vector<PlacedVectors> texts;
    for (Index t = 0; t < count; ++t) {
        PlacedVectors text{.vectors = MatrixF::Zero(tokens, count), .positions = {}};
        for (Index i = 0; i < tokens; ++i) {
            text.positions.push_back(static_cast<double>(i));
            text.vectors(i, t) = static_cast<float>(i) - 5.5F;
        }
        texts.push_back(std::move(text));
    }
    QVERIFY(near(decoded(texts).r2, 0, 1e-9));
}

void TestStateProbes::decodabilityOfStates()
{
    // The embedding output tells the position, the output of layer 1 only that a token is the first one.
    std::vector<bert::EncodedText> texts;
    std::vector<TokenRoles> roles;
    for (int t = 0; t < 4; ++t) {
        const Index tokens = 6 + t;
        std::vector<float> told, lost;
        for (Index i = 0; i < tokens; ++i) {
            told.insert(told.end(), {static_cast<float>(2 * i), 1});
            lost.insert(lost.end(), {i == 0 ? 50.0F : 0.0F, 0});
        }
        texts.push_back(given::text(tokens, 2, {told, lost}));
        TokenRoles role(static_cast<std::size_t>(tokens), TokenRole::Word);
        role.front() = TokenRole::Special;
        role.back() = TokenRole::Padding;
        roles.push_back(role);
    }
    const PlacedVectors placed = bert::placedStates(texts[0], StateId::embeddingOutput(), roles[0]);
    QCOMPARE(placed.positions, (std::vector<double>{1, 2, 3, 4}));
    QCOMPARE(placed.vectors(3, 0), 8.0F);

    std::vector<std::string> steps;
    double last = 0;
    const JobContext job({}, [&](const Progress& progress) {
        steps.push_back(progress.step);
        QVERIFY(progress.fraction > last);
        last = progress.fraction;
    });
    const auto got = bert::decodabilityByState(texts, roles, {}, job);
    QVERIFY(got.has_value());
    QCOMPARE(got->size(), std::size_t{2});
    QVERIFY((*got)[0].r2 > 0.9999);
    QVERIFY(near((*got)[1].r2, 0));
    QVERIFY(near(last, 1));
    QVERIFY(steps.back() == "layer 1: fold 4 of 4");
    const auto with = bert::decodabilityByState(texts, roles, {.folds = 5, .withSpecial = true});
    QVERIFY((*with)[1].r2 > 0.2); // the first token gives itself away

    auto lost = texts;
    lost[2].states[1].clear();
    QVERIFY(refused(bert::decodabilityByState(lost, roles), ErrorCode::Shape, {"text 2", "layer 1"}));
    QVERIFY(refused(bert::decodabilityByState(texts, {}), ErrorCode::Shape, {"4 texts and 0 lists"}));
    lost = texts;
    lost[1].states[0][4] = std::nanf("");
    QVERIFY(
        refused(bert::decodabilityByState(lost, roles), ErrorCode::Numeric, {"token 1 of text 1", "embedding output"}));
}

void TestStateProbes::refusesToDecode()
{
    auto texts = noise(2, 5, 3, 0);
    QVERIFY(refused(bert::positionDecodability(texts), ErrorCode::Shape, {"2 texts", "3 texts or more"}));
    QVERIFY(refused(bert::positionDecodability({}), ErrorCode::Shape, {"0 texts"}));
    texts = noise(4, 5, 3, 0);
    QVERIFY(refused(bert::positionDecodability(texts, {.folds = 2}), ErrorCode::Shape, {"2 folds"}));
    texts[3].positions.pop_back();
    QVERIFY(refused(bert::positionDecodability(texts), ErrorCode::Shape, {"text 3", "5 vectors", "4 positions"}));
    texts[3] = noise(1, 5, 4, 0).front();
    QVERIFY(refused(bert::positionDecodability(texts), ErrorCode::Shape, {"text 3", "4 numbers", "3"}));
    texts[3] = PlacedVectors{}; // without tokens: left out
    QVERIFY(bert::positionDecodability(texts).has_value());
}

void TestStateProbes::stopsDecoding()
{
    std::stop_source stop;
    int reports = 0;
    const JobContext job(stop.get_token(), [&](const Progress&) {
        ++reports;
        stop.request_stop();
    });
    QVERIFY(refused(bert::positionDecodability(noise(6, 5, 3, 0), {}, job), ErrorCode::Cancelled, {}));
    QCOMPARE(reports, 1);
}

QTEST_APPLESS_MAIN(TestStateProbes)
#include "tst_state_probes.moc"
