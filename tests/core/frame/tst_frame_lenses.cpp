// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/frame/fixture.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <set>

using namespace pescope;
using frametest::opened;
using frametest::smallTable;
using proximity::Lens;
using session::Quantity;
using session::SourceKey;
using tables::Index;
using tables::MatrixD;

namespace {

constexpr const char* kMixed = "1,2,0\n2,4,1\n0,3,9\n"; // science.md §4: TI 19/22, SYM 5/11, MON 3/4, STEP 5/6
constexpr const char* kAntisymmetric = "0,1,2\n-1,0,1\n-2,-1,0\n"; // TI 1, SYM −1, MON 0, STEP 1/2

/// The fixture with matrices read from files, as `matrix:FILE` does.
struct Fixture : frametest::Fixture {
    QTemporaryDir folder;

    SourceKey addMatrix(const char* name, const QByteArray& csv)
    {
        QFile file(folder.filePath(QString::fromUtf8(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(csv) != csv.size())
            qFatal("%s cannot be written", qPrintable(file.fileName()));
        file.close();
        return addSpec("matrix:" + file.fileName().toStdString());
    }
};

const frame::Pane& paneOf(const frame::Frame& frame, SourceKey key)
{
    return *std::ranges::find(frame.panes, key, &frame::Pane::source);
}

const frame::ColourScale& scaleOf(const frame::Frame& frame, SourceKey key)
{
    return frame.scales[static_cast<std::size_t>(paneOf(frame, key).scale)];
}

MatrixD randomRows(Index rows, Index columns)
{
    std::mt19937_64 random(7);
    MatrixD values(rows, columns);
    for (double& value : values.reshaped())
        value = static_cast<double>(random() % 20001) / 10000 - 1;
    return values;
}

/// S minus the mean of its diagonal, term by term.
MatrixD departure(const MatrixD& s)
{
    MatrixD result = s;
    const Index n = s.rows();
    for (Index m = 1 - n; m < n; ++m) {
        long double sum = 0;
        for (Index i = std::max<Index>(0, m); i < n && i - m < n; ++i)
            sum += s(i, i - m);
        for (Index i = std::max<Index>(0, m); i < n && i - m < n; ++i)
            result(i, i - m) -= static_cast<double>(sum / static_cast<long double>(n - std::abs(m)));
    }
    return result;
}

double worst(const proximity::Proximity& drawn, const MatrixD& expected)
{
    double difference = 0;
    for (Index i = 0; i < expected.rows(); ++i)
        for (Index j = 0; j < expected.cols(); ++j)
            difference = std::max(difference, std::abs(drawn.value(i, j) - expected(i, j)));
    return difference;
}

/// Only the colour of 0.
bool isNeutral(const frame::Frame& frame, SourceKey key)
{
    const raster::Colormap& map = *scaleOf(frame, key).map;
    const std::vector<raster::Rgba>& pixels = paneOf(frame, key).raster.pixels;
    return map.diverging && !pixels.empty()
        && std::ranges::all_of(pixels, [&](raster::Rgba pixel) { return pixel == map.colours[127]; });
}

} // namespace

/// Panes with a lens, their colour scales, and the scales of sources whose values are of another kind.
class TestFrameLenses : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void departureOfATable()
    {
        Fixture f;
        const SourceKey key = f.addTable(opened(smallTable()));
        f.request.session.options.metric = proximity::Metric::Dot;
        f.showAll();
        const frame::Frame plain = f.compose();
        f.setLens(key, Lens::NonInvariance);
        const frame::Frame frame = f.compose();
        const MatrixD gram = smallTable() * smallTable().transpose();
        const frame::Pane& pane = frame.panes[0];
        QCOMPARE(pane.lens, Lens::NonInvariance);
        QVERIFY(worst(*pane.value, gram) < 1e-12 * gram.maxCoeff());
        QVERIFY(worst(*pane.proximity, departure(gram)) < 1e-12 * gram.maxCoeff());
        QVERIFY(pane.value == plain.panes[0].value && plain.panes[0].proximity == plain.panes[0].value);
        // norms, rows that stand apart and curves are those of the plain map
        QVERIFY(!pane.outlying.empty() && pane.outlying == plain.panes[0].outlying);
        QVERIFY(pane.norms && *pane.norms == *plain.panes[0].norms);
        QVERIFY(frame.curves[0].proximity == pane.value);
        QCOMPARE(frame.curves[0].profile->mean, plain.curves[0].profile->mean);
        // the scale is symmetric about 0, by the percentiles of the cells that are drawn
        const frame::ColourScale& scale = frame.scales[0];
        QVERIFY(scale.map->diverging && scale.automatic);
        QCOMPARE(scale.scale.low, -scale.scale.high);
        std::vector<double> cells;
        const MatrixD expected = departure(gram);
        for (Index i = 0; i < gram.rows(); ++i)
            for (Index j = 0; j < gram.rows(); ++j)
                if (i != j)
                    cells.push_back(expected(i, j));
        std::ranges::sort(cells);
        const auto at = [&](double percent) {
            return cells[static_cast<std::size_t>(percent / 100 * static_cast<double>(cells.size() - 1))];
        };
        QVERIFY(scale.scale.high >= std::max(-at(0.7), at(99.3)) && scale.scale.high <= std::max(-at(0.3), at(99.7)));
    }

