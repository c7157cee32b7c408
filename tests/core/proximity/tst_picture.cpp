// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/dense.h"
#include "core/proximity/toeplitz.h"
#include "tests/core/proximity/reference.h"

#include <QTest>

using namespace pescope;
using namespace pescope::proximity;

namespace {

constexpr double kExact = 1e-9;
constexpr double kScreen = 1e-5;

QString where(const char* what, Index n, const reference::RandomView& v)
{
    return QStringLiteral("%1, N = %2, rows %3 to %4, columns %5 to %6, %7 x %8 pixels")
        .arg(QLatin1String(what))
        .arg(n)
        .arg(v.view.row0)
        .arg(v.view.row1)
        .arg(v.view.col0)
        .arg(v.view.col1)
        .arg(v.width)
        .arg(v.height);
}

void compare(const Proximity& s, const reference::Value& value, double scale, const reference::RandomView& v,
             const char* what)
{
    const auto expected = reference::image(value, s.rows(), s.columns(), v.view, v.width, v.height);
    const auto exact = s.imageExact(v.view, v.width, v.height);
    const auto screen = s.image(v.view, v.width, v.height);
    QVERIFY(exact && screen);
    const double exactError = reference::worst(*exact, expected) / scale;
    const double screenError = reference::worst(*screen, expected) / scale;
    QVERIFY2(exactError < kExact, qPrintable(where(what, s.rows(), v) + QStringLiteral(": %1").arg(exactError)));
    QVERIFY2(screenError < kScreen, qPrintable(where(what, s.rows(), v) + QStringLiteral(": %1").arg(screenError)));
}

std::vector<double> offsets(Index n, const std::function<double(Index)>& f)
{
    std::vector<double> values;
    for (Index m = -(n - 1); m < n; ++m)
        values.push_back(f(m));
    return values;
}

std::shared_ptr<const Proximity> sinusoid(int dim, Index length, Metric metric = Metric::Dot)
{
    return *of(reference::sinusoidEncoding({.dim = dim, .length = length, .freeOmega = {}}), metric,
               compute::eigenBackend());
}

/// Largest spread of pixels on one diagonal, among diagonals at least `away` pixels off the main one.
double diagonalSpread(const Image<float>& image, int away)
{
    double spread = 0;
    for (int d = -(image.height - 1); d < image.width; ++d) {
        if (std::abs(d) < away)
            continue;
        float low = INFINITY, high = -INFINITY;
        for (int y = std::max(0, -d); y < image.height && y + d < image.width; ++y) {
            const float p = image.pixels[static_cast<std::size_t>(y * image.width + y + d)];
            low = std::min(low, p);
            high = std::max(high, p);
        }
        spread = std::max(spread, static_cast<double>(high) - static_cast<double>(low));
    }
    return spread;
}

} // namespace

class TestPicture : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void equalsBruteForce_data();
    void equalsBruteForce();
    void sinusoidEqualsBruteForce_data();
    void sinusoidEqualsBruteForce();
    void longSequences_data();
    void longSequences();
    void offsetsWithDirectionMatter();
    void linearIsExactAtGreatLength();
    void pixelsOfEqualOffsetAgree();
    void checkerboardAveragesOut();
    void diagonalsRepeat();
    void cellsAreBlocksWhenZoomedIn();
    void outsideIsNaN();
    void notFiniteValuesNeverSpread();
    void badViewsAreRefused();
    void stops();
};

void TestPicture::equalsBruteForce_data()
{
    QTest::addColumn<int>("n");
    for (const int n : {1, 2, 3, 7, 64, 65, 235, 400})
        QTest::addRow("N = %d", n) << n;
}

