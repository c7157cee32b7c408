// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/attention_measures.h"

#include "probe_support.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace pescope;
using bert::HeadMeasure;
using bert::HeadMeasures;
using bert::MeasureOptions;
using bert::TokenRole;
using bert::TokenRoles;
using probes::decay;
using probes::near;
using probes::refused;
using probes::softmax;
using probes::words;
using tables::Index;
using tables::MatrixD;

namespace {

/// Rows from the flat Dirichlet distribution.
MatrixD randomAttention(Index n, unsigned seed)
{
    std::mt19937_64 random(seed);
    MatrixD weights(n, n);
    for (Index k = 0; k < weights.size(); ++k)
        weights.data()[k] = -std::log((static_cast<double>(random() >> 11) + 0.5) / 9007199254740992.0);
    for (Index i = 0; i < n; ++i)
        weights.row(i) /= weights.row(i).sum();
    return weights;
}

HeadMeasures measured(const MatrixD& weights, const MatrixD& logits, const TokenRoles& roles,
                      const MeasureOptions& options = {})
{
    auto result = bert::headMeasures(weights, logits, roles, options);
    if (!result)
        throw std::runtime_error(describe(result.error()));
    return *result;
}

bool near(const HeadMeasures& got, HeadMeasure measure, double want, double slack = 1e-12)
{
    return probes::near(value(got, measure), want, slack);
}

} // namespace

class TestAttentionMeasures : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rolesOfTokens();
    void uniformAttention();
    void attentionToItself();
    void attentionToTheTokenBefore();
    void propertiesAreThoseOfTheLogits();
    void exactProperties_data();
    void exactProperties();
    void aTextWithSpecialTokensAndPadding();
    void agreesWithSlowReferences();
    void roundingIsNoStructure();
    void shortTexts();
    void refusesWhatIsNoAttention();
};

void TestAttentionMeasures::rolesOfTokens()
{
    bert::EncoderInput input = bert::EncoderInput::single({2, 7, 8, 3, 0, 9});
    input.sequences = 2;
    input.tokens = 3;
    const std::vector<std::int64_t> special{2, 3};
    QVERIFY((bert::tokenRoles(input, special) == TokenRoles{TokenRole::Special, TokenRole::Word, TokenRole::Word}));
    input.mask = {1, 1, 1, 1, 0, 1};
    const TokenRoles second{TokenRole::Special, TokenRole::Padding, TokenRole::Word};
    QVERIFY(bert::tokenRoles(input, special, 1) == second);
    QVERIFY((bert::measuredPlaces(second, false) == std::vector<Index>{2}));
    QVERIFY((bert::measuredPlaces(second, true) == std::vector<Index>{0, 2}));

    bert::Encoded text;
    text.tokens.resize(3);
    text.tokens[0].special = true;
    text.tokens[2].special = text.tokens[2].padding = true;
    QVERIFY((bert::tokenRoles(text) == TokenRoles{TokenRole::Special, TokenRole::Word, TokenRole::Padding}));
}

void TestAttentionMeasures::uniformAttention()
{
    constexpr Index n = 128;
    const MatrixD weights = MatrixD::Constant(n, n, 1.0 / n);
    const HeadMeasures got = measured(weights, MatrixD::Zero(n, n), words(n));
    // mean_i (3 − 2^−i − 2^−(N−1−i)) / N; to double precision (3 − 4/N)/N
    QVERIFY(near(got, HeadMeasure::Locality, 0.023193359375));
    QVERIFY(near(got, HeadMeasure::MeanDistance, (n * n - 1) / (3.0 * n)));
    QVERIFY(near(got, HeadMeasure::Entropy, std::log(128.0)));
    QVERIFY(near(got, HeadMeasure::NormalisedEntropy, 1));
    QVERIFY(near(got, HeadMeasure::MirrorSymmetry, 1));
    QVERIFY(near(got, HeadMeasure::StrongestShare, 0)); // no key stands out
    QVERIFY(near(got, HeadMeasure::TranslationInvariance, 1));
    QVERIFY(near(got, HeadMeasure::Monotonicity, 0));
    QVERIFY(got.constantLogits);
    QCOMPARE(got.tokens, n);
}

