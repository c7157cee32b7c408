// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/properties.h"
#include "core/proximity/lens.h"
#include "core/proximity/lens_asymmetry.h"
#include "core/proximity/toeplitz.h"
#include "tests/core/proximity/reference.h"

#include <QTest>

#include <numeric>

using namespace pescope;
using namespace pescope::proximity;
using tables::MatrixD;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

encoding::Encoding mapEncoding(MatrixD values)
{
    encoding::Encoding e;
    e.id = "map";
    e.kind = encoding::Kind::Matrix;
    e.content = encoding::GivenMap{std::make_shared<const MatrixD>(std::move(values))};
    return e;
}

SharedProximity make(const encoding::Encoding& e, Metric metric = Metric::Dot)
{
    return *of(e, metric, compute::eigenBackend());
}

encoding::Encoding sinusoid(int dim, Index length)
{
    encoding::SinusoidSpec spec;
    spec.dim = dim;
    spec.length = length;
    return reference::sinusoidEncoding(spec);
}

SharedProximity byOffset(const std::function<double(Index)>& f, Index rows, Index columns)
{
    std::vector<double> values;
    for (Index m = -(columns - 1); m < rows; ++m)
        values.push_back(f(m));
    return std::make_shared<ToeplitzProximity>(std::move(values), rows, columns);
}

/// A lens on a matrix, by its definition.
MatrixD plainLens(const MatrixD& s, Lens lens)
{
    MatrixD result = s;
    if (lens == Lens::Value)
        return result;
    for (Index i = 0; i < s.rows(); ++i)
        for (Index j = 0; j < s.cols(); ++j) {
            const Index inner = j < i ? j + 1 : j - 1;
            if (lens == Lens::Asymmetry)
                result(i, j) = (s(i, j) - s(j, i)) / 2;
            else if (lens == Lens::Rising && !std::isfinite(s(i, j)))
                result(i, j) = kNaN;
            else if (lens == Lens::Rising && (i == j || inner >= s.cols()))
                result(i, j) = 0;
            else if (lens == Lens::Rising)
                result(i, j) = !std::isfinite(s(i, inner)) ? kNaN : s(i, j) >= s(i, inner) ? 1 : 0;
        }
    if (lens == Lens::NonInvariance)
        for (Index m = -(s.cols() - 1); m < s.rows(); ++m) {
            long double sum = 0;
            Index count = 0;
            for (Index i = std::max<Index>(0, m); i < s.rows() && i - m < s.cols(); ++i)
                if (std::isfinite(s(i, i - m))) {
                    sum += s(i, i - m);
                    ++count;
                }
            for (Index i = std::max<Index>(0, m); i < s.rows() && i - m < s.cols(); ++i)
                result(i, i - m) -= static_cast<double>(sum / static_cast<long double>(count));
        }
    return result;
}

MatrixD cellsOf(const Proximity& s)
{
    return *s.cells(0, s.rows(), 0, s.columns());
}

double worstCell(const MatrixD& a, const MatrixD& b)
{
    if (a.rows() != b.rows() || a.cols() != b.cols())
        return std::numeric_limits<double>::infinity();
    double worst = 0;
    for (Index k = 0; k < a.size(); ++k) {
        if (std::isnan(a.data()[k]) != std::isnan(b.data()[k]))
            return std::numeric_limits<double>::infinity();
        if (!std::isnan(a.data()[k]))
            worst = std::max(worst, std::abs(a.data()[k] - b.data()[k]));
    }
    return worst;
}

} // namespace

/// Each lens against its definition on the cells, and its pictures against the slow area-weighted mean.
class TestLens : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void names();
    void definitions_data();
    void definitions();
    void leadingParts();
    void theorems();
    void smallDepartures();
    void risingShareIsOneMinusStep_data();
    void risingShareIsOneMinusStep();
    void notFinite();
    void refused();
    void zoomOfRising();
    void cancel();
};

void TestLens::names()
{
    for (const Lens lens : kLenses)
        QCOMPARE(lensFromName(name(lens)), std::optional(lens));
    QVERIFY(!lensFromName("lens"));
    QCOMPARE(name(Lens::NonInvariance), std::string_view("departure"));
    QVERIFY(isSigned(Lens::NonInvariance) && isSigned(Lens::Asymmetry) && !isSigned(Lens::Rising));
    for (const Lens lens : kLenses)
        QVERIFY(!formula(lens).empty());
}

