// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/proximity/reference.h"

#include <QTest>

using namespace pescope;
using namespace pescope::proximity;
using tables::MatrixD;

namespace {

Result<SharedProximity> make(const encoding::Encoding& e, Metric metric = Metric::Dot, const RowChoice& rows = {})
{
    return of(e, metric, compute::eigenBackend(), rows);
}

encoding::Encoding mapEncoding(MatrixD values)
{
    encoding::Encoding e;
    e.id = "map";
    e.kind = encoding::Kind::Matrix;
    e.content = encoding::GivenMap{std::make_shared<const MatrixD>(std::move(values))};
    return e;
}

encoding::SinusoidSpec spec(int dim, Index length)
{
    encoding::SinusoidSpec s;
    s.dim = dim;
    s.length = length;
    return s;
}

MatrixD rows(std::initializer_list<std::initializer_list<double>> values)
{
    return MatrixD(values);
}

MatrixD allCells(const Proximity& s)
{
    return *s.cells(0, s.rows(), 0, s.columns());
}

/// Mean by offset over the finite cells of a matrix.
void checkProfile(const Proximity& s, const MatrixD& cells, double tolerance)
{
    const auto profile = s.profile();
    QVERIFY(profile.has_value());
    QCOMPARE(profile->firstOffset, -(s.columns() - 1));
    QCOMPARE(static_cast<Index>(profile->mean.size()), s.rows() + s.columns() - 1);
    for (std::size_t t = 0; t < profile->mean.size(); ++t) {
        const Index m = profile->firstOffset + static_cast<Index>(t);
        long double sum = 0;
        Index count = 0;
        for (Index i = std::max<Index>(0, m); i < s.rows() && i - m < s.columns(); ++i)
            if (std::isfinite(cells(i, i - m))) {
                sum += cells(i, i - m);
                ++count;
            }
        QCOMPARE(profile->count[t], count);
        QCOMPARE(std::isnan(profile->mean[t]), count == 0);
        if (count > 0)
            QVERIFY2(std::abs(profile->mean[t] - static_cast<double>(sum / static_cast<long double>(count)))
                         < tolerance,
                     qPrintable(QString::number(m)));
    }
}

} // namespace

class TestProximity : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// A cosine does not change with the rows' lengths, whatever these are.
    void cosinesOfAnySize()
    {
        const MatrixD vectors = MatrixD::Random(5, 7);
        const auto cosines = [&](double size) {
            encoding::Encoding e;
            e.content = encoding::StoredTable{
                .rows = std::make_shared<const MatrixD>(vectors * size), .positions = 5, .sinusoid = {}};
            return *(*make(e, Metric::Cosine))->cells(0, 5, 0, 5);
        };
        const MatrixD usual = cosines(1);
        for (const double size : {1e-170, 1e155, 1e300})
            QVERIFY((cosines(size) - usual).cwiseAbs().maxCoeff() < 1e-12);
    }

    void names();
    void metricsByHand_data();
    void metricsByHand();
    void zeroRows();
    void differenceByHand();
    void differencesOfKinds_data();
    void differencesOfKinds();
    void nearlyEqualTables();
    void profiles_data();
    void profiles();
    void profilesWithRowsThatAreNotFinite();
    void sampleOfOffsets();
    void sampleOfCells();
    void sampleOfLargeTableIsSeeded();
    void choiceOfRows();
    void sinusoidWithoutSomePositions();
    void givenMap();
    void errors();
    void tinyFrequenciesKeepTheirDigits();
};

void TestProximity::names()
{
    for (const Metric metric : kMetrics) {
        QVERIFY(metricFromName(name(metric)) == metric);
        QVERIFY(!formula(metric).empty());
    }
    QVERIFY(name(Metric::Centred) == "centred");
    QVERIFY(!metricFromName("euclid").has_value());
}

void TestProximity::metricsByHand_data()
{
    // rows (1, 0), (3, 4), (2, 2): squares 1, 25, 8, mean square 34/3, mean row (2, 2)
    QTest::addColumn<int>("metric");
    QTest::addColumn<QList<double>>("expected");
    const double r8 = std::sqrt(8.0);
    QTest::addRow("dot") << int(Metric::Dot) << QList<double>{1, 3, 2, 3, 25, 14, 2, 14, 8};
    QTest::addRow("scaled") << int(Metric::Scaled) << QList<double>{3 / 34.0,  9 / 34.0, 6 / 34.0,  9 / 34.0, 75 / 34.0,
                                                                    42 / 34.0, 6 / 34.0, 42 / 34.0, 24 / 34.0};
    QTest::addRow("cosine") << int(Metric::Cosine)
                            << QList<double>{1, 0.6, 2 / r8, 0.6, 1, 14 / (5 * r8), 2 / r8, 14 / (5 * r8), 1};
    // centred rows (−1, −2), (1, 2), (0, 0)
    QTest::addRow("centred") << int(Metric::Centred) << QList<double>{5, -5, 0, -5, 5, 0, 0, 0, 0};
    QTest::addRow("distance") << int(Metric::Distance) << QList<double>{0, -20, -5, -20, 0, -5, -5, -5, 0};
}