void TestAttentionMeasures::attentionToItself()
{
    constexpr Index n = 9;
    const MatrixD identity = MatrixD::Identity(n, n);
    const HeadMeasures got = measured(identity, 20 * identity, words(n));
    QVERIFY(near(got, HeadMeasure::Locality, 1));
    QVERIFY(near(got, HeadMeasure::MeanDistance, 0));
    QVERIFY(near(got, HeadMeasure::Entropy, 0));
    QVERIFY(near(got, HeadMeasure::MirrorSymmetry, 1));
    QVERIFY(near(got, HeadMeasure::StrongestShare, 1));
    QCOMPARE(got.strongestDistance, 0);
    // Of the pairs of a row only those with the diagonal fall: N(N−1) of N(N²−1)/3.
    QVERIFY(near(got, HeadMeasure::Monotonicity, 3.0 / (n + 1)));
    QVERIFY(got.constantLogits);
}

void TestAttentionMeasures::attentionToTheTokenBefore()
{
    constexpr Index n = 10;
    MatrixD weights = MatrixD::Zero(n, n);
    weights(0, 0) = 1;
    for (Index i = 1; i < n; ++i)
        weights(i, i - 1) = 1;
    const HeadMeasures got = measured(weights, weights, words(n));
    QCOMPARE(got.strongestDistance, 1);
    QVERIFY(near(got, HeadMeasure::StrongestShare, 1)); // of the nine that have a token before them
    QVERIFY(near(got, HeadMeasure::MeanDistance, 0.9));
    QVERIFY(near(got, HeadMeasure::Locality, (1 + 9 * 0.5) / 10));
    QVERIFY(near(got, HeadMeasure::TranslationInvariance, 1));
    QVERIFY(value(got, HeadMeasure::Symmetry) < 0);
    // Rows 1 … 8 have pairs: the nearest differs by 1, all others by 0.
    double pairs = 0;
    for (Index i = 1; i < n - 1; ++i)
        pairs += static_cast<double>(std::min(i, n - 1 - i));
    // A single pair has no range to scale by and counts as symmetric, as in the published code.
    QVERIFY(near(got, HeadMeasure::MirrorSymmetry, 1 - 6 / pairs));

    const auto curve = bert::weightByDistance(weights, words(n));
    QVERIFY(curve.has_value());
    QCOMPARE(curve->firstOffset, -9);
    QCOMPARE(std::ssize(curve->mean), 19);
    QVERIFY(near(curve->mean[10], 1)); // m = 1
    QCOMPARE(curve->count[10], 9);
    QVERIFY(near(curve->mean[9], 0.1)); // m = 0
    QVERIFY(near(curve->mean[8], 0)); // m = −1
}

void TestAttentionMeasures::propertiesAreThoseOfTheLogits()
{
    constexpr Index n = 128;
    const MatrixD logits = decay(n, 0.1);
    const MatrixD weights = softmax(logits);
    const HeadMeasures got = measured(weights, logits, words(n));
    QVERIFY(near(got, HeadMeasure::TranslationInvariance, 1));
    QVERIFY(near(got, HeadMeasure::Symmetry, 1));
    QVERIFY(near(got, HeadMeasure::Monotonicity, 1));
    QVERIFY(near(got, HeadMeasure::MonotonicityLocal, 1));
    QVERIFY(!got.constantLogits);
    // The same sum in NumPy: k = |i − j|; A = exp(−0.1 k), rows ÷ their sums; (A · 0.5^k).sum(1).mean()
    QVERIFY(near(got, HeadMeasure::Locality, 0.14470102140267593));
    const auto ofWeights = bert::logitProperties(weights, bert::measuredPlaces(words(n), false), 16);
    QVERIFY(ofWeights.has_value());
    QVERIFY(near(ofWeights->translationInvariance, 0.9711, 5e-5)); // why not the weights
    QVERIFY(ofWeights->symmetry < 0.999);
    QVERIFY(near(ofWeights->monotonicity, 1)); // the order is the same
}

