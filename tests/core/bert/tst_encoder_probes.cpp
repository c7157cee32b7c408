// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/decodability.h"
#include "core/bert/encoder_module.h"
#include "core/bert/head_ranking.h"
#include "core/bert/spans.h"
#include "core/bert/word_properties.h"

#include "encoder_support.h"

#include <QTest>

#include <cmath>

using namespace pescope;
using bert::EncodedText;
using bert::Encoder;
using bert::EncoderInput;
using bert::HeadMeasure;
using bert::Layer;
using bert::PositionScheme;
using bert::TokenRole;
using bert::TokenRoles;
using encoders::Arrays;
using encoders::value;
using tables::Index;
using tables::MatrixD;

/// The probes on the real LibTorch module.
class TestEncoderProbes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void headsAndSpansOfTheReference();
    void propertiesOfWords();
    void withoutPositionsNothingTellsThem_data();
    void withoutPositionsNothingTellsThem();
    void positionIsReadFromStates();
};

namespace {

std::shared_ptr<const Encoder> encoder(const std::string& name)
{
    return value(bert::openEncoder(encoders::model(encoders::modelFolder(name)), {}));
}

} // namespace

void TestEncoderProbes::initTestCase()
{
    const auto module = bert::loadEncoderModule();
    QVERIFY2(module, module ? "" : describe(module.error()).c_str());
}

/// Against plain sums over the attention that the reference implementation gave.
void TestEncoderProbes::headsAndSpansOfTheReference()
{
    const Arrays want("bert-tiny-safetensors");
    const auto tiny = encoder("bert-tiny-safetensors");
    const EncoderInput input = encoders::input(want);
    const EncodedText text = value(tiny->run(input, {}));
    const std::int64_t special[] = {input.ids.front(), 3};
    const TokenRoles roles = bert::tokenRoles(text.input, special);
    const std::vector<Index> places = bert::measuredPlaces(roles, false);
    QVERIFY(places.size() > 3);
    const auto heads = value(bert::measureHeads(*tiny, text, roles));
    const bert::TokenSpan a{1, 3}, b{3, 5};
    const auto curves = value(bert::spanCurves(*tiny, text, a, b));
    const auto attentions = want["attentions"];
    const int count = tiny->info().config.heads;
    QCOMPARE(heads.size(), static_cast<std::size_t>(tiny->info().config.layers * count));
    for (std::size_t k = 0; k < heads.size(); ++k) {
        const MatrixD map = attentions.matrix(static_cast<std::int64_t>(k));
        double distance = 0, onFirst = 0;
        for (const Index i : places) {
            double all = 0, far = 0;
            for (const Index j : places) {
                all += map(i, j);
                far += map(i, j) * static_cast<double>(std::abs(i - j));
            }
            distance += far / all / static_cast<double>(places.size());
            onFirst += map(i, 0) / static_cast<double>(places.size());
        }
        QVERIFY(std::abs(value(heads[k].measures, HeadMeasure::MeanDistance) - distance) < 1e-4);
        QVERIFY(std::abs(value(heads[k].measures, HeadMeasure::FirstSpecial) - onFirst) < 1e-5);
        // The softmax takes each row's constant away and keeps the order.
        const MatrixD logs = map.array().max(1e-30).log();
        const auto order = value(bert::logitProperties(logs, places, 16));
        QVERIFY(std::abs(value(heads[k].measures, HeadMeasure::Monotonicity) - order.monotonicity) < 1e-9);
        const auto row = heads[k].layer.number - 1;
        const double forth = (map(1, 3) + map(1, 4) + map(2, 3) + map(2, 4)) / 2;
        QVERIFY(std::abs(curves.fromAToBByHead(row, heads[k].head) - forth) < 1e-5);
        const double back = (map(3, 1) + map(3, 2) + map(4, 1) + map(4, 2)) / 2;
        QVERIFY(std::abs(curves.fromBToAByHead(row, heads[k].head) - back) < 1e-5);
    }
    const auto hidden = want["hidden_states"];
    for (std::int64_t k = 0; k < hidden.shape[0]; ++k) {
        const MatrixD state = hidden.matrix(k);
        const Eigen::RowVectorXd first = (state.row(1) + state.row(2)) / 2, second = (state.row(3) + state.row(4)) / 2;
        const double cosine = first.dot(second) / first.norm() / second.norm();
        QVERIFY(std::abs(curves.cosineOfMeans[static_cast<std::size_t>(k)] - cosine) < 1e-4);
    }
}

