// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/encoder_module.h"

#include "encoder_support.h"

#include <QElapsedTimer>
#include <QTest>

using namespace pescope;
using bert::Layer;
using bert::PositionScheme;
using bert::StateId;

/// all-MiniLM-L6-v2 as published, in the folder that PESCOPE_REAL_MODEL names, against values of the reference
/// implementation (tests/data/encoder/minilm.npz; both Apache-2.0).
class TestRealEncoder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void agreesWithTheReference();
    void isQuick();

private:
    std::shared_ptr<const bert::Encoder> m_encoder;
};

void TestRealEncoder::initTestCase()
{
    const std::string folder = qEnvironmentVariable("PESCOPE_REAL_MODEL").toStdString();
    if (folder.empty())
        QSKIP("PESCOPE_REAL_MODEL does not name the folder of all-MiniLM-L6-v2");
    const auto encoder = bert::openEncoder(encoders::model(folder), {});
    QVERIFY2(encoder, encoder ? "" : describe(encoder.error()).c_str());
    m_encoder = *encoder;
}

void TestRealEncoder::agreesWithTheReference()
{
    const encoders::Arrays want("minilm");
    for (const std::string sentence : {"s0_", "s1_", "s2_"}) {
        const auto ids = want[sentence + "input_ids"].integers();
        const auto text = m_encoder->run(bert::EncoderInput::single(ids), {});
        QVERIFY2(text, text ? "" : describe(text.error()).c_str());
        const encoders::Array states = want[sentence + "hidden_first3"];
        QVERIFY(encoders::excess(text->hidden(StateId::embeddingOutput()).topRows(3), states.matrix(0), 1e-4) < 3e-5);
        for (Layer layer; layer.number <= 6; ++layer.number)
            QVERIFY(
                encoders::excess(text->hidden(StateId::outputOf(layer)).topRows(3), states.matrix(layer.number), 1e-4)
                < 3e-5);
        const auto first = m_encoder->attention(*text, Layer{1});
        const auto last = m_encoder->attention(*text, Layer{6});
        QVERIFY(first && last);
        QVERIFY(encoders::excess(first->map(0), want[sentence + "attn_layer0_head0"].matrix(), 1e-4) < 3e-5);
        QVERIFY(encoders::excess(last->map(11), want[sentence + "attn_layer5_head11"].matrix(), 1e-4) < 3e-5);
    }
}

void TestRealEncoder::isQuick()
{
    const std::vector<std::int64_t> ids(64, 2769);
    for (const PositionScheme& scheme : {PositionScheme{}, PositionScheme::shuffled(1)}) {
        qint64 best = std::numeric_limits<qint64>::max();
        for (int i = 0; i < 5; ++i) {
            QElapsedTimer timer;
            timer.start();
            const auto text = m_encoder->run(bert::EncoderInput::single(ids), scheme);
            QVERIFY(text && m_encoder->attention(*text, Layer{6}));
            best = std::min(best, timer.nsecsElapsed());
        }
        qInfo("64 tokens and one layer's attention: %.1f ms", 1e-6 * static_cast<double>(best));
        QVERIFY(best < 300'000'000);
    }
}

QTEST_APPLESS_MAIN(TestRealEncoder)
#include "tst_real_encoder.moc"