void TestLens::definitions_data()
{
    QTest::addColumn<SharedProximity>("s");
    const MatrixD noise = reference::randomTable(37, 37, 4);
    QTest::newRow("table") << make(reference::tableEncoding(reference::randomTable(45, 12, 1)));
    QTest::newRow("table, distance") << make(reference::tableEncoding(reference::randomTable(30, 5, 2)),
                                             Metric::Distance);
    QTest::newRow("given map") << make(mapEncoding(noise));
    QTest::newRow("given, ties") << make(mapEncoding((6 * noise).array().round().matrix()));
    QTest::newRow("wide map") << make(mapEncoding(reference::randomTable(20, 33, 5)));
    QTest::newRow("tall map") << make(mapEncoding(reference::randomTable(33, 20, 6)));
    QTest::newRow("sinusoid") << make(sinusoid(16, 50));
    QTest::newRow("centred sinusoid") << make(sinusoid(16, 50), Metric::Centred);
    QTest::newRow("by offset") << byOffset(
        [](Index m) { return std::sin(0.9 * static_cast<double>(m)) + 0.1 * static_cast<double>(m); }, 40, 40);
    QTest::newRow("difference") << *difference(make(mapEncoding(noise)), make(sinusoid(16, 50)));
}

void TestLens::definitions()
{
    QFETCH(SharedProximity, s);
    const MatrixD cells = cellsOf(*s);
    const double scale = reference::largest(cells);
    for (const Lens lens : kLenses) {
        if (lens == Lens::Asymmetry && s->rows() != s->columns())
            continue;
        const auto made = through(s, lens);
        QVERIFY(made.has_value());
        const Proximity& seen = **made;
        const MatrixD plain = plainLens(cells, lens);
        QVERIFY2(worstCell(cellsOf(seen), plain) <= 1e-12 * scale, name(lens).data());
        QVERIFY(std::abs(seen.value(11, 3) - plain(11, 3)) <= 1e-12 * scale);
        QCOMPARE(seen.rows(), s->rows());
        QCOMPARE(seen.columns(), s->columns());
        QCOMPARE(seen.positionOf(2), s->positionOf(2));
        QVERIFY(!seen.method().empty());
        if (s->toeplitz())
            QVERIFY(seen.toeplitz());

        const auto at = [&](Index i, Index j) -> long double { return plain(i, j); };
        std::mt19937 random(17);
        for (int k = 0; k < 25; ++k) {
            const reference::RandomView v = reference::randomView(s->rows(), random, 40);
            const Image<double> want = reference::image(at, s->rows(), s->columns(), v.view, v.width, v.height);
            const auto exact = seen.imageExact(v.view, v.width, v.height);
            const auto screen = seen.image(v.view, v.width, v.height);
            QVERIFY(exact && screen);
            QVERIFY2(reference::worst(*exact, want) <= 1e-11 * std::max(scale, 1.0), name(lens).data());
            QVERIFY2(reference::worst(*screen, want) <= 1e-5 * std::max(scale, 1.0), name(lens).data());
        }

        const auto profile = seen.profile();
        const auto sample = seen.sample();
        QVERIFY(profile && sample);
        QCOMPARE(profile->firstOffset, -(s->columns() - 1));
        for (std::size_t t = 0; t < profile->mean.size(); ++t) {
            const Index m = profile->firstOffset + static_cast<Index>(t);
            double sum = 0;
            Index count = 0;
            for (Index i = std::max<Index>(0, m); i < s->rows() && i - m < s->columns(); ++i, ++count)
                sum += plain(i, i - m);
            QCOMPARE(profile->count[t], count);
            QVERIFY(std::abs(profile->mean[t] - sum / static_cast<double>(count)) <= 1e-12 * scale);
        }
        QVERIFY(std::abs(sample->max - plain.maxCoeff()) <= 1e-12 * scale);
        QVERIFY(std::abs(sample->min - plain.minCoeff()) <= 1e-12 * scale);
        QCOMPARE(sample->notFinite, 0);
    }
}

void TestLens::leadingParts()
{
    // cut for a comparison: the lens stays the one of the whole map
    const MatrixD noise = reference::randomTable(31, 31, 8);
    const SharedProximity s = make(mapEncoding(noise));
    for (const Lens lens : {Lens::NonInvariance, Lens::Asymmetry, Lens::Rising}) {
        const MatrixD plain = plainLens(noise, lens);
        const auto kind = std::dynamic_pointer_cast<const Kind>(*through(s, lens));
        for (const auto& [rows, columns] : {std::pair<Index, Index>{12, 12}, {12, 20}, {31, 9}}) {
            const SharedKind part = kind->leading(rows, columns);
            QCOMPARE(part->rows(), rows);
            QCOMPARE(part->columns(), columns);
            QVERIFY(worstCell(cellsOf(*part), plain.topLeftCorner(rows, columns)) <= 1e-12);
            const Viewport view{-2.3, 29.1, 1.7, 18.2};
            const auto at = [&](Index i, Index j) -> long double { return plain(i, j); };
            QVERIFY(reference::worst(*part->imageExact(view, 7, 9, {}), reference::image(at, rows, columns, view, 7, 9))
                    <= 1e-12);
        }
    }
}