/// Each word's text by itself.
void TestEncoderProbes::propertiesOfWords()
{
    const auto tiny = encoder("bert-tiny-safetensors");
    bert::IdenticalWords request{.words = {}, .tokens = 8, .first = 2, .last = 3, .kind = {}, .scheme = {}};
    for (std::int64_t word = 10; word < 30; ++word) // more than one batch
        request.words.push_back(word);
    const bert::WordProperties got = value(bert::wordProperties(*tiny, request, 2));
    QCOMPARE(got.tokens, 6);
    const Layer layer{2};
    std::vector<bert::LogitProperties> each, means;
    for (const std::int64_t word : request.words) {
        const EncodedText text = value(tiny->run(EncoderInput::single({2, word, word, word, word, word, word, 3}), {}));
        const auto maps = value(tiny->attention(text, layer, bert::AttentionKind::Logits));
        const std::vector<Index> places{1, 2, 3, 4, 5, 6};
        each.push_back(value(bert::logitProperties(maps.map(3).cast<double>(), places, 2)));
        MatrixD mean = MatrixD::Zero(8, 8);
        for (Index head = 0; head < maps.heads; ++head)
            mean += maps.map(head).cast<double>() / static_cast<double>(maps.heads);
        means.push_back(value(bert::logitProperties(mean, places, 2)));
    }
    const auto compare = [&](const bert::OverWords& over, const std::vector<bert::LogitProperties>& words,
                             double bert::LogitProperties::* member) {
        double mean = 0, variance = 0;
        for (const auto& one : words)
            mean += one.*member / 20;
        for (const auto& one : words)
            variance += (one.*member - mean) * (one.*member - mean) / 19;
        return std::abs(over.mean - mean) < 1e-4 && std::abs(over.deviation - std::sqrt(variance)) < 1e-4;
    };
    const bert::MapProperties& head = got.head(layer, 3);
    QVERIFY(compare(head.translationInvariance, each, &bert::LogitProperties::translationInvariance));
    QVERIFY(compare(head.symmetry, each, &bert::LogitProperties::symmetry));
    QVERIFY(compare(head.monotonicity, each, &bert::LogitProperties::monotonicity));
    QVERIFY(compare(head.monotonicityLocal, each, &bert::LogitProperties::monotonicityLocal));
    QVERIFY(head.translationInvariance.deviation > 0);
    const bert::MapProperties& both = got.ofMeanOverHeads[1];
    QVERIFY(compare(both.translationInvariance, means, &bert::LogitProperties::translationInvariance));
    QVERIFY(compare(both.symmetry, means, &bert::LogitProperties::symmetry));
}

void TestEncoderProbes::withoutPositionsNothingTellsThem_data()
{
    QTest::addColumn<QString>("model");
    QTest::newRow("absolute") << QStringLiteral("bert-tiny-safetensors");
    QTest::newRow("relative") << QStringLiteral("bert-relative-key");
}

/// One word again and again, without positions and special tokens: every logit of a head is the same up to rounding.
void TestEncoderProbes::withoutPositionsNothingTellsThem()
{
    QFETCH(const QString, model);
    const auto tiny = encoder(model.toStdString());
    const bert::IdenticalWords request{
        .words = {11, 12, 13}, .tokens = 20, .first = {}, .last = {}, .kind = {}, .scheme = PositionScheme::none()};
    const bert::WordProperties got = value(bert::wordProperties(*tiny, request));
    for (const bert::MapProperties& head : got.byHead) {
        QCOMPARE(head.constant, 3);
        QCOMPARE(head.translationInvariance.mean, 1.0);
        QCOMPARE(head.monotonicity.mean, 0.0);
    }
    bert::IdenticalWords trained = request;
    trained.scheme = {};
    for (const bert::MapProperties& head : value(bert::wordProperties(*tiny, trained)).byHead)
        QCOMPARE(head.constant, 0);
}

void TestEncoderProbes::positionIsReadFromStates()
{
    const auto tiny = encoder("bert-tiny-safetensors");
    const auto byState = [&](const PositionScheme& scheme) {
        std::vector<EncodedText> texts;
        std::vector<TokenRoles> roles;
        for (std::int64_t t = 0; t < 30; ++t) {
            std::vector<std::int64_t> ids{2};
            for (std::int64_t i = 0; i < 14; ++i)
                ids.push_back(5 + (t * 31 + i * i * 17 + t * i * 7) % 43);
            ids.push_back(3);
            texts.push_back(value(tiny->run(EncoderInput::single(ids), scheme)));
            roles.emplace_back(16, TokenRole::Word);
            roles.back().front() = roles.back().back() = TokenRole::Special;
        }
        return value(bert::decodabilityByState(texts, roles));
    };
    const auto trained = byState({});
    const auto none = byState(PositionScheme::none());
    QCOMPARE(trained.size(), std::size_t{3});
    for (std::size_t k = 0; k < trained.size(); ++k) {
        qInfo("state %zu: %.3f (%.2f), without positions %.3f (%.2f)", k, trained[k].r2, trained[k].meanAbsoluteError,
              none[k].r2, none[k].meanAbsoluteError);
        QVERIFY(trained[k].r2 > none[k].r2 + 0.3);
        QVERIFY(none[k].r2 < 0.1);
        QVERIFY(std::abs(trained[k].baselineError - 3.5) < 1e-9); // of 1 … 14 from 7.5
    }
}

QTEST_APPLESS_MAIN(TestEncoderProbes)
#include "tst_encoder_probes.moc"