void TestPicture::equalsBruteForce()
{
    QFETCH(int, n);
    std::mt19937 random(static_cast<unsigned>(n));
    const tables::MatrixD table = reference::randomTable(n, 5, 7);
    const std::vector<double> f =
        offsets(n, [&](Index m) { return std::cos(0.3 * static_cast<double>(m)) + 0.001 * static_cast<double>(m); });
    const tables::MatrixD given = reference::randomTable(n, n, 9);
    const ToeplitzProximity byOffset(f, n, n);
    const DenseProximity dense(std::make_shared<tables::MatrixD>(given), n, n);
    for (int k = 0; k < 12; ++k) {
        const auto v = reference::randomView(n, random, n > 300 ? 40 : 25);
        compare(
            byOffset, [&](Index i, Index j) { return f[static_cast<std::size_t>(i - j + n - 1)]; }, 1.4, v,
            "by offset");
        compare(dense, [&](Index i, Index j) { return given(i, j); }, 0.8, v, "given map");
        for (const Metric metric : kMetrics) {
            const auto s = of(reference::tableEncoding(table), metric, compute::eigenBackend());
            QVERIFY(s.has_value());
            const tables::MatrixD expected = reference::matrix(table, metric);
            compare(
                **s, [&](Index i, Index j) { return expected(i, j); }, std::max(reference::largest(expected), 1e-3), v,
                name(metric).data());
        }
        if (QTest::currentTestFailed())
            return;
    }
}

void TestPicture::sinusoidEqualsBruteForce_data()
{
    QTest::addColumn<int>("dim");
    QTest::addColumn<int>("n");
    for (const int n : {1, 2, 37, 300}) {
        QTest::addRow("D = 8, N = %d", n) << 8 << n;
        QTest::addRow("D = 9, N = %d", n) << 9 << n;
        QTest::addRow("D = 1, N = %d", n) << 1 << n;
    }
}

void TestPicture::sinusoidEqualsBruteForce()
{
    QFETCH(int, dim);
    QFETCH(int, n);
    const encoding::SinusoidSpec spec{.dim = dim, .length = n, .freeOmega = {}};
    std::mt19937 random(static_cast<unsigned>(n + dim));
    const tables::MatrixD table = encoding::table(spec, 0, n);
    for (const Metric metric : kMetrics) {
        const auto s = of(reference::sinusoidEncoding(spec), metric, compute::eigenBackend());
        QVERIFY(s.has_value());
        const tables::MatrixD expected = reference::matrix(table, metric);
        const auto stored = of(reference::tableEncoding(table), metric, compute::eigenBackend());
        const double scale = std::max(reference::largest(expected), 1e-6);
        for (Index i = 0; i < n; i += 5)
            for (Index j = 0; j < n; j += 3)
                QVERIFY2(std::abs((*s)->value(i, j) - expected(i, j)) < 1e-12 * dim, name(metric).data());
        for (int k = 0; k < 8; ++k) {
            const auto v = reference::randomView(n, random, 30);
            compare(**s, [&](Index i, Index j) { return expected(i, j); }, scale, v, name(metric).data());
            const auto a = (*s)->imageExact(v.view, v.width, v.height);
            const auto b = (*stored)->imageExact(v.view, v.width, v.height);
            QVERIFY(reference::worst(*a, *b) < kExact * scale);
            if (QTest::currentTestFailed())
                return;
        }
    }
}

void TestPicture::longSequences_data()
{
    QTest::addColumn<double>("c0");
    QTest::addColumn<int>("width");
    QTest::addColumn<double>("side");
    QTest::addRow("all of it") << 0.0 << 40 << 20000.0;
    QTest::addRow("whole cells") << 100.0 << 50 << 19900.0 - 400.0;
    QTest::addRow("over the border") << -1000.3 << 33 << 22000.7;
    QTest::addRow("unequal sides") << 3000.25 << 45 << 15000.0;
    QTest::addRow("a window") << 12000.5 << 30 << 3000.0;
    QTest::addRow("cells") << 15000.5 << 60 << 20.0;
}