void TestProximity::metricsByHand()
{
    QFETCH(int, metric);
    QFETCH(QList<double>, expected);
    const auto s = make(reference::tableEncoding(rows({{1, 0}, {3, 4}, {2, 2}})), static_cast<Metric>(metric));
    QVERIFY(s.has_value());
    QCOMPARE((*s)->rows(), Index{3});
    const MatrixD cells = allCells(**s);
    const auto image = (*s)->imageExact({.row0 = 0, .row1 = 3, .col0 = 0, .col1 = 3}, 3, 3);
    const auto mean = (*s)->imageExact({.row0 = 0, .row1 = 3, .col0 = 0, .col1 = 3}, 1, 1);
    double sum = 0;
    for (int k = 0; k < 9; ++k) {
        QVERIFY(std::abs((*s)->value(k / 3, k % 3) - expected[k]) < 1e-14 * 25);
        QVERIFY(std::abs(cells(k / 3, k % 3) - expected[k]) < 1e-14 * 25);
        QVERIFY(std::abs(image->pixels[static_cast<std::size_t>(k)] - expected[k]) < 1e-14 * 25);
        sum += expected[k];
    }
    QVERIFY(std::abs(mean->pixels[0] - sum / 9) < 1e-14 * 25);
    const std::vector<double> norms = (*s)->rowNorms();
    QCOMPARE(norms.size(), std::size_t{3});
    QCOMPARE(norms[1], 5.0);
}

void TestProximity::zeroRows()
{
    const auto cosine = make(reference::tableEncoding(rows({{0, 0}, {3, 4}})), Metric::Cosine);
    QVERIFY(cosine.has_value());
    QCOMPARE((*cosine)->value(0, 0), 0.0);
    QCOMPARE((*cosine)->value(0, 1), 0.0);
    QCOMPARE((*cosine)->value(1, 1), 1.0);
    const auto scaled = make(reference::tableEncoding(rows({{0, 0}, {0, 0}})), Metric::Scaled);
    QVERIFY(scaled.has_value());
    QCOMPARE((*scaled)->value(0, 1), 0.0);
}

void TestProximity::differenceByHand()
{
    // A: 3 rows, dots 1 3 2 / 3 25 14 / 2 14 8; B: 2 rows (1), (2), dots 1 2 / 2 4
    const auto a = make(reference::tableEncoding(rows({{1, 0}, {3, 4}, {2, 2}})));
    const auto b = make(reference::tableEncoding(rows({{1}, {2}})));
    const auto d = difference(*a, *b);
    QVERIFY(d.has_value());
    QCOMPARE((*d)->rows(), Index{2});
    QCOMPARE((*d)->columns(), Index{2});
    const MatrixD cells = allCells(**d);
    const MatrixD expected = rows({{0, 1}, {1, 21}});
    QVERIFY((cells - expected).norm() < 1e-13);
    const auto back = difference(*b, *a);
    QVERIFY((allCells(**back) + expected).norm() < 1e-13);
    const auto image = (*d)->imageExact({.row0 = 0, .row1 = 2, .col0 = 0, .col1 = 2}, 1, 1);
    QVERIFY(std::abs(image->pixels[0] - 23 / 4.0) < 1e-13);
    // the scale is that of the whole of A, 34/3, not of its first two rows
    const auto scaled = difference(*make(reference::tableEncoding(rows({{1, 0}, {3, 4}, {2, 2}})), Metric::Scaled),
                                   *make(reference::tableEncoding(rows({{0}, {0}})), Metric::Scaled));
    QVERIFY(std::abs((*scaled)->value(1, 1) - 75 / 34.0) < 1e-13);
}

void TestProximity::differencesOfKinds_data()
{
    QTest::addColumn<int>("metricA");
    QTest::addColumn<int>("kindB");
    for (const Metric metric : kMetrics)
        for (int kind = 0; kind < 5; ++kind)
            QTest::addRow("%s, B %d", name(metric).data(), kind) << int(metric) << kind;
}