void TestLens::theorems()
{
    // nothing but 0, not the rounding of two products
    const auto allZero = [](const SharedProximity& s) {
        const auto image = s->image({0, 20, 0, 20}, 13, 13);
        return std::ranges::all_of(image->pixels, [](float x) { return x == 0; }) && s->sample()->max == 0
            && s->sample()->min == 0;
    };
    const SharedProximity learned = make(reference::tableEncoding(reference::randomTable(20, 9, 3)));
    QVERIFY(allZero(*through(learned, Lens::Asymmetry)));
    QVERIFY(!allZero(*through(learned, Lens::NonInvariance)));
    QVERIFY(allZero(*through(make(sinusoid(16, 20)), Lens::Asymmetry)));
    QVERIFY(allZero(*through(make(sinusoid(16, 20)), Lens::NonInvariance)));
    MatrixD alibi(20, 20);
    for (Index i = 0; i < 20; ++i)
        for (Index j = 0; j < 20; ++j)
            alibi(i, j) = -0.1 * static_cast<double>(std::abs(i - j));
    QVERIFY(allZero(*through(make(mapEncoding(alibi)), Lens::Asymmetry)));
    QVERIFY(allZero(*through(make(mapEncoding(alibi)), Lens::NonInvariance)));
    QCOMPARE(*through(learned, Lens::Value), learned);
    QVERIFY(learned->symmetric() && make(sinusoid(16, 20))->symmetric());
    QVERIFY(!make(mapEncoding(reference::randomTable(9, 9, 1)))->symmetric());
    QVERIFY(byOffset([](Index m) { return -std::abs(static_cast<double>(m)); }, 9, 9)->symmetric());
    QVERIFY(!byOffset([](Index m) { return static_cast<double>(m); }, 9, 9)->symmetric());
}

void TestLens::smallDepartures()
{
    // a sinusoid stored in float32: its departure is the rounding of the table, 1e-7 of S, and the screen shows that,
    // not the rounding of a float product
    encoding::SinusoidSpec spec;
    spec.dim = 64;
    const MatrixD rounded = encoding::table(spec, 0, 60).cast<float>().cast<double>();
    const SharedProximity s = make(reference::tableEncoding(rounded));
    const MatrixD plain = plainLens(reference::matrix(rounded, Metric::Dot), Lens::NonInvariance);
    const auto seen = through(s, Lens::NonInvariance);
    const auto at = [&](Index i, Index j) -> long double { return plain(i, j); };
    const Viewport view{0, 60, 0, 60};
    const double departure = reference::largest(plain);
    QVERIFY(departure > 0 && departure < 1e-4);
    QVERIFY(reference::worst(*(*seen)->image(view, 45, 45), reference::image(at, 60, 60, view, 45, 45))
            < 1e-4 * departure);
}

void TestLens::risingShareIsOneMinusStep_data()
{
    QTest::addColumn<SharedProximity>("s");
    QTest::newRow("table") << make(reference::tableEncoding(reference::randomTable(200, 24, 1)));
    QTest::newRow("given map with ties") << make(
        mapEncoding((4 * reference::randomTable(90, 90, 2)).array().round().matrix()));
    QTest::newRow("constant") << make(mapEncoding(MatrixD::Constant(30, 30, 2)));
    QTest::newRow("sinusoid") << make(sinusoid(64, 128));
    QTest::newRow("sinusoid 768") << make(sinusoid(768, 256));
    QTest::newRow("antisymmetric") << byOffset([](Index m) { return static_cast<double>(m); }, 40, 40);
    QTest::newRow("centred") << make(sinusoid(64, 60), Metric::Centred);
}

void TestLens::risingShareIsOneMinusStep()
{
    QFETCH(SharedProximity, s);
    const auto rising = through(s, Lens::Rising);
    const auto properties = analysis::properties(s);
    QVERIFY(rising && properties);
    const auto n = static_cast<double>(s->rows());
    const double share = cellsOf(**rising).sum() / (n * (n - 1));
    QVERIFY(std::abs(share - (1 - *properties->step.value)) <= 1e-12);
    // the same from one pixel of the whole map, whose diagonal counts as 0
    const double pixel = (*rising)->imageExact({0, n, 0, n}, 1, 1)->pixels[0];
    QVERIFY(std::abs(pixel * n / (n - 1) - share) <= 1e-12);
}