// 20,000 positions: longer than a stored ψ, so pictures take the closed forms.
void TestPicture::longSequences()
{
    QFETCH(double, c0);
    QFETCH(int, width);
    QFETCH(double, side);
    constexpr Index n = 20000;
    const encoding::SinusoidSpec spec{.dim = 12, .length = n, .freeOmega = {}};
    const std::vector<double> omega = encoding::omega(spec);
    std::vector<long double> psi;
    for (Index m = 0; m < n; ++m) {
        long double sum = 0;
        for (const double w : omega)
            sum += std::cos(static_cast<long double>(w) * static_cast<long double>(m));
        psi.push_back(sum);
    }
    // means of ψ(i − ·), which are the products with the mean row
    std::vector<long double> before{0};
    for (const long double p : psi)
        before.push_back(before.back() + p);
    const auto meanProduct = [&](Index i) {
        return (before[static_cast<std::size_t>(i + 1)] + before[static_cast<std::size_t>(n - i)] - psi[0]) / n;
    };
    long double square = 0;
    for (Index i = 0; i < n; ++i)
        square += meanProduct(i) / n;
    const auto pairs = static_cast<long double>(omega.size());
    const double ratio = width == 45 ? 0.5 : 1.0;
    const reference::RandomView v{
        .view = {.row0 = c0 / 2, .row1 = c0 / 2 + side * ratio, .col0 = c0, .col1 = c0 + side},
        .width = width,
        .height = width};
    for (const Metric metric : kMetrics) {
        const auto s = of(reference::sinusoidEncoding(spec), metric, compute::eigenBackend());
        QVERIFY(s.has_value());
        const auto value = [&](Index i, Index j) -> long double {
            const long double p = psi[static_cast<std::size_t>(std::abs(i - j))];
            switch (metric) {
            case Metric::Dot:
                return p;
            case Metric::Scaled:
            case Metric::Cosine:
                return p / pairs;
            case Metric::Centred:
                return p - meanProduct(i) - meanProduct(j) + square;
            case Metric::Distance:
                return 2 * (p - pairs);
            }
            return 0;
        };
        const auto exact = (*s)->imageExact(v.view, v.width, v.height);
        const auto screen = (*s)->image(v.view, v.width, v.height);
        QVERIFY(exact && screen);
        std::mt19937 random(3);
        for (int k = 0; k < 12; ++k) {
            const int x = static_cast<int>(random() % static_cast<unsigned>(width));
            const int y = k < 4 ? x : static_cast<int>(random() % static_cast<unsigned>(width));
            const double expected = reference::pixel(value, n, n, v.view, width, width, x, y);
            const auto at = static_cast<std::size_t>(y * width + x);
            if (std::isnan(expected)) {
                QVERIFY(std::isnan(exact->pixels[at]) && std::isnan(screen->pixels[at]));
                continue;
            }
            const double scale = metric == Metric::Scaled || metric == Metric::Cosine ? 1 : static_cast<double>(pairs);
            QVERIFY2(std::abs(exact->pixels[at] - expected) < kExact * scale, name(metric).data());
            QVERIFY2(std::abs(static_cast<double>(screen->pixels[at]) - expected) < kScreen * scale,
                     name(metric).data());
        }
        // all pixels: the closed second sum against the product of mean rows
        QVERIFY2(reference::worst(*screen, *exact) < kScreen * 6, name(metric).data());
    }
}

void TestPicture::offsetsWithDirectionMatter()
{
    const ToeplitzProximity sMap(offsets(50, [](Index m) { return static_cast<double>(m); }), 50, 50);
    const Proximity& s = sMap;
    const auto image = s.image({.row0 = 0, .row1 = 50, .col0 = 0, .col1 = 50}, 5, 5);
    QVERIFY(image.has_value());
    QCOMPARE(image->pixels[4], -40.0F); // top right: query before key, m = i − j < 0
    QCOMPARE(image->pixels[20], 40.0F);
    const ToeplitzProximity wide({-2, -1, 0, 1}, 2, 3);
    QCOMPARE(wide.value(1, 0), 1.0);
    QCOMPARE(wide.value(0, 2), -2.0);
}

// The mean of (i − j)/N over a rectangle is (mean i − mean j)/N, known exactly.
void TestPicture::linearIsExactAtGreatLength()
{
    constexpr Index n = 131072;
    const ToeplitzProximity sMap(offsets(n, [](Index m) { return static_cast<double>(m) / n; }), n, n);
    const Proximity& s = sMap;
    const auto meanIndex = [](long double a, long double b) {
        // ∫ ⌊x⌋ from 0
        const auto upTo = [](long double x) {
            const long double k = std::floor(x);
            return k * (k - 1) / 2 + k * (x - k);
        };
        return (upTo(b) - upTo(a)) / (b - a);
    };
    for (const Viewport& v : {Viewport{0, n, 0, n}, Viewport{0.25, 131000.5, 17.125, 131000.0},
                              Viewport{130000, 131072, 0, 1072}, Viewport{60000, 60100, 60010, 60111}}) {
        const auto exact = s.imageExact(v, 300, 200);
        const auto screen = s.image(v, 300, 200);
        QVERIFY(exact && screen);
        for (int y = 0; y < 200; ++y)
            for (int x = 0; x < 300; ++x) {
                const auto edge = [](double from, double to, int k, int count) {
                    return static_cast<long double>(from) + (static_cast<long double>(to) - from) * k / count;
                };
                const auto expected =
                    static_cast<double>((meanIndex(edge(v.row0, v.row1, y, 200), edge(v.row0, v.row1, y + 1, 200))
                                         - meanIndex(edge(v.col0, v.col1, x, 300), edge(v.col0, v.col1, x + 1, 300)))
                                        / n);
                const auto at = static_cast<std::size_t>(y * 300 + x);
                QVERIFY2(std::abs(exact->pixels[at] - expected) < kExact,
                         qPrintable(QString::number(exact->pixels[at] - expected)));
                QVERIFY(std::abs(static_cast<double>(screen->pixels[at]) - expected) < kScreen);
            }
    }
}

