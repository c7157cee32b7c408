// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/comparison.h"

#include <QTest>

#include <cmath>

using namespace pescope;
using bert::StateId;
using tables::MatrixD;

namespace {

/// Two layers, one head; attention of layer n of a text is its own first state number, repeated.
class FixedEncoder final : public bert::Encoder {
public:
    FixedEncoder()
    {
        m_info.config.layers = 2;
        m_info.config.heads = 1;
        m_info.config.hidden = 2;
    }
    [[nodiscard]] const bert::EncoderInfo& info() const override { return m_info; }
    [[nodiscard]] Result<bert::EncodedText> run(const bert::EncoderInput&, const bert::PositionScheme&,
                                                const bert::RunOptions&, const JobContext&) const override
    {
        return fail(ErrorCode::Unsupported, "not of this test");
    }
    [[nodiscard]] Result<bert::AttentionMaps> attention(const bert::EncodedText& text, bert::Layer layer,
                                                        bert::AttentionKind, const JobContext&) const override
    {
        const float p = text.states[static_cast<std::size_t>(layer.number)][0];
        return bert::AttentionMaps{.sequences = 1, .heads = 1, .tokens = 2, .values = {p, 1 - p, p, 1 - p}};
    }

private:
    bert::EncoderInfo m_info;
};

bert::EncodedText text(std::vector<std::vector<float>> states)
{
    bert::EncodedText made;
    made.input = bert::EncoderInput::single({5, 6});
    made.dim = 2;
    made.states = std::move(states);
    return made;
}

} // namespace

class TestComparison : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cosinesOfStates()
    {
        const auto made = text({{1, 0, 1, 1}, {0, 0, 3, 4}, {1, 0, -2, 0}});
        const MatrixD first = bert::cosineMap(made, StateId::embeddingOutput());
        QVERIFY(std::abs(first(0, 1) - std::sqrt(0.5)) < 1e-12);
        QCOMPARE(first(0, 0), 1.0);
        const MatrixD second = bert::cosineMap(made, StateId::outputOf(bert::Layer{1}));
        QCOMPARE(second(0, 1), 0.0); // a state of zeros is like nothing
        QCOMPARE(bert::cosineMap(made, StateId::outputOf(bert::Layer{2}))(0, 1), -1.0);
        const MatrixD some = bert::cosineMapOf(made, StateId::embeddingOutput(), {1, 0, 1});
        QCOMPARE(some.rows(), tables::Index{3});
        QVERIFY(std::abs(some(0, 1) - std::sqrt(0.5)) < 1e-12 && std::abs(some(0, 2) - 1) < 1e-12);
    }

    void meanDifferenceIsOverPairsOfRealTokens()
    {
        const MatrixD a = MatrixD::Zero(3, 3);
        MatrixD b(3, 3);
        b << 9, 1, 2, 3, 9, 4, 5, 6, 9;
        QVERIFY(std::abs(bert::meanDifference(a, b) - 21.0 / 6) < 1e-12); // without the diagonal
        QVERIFY(std::abs(bert::meanDifference(a, b, {1, 1, 0}) - 2.0) < 1e-12);
        QCOMPARE(bert::meanDifference(a, b, {1, 0, 0}), 0.0);
    }

    void divergenceInBits()
    {
        const std::vector<float> one{1, 0}, other{0, 1}, half{0.5F, 0.5F};
        QCOMPARE(bert::jensenShannon(one, one), 0.0);
        QVERIFY(std::abs(bert::jensenShannon(one, other) - 1) < 1e-12);
        // ½ log₂(1/0.75) + ½ (½ log₂(0.5/0.75) + ½ log₂(0.5/0.25))
        const double expected = 0.5 * std::log2(4.0 / 3) + 0.5 * (0.5 * std::log2(2.0 / 3) + 0.5);
        QVERIFY(std::abs(bert::jensenShannon(one, half) - expected) < 1e-7);
        QVERIFY(std::abs(bert::jensenShannon(half, one) - expected) < 1e-7);
    }

    void runsLayerByLayer()
    {
        const FixedEncoder encoder;
        const auto original = text({{1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 1, 0}});
        const auto exchanged = text({{1, 0, 0, 1}, {1, 0, 1, 0}, {0, 1, 1, 0}});
        const auto curves = bert::compareRuns(encoder, original, exchanged);
        QVERIFY(curves);
        const std::vector<double> cosine{0, 1, 1}, divergence{0, 1};
        QCOMPARE(curves->cosine, cosine);
        QCOMPARE(curves->divergence.size(), divergence.size());
        for (std::size_t k = 0; k < divergence.size(); ++k)
            QVERIFY(std::abs(curves->divergence[k] - divergence[k]) < 1e-7);
        auto longer = exchanged;
        longer.input = bert::EncoderInput::single({5, 7});
        QVERIFY(!bert::compareRuns(encoder, original, longer));
    }
};

QTEST_APPLESS_MAIN(TestComparison)
#include "tst_comparison.moc"