void TestProximity::differencesOfKinds()
{
    QFETCH(int, metricA);
    QFETCH(int, kindB);
    const auto metric = static_cast<Metric>(metricA);
    const auto a = make(reference::tableEncoding(reference::randomTable(90, 6, 21)), metric);
    const encoding::Encoding other[] = {
        reference::tableEncoding(reference::randomTable(70, 6, 22)), // equal width
        reference::tableEncoding(reference::randomTable(120, 5, 23)), reference::sinusoidEncoding(spec(8, 80)),
        reference::sinusoidEncoding(spec(7, 100)), mapEncoding(reference::randomTable(85, 95, 24))};
    const auto b = make(other[kindB], kindB == 4 ? Metric::Dot : metric);
    QVERIFY(a && b);
    for (const bool turned : {false, true}) {
        const auto d = turned ? difference(*b, *a) : difference(*a, *b);
        QVERIFY(d.has_value());
        const Index n = std::min((*a)->rows(), (*b)->rows());
        const Index columns = std::min((*a)->columns(), (*b)->columns());
        QCOMPARE((*d)->rows(), n);
        MatrixD expected = allCells(**a).topLeftCorner(n, columns) - allCells(**b).topLeftCorner(n, columns);
        if (turned)
            expected = -expected;
        const double scale = reference::largest(expected);
        QVERIFY((allCells(**d) - expected).cwiseAbs().maxCoeff() < 1e-12 * scale);
        std::mt19937 random(8);
        for (int k = 0; k < 4; ++k) {
            const auto v = reference::randomView(n, random, 20);
            const auto brute = reference::image([&](Index i, Index j) { return expected(i, j); }, n, columns, v.view,
                                                v.width, v.height);
            QVERIFY(reference::worst(*(*d)->imageExact(v.view, v.width, v.height), brute) < 1e-9 * scale);
            QVERIFY(reference::worst(*(*d)->image(v.view, v.width, v.height), brute) < 1e-5 * scale);
        }
        checkProfile(**d, expected, 1e-11 * scale);
        const auto sample = (*d)->sample();
        QVERIFY(sample.has_value());
        QVERIFY(std::abs(sample->max - expected.maxCoeff()) < 1e-12 * scale);
        QVERIFY(std::abs(sample->min - expected.minCoeff()) < 1e-12 * scale);
    }
}

// A table and its copy rounded to float: the picture shows the rounding, not the error of the product.
void TestProximity::nearlyEqualTables()
{
    const MatrixD a = reference::randomTable(60, 16, 31);
    const MatrixD b = a.cast<float>().cast<double>();
    const auto d = difference(*make(reference::tableEncoding(a)), *make(reference::tableEncoding(b)));
    QVERIFY(d.has_value());
    MatrixD expected(60, 60);
    for (Index i = 0; i < 60; ++i)
        for (Index j = 0; j < 60; ++j) {
            long double sum = 0;
            for (Index k = 0; k < 16; ++k)
                sum += static_cast<long double>(a(i, k)) * a(j, k) - static_cast<long double>(b(i, k)) * b(j, k);
            expected(i, j) = static_cast<double>(sum);
        }
    const Viewport all{0, 60, 0, 60};
    const auto brute = reference::image([&](Index i, Index j) { return expected(i, j); }, 60, 60, all, 20, 20);
    QVERIFY(reference::worst(*(*d)->image(all, 20, 20), brute) < 1e-5 * reference::largest(expected));
}

void TestProximity::profiles_data()
{
    QTest::addColumn<int>("n");
    for (const int n : {1, 2, 40, 64, 65, 300})
        QTest::addRow("N = %d", n) << n;
}

void TestProximity::profiles()
{
    QFETCH(int, n);
    for (const Metric metric : kMetrics) {
        const MatrixD table = reference::randomTable(n, 5, 41);
        const auto s = make(reference::tableEncoding(table), metric);
        const MatrixD expected = reference::matrix(table, metric);
        checkProfile(**s, expected, 1e-12 * std::max(1.0, reference::largest(expected)));
        for (const int dim : {8, 9}) {
            const auto sinusoid = make(reference::sinusoidEncoding(spec(dim, n)), metric);
            const MatrixD cells = reference::matrix(encoding::table(spec(dim, n), 0, n), metric);
            checkProfile(**sinusoid, cells, 1e-11);
        }
    }
    checkProfile(**make(mapEncoding(reference::randomTable(n, n + 3, 42))), reference::randomTable(n, n + 3, 42),
                 1e-13);
}