    void departureOfARandomTable()
    {
        Fixture f;
        const MatrixD rows = randomRows(60, 12);
        const SourceKey key = f.addTable(opened(rows));
        f.setLens(key, Lens::NonInvariance);
        f.request.session.options.metric = proximity::Metric::Cosine;
        f.showAll();
        const MatrixD unit = rows.rowwise().normalized();
        QVERIFY(worst(*f.compose().panes[0].proximity, departure(unit * unit.transpose())) < 1e-13);
    }

    /// Exactly 0 is neither noise nor a constant that is out of range.
    void zeroIsNeutral_data()
    {
        QTest::addColumn<int>("lens");
        QTest::addColumn<int>("metric");
        for (const proximity::Metric metric : {proximity::Metric::Dot, proximity::Metric::Scaled,
                                               proximity::Metric::Cosine, proximity::Metric::Distance})
            for (const Lens lens : {Lens::NonInvariance, Lens::Asymmetry})
                QTest::addRow("%s, %s", proximity::name(metric).data(), proximity::name(lens).data())
                    << static_cast<int>(lens) << static_cast<int>(metric);
    }
    void zeroIsNeutral()
    {
        QFETCH(int, lens);
        QFETCH(int, metric);
        Fixture f;
        const SourceKey sinusoid = f.addSinusoid(32, 300);
        const SourceKey table = f.addTable(opened(smallTable()));
        f.request.session.options.metric = static_cast<proximity::Metric>(metric);
        f.setLens(sinusoid, static_cast<Lens>(lens));
        f.setLens(table, Lens::Asymmetry); // of a Gram matrix
        f.showAll(77);
        frame::Frame frame = f.compose();
        QVERIFY(isNeutral(frame, sinusoid) && isNeutral(frame, table));
        QCOMPARE(paneOf(frame, sinusoid).proximity->value(200, 3), 0.0);
        QCOMPARE(paneOf(frame, table).proximity->value(20, 3), 0.0);
        QCOMPARE(paneOf(frame, sinusoid).raster.shareAbove, 0.0);
        // the scale is 1e-9 of the largest |S|, the sinusoid alone
        f.request.session.sources.erase(f.request.session.sources.begin() + 1);
        f.showAll();
        frame = f.compose();
        double largest = 0;
        for (Index i = 0; i < 300; ++i)
            largest = std::max(largest, std::abs(paneOf(frame, sinusoid).value->value(i, 0)));
        QVERIFY(std::abs(frame.scales[0].scale.high / (1e-9 * largest) - 1) < 1e-6);
        QCOMPARE(frame.scales[0].scale.low, -frame.scales[0].scale.high);
    }

    void nothingAtAllIsNeutral()
    {
        Fixture f;
        const SourceKey key = f.addMatrix("zero.csv", "0,0\n0,0\n");
        f.setLens(key, Lens::NonInvariance);
        f.showAll();
        const frame::Frame frame = f.compose();
        QVERIFY(isNeutral(frame, key));
        QVERIFY(frame.scales[0].scale.low < 0 && frame.scales[0].scale.high > 0);
    }