void TestLens::notFinite()
{
    MatrixD s = reference::randomTable(26, 26, 9);
    s(4, 11) = kNaN;
    s(20, 20) = kNaN;
    s(13, 2) = std::numeric_limits<double>::infinity();
    MatrixD rows = reference::randomTable(26, 7, 10);
    rows(6, 3) = kNaN;
    for (const SharedProximity& map : {make(mapEncoding(s)), make(reference::tableEncoding(rows))}) {
        const MatrixD cells = cellsOf(*map);
        for (const Lens lens : {Lens::NonInvariance, Lens::Asymmetry, Lens::Rising}) {
            const SharedProximity seen = *through(map, lens);
            MatrixD plain = plainLens(cells, lens);
            for (double& value : plain.reshaped())
                value = std::isfinite(value) ? value : kNaN;
            MatrixD got = cellsOf(*seen);
            for (double& value : got.reshaped())
                value = std::isfinite(value) ? value : kNaN;
            QVERIFY2(worstCell(got, plain) <= 1e-12, name(lens).data());
            const auto at = [&](Index i, Index j) -> long double { return plain(i, j); };
            const Viewport view{0, 26, 0, 26};
            QVERIFY2(reference::worst(*seen->image(view, 11, 10), reference::image(at, 26, 26, view, 11, 10)) < 1e-5,
                     name(lens).data());
            QCOMPARE(seen->sample()->notFinite, (plain.array().isNaN()).count());
            const auto kind = std::dynamic_pointer_cast<const Kind>(seen);
            QVERIFY(kind->anyNotFinite());
            for (Index i = 0; i < 26; ++i) {
                std::vector<char> flags(26, 0);
                kind->markNotFinite(i, flags);
                for (Index j = 0; j < 26; ++j)
                    QCOMPARE(flags[static_cast<std::size_t>(j)] != 0, std::isnan(plain(i, j)));
            }
        }
    }
}

void TestLens::refused()
{
    const auto wide = through(make(mapEncoding(reference::randomTable(4, 6, 1))), Lens::Asymmetry);
    QCOMPARE(wide.error().code, ErrorCode::Shape);
    QVERIFY(wide.error().message.find("4 × 6") != std::string::npos);
    const auto large = through(make(reference::tableEncoding(MatrixD::Ones(kRisingPositions + 1, 1))), Lens::Rising);
    QCOMPARE(large.error().code, ErrorCode::Unsupported);
    QVERIFY(through(make(sinusoid(8, 100000)), Lens::Rising).has_value()); // by offset it has a closed form
}

void TestLens::zoomOfRising()
{
    const Viewport whole{0, 512, 0, 512};
    QCOMPARE(risingReading(whole, 600, 600), RisingReading::Cells);
    QCOMPARE(risingReading(whole, 300, 300), RisingReading::Noise); // 1.7 × 1.7 cells a pixel
    QCOMPARE(risingReading(whole, 256, 256), RisingReading::Share);
    QCOMPARE(risingReading({0, 64, 0, 1024}, 128, 64), RisingReading::Share); // 16 × ½ cells
    QCOMPARE(risingReading({0, 64, 0, 200}, 128, 64), RisingReading::Noise);
    QCOMPARE(risingPicture(whole, 300, 300), (PictureSize{256, 256}));
    QCOMPARE(risingPicture(whole, 100, 100), (PictureSize{100, 100}));
    QCOMPARE(risingPicture(whole, 900, 900), (PictureSize{900, 900}));
    for (const int pixels : {257, 400, 511}) {
        const PictureSize size = risingPicture(whole, pixels, pixels);
        QCOMPARE(risingReading(whole, size.width, size.height), RisingReading::Share);
    }
}

void TestLens::cancel()
{
    std::stop_source stop;
    stop.request_stop();
    const JobContext job(stop.get_token(), {});
    const SharedProximity learned = make(reference::tableEncoding(reference::randomTable(80, 9, 3)));
    for (const Lens lens : {Lens::NonInvariance, Lens::Rising})
        QCOMPARE(through(learned, lens, job).error().code, ErrorCode::Cancelled);
    for (const Lens lens : {Lens::NonInvariance, Lens::Rising})
        QCOMPARE((*through(learned, lens))->image({0, 80, 0, 80}, 30, 30, job).error().code, ErrorCode::Cancelled);
}

QTEST_APPLESS_MAIN(TestLens)
#include "tst_lens.moc"