void TestProximity::profilesWithRowsThatAreNotFinite()
{
    for (const int n : {30, 150}) {
        MatrixD table = reference::randomTable(n, 5, 43);
        table(3, 1) = std::numeric_limits<double>::quiet_NaN();
        table(n - 1, 0) = std::numeric_limits<double>::infinity();
        for (const Metric metric : kMetrics) {
            const auto s = make(reference::tableEncoding(table), metric);
            QVERIFY(s.has_value());
            MatrixD expected = reference::matrix(table, metric);
            expected.row(3).setConstant(NAN);
            expected.col(3).setConstant(NAN);
            expected.row(n - 1).setConstant(NAN);
            expected.col(n - 1).setConstant(NAN);
            checkProfile(**s, expected, 1e-12 * std::max(1.0, reference::largest(expected)));
            const auto sample = (*s)->sample();
            QCOMPARE(sample->notFinite, Index{n} * n - Index{n - 2} * (n - 2));
            QCOMPARE(std::isnan((*s)->value(3, 0)), true);
            const auto d = difference(*s, *make(reference::sinusoidEncoding(spec(6, n))));
            checkProfile(**d, expected - reference::matrix(encoding::table(spec(6, n), 0, n), Metric::Dot), 1e-11);
            QCOMPARE((*d)->sample()->notFinite, Index{n} * n - Index{n - 2} * (n - 2));
        }
    }
}

void TestProximity::sampleOfOffsets()
{
    const auto s = make(reference::sinusoidEncoding(spec(16, 100)), Metric::Scaled);
    const auto sample = (*s)->sample();
    QVERIFY(sample.has_value());
    QVERIFY(sample->exact);
    QVERIFY(std::ranges::is_sorted(sample->values));
    QCOMPARE(sample->values.size(), sample->weights.size());
    double weight = 0, sum = 0;
    for (std::size_t k = 0; k < sample->values.size(); ++k) {
        weight += static_cast<double>(sample->weights[k]);
        sum += static_cast<double>(sample->weights[k]) * static_cast<double>(sample->values[k]);
    }
    const MatrixD cells = allCells(**s);
    QCOMPARE(weight, 100.0 * 99.0); // every cell off the diagonal
    QVERIFY(std::abs(sum - (cells.sum() - cells.trace())) < 1e-3);
    QCOMPARE(sample->max, 1.0); // the diagonal counts here
    QVERIFY(std::abs(sample->min - cells.minCoeff()) < 1e-14);
    QCOMPARE(sample->notFinite, Index{0});
}

void TestProximity::sampleOfCells()
{
    const MatrixD table = reference::randomTable(50, 4, 51);
    const auto s = make(reference::tableEncoding(table));
    const auto sample = (*s)->sample();
    const MatrixD expected = reference::matrix(table, Metric::Dot);
    QVERIFY(sample->exact);
    QCOMPARE(sample->values.size(), std::size_t{50 * 49 / 2}); // symmetric: one side stands for both
    std::vector<float> below;
    for (Index i = 0; i < 50; ++i)
        for (Index j = 0; j < i; ++j)
            below.push_back(static_cast<float>(expected(i, j)));
    std::ranges::sort(below);
    for (std::size_t k = 0; k < below.size(); ++k)
        QVERIFY(std::abs(below[k] - sample->values[k]) < 1e-6F);
    QVERIFY(std::abs(sample->max - expected.maxCoeff()) < 1e-14);
}

void TestProximity::sampleOfLargeTableIsSeeded()
{
    const auto s = make(reference::tableEncoding(reference::randomTable(2000, 3, 52)));
    const auto first = (*s)->sample();
    const auto second = (*s)->sample();
    QVERIFY(first && second);
    QVERIFY(!first->exact);
    QVERIFY(first->values == second->values);
    QVERIFY(first->values.size() > 250000 && first->values.size() <= 262144);
    double largest = 0;
    for (Index i = 0; i < 2000; ++i)
        largest = std::max(largest, (*s)->value(i, i));
    QCOMPARE(first->max, largest); // no dot product exceeds the largest square, and all of the diagonal is seen
}