    void roundingIsAShadeOfTheMiddle()
    {
        Fixture f;
        MatrixD map(50, 50);
        const MatrixD noise = randomRows(50, 50);
        for (Index i = 0; i < 50; ++i)
            for (Index j = 0; j < 50; ++j)
                map(i, j) = 8.0 / static_cast<double>(1 + std::abs(i - j)) + 1e-10 * noise(i, j);
        auto encoding = std::make_shared<Result<encoding::Encoding>>(encoding::Encoding{});
        (*encoding)->kind = encoding::Kind::Matrix;
        (*encoding)->content = encoding::GivenMap{std::make_shared<const MatrixD>(map)};
        const SourceKey key = f.addTable(encoding);
        f.setLens(key, Lens::Asymmetry);
        f.showAll(50);
        const frame::Frame frame = f.compose();
        QVERIFY(std::abs(frame.scales[0].scale.high / 8e-9 - 1) < 1e-6); // the largest |S| is 8
        QVERIFY(paneOf(frame, key).proximity->value(4, 9) != 0.0);
        const raster::Colormap& map256 = *frame.scales[0].map;
        for (const raster::Rgba pixel : frame.panes[0].raster.pixels) {
            const auto at = std::ranges::find(map256.colours, pixel) - map256.colours.begin();
            QVERIFY(at >= 124 && at <= 131);
        }
    }

    void exactMatrices()
    {
        Fixture f;
        const SourceKey mixed = f.addMatrix("mixed.csv", kMixed);
        const SourceKey odd = f.addMatrix("odd.csv", kAntisymmetric);
        f.showAll(90); // 30 pixels a cell: values are printed
        f.setLens(mixed, Lens::Rising);
        f.setLens(odd, Lens::Asymmetry);
        frame::Frame frame = f.compose();
        // of the six steps away from the diagonal one rises: from 1 to 2 in row 0
        const std::vector<std::vector<double>> rising{{0, 1, 0}, {0, 0, 0}, {0, 0, 0}};
        QCOMPARE(paneOf(frame, mixed).cellValues, rising);
        const std::vector<std::vector<double>> antisymmetric{{0, 1, 2}, {-1, 0, 1}, {-2, -1, 0}};
        QCOMPARE(paneOf(frame, odd).cellValues, antisymmetric);
        f.setLens(mixed, Lens::Asymmetry);
        f.setLens(odd, Lens::NonInvariance);
        frame = f.compose();
        const std::vector<std::vector<double>> half{{0, 0, 0}, {0, 0, -1}, {0, 1, 0}};
        QCOMPARE(paneOf(frame, mixed).cellValues, half);
        QVERIFY(isNeutral(frame, odd));
    }

    void risingIsAShareFromZeroToOne()
    {
        Fixture f;
        const SourceKey wide = f.addSinusoid(32, 150);
        const SourceKey far = f.addTable(opened(randomRows(300, 8)));
        const SourceKey near = f.addTable(opened(smallTable()));
        for (const SourceKey key : {wide, far, near})
            f.setLens(key, Lens::Rising);
        f.request.session.options.colormap = "rdbu";
        f.showAll(100);
        const frame::Frame frame = f.compose();
        QCOMPARE(frame.scales.size(), std::size_t{1});
        QCOMPARE(frame.scales[0].key, session::sharedScale(Quantity::Positions, Lens::Rising));
        QCOMPARE(frame.scales[0].scale.low, 0.0);
        QCOMPARE(frame.scales[0].scale.high, 1.0);
        QVERIFY(!frame.scales[0].map->diverging && !frame.scales[0].scale.ranks);
        // 1.5 × 1.5 cells a pixel would be a pattern of the grid: two a pixel are drawn instead
        QCOMPARE(paneOf(frame, wide).raster.width, 75);
        QCOMPARE(paneOf(frame, wide).cellsPerPixelY, 2.0);
        QVERIFY(paneOf(frame, wide).rising == proximity::RisingReading::Share);
        QCOMPARE(paneOf(frame, far).raster.width, 100);
        QVERIFY(paneOf(frame, far).rising == proximity::RisingReading::Share);
        QCOMPARE(paneOf(frame, near).raster.width, 100);
        QVERIFY(paneOf(frame, near).rising == proximity::RisingReading::Cells);
        // a pixel of three by three cells: the share of them that do not fall, counted
        const MatrixD rows = randomRows(300, 8);
        const MatrixD gram = rows * rows.transpose();
        const auto rises = [&](Index i, Index j) { return i != j && gram(i, j) >= gram(i, j < i ? j + 1 : j - 1); };
        for (const auto& [y, x] : {std::pair{3, 70}, {50, 50}, {90, 11}}) {
            int count = 0;
            for (Index i = 3 * y; i < 3 * y + 3; ++i)
                for (Index j = 3 * x; j < 3 * x + 3; ++j)
                    count += rises(i, j) ? 1 : 0;
            QCOMPARE(paneOf(frame, far).raster.pixels[static_cast<std::size_t>(100 * y + x)],
                     raster::colourOf(count / 9.0, frame.scales[0].scale, *frame.scales[0].map));
        }
    }

