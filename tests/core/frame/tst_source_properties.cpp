// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/frame/fixture.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

using namespace pescope;
using frametest::opened;
using frametest::smallTable;
using session::SourceKey;
using tables::Index;
using tables::MatrixD;

namespace {

struct Fixture : frametest::Fixture {
    SourceKey addMap(Index n, std::initializer_list<double> cells)
    {
        MatrixD values(n, n);
        std::ranges::copy(cells, values.data());
        Result<encoding::Encoding> encoding;
        encoding->kind = encoding::Kind::Matrix;
        encoding->content = encoding::GivenMap{std::make_shared<const MatrixD>(std::move(values))};
        return addTable(std::make_shared<const Result<encoding::Encoding>>(std::move(encoding)));
    }
    std::vector<frame::SourceProperties> measure()
    {
        auto answers = frame::propertiesOf(compose().properties);
        if (!answers)
            qFatal("%s", describe(answers.error()).c_str());
        return std::move(*answers);
    }
};

bool near(const analysis::Property& property, double expected)
{
    return property.value && std::abs(*property.value - expected) < 1e-12;
}

} // namespace

/// The table of properties as the window asks for it.
class TestSourceProperties : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void exactMatrices()
    {
        Fixture f; // science.md §4
        f.addMap(3, {1, 2, 0, 2, 4, 1, 0, 3, 9});
        f.addMap(4, {5, 1, 4, 2, 3, 5, 0, 1, 2, 2, 6, 3, 1, 0, 4, 5});
        f.addMap(3, {0, 1, 2, -1, 0, 1, -2, -1, 0});
        f.request.session.options.commonPositions = false;
        const auto answers = f.measure();
        QCOMPARE(answers.size(), std::size_t{3});
        const double expected[3][4] = {
            {19.0 / 22, 5.0 / 11, 0.75, 5.0 / 6}, {93.0 / 251, 71.0 / 251, 11.0 / 20, 2.0 / 3}, {1, -1, 0, 0.5}};
        for (std::size_t k = 0; k < 3; ++k) {
            QVERIFY(answers[k].properties.has_value());
            QCOMPARE(answers[k].source, static_cast<SourceKey>(k + 1));
            QVERIFY(near(answers[k].properties->translationInvariance, expected[k][0]));
            QVERIFY(near(answers[k].properties->symmetry, expected[k][1]));
            QVERIFY(near(answers[k].properties->monotonicity, expected[k][2]));
            QVERIFY(near(answers[k].properties->step, expected[k][3]));
            QCOMPARE(answers[k].properties->positions, Index(k == 1 ? 4 : 3));
            QVERIFY(!answers[k].mirrorCosine);
        }
    }

    void commonPositions()
    {
        Fixture f;
        f.addSinusoid(64, 128);
        f.addSinusoid(32, 200);
        const SourceKey relative = f.addSpec("sinusoid-relative:dim=16,max=99");
        f.addSpec("alibi:heads=4,length=150");
        frame::Frame frame = f.compose();
        QCOMPARE(frame.properties.commonPositions, Index{128});
        auto answers = f.measure();
        // ranges of a sinusoid are those of its ω, whatever the positions; a bias −|m|·slope falls to its end
        const auto omega = encoding::omega(encoding::SinusoidSpec{.dim = 32});
        QCOMPARE(answers[1].ranges->integer, analysis::monotoneRanges(omega)->integer);
        QVERIFY(answers[1].ranges->fromOmega && !answers[3].ranges->fromOmega);
        QVERIFY(!answers[3].ranges->integer && answers[3].ranges->searchedTo == 127);
        const auto positions = [&] {
            std::vector<Index> all;
            for (const auto& answer : answers)
                all.push_back(answer.properties->positions);
            return all;
        };
        QCOMPARE(positions(), (std::vector<Index>{128, 128, 199, 128})); // offsets are not positions
        // D = 64 over N = 128: science.md §4
        QVERIFY(std::abs(*answers[0].properties->monotonicity.value - 0.6845758561) < 1e-10);
        QVERIFY(std::abs(*answers[0].properties->step.value - 0.6382874016) < 1e-10);
        f.request.session.options.commonPositions = false;
        answers = f.measure();
        QCOMPARE(positions(), (std::vector<Index>{128, 200, 199, 150}));
        // a source that is hidden takes no part, one without common positions does not shorten the others
        f.request.session.options.commonPositions = true;
        for (session::Source& source : f.request.session.sources)
            source.visible = source.key == relative;
        answers = f.measure();
        QCOMPARE(positions(), (std::vector<Index>{199}));
        QCOMPARE(f.compose().properties.commonPositions, Index{0});
    }

    void windowOfTheLocalValues()
    {
        Fixture f;
        f.addSinusoid(64, 128);
        f.request.session.options.localWindow = 32;
        const auto answers = f.measure();
        QCOMPARE(answers[0].properties->window, Index{32});
        QVERIFY(std::abs(*answers[0].properties->monotonicityLocal.value - 0.7985180963) < 1e-10); // science.md §4
    }

    void oneThatCannotBeMeasuredLeavesTheOthers()
    {
        Fixture f;
        f.addMap(3, {1, 2, 0, 2, std::numeric_limits<double>::quiet_NaN(), 1, 0, 3, 9});
        f.addSinusoid(64, 3);
        const auto answers = f.measure();
        QVERIFY(!answers[0].properties && answers[0].properties.error().message.find("S(1, 1)") != std::string::npos);
        QVERIFY(answers[1].properties && near(answers[1].properties->monotonicity, 1));
    }

    void lensesChangeNothing()
    {
        Fixture f;
        const SourceKey key = f.addTable(opened(smallTable()));
        f.showAll();
        const frame::Frame plain = f.compose();
        f.setLens(key, proximity::Lens::Asymmetry);
        QVERIFY(f.compose().properties == plain.properties);
    }

    void aQuestionIsNewWhenItsAnswerMayBe()
    {
        Fixture f;
        const SourceKey moved = f.addSinusoid(16, 30);
        f.addTable(opened(smallTable()));
        const frame::PropertyQuestion first = f.compose().properties;
        f.request.session.options.colormap = "magma";
        f.showAll();
        QVERIFY(f.compose().properties == first);
        f.request.session.options.localWindow = 8;
        QVERIFY(f.compose().properties != first);
        f.request.session.options.localWindow = 16;
        f.request.session.options.commonPositions = false;
        QVERIFY(f.compose().properties != first);
        f.request.session.options.commonPositions = true;
        QVERIFY(f.compose().properties == first);
        std::get<session::SinusoidOrigin>(session::find(f.request.session, moved)->origin).spec.scale = 0.5;
        QVERIFY(f.compose().properties != first);
    }

    /// cos(P_k, P_−k) of a signed relative sinusoid is ψ(2k) ÷ ψ(0).
    void symmetryOfARelativeEncoding()
    {
        Fixture f;
        f.addSpec("sinusoid-relative:dim=16,max=9");
        f.addSpec("sinusoid-relative:dim=16,max=9,meaning=absolute");
        f.request.session.options.metric = proximity::Metric::Distance; // which does not matter for it
        const auto answers = f.measure();
        double expected = 0;
        for (int k = 1; k <= 9; ++k)
            for (int i = 0; i < 8; ++i)
                expected += std::cos(2 * k * std::pow(10000.0, -i / 8.0)) / 8 / 9;
        QVERIFY(answers[0].mirrorCosine && std::abs(*answers[0].mirrorCosine - expected) < 1e-12);
        QVERIFY(answers[1].mirrorCosine && std::abs(*answers[1].mirrorCosine - 1) < 1e-12);
    }

    void aStopIsHeard()
    {
        Fixture f;
        f.addTable(opened(smallTable()));
        std::stop_source stop;
        stop.request_stop();
        auto answers = frame::propertiesOf(f.compose().properties, JobContext(stop.get_token(), {}));
        QVERIFY(!answers && answers.error().code == ErrorCode::Cancelled);

        // in the middle, wherever both threads are by then
        f.request.session.options.commonPositions = false;
        for (int k = 0; k < 5; ++k)
            f.addTable(opened(MatrixD::Random(700, 600)));
        std::stop_source later;
        const frame::PropertyQuestion question = f.compose().properties;
        std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            later.request_stop();
        });
        answers = frame::propertiesOf(question, JobContext(later.get_token(), {}));
        QVERIFY(!answers && answers.error().code == ErrorCode::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestSourceProperties)
#include "tst_source_properties.moc"