void TestProximity::choiceOfRows()
{
    // RoBERTa: two unused rows before position 0
    const MatrixD table = rows({{9, 9}, {8, 8}, {1, 0}, {3, 4}, {2, 2}});
    const auto e = reference::tableEncoding(table, 2, 3);
    QCOMPARE((*make(e))->rows(), Index{3});
    QCOMPARE((*make(e))->value(1, 1), 25.0);
    const auto all = make(e, Metric::Dot, {.includeUnused = true, .leaveOut = {}});
    QCOMPARE((*all)->rows(), Index{5});
    QCOMPARE((*all)->value(0, 1), 144.0);
    const auto left = make(e, Metric::Scaled, {.includeUnused = false, .leaveOut = {1}});
    QCOMPARE((*left)->rows(), Index{2});
    QCOMPARE((*left)->positionOf(0), Index{0});
    QCOMPARE((*left)->positionOf(1), Index{2});
    QVERIFY(std::abs((*left)->value(0, 1) - 2 / 4.5) < 1e-14); // mean square of rows (1, 0) and (2, 2)
    QCOMPARE((*left)->rowNorms().size(), std::size_t{2});
}

void TestProximity::sinusoidWithoutSomePositions()
{
    const MatrixD table = encoding::table(spec(8, 60), 0, 60);
    for (const Metric metric : kMetrics)
        for (const std::vector<Index>& leaveOut :
             {std::vector<Index>{0, 1}, std::vector<Index>{5, 7}, std::vector<Index>{59}}) {
            const RowChoice choice{.includeUnused = false, .leaveOut = leaveOut};
            const auto s = make(reference::sinusoidEncoding(spec(8, 60)), metric, choice);
            const auto t = make(reference::tableEncoding(table), metric, choice);
            QCOMPARE((*s)->rows(), (*t)->rows());
            QVERIFY((allCells(**s) - allCells(**t)).cwiseAbs().maxCoeff() < 1e-12);
            for (Index i = 0; i < (*s)->rows(); ++i)
                QCOMPARE((*s)->positionOf(i), (*t)->positionOf(i));
        }
}

void TestProximity::givenMap()
{
    const auto s = make(mapEncoding(rows({{1, 2, 3}, {4, NAN, 6}})));
    QVERIFY(s.has_value());
    QCOMPARE((*s)->rows(), Index{2});
    QCOMPARE((*s)->columns(), Index{3});
    QCOMPARE((*s)->value(1, 2), 6.0);
    const auto sample = (*s)->sample();
    QCOMPARE(sample->notFinite, Index{1});
    QCOMPARE(sample->min, 1.0);
    QCOMPARE(sample->max, 6.0);
    QVERIFY((sample->values == std::vector<float>{2, 3, 4, 6}));
    QVERIFY((*s)->rowNorms().empty());
    const auto part = make(mapEncoding(rows({{1, 2}, {3, 4}})), Metric::Dot, {.includeUnused = false, .leaveOut = {0}});
    QCOMPARE((*part)->value(0, 0), 4.0);
    QCOMPARE((*part)->positionOf(0), Index{1});
}

void TestProximity::errors()
{
    const auto map = make(mapEncoding(rows({{1}})), Metric::Cosine);
    QCOMPARE(map.error().code, ErrorCode::Unsupported);
    QVERIFY(map.error().message.contains("cosine"));
    const auto nan = make(reference::tableEncoding(rows({{NAN, 1}, {2, INFINITY}})));
    QCOMPARE(nan.error().code, ErrorCode::Numeric);
    const auto none =
        make(reference::tableEncoding(rows({{1}, {2}})), Metric::Dot, {.includeUnused = false, .leaveOut = {0, 1}});
    QCOMPARE(none.error().code, ErrorCode::Shape);
    const auto s = make(reference::tableEncoding(rows({{1}, {2}})));
    QCOMPARE((*s)->cells(0, 3, 0, 1).error().code, ErrorCode::Shape);
}

// 1 − cos loses everything here; the squared sines do not.
void TestProximity::tinyFrequenciesKeepTheirDigits()
{
    encoding::SinusoidSpec tiny = spec(2, 200);
    tiny.freeOmega = {1e-9};
    const auto s = make(reference::sinusoidEncoding(tiny), Metric::Distance);
    QVERIFY(s.has_value());
    const double expected = -1e-18 * 199 * 199; // −(ω m)², to 1e-14
    QVERIFY(std::abs((*s)->value(199, 0) / expected - 1) < 1e-12);
    QVERIFY(std::abs((*s)->cells(199, 200, 0, 1)->coeff(0, 0) / expected - 1) < 1e-12);
    const auto image = (*s)->image({.row0 = 199, .row1 = 200, .col0 = 0, .col1 = 1}, 1, 1);
    QVERIFY(std::abs(static_cast<double>(image->pixels[0]) / expected - 1) < 1e-6);
}

QTEST_APPLESS_MAIN(TestProximity)
#include "tst_proximity.moc"