void TestPicture::pixelsOfEqualOffsetAgree()
{
    const Viewport all{0, 512, 0, 512};
    const ToeplitzProximity linearMap(offsets(512, [](Index m) { return static_cast<double>(m) / 511; }), 512, 512);
    const Proximity& linear = linearMap;
    const auto first = linear.image(all, 235, 235);
    QVERIFY(first.has_value());
    QVERIFY2(diagonalSpread(*first, 0) < 1e-3, qPrintable(QString::number(diagonalSpread(*first, 0))));

    const auto second = sinusoid(768, 512)->image(all, 235, 235);
    QVERIFY(second.has_value());
    QVERIFY2(diagonalSpread(*second, 0) < 0.007 * 384, qPrintable(QString::number(diagonalSpread(*second, 0) / 384)));
    QVERIFY2(diagonalSpread(*second, 8) < 0.0015 * 384, qPrintable(QString::number(diagonalSpread(*second, 8) / 384)));
}

void TestPicture::checkerboardAveragesOut()
{
    const ToeplitzProximity boardMap(offsets(512, [](Index m) { return m % 2 == 0 ? 1.0 : -1.0; }), 512, 512);
    const Proximity& board = boardMap;
    const auto image = board.image({0, 512, 0, 512}, 235, 235);
    QVERIFY(image.has_value());
    for (const float p : image->pixels)
        QVERIFY(std::abs(p) < 0.01F);
}

// 512 cells on 400 pixels repeat every 25 pixels, 4096 on 1000 every 125; copied rows must be the computed ones.
void TestPicture::diagonalsRepeat()
{
    std::mt19937 random(5);
    std::vector<double> f;
    for (int k = 0; k < 2 * 1024 - 1; ++k)
        f.push_back(static_cast<double>(random()) / 4294967296.0);
    const ToeplitzProximity sMap(f, 1024, 1024);
    const Proximity& s = sMap;
    for (const Viewport& v : {Viewport{0, 512, 0, 512}, Viewport{100.3, 612.3, 411.7, 923.7},
                              Viewport{-50.5, 973.5, 300, 1324}, Viewport{0, 1024, 0, 1024}}) {
        const auto screen = s.image(v, 200, 200);
        const auto expected = reference::image(
            [&](Index i, Index j) { return f[static_cast<std::size_t>(i - j + 1023)]; }, 1024, 1024, v, 200, 200);
        QVERIFY(screen.has_value());
        QVERIFY(reference::worst(*screen, expected) < kScreen);
    }
}

void TestPicture::cellsAreBlocksWhenZoomedIn()
{
    const auto s = sinusoid(16, 100);
    const auto image = s->imageExact({.row0 = 10, .row1 = 13, .col0 = 20, .col1 = 24}, 40, 30);
    QVERIFY(image.has_value());
    for (int y = 0; y < 30; ++y)
        for (int x = 0; x < 40; ++x)
            QVERIFY(std::abs(image->pixels[static_cast<std::size_t>(y * 40 + x)] - s->value(10 + y / 10, 20 + x / 10))
                    < 1e-12);
    // a pixel cut by a cell's edge has a share of both
    const auto cut = s->imageExact({.row0 = 5, .row1 = 6, .col0 = 7.25, .col1 = 8.25}, 1, 1);
    QVERIFY(std::abs(cut->pixels[0] - (0.75 * s->value(5, 7) + 0.25 * s->value(5, 8))) < 1e-12);
}