void TestAttentionMeasures::exactProperties_data()
{
    QTest::addColumn<QList<double>>("cells");
    QTest::addColumn<double>("invariance");
    QTest::addColumn<double>("symmetry");
    QTest::addColumn<double>("monotonicity");
    QTest::newRow("all hold") << QList<double>{3, 2, 1, 2, 3, 2, 1, 2, 3} << 1.0 << 1.0 << 1.0;
    QTest::newRow("3 × 3") << QList<double>{1, 2, 0, 2, 4, 1, 0, 3, 9} << 19.0 / 22 << 5.0 / 11 << 0.75;
    QTest::newRow("4 × 4") << QList<double>{5, 1, 4, 2, 3, 5, 0, 1, 2, 2, 6, 3, 1, 0, 4, 5} << 93.0 / 251 << 71.0 / 251
                           << 0.55;
    QTest::newRow("antisymmetric") << QList<double>{0, 1, 2, -1, 0, 1, -2, -1, 0} << 1.0 << -1.0 << 0.0;
}

void TestAttentionMeasures::exactProperties()
{
    QFETCH(const QList<double>, cells);
    QFETCH(const double, invariance);
    QFETCH(const double, symmetry);
    QFETCH(const double, monotonicity);
    const auto n = static_cast<Index>(std::lround(std::sqrt(static_cast<double>(cells.size()))));
    // [CLS] and [SEP] around it, which must not count
    MatrixD logits = MatrixD::Constant(n + 2, n + 2, 7.5);
    logits.row(0).setConstant(-3);
    logits.block(1, 1, n, n) = Eigen::Map<const MatrixD>(cells.data(), n, n);
    TokenRoles roles = words(n + 2);
    roles.front() = roles.back() = TokenRole::Special;
    const HeadMeasures got = measured(softmax(logits), logits, roles);
    QVERIFY(near(got, HeadMeasure::TranslationInvariance, invariance));
    QVERIFY(near(got, HeadMeasure::Symmetry, symmetry));
    QVERIFY(near(got, HeadMeasure::Monotonicity, monotonicity));
    QVERIFY(near(got, HeadMeasure::MonotonicityLocal, monotonicity)); // the window holds all
    const HeadMeasures with = measured(softmax(logits), logits, roles, {.withSpecial = true, .window = 16});
    QVERIFY(std::abs(value(with, HeadMeasure::Symmetry) - symmetry) > 0.01);
}

/// [CLS] a b [SEP] c [PAD], by hand.
void TestAttentionMeasures::aTextWithSpecialTokensAndPadding()
{
    using enum TokenRole;
    const TokenRoles roles{Special, Word, Word, Special, Word, Padding};
    MatrixD weights(6, 6);
    weights << 0.2, 0.2, 0.2, 0.2, 0.2, 0, //
        0.5, 0.25, 0.125, 0, 0.125, 0, //
        0.1, 0.4, 0.2, 0.1, 0.2, 0, //
        1, 0, 0, 0, 0, 0, //
        0.5, 0, 0, 0.5, 0, 0, // c looks at no word
        9, 9, 9, 9, 9, 9; // whatever stands in a padding row
    const HeadMeasures got = measured(weights, weights, roles);
    QCOMPARE(got.tokens, 3);
    QVERIFY(near(got, HeadMeasure::FirstSpecial, (0.5 + 0.1 + 0.5) / 3));
    QVERIFY(near(got, HeadMeasure::LastSpecial, (0 + 0.1 + 0.5) / 3));
    // a gives words 0.25, 0.125, 0.125 at distances 0, 1, 3; b 0.4, 0.2, 0.2 at 1, 0, 2; c nothing
    QVERIFY(near(got, HeadMeasure::MeanDistance, (0.5 / 0.5 + 0.8 / 0.8) / 2));
    QVERIFY(near(got, HeadMeasure::Locality, ((0.25 + 0.0625 + 0.125 / 8) / 0.5 + (0.2 + 0.2 + 0.05) / 0.8) / 2));
    // a's entropy counts [CLS] and [SEP] too
    const double a = 0.5 * std::log(2) + 0.25 * std::log(4) + 2 * 0.125 * std::log(8);
    const double b = -2 * 0.1 * std::log(0.1) - 0.4 * std::log(0.4) - 2 * 0.2 * std::log(0.2);
    QVERIFY(near(got, HeadMeasure::Entropy, (a + b + std::log(2)) / 3));
    QVERIFY(near(got, HeadMeasure::NormalisedEntropy, (a + b + std::log(2)) / 3 / std::log(5)));
    // a is strongest on itself, b on a (m = 1), c on none: m = 0 is nearer, one of three queries
    QCOMPARE(got.strongestDistance, 0);
    QVERIFY(near(got, HeadMeasure::StrongestShare, 1.0 / 3));
    // The only mirrored keys of a word: b has a and [SEP], a has [CLS] and b: none of them both words.
    QVERIFY(std::isnan(value(got, HeadMeasure::MirrorSymmetry)));

    const auto entropies = bert::rowEntropies(weights, roles);
    QVERIFY(entropies.has_value());
    QVERIFY(near((*entropies)[0], std::log(5)) && near((*entropies)[1], a) && near((*entropies)[3], 0));
    QVERIFY(std::isnan((*entropies)[5]));

    const auto curve = bert::weightByDistance(weights, roles);
    QVERIFY(curve.has_value());
    QCOMPARE(curve->count, (std::vector<Index>{0, 0, 1, 1, 1, 3, 1, 1, 1, 0, 0}));
    QVERIFY(near(curve->mean[5], (0.25 + 0.2 + 0) / 3)); // m = 0
    QVERIFY(near(curve->mean[6], 0.4)); // b to a
    QVERIFY(near(curve->mean[2], 0.125)); // a to c, m = −3
    QVERIFY(std::isnan(curve->mean[0]));

    const auto all = bert::weightByDistance(weights, roles, {.withSpecial = true, .window = 16});
    QCOMPARE(all->count, (std::vector<Index>{0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0}));
    QVERIFY(near(all->mean[9], 0.5)); // c to [CLS]
    const HeadMeasures with = measured(weights, weights, roles, {.withSpecial = true, .window = 16});
    QCOMPARE(with.tokens, 5);
    QVERIFY(near(with, HeadMeasure::FirstSpecial, (0.2 + 0.5 + 0.1 + 1 + 0.5) / 5));
}

