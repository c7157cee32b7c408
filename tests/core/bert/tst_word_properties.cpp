// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/word_properties.h"

#include "given_encoder.h"
#include "probe_support.h"

#include <QTest>

#include <cmath>

using namespace pescope;
using bert::IdenticalWords;
using bert::Layer;
using probes::near;
using tables::Index;

namespace {

/// Three words between [CLS] and [SEP]; S of word 1 and 2 are 3 × 3 maps with known properties (science.md, exact
/// rational values), that of word 3 is constant.
constexpr double kMaps[3][3][3] = {
    {{3, 2, 1}, {2, 3, 2}, {1, 2, 3}}, // TI 1, SYM 1, MON 1
    {{1, 2, 0}, {2, 4, 1}, {0, 3, 9}}, // TI 19/22, SYM 5/11, MON 3/4
    {{4, 4, 4}, {4, 4, 4}, {4, 4, 4}},
};

/// Head 0 sees the word's map, head 1 the same upside down, so that their mean is constant; layer 2 sees it twice as
/// large. [CLS] and [SEP] see something else.
given::Encoder encoder()
{
    return {2, 2, [](Layer layer, Index head, Index i, Index j, std::int64_t word) {
                if (i < 1 || i > 3 || j < 1 || j > 3)
                    return static_cast<double>(7 * i - j * j);
                return layer.number * (head == 0 ? 1 : -1) * kMaps[word - 1][i - 1][j - 1];
            }};
}

IdenticalWords request(std::vector<std::int64_t> words)
{
    return {.words = std::move(words), .tokens = 5, .first = 90, .last = 91, .kind = {}, .scheme = {}};
}

} // namespace

class TestWordProperties : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void meanAndSpreadOverWords();
    void oneWord();
    void moreThanOneBatch();
    void errorsAndCancel();
};

void TestWordProperties::meanAndSpreadOverWords()
{
    const auto got = bert::wordProperties(encoder(), request({1, 2}));
    QVERIFY(got.has_value());
    QCOMPARE(got->words, 2);
    QCOMPARE(got->tokens, 3);
    QVERIFY(got->run.notes == std::vector<std::string>{"as given"});
    const auto spread = [](double a, double b) { return std::abs(a - b) / std::sqrt(2); }; // n − 1
    for (const Layer layer : {Layer{1}, Layer{2}}) {
        const auto& first = got->head(layer, 0);
        QVERIFY(near(first.translationInvariance.mean, (1 + 19.0 / 22) / 2));
        QVERIFY(near(first.translationInvariance.deviation, spread(1, 19.0 / 22)));
        QVERIFY(near(first.symmetry.mean, (1 + 5.0 / 11) / 2));
        QVERIFY(near(first.symmetry.deviation, spread(1, 5.0 / 11)));
        QVERIFY(near(first.monotonicity.mean, 0.875));
        QVERIFY(near(first.monotonicity.deviation, spread(1, 0.75)));
        QVERIFY(near(first.monotonicityLocal.mean, 0.875));
        QCOMPARE(first.constant, 0);
        // The sign changes the order and nothing else.
        const auto& second = got->head(layer, 1);
        QVERIFY(near(second.translationInvariance.mean, first.translationInvariance.mean));
        QVERIFY(near(second.symmetry.deviation, first.symmetry.deviation));
        QVERIFY(near(second.monotonicity.mean, -0.875));
        const auto& both = got->ofMeanOverHeads[static_cast<std::size_t>(layer.number - 1)];
        QCOMPARE(both.constant, 2);
        QVERIFY(near(both.translationInvariance.mean, 1) && near(both.monotonicity.mean, 0));
    }
    // W = 1 looks at the first step alone: word 1 falls in all 4, word 2 in 3 (4 > 2, 4 > 1, 9 > 3) and rises in 1.
    const auto local = bert::wordProperties(encoder(), request({1, 2}), 1);
    QVERIFY(near(local->head(Layer{1}, 0).monotonicityLocal.mean, (1 + 0.5) / 2));
    QVERIFY(near(local->head(Layer{1}, 0).monotonicity.mean, 0.875));
}

void TestWordProperties::oneWord()
{
    const auto got = bert::wordProperties(encoder(), request({3}));
    QVERIFY(got.has_value());
    const auto& head = got->head(Layer{2}, 1);
    QCOMPARE(head.constant, 1);
    QVERIFY(near(head.symmetry.mean, 1));
    QVERIFY(std::isnan(head.symmetry.deviation));
    // Two words of text leave translation invariance undefined.
    IdenticalWords shorter = request({1, 2});
    shorter.tokens = 4;
    const auto undefined = bert::wordProperties(encoder(), shorter);
    QVERIFY(std::isnan(undefined->head(Layer{1}, 0).translationInvariance.mean));
    QVERIFY(std::isfinite(undefined->head(Layer{1}, 0).symmetry.mean));
}

void TestWordProperties::moreThanOneBatch()
{
    std::vector<std::int64_t> words;
    for (int k = 0; k < 40; ++k)
        words.push_back(k % 4 == 0 ? 2 : 1);
    const auto got = bert::wordProperties(encoder(), request(words));
    QVERIFY(got.has_value());
    const auto& monotonicity = got->head(Layer{1}, 0).monotonicity;
    QVERIFY(near(monotonicity.mean, 1 - 0.25 / 4));
    QVERIFY(near(monotonicity.deviation, 0.25 * std::sqrt(0.25 * 0.75 * 40 / 39)));
}

void TestWordProperties::errorsAndCancel()
{
    QVERIFY(!bert::wordProperties(encoder(), request({})));
    IdenticalWords none = request({1});
    none.tokens = 2;
    QVERIFY(!bert::wordProperties(encoder(), none));
    QVERIFY(!bert::wordProperties(encoder(), request({1}), 0));
    const given::Encoder broken(
        2, 1, [](Layer layer, Index, Index, Index, std::int64_t) { return layer.number == 2 ? std::nan("") : 0.0; });
    const auto overflow = bert::wordProperties(broken, request({1}));
    QVERIFY(!overflow && overflow.error().code == ErrorCode::Numeric);
    QVERIFY(describe(overflow.error()).find("layer 2") != std::string::npos);

    std::stop_source stop;
    std::vector<double> fractions;
    const JobContext job(stop.get_token(), [&](const Progress& progress) {
        fractions.push_back(progress.fraction);
        if (progress.step.find("word 17 of 40") != std::string::npos)
            stop.request_stop();
    });
    const auto stopped = bert::wordProperties(encoder(), request(std::vector<std::int64_t>(40, 1)), 16, job);
    QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
    QVERIFY(near(fractions.back(), 16.0 / 40));
}

QTEST_APPLESS_MAIN(TestWordProperties)
#include "tst_word_properties.moc"