    void nothingThatRisesIsTheLowestColour()
    {
        Fixture f;
        const SourceKey key = f.addSpec("alibi:heads=4,length=40"); // falls on every step
        f.setLens(key, Lens::Rising);
        f.showAll();
        const frame::Frame frame = f.compose();
        QCOMPARE(frame.scales[0].scale.low, 0.0);
        QCOMPARE(frame.scales[0].scale.high, 1.0);
        const std::vector<raster::Rgba>& pixels = frame.panes[0].raster.pixels;
        QVERIFY(std::ranges::count(pixels, frame.scales[0].map->colours[0]) == std::ssize(pixels));
    }

    void lensesHaveScalesOfTheirOwn()
    {
        Fixture f;
        std::vector<SourceKey> keys;
        for (int k = 0; k < 4; ++k)
            keys.push_back(f.addTable(opened(randomRows(30 + k, 6))));
        f.setLens(keys[1], Lens::NonInvariance);
        f.setLens(keys[2], Lens::NonInvariance);
        f.setLens(keys[3], Lens::Rising);
        f.showAll();
        for (const session::ScaleMode mode :
             {session::ScaleMode::Shared, session::ScaleMode::Own, session::ScaleMode::Rank}) {
            f.request.session.options.scale = mode;
            f.request.session.options.limits.clear();
            frame::Frame frame = f.compose();
            QCOMPARE(frame.scales.size(), std::size_t{3});
            QCOMPARE(frame.scales[1].key, session::sharedScale(Quantity::Positions, Lens::NonInvariance));
            QCOMPARE(frame.scales[1].sources, (std::vector<SourceKey>{keys[1], keys[2]}));
            QCOMPARE(frame.scales[1].lens, Lens::NonInvariance);
            QCOMPARE(frame.scales[1].formula, std::string(proximity::formula(Lens::NonInvariance)));
            QCOMPARE(frame.scales[0].scale.ranks != nullptr, mode == session::ScaleMode::Rank);
            QVERIFY(!frame.scales[1].scale.ranks && !frame.scales[2].scale.ranks);
            // limits by hand count for their own scale alone
            const double before = frame.scales[0].scale.high;
            f.request.session.options.limits[frame.scales[1].key] = {-7, 7};
            f.request.session.options.limits[frame.scales[2].key] = {0, 0.25};
            frame = f.compose();
            QCOMPARE(frame.scales[1].scale.high, 7.0);
            QVERIFY(!frame.scales[1].automatic && frame.scales[0].automatic);
            QCOMPARE(frame.scales[0].scale.high, before);
            QCOMPARE(frame.scales[2].scale.high, 0.25);
        }
    }

    void scalesByQuantity()
    {
        Fixture f;
        f.addSinusoid(16, 20);
        f.addTable(opened(smallTable()));
        f.addSpec("sinusoid-relative:dim=16,max=9");
        f.addSpec("alibi:heads=4,length=20");
        f.addSpec("rotary:dim=16,length=20");
        f.addMatrix("mixed.csv", kMixed);
        const SourceKey difference = session::add(f.request.session, session::DifferenceOrigin{1, 2});
        const SourceKey relativeDifference = session::add(f.request.session, session::DifferenceOrigin{3, 3});
        f.request.session.options.metric = proximity::Metric::Dot;
        f.showAll();
        frame::Frame frame = f.compose();
        const std::vector<std::pair<int, std::string>> expected{
            {session::sharedScale(Quantity::Positions), "φ = pᵢ·pⱼ"},
            {session::sharedScale(Quantity::Relative), "φ = Pᵣ·Pᵣ′"},
            {session::sharedScale(Quantity::Bias), "φ = bₕ(i − j)"},
            {session::sharedScale(Quantity::Rotary), "φ = Σ cos ωₖ(i − j)"},
            {session::sharedScale(Quantity::Matrix), "φ = Sᵢⱼ"},
            {session::sharedScale(Quantity::Difference), "φ = pᵢ·pⱼ; φ = Pᵣ·Pᵣ′"}};
        QCOMPARE(frame.scales.size(), expected.size());
        for (std::size_t k = 0; k < expected.size(); ++k) {
            QCOMPARE(frame.scales[k].key, expected[k].first);
            QCOMPARE(frame.scales[k].formula, expected[k].second);
            QVERIFY(!frame.scales[k].map->diverging || frame.scales[k].key == session::kDifferenceScale);
        }
        QCOMPARE(frame.scales[0].sources, (std::vector<SourceKey>{1, 2}));
        // ALiBi's largest slope of four heads is ¼: its scale knows nothing of the sinusoid's 8
        QCOMPARE(frame.scales[2].dataMin, -0.25 * 19);
        QCOMPARE(frame.scales[2].dataMax, 0.0);
        f.request.session.options.limits[session::kSharedScale] = {-1, 1};
        frame = f.compose();
        QCOMPARE(frame.scales[0].scale.high, 1.0);
        QVERIFY(frame.scales[1].automatic);
        // differences of one kind are named by it
        std::erase_if(f.request.session.sources, [&](const session::Source& s) { return s.key == difference; });
        f.showAll();
        QCOMPARE(scaleOf(f.compose(), relativeDifference).formula, std::string("φ = Pᵣ·Pᵣ′"));
        f.request.session.options.scale = session::ScaleMode::Own;
        frame = f.compose();
        for (const SourceKey key : {1, 2, 3, 4, 5, 6})
            QCOMPARE(scaleOf(frame, key).key, key);
    }