/// The published calculate.py, line by line, and plain sums.
void TestAttentionMeasures::agreesWithSlowReferences()
{
    constexpr Index n = 128;
    const MatrixD weights = randomAttention(n, 4);
    double locality = 0, distance = 0, differences = 0;
    Index pairs = 0;
    for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < n; ++j) {
            locality += weights(i, j) / std::pow(2.0, std::abs(i - j)) / n;
            distance += weights(i, j) * static_cast<double>(std::abs(i - j)) / n;
        }
        std::vector<double> left, right, row;
        for (Index j = i - 1; j >= 0; --j)
            left.push_back(weights(i, j));
        for (Index j = i + 1; j < n; ++j)
            right.push_back(weights(i, j));
        for (std::size_t k = 0; k < std::min(left.size(), right.size()); ++k)
            row.push_back(std::abs(left[k] - right[k]));
        if (row.empty())
            continue;
        const double low = *std::ranges::min_element(row), high = *std::ranges::max_element(row);
        for (const double one : row)
            differences += (one - low) / (high > low ? high - low : 1);
        pairs += std::ssize(row);
    }
    const HeadMeasures got = measured(weights, weights.array().log(), words(n));
    QVERIFY(near(got, HeadMeasure::Locality, locality));
    QVERIFY(near(got, HeadMeasure::MeanDistance, distance, 1e-10));
    QVERIFY(near(got, HeadMeasure::MirrorSymmetry, 1 - differences / static_cast<double>(pairs)));
    QVERIFY(near(got, HeadMeasure::MirrorSymmetry, 0.76, 0.02));
    QVERIFY(value(got, HeadMeasure::TranslationInvariance) < 0.05);
    QVERIFY(value(got, HeadMeasure::StrongestShare) < 0.1);

    const auto curve = bert::weightByDistance(weights, words(n));
    for (const Index m : {Index{-127}, Index{-3}, Index{0}, Index{40}}) {
        double sum = 0;
        Index count = 0;
        for (Index i = 0; i < n; ++i)
            if (i - m >= 0 && i - m < n) {
                sum += weights(i, i - m);
                ++count;
            }
        const auto at = static_cast<std::size_t>(m - curve->firstOffset);
        QCOMPARE(curve->count[at], count);
        QVERIFY(near(curve->mean[at], sum / static_cast<double>(count)));
    }
}