void TestPicture::outsideIsNaN()
{
    for (const auto& s :
         {sinusoid(8, 4),
          *of(reference::tableEncoding(reference::randomTable(4, 3, 1)), Metric::Dot, compute::eigenBackend())}) {
        const auto image = s->image({.row0 = -2, .row1 = 6, .col0 = 0, .col1 = 8}, 8, 8);
        QVERIFY(image.has_value());
        for (int y = 0; y < 8; ++y)
            for (int x = 0; x < 8; ++x)
                QCOMPARE(std::isnan(image->pixels[static_cast<std::size_t>(y * 8 + x)]), y < 2 || y >= 6 || x >= 4);
        const auto away = s->image({.row0 = 10, .row1 = 20, .col0 = 0, .col1 = 8}, 3, 2);
        QVERIFY(away.has_value());
        QCOMPARE(away->pixels.size(), std::size_t{6});
        QVERIFY(std::ranges::all_of(away->pixels, [](float p) { return std::isnan(p); }));
    }
}

void TestPicture::notFiniteValuesNeverSpread()
{
    tables::MatrixD table = reference::randomTable(100, 4, 11);
    table(33, 2) = std::numeric_limits<double>::quiet_NaN();
    table(70, 0) = std::numeric_limits<double>::infinity();
    tables::MatrixD given = reference::randomTable(100, 100, 12);
    given(20, 30) = std::numeric_limits<double>::quiet_NaN();
    given(50, 60) = -std::numeric_limits<double>::infinity();
    std::vector<double> f = offsets(100, [](Index m) { return 0.01 * static_cast<double>(m); });
    f[120] = std::numeric_limits<double>::infinity();
    const DenseProximity dense(std::make_shared<tables::MatrixD>(given), 100, 100);
    const ToeplitzProximity byOffset(f, 100, 100);
    const auto nan = std::numeric_limits<long double>::quiet_NaN();
    std::mt19937 random(13);
    for (int k = 0; k < 10; ++k) {
        const auto v = reference::randomView(100, random, 30);
        compare(
            dense, [&](Index i, Index j) -> long double { return std::isfinite(given(i, j)) ? given(i, j) : nan; }, 1,
            v, "given map");
        compare(
            byOffset,
            [&](Index i, Index j) -> long double {
                return i - j + 99 == 120 ? nan : f[static_cast<std::size_t>(i - j + 99)];
            },
            1, v, "by offset");
        for (const Metric metric : kMetrics) {
            const tables::MatrixD expected = reference::matrix(table, metric);
            const auto s = of(reference::tableEncoding(table), metric, compute::eigenBackend());
            QVERIFY(s.has_value());
            compare(
                **s,
                [&](Index i, Index j) -> long double {
                    return i == 33 || j == 33 || i == 70 || j == 70 ? nan : expected(i, j);
                },
                reference::largest(expected), v, name(metric).data());
        }
        if (QTest::currentTestFailed())
            return;
    }
}

void TestPicture::badViewsAreRefused()
{
    const auto s = sinusoid(8, 4);
    QCOMPARE(s->image({0, 0, 0, 4}, 5, 5).error().code, ErrorCode::Shape);
    QCOMPARE(s->image({0, 4, 0, 4}, 0, 5).error().code, ErrorCode::Shape);
    QCOMPARE(s->image({0, NAN, 0, 4}, 5, 5).error().code, ErrorCode::Shape);
}

void TestPicture::stops()
{
    std::stop_source source;
    source.request_stop();
    const JobContext job(source.get_token(), {});
    const Viewport v{0, 100, 0, 100};
    const auto table =
        of(reference::tableEncoding(reference::randomTable(100, 4, 1)), Metric::Dot, compute::eigenBackend());
    const DenseProximity dense(std::make_shared<tables::MatrixD>(reference::randomTable(100, 100, 2)), 100, 100);
    QCOMPARE((*table)->image(v, 20, 20, job).error().code, ErrorCode::Cancelled);
    QCOMPARE(dense.image(v, 20, 20, job).error().code, ErrorCode::Cancelled);
    QCOMPARE(sinusoid(8, 100)->image(v, 20, 20, job).error().code, ErrorCode::Cancelled);
}

QTEST_APPLESS_MAIN(TestPicture)
#include "tst_picture.moc"
