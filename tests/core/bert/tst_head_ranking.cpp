// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/head_ranking.h"

#include "given_encoder.h"
#include "probe_support.h"

#include <QTest>

#include <cmath>

using namespace pescope;
using bert::HeadMeasure;
using bert::TokenRole;
using bert::TokenRoles;
using probes::decay;
using probes::near;
using probes::refused;
using probes::softmax;
using tables::Index;
using tables::MatrixD;

namespace {

bert::MeasuredHead head(int layer, Index number, HeadMeasure measure, double of)
{
    bert::MeasuredHead made{.layer = bert::Layer{layer}, .head = number, .measures = {}};
    value(made.measures, measure) = of;
    return made;
}

} // namespace

class TestHeadRanking : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyMeasureHasANameAndAnEnd();
    void ranksHeads();
    void measuresEveryHead();
};

void TestHeadRanking::everyMeasureHasANameAndAnEnd()
{
    const auto all = bert::allHeadMeasures();
    QCOMPARE(all.size(), bert::kHeadMeasureCount);
    for (std::size_t k = 0; k < all.size(); ++k) {
        QCOMPARE(static_cast<std::size_t>(all[k]), k); // the table of names is read by number
        QVERIFY(!bert::name(all[k]).empty());
        QVERIFY(bert::headMeasureOf(bert::key(all[k])) == all[k]);
    }
    QVERIFY(!bert::headMeasureOf("beauty"));
    QVERIFY(bert::key(HeadMeasure::LastSpecial) == "last_special");
    QVERIFY(bert::positional(HeadMeasure::Locality) == bert::Positional::WhenHigh);
    QVERIFY(bert::positional(HeadMeasure::MeanDistance) == bert::Positional::WhenLow);
    QVERIFY(bert::positional(HeadMeasure::Symmetry) == bert::Positional::Either);
}

void TestHeadRanking::ranksHeads()
{
    const double nan = std::nan("");
    const auto order = [&](HeadMeasure measure, bert::Ranking ranking) {
        std::vector<bert::MeasuredHead> heads;
        Index number = 0;
        for (const double of : {nan, 2.0, 5.0, 2.0, nan, -1.0})
            heads.push_back(head(1, number++, measure, of));
        return bert::rankHeads(heads, measure, ranking);
    };
    using Order = std::vector<std::size_t>;
    using enum bert::Ranking;
    QCOMPARE(order(HeadMeasure::Locality, PositionalFirst), (Order{2, 1, 3, 5, 0, 4}));
    QCOMPARE(order(HeadMeasure::MeanDistance, PositionalFirst), (Order{5, 1, 3, 2, 0, 4}));
    QCOMPARE(order(HeadMeasure::Symmetry, PositionalFirst), (Order{2, 1, 3, 5, 0, 4}));
    QCOMPARE(order(HeadMeasure::MeanDistance, HighestFirst), (Order{2, 1, 3, 5, 0, 4}));
    QCOMPARE(order(HeadMeasure::Locality, LowestFirst), (Order{5, 1, 3, 2, 0, 4}));
    std::vector<bert::MeasuredHead> many;
    for (Index k = 0; k < 100; ++k)
        many.push_back(head(1, k, HeadMeasure::Locality, k % 2 == 0 ? 0.25 : 0.75));
    const Order halves = bert::rankHeads(many, HeadMeasure::Locality);
    for (std::size_t k = 0; k < 50; ++k) {
        QCOMPARE(halves[k], 2 * k + 1);
        QCOMPARE(halves[50 + k], 2 * k);
    }
    QVERIFY(bert::rankHeads({}, HeadMeasure::Locality).empty());
}

void TestHeadRanking::measuresEveryHead()
{
    // Head h of layer l falls by l + h/2 for each token of distance.
    const auto slope = [](bert::Layer layer, Index head) { return layer.number + 0.5 * static_cast<double>(head); };
    const given::Encoder encoder(3, 2, [&](bert::Layer layer, Index head, Index i, Index j, std::int64_t) {
        return -slope(layer, head) * static_cast<double>(std::abs(i - j));
    });
    const auto input = bert::EncoderInput::single({2, 5, 6, 7, 8, 3});
    TokenRoles roles = probes::words(6);
    roles.front() = roles.back() = TokenRole::Special;
    const auto heads = bert::measureHeads(encoder, input, {}, roles);
    QVERIFY(heads.has_value());
    QCOMPARE(heads->size(), std::size_t{6});
    for (std::size_t k = 0; k < heads->size(); ++k) {
        const bert::MeasuredHead& got = (*heads)[k];
        QCOMPARE(got.layer.number, static_cast<int>(k) / 2 + 1);
        QCOMPARE(got.head, static_cast<Index>(k) % 2);
        // What the four words give each other is a softmax over them alone.
        const MatrixD shares = softmax(decay(4, slope(got.layer, got.head)));
        const double distance = -(shares.array() * decay(4, 1).array()).sum() / 4;
        QVERIFY(near(value(got.measures, HeadMeasure::MeanDistance), distance, 1e-6));
        QVERIFY(near(value(got.measures, HeadMeasure::TranslationInvariance), 1));
    }
    QCOMPARE(bert::rankHeads(*heads, HeadMeasure::MeanDistance), (std::vector<std::size_t>{5, 4, 3, 2, 1, 0}));

    const given::Encoder broken(1, 2, [](bert::Layer, Index head, Index i, Index j, std::int64_t) {
        return head == 1 && i == 2 && j == 3 ? std::nan("") : 0.0;
    });
    QVERIFY(refused(bert::measureHeads(broken, input, {}, roles), ErrorCode::Numeric, {"layer 1, head 1"}));

    std::stop_source stop;
    int reports = 0;
    const JobContext job(stop.get_token(), [&](const Progress& progress) {
        ++reports;
        if (progress.step.find("heads of layer 2") != std::string::npos)
            stop.request_stop();
    });
    QVERIFY(refused(bert::measureHeads(encoder, input, {}, roles, {}, job), ErrorCode::Cancelled, {}));
    QCOMPARE(reports, 5); // three layers of the run, two of the measures
}

QTEST_APPLESS_MAIN(TestHeadRanking)
#include "tst_head_ranking.moc"