void TestAttentionMeasures::roundingIsNoStructure()
{
    constexpr Index n = 40;
    std::mt19937_64 random(2);
    const auto shaken = [&](const MatrixD& map, double by) {
        MatrixD made = map;
        for (Index k = 0; k < made.size(); ++k)
            made.data()[k] *= 1 + by * (static_cast<double>(random() % 2001) / 1000 - 1);
        return made;
    };
    // What a model computes for one word again and again without positions.
    const HeadMeasures flat =
        measured(shaken(MatrixD::Constant(n, n, 1.0 / n), 1e-7), shaken(MatrixD::Constant(n, n, -3.0), 1e-7), words(n));
    QVERIFY(flat.constantLogits);
    QVERIFY(near(flat, HeadMeasure::TranslationInvariance, 1));
    QVERIFY(near(flat, HeadMeasure::Monotonicity, 0));
    QVERIFY(near(flat, HeadMeasure::MirrorSymmetry, 1));
    const MatrixD logits = decay(n, 0.05);
    const HeadMeasures mirrored = measured(shaken(softmax(logits), 1e-7), logits, words(n));
    QVERIFY(near(mirrored, HeadMeasure::MirrorSymmetry, 1));
    const MatrixD uneven = shaken(logits, 1e-2);
    const HeadMeasures structured = measured(softmax(uneven), uneven, words(n));
    QVERIFY(value(structured, HeadMeasure::MirrorSymmetry) < 0.9);
    QVERIFY(!structured.constantLogits);
}

void TestAttentionMeasures::shortTexts()
{
    using enum TokenRole;
    const HeadMeasures none = measured(MatrixD::Constant(2, 2, 0.5), MatrixD::Zero(2, 2), {Special, Special});
    for (const HeadMeasure measure : bert::allHeadMeasures())
        QVERIFY(std::isnan(value(none, measure)));
    const HeadMeasures one = measured(MatrixD::Identity(1, 1), MatrixD::Zero(1, 1), {Word});
    QVERIFY(std::isnan(value(one, HeadMeasure::TranslationInvariance)));
    QVERIFY(std::isnan(value(one, HeadMeasure::NormalisedEntropy)));
    QVERIFY(std::isnan(value(one, HeadMeasure::FirstSpecial)));
    QVERIFY(near(one, HeadMeasure::Locality, 1));
    const HeadMeasures single = measured(MatrixD::Constant(2, 2, 0.5), MatrixD::Zero(2, 2), {Special, Word});
    QVERIFY(near(single, HeadMeasure::FirstSpecial, 0.5));
    QVERIFY(std::isnan(value(single, HeadMeasure::LastSpecial)));
}

void TestAttentionMeasures::refusesWhatIsNoAttention()
{
    const MatrixD good = MatrixD::Constant(3, 3, 1.0 / 3);
    QVERIFY(refused(bert::headMeasures(good, good, words(4)), ErrorCode::Shape, {"3 × 3", "4 tokens"}));
    QVERIFY(refused(bert::headMeasures(good, MatrixD::Zero(4, 4), words(3)), ErrorCode::Shape, {"4 × 4", "3 × 3"}));
    QVERIFY(refused(bert::headMeasures(good, good, words(3), {.withSpecial = false, .window = 0}), ErrorCode::Shape,
                    {"window of 0"}));
    QVERIFY(refused(bert::weightByDistance(5 * good, words(3)), ErrorCode::Numeric, {"query 0", "sums to 5"}));
    MatrixD bad = good;
    bad(1, 2) = std::nan("");
    QVERIFY(refused(bert::rowEntropies(bad, words(3)), ErrorCode::Numeric, {"query 1", "key 2", "nan"}));
    QVERIFY(refused(bert::headMeasures(good, bad, words(3)), ErrorCode::Numeric, {"logit", "query 1", "key 2"}));
    bad(1, 2) = -0.5;
    QVERIFY(refused(bert::headMeasures(bad, good, words(3)), ErrorCode::Numeric, {"-0.5"}));
}

QTEST_APPLESS_MAIN(TestAttentionMeasures)
#include "tst_attention_measures.moc"