    void aLensThatDoesNotExistIsSaidInItsPane()
    {
        Fixture f;
        const SourceKey wide = f.addMatrix("wide.csv", "1,2,3\n4,5,6\n");
        f.addSinusoid();
        f.setLens(wide, Lens::Asymmetry);
        f.showAll();
        const frame::Frame frame = f.compose();
        const frame::Pane& pane = paneOf(frame, wide);
        QVERIFY(pane.error && describe(*pane.error).find("2 × 3") != std::string::npos);
        QVERIFY(pane.value && !pane.proximity && pane.raster.pixels.empty());
        QCOMPARE(frame.curves.size(), std::size_t{2}); // the curve is that of the values
        QCOMPARE(frame.scales.size(), std::size_t{1});
        QVERIFY(!frame.panes[1].error && !frame.panes[1].raster.pixels.empty());
    }

    void aLensIsLaidOnOnce()
    {
        Fixture f;
        const SourceKey moved = f.addSinusoid();
        const SourceKey table = f.addTable(opened(smallTable()));
        for (const Lens lens : {Lens::NonInvariance, Lens::Rising}) {
            f.setLens(moved, lens);
            f.setLens(table, lens);
            f.showAll();
            const frame::Frame first = f.compose();
            std::get<session::SinusoidOrigin>(session::find(f.request.session, moved)->origin).spec.scale *= 0.5;
            const frame::Frame second = f.compose();
            QVERIFY(paneOf(first, moved).proximity != paneOf(second, moved).proximity);
            QVERIFY(paneOf(first, table).proximity == paneOf(second, table).proximity);
            QVERIFY(paneOf(second, table).proximity != paneOf(second, table).value);
        }
    }

    void headsOfABias()
    {
        Fixture f;
        const SourceKey key = f.addSpec("alibi:heads=4,length=20"); // slopes ¼, 1/16, 1/64, 1/256
        const SourceKey sinusoid = f.addSinusoid();
        f.showAll();
        for (int head = 0; head < 4; ++head) {
            session::find(f.request.session, key)->head = head;
            session::find(f.request.session, sinusoid)->head = head; // which has none
            const frame::Frame frame = f.compose();
            QCOMPARE(paneOf(frame, key).value->value(9, 6), -3 * std::pow(4.0, -(head + 1)));
            QCOMPARE(frame.curves[0].proximity->value(9, 6), -3 * std::pow(4.0, -(head + 1)));
            QVERIFY(!paneOf(frame, sinusoid).error);
        }
        session::find(f.request.session, key)->head = 4;
        const frame::Frame frame = f.compose();
        QVERIFY(paneOf(frame, key).error && describe(*paneOf(frame, key).error).find("head 4") != std::string::npos);
    }

    void aStopInsideALensIsHeard()
    {
        Fixture f;
        const SourceKey key = f.addTable(opened(randomRows(600, 64)));
        f.showAll();
        static_cast<void>(f.compose());
        f.setLens(key, Lens::Rising);
        std::stop_source stop;
        stop.request_stop();
        const auto frame = f.composer.compose(f.request, JobContext(stop.get_token(), {}));
        QVERIFY(!frame && frame.error().code == ErrorCode::Cancelled);
        QVERIFY(!f.compose().panes[0].error); // and nothing half made was kept
    }
};

QTEST_APPLESS_MAIN(TestFrameLenses)
#include "tst_frame_lenses.moc"
