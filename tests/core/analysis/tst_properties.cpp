// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/property_table.h"
#include "core/proximity/square_cells.h"
#include "core/proximity/toeplitz.h"

#include "plain_properties.h"
#include "property_maps.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <limits>

using namespace pescope;
using namespace pescope::test;
using analysis::Cell;
using analysis::Properties;

namespace {

const double kNaN = std::numeric_limits<double>::quiet_NaN();

void compare(const Properties& p, const test::PlainProperties& plain, double tolerance = 1e-12)
{
    QVERIFY(p.translationInvariance.value.has_value() == plain.translationInvariance.has_value());
    if (plain.translationInvariance)
        QVERIFY(near(*p.translationInvariance.value, *plain.translationInvariance, tolerance));
    QVERIFY(near(p.symmetry.value.value(), plain.symmetry, tolerance));
    QVERIFY(near(p.monotonicity.value.value(), plain.monotonicity, 1e-14));
    QVERIFY(near(p.monotonicityLocal.value.value(), plain.monotonicityLocal, 1e-14));
    QVERIFY(near(p.step.value.value(), plain.step, 1e-14));
    const auto same = [](const std::optional<analysis::CounterExample>& a, const std::optional<test::PlainExample>& b) {
        return a.has_value() == b.has_value()
            && (!a || (a->first == Cell{b->i0, b->j0} && a->second == Cell{b->i1, b->j1}));
    };
    if (plain.translationInvariance)
        QVERIFY(same(p.translationInvariance.counterExample, plain.notInvariant));
    QVERIFY(same(p.symmetry.counterExample, plain.notSymmetric));
    QVERIFY(same(p.monotonicity.counterExample, plain.notFalling));
    QVERIFY(same(p.step.counterExample, plain.notFalling));
    QVERIFY(same(p.monotonicityLocal.counterExample, plain.notFallingLocally));
}

} // namespace

/// TI, SYM, MON and STEP against exact rational values, the reference table of the definitions, and their definitions
/// word for word.
class TestProperties : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void exactValues_data();
    void exactValues();
    void fixedSinusoids_data();
    void fixedSinusoids();
    void knownMaps();
    void definitions_data();
    void definitions();
    void byOffsetAndByCells();
    void tableOfASinusoid();
    void ofFewPositions();
    void constantMaps();
    void notFiniteIsNamed();
    void commonPositions();
    void mirroredOffsets();
};

void TestProperties::exactValues_data()
{
    QTest::addColumn<MatrixD>("s");
    QTest::addColumn<double>("invariance");
    QTest::addColumn<double>("symmetry");
    QTest::addColumn<double>("monotonicity");
    QTest::addColumn<double>("step");
    QTest::newRow("all hold") << MatrixD{{3, 2, 1}, {2, 3, 2}, {1, 2, 3}} << 1.0 << 1.0 << 1.0 << 1.0;
    QTest::newRow("3 × 3") << MatrixD{{1, 2, 0}, {2, 4, 1}, {0, 3, 9}} << 19.0 / 22 << 5.0 / 11 << 3.0 / 4 << 5.0 / 6;
    QTest::newRow("4 × 4") << MatrixD{{5, 1, 4, 2}, {3, 5, 0, 1}, {2, 2, 6, 3}, {1, 0, 4, 5}} << 93.0 / 251
                           << 71.0 / 251 << 11.0 / 20 << 2.0 / 3;
    QTest::newRow("antisymmetric") << MatrixD{{0, 1, 2}, {-1, 0, 1}, {-2, -1, 0}} << 1.0 << -1.0 << 0.0 << 1.0 / 2;
}

void TestProperties::exactValues()
{
    QFETCH(MatrixD, s);
    const auto p = analysis::properties(shared(s));
    QVERIFY(p.has_value());
    QFETCH(double, invariance);
    QFETCH(double, symmetry);
    QFETCH(double, monotonicity);
    QFETCH(double, step);
    for (const auto& [property, want] : {std::pair(&p->translationInvariance, invariance),
                                         {&p->symmetry, symmetry},
                                         {&p->monotonicity, monotonicity},
                                         {&p->step, step}}) {
        QVERIFY(near(property->value.value(), want, 1e-15));
        QCOMPARE(property->holdsExactly(), want == 1);
        QVERIFY(!property->theorem);
    }
    QCOMPARE(*p->monotonicityLocal.value, *p->monotonicity.value); // W = 16 reaches everything
    QVERIFY(p->trivial().empty());
}

void TestProperties::fixedSinusoids_data()
{
    QTest::addColumn<int>("dim");
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("positions");
    QTest::addColumn<double>("monotonicity");
    QTest::addColumn<double>("step");
    QTest::addColumn<double>("range");
    QTest::newRow("64") << 768 << 0 << 64 << 0.9984432234 << 0.9831349206 << -1.0;
    QTest::newRow("128") << 768 << 0 << 128 << 0.9963491119 << 0.9399606299 << 43.0;
    QTest::newRow("256") << 768 << 0 << 256 << 0.9910076677 << 0.8474571078 << -1.0;
    QTest::newRow("first 1") << 768 << 1 << 128 << 0.9964120582 << 0.9367618110 << 44.0;
    QTest::newRow("D = 64") << 64 << 0 << 128 << 0.6845758561 << 0.6382874016 << 5.0;
}

void TestProperties::fixedSinusoids()
{
    QFETCH(int, dim);
    QFETCH(int, first);
    QFETCH(int, positions);
    QFETCH(double, monotonicity);
    QFETCH(double, step);
    QFETCH(double, range);
    const encoding::Encoding encoding = sinusoid(dim, first, positions);
    const auto p = analysis::properties(mapOf(encoding));
    QVERIFY(p.has_value());
    QCOMPARE(*p->translationInvariance.value, 1.0);
    QCOMPARE(*p->symmetry.value, 1.0);
    QCOMPARE(p->trivial(), (std::vector<std::string>{"translation_invariance", "symmetry"}));
    QVERIFY(p->translationInvariance.holdsExactly() && p->symmetry.holdsExactly());
    QVERIFY(near(*p->monotonicity.value, monotonicity, 1e-10));
    QVERIFY(near(*p->step.value, step, 1e-10));
    if (range >= 0)
        QCOMPARE(p->localRange->median, range);
    if (dim == 64) {
        QVERIFY(
            near(*analysis::properties(mapOf(encoding), {.window = 32})->monotonicityLocal.value, 0.7985180963, 1e-10));
    } else {
        QCOMPARE(*p->monotonicityLocal.value, 1.0);
        QVERIFY(p->monotonicityLocal.holdsExactly() && !p->monotonicity.holdsExactly());
        // the first rise in reading order: row 0, one step past the integer range
        const auto example = p->monotonicity.counterExample;
        if (range >= 0)
            QCOMPARE(example->first, (Cell{0, static_cast<Index>(range) + 1}));
        QVERIFY(example->firstValue >= example->secondValue);
    }
}

void TestProperties::knownMaps()
{
    const Index n = 128;
    const auto map = [&](const std::function<double(Index)>& f) {
        std::vector<double> values;
        for (Index m = -(n - 1); m < n; ++m)
            values.push_back(f(m));
        return SharedProximity(std::make_shared<proximity::ToeplitzProximity>(values, n, n));
    };
    const auto alibi = analysis::properties(map([](Index m) { return -0.5 * static_cast<double>(std::abs(m)); }));
    for (const auto* property : {&alibi->translationInvariance, &alibi->symmetry, &alibi->monotonicity,
                                 &alibi->monotonicityLocal, &alibi->step}) {
        QCOMPARE(*property->value, 1.0);
        QVERIFY(property->holdsExactly());
    }
    QCOMPARE(alibi->localRange->shareCensored, 1.0);

    const auto turned = analysis::properties(map([](Index m) { return static_cast<double>(-m); }));
    QCOMPARE(*turned->translationInvariance.value, 1.0);
    QVERIFY(near(*turned->symmetry.value, -1, 1e-15));
    QCOMPARE(*turned->monotonicity.value, 0.0);
    QCOMPARE(*turned->step.value, 0.5);
    QCOMPARE(turned->trivial(), (std::vector<std::string>{"translation_invariance"}));

    const auto wave = analysis::properties(map([](Index m) { return std::cos(0.05 * static_cast<double>(m)); }));
    QVERIFY(near(*wave->monotonicity.value, 0.4763, 5e-5));
    QCOMPARE(*wave->monotonicityLocal.value, 1.0);
    QVERIFY(near(*wave->step.value, 0.7442, 5e-5));
    QCOMPARE(wave->localRange->p90, 63.0);

    // rows of a softmax do not keep translation invariance
    MatrixD softmax(n, n);
    for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < n; ++j)
            softmax(i, j) = std::exp(-0.1 * static_cast<double>(std::abs(i - j)));
        softmax.row(i) /= softmax.row(i).sum();
    }
    QVERIFY(near(*analysis::properties(shared(softmax))->translationInvariance.value, 0.9711, 5e-5));
    QCOMPARE(*analysis::properties(shared(softmax))->monotonicity.value, 1.0);
}

void TestProperties::definitions_data()
{
    QTest::addColumn<MatrixD>("s");
    for (const Index n : {2, 3, 4, 5, 17, 40})
        QTest::addRow("noise %d", static_cast<int>(n)) << coarseNoise(n, 7 + static_cast<std::uint32_t>(n));
    const MatrixD noise = coarseNoise(23, 99);
    QTest::newRow("symmetric") << MatrixD(noise + noise.transpose());
    QTest::newRow("antisymmetric") << MatrixD(noise - noise.transpose());
    MatrixD falling(30, 30);
    for (Index i = 0; i < 30; ++i)
        for (Index j = 0; j < 30; ++j)
            falling(i, j) = -static_cast<double>(std::abs(i - j)) / static_cast<double>(1 + i % 3);
    QTest::newRow("falling, rows differ") << falling;
    falling(12, 2) = 50;
    QTest::newRow("falling but once, far out") << falling;
}

void TestProperties::definitions()
{
    QFETCH(MatrixD, s);
    for (const Index window : {1, 3, 16, 100}) {
        const auto p = analysis::properties(shared(s), {.window = window});
        QVERIFY(p.has_value());
        QCOMPARE(p->window, window);
        QCOMPARE(p->positions, static_cast<Index>(s.rows()));
        compare(*p, test::plainProperties(s, window));
    }
    // invariant under a S + b, and TI, SYM under the transpose
    const auto p = analysis::properties(shared(s));
    const auto moved = analysis::properties(shared(MatrixD(-3 * s.array() + 1000)));
    const auto transposed = analysis::properties(shared(s.transpose()));
    if (p->translationInvariance.value) {
        QVERIFY(near(*p->translationInvariance.value, *moved->translationInvariance.value, 1e-9));
        QVERIFY(near(*p->translationInvariance.value, *transposed->translationInvariance.value, 1e-12));
    }
    QVERIFY(near(*p->symmetry.value, *moved->symmetry.value, 1e-9));
    QVERIFY(near(*p->monotonicity.value, -*moved->monotonicity.value, 1e-14));
}

void TestProperties::byOffsetAndByCells()
{
    std::uint32_t state = 11;
    for (const Index n : {1, 2, 3, 10, 57}) {
        std::vector<double> f;
        for (Index m = -(n - 1); m < n; ++m) {
            state = state * 1664525U + 1013904223U;
            f.push_back(state >> 29);
        }
        const auto quick = analysis::properties(
            SharedProximity(std::make_shared<proximity::ToeplitzProximity>(f, n, n)), {.window = 5});
        const auto slow = analysis::properties(shared(byOffset(f, n)), {.window = 5});
        QVERIFY(quick && slow);
        if (n == 1)
            continue;
        test::PlainProperties plain = test::plainProperties(byOffset(f, n), 5);
        plain.notInvariant.reset();
        compare(*quick, plain);
        QCOMPARE(quick->localRange->ranges.size(), slow->localRange->ranges.size());
        QCOMPARE(quick->localRange->median, slow->localRange->median);
    }
    // falls to the right; to the left it stays the same from distance 3 to 4, which row 4 is the first to see
    std::vector<double> f;
    for (Index m = -9; m <= 9; ++m)
        f.push_back(m > 3 ? 1 - static_cast<double>(m) : -static_cast<double>(std::abs(m)));
    const auto flat =
        analysis::properties(SharedProximity(std::make_shared<proximity::ToeplitzProximity>(f, 10, 10)), {.window = 3});
    QCOMPARE(flat->step.counterExample->first, (Cell{4, 0}));
    QCOMPARE(flat->step.counterExample->second, (Cell{4, 1}));
    QVERIFY(flat->monotonicityLocal.holdsExactly() && *flat->monotonicityLocal.value == 1);
    test::PlainProperties plain = test::plainProperties(byOffset(f, 10), 3);
    compare(*flat, plain);
}

void TestProperties::tableOfASinusoid()
{
    // the same values from the table's products, where rounding may not turn a property
    encoding::SinusoidSpec spec;
    spec.length = 128;
    const auto p = analysis::properties(mapOf(table(encoding::table(spec, 0, 128))));
    QVERIFY(near(*p->translationInvariance.value, 1, 1e-14));
    QVERIFY(p->translationInvariance.holdsExactly());
    QVERIFY(!p->translationInvariance.theorem);
    QCOMPARE(*p->symmetry.value, 1.0);
    QCOMPARE(p->trivial(), (std::vector<std::string>{"symmetry"}));
    QVERIFY(near(*p->monotonicity.value, 0.9963491119, 1e-10));
    QVERIFY(near(*p->step.value, 0.9399606299, 1e-10));

    // centred is symmetric but no function of the offset
    const auto centred = analysis::properties(mapOf(sinusoid(64, 0, 40), Metric::Centred));
    QVERIFY(*centred->translationInvariance.value < 0.999);
    QVERIFY(!centred->translationInvariance.holdsExactly() && centred->symmetry.theorem);
}

void TestProperties::ofFewPositions()
{
    const auto one = analysis::properties(shared(MatrixD{{2}}));
    QVERIFY(one.has_value());
    for (const auto* property :
         {&one->translationInvariance, &one->symmetry, &one->monotonicity, &one->monotonicityLocal, &one->step}) {
        QVERIFY(!property->value && !property->note.empty() && !property->holdsExactly());
        QCOMPARE(analysis::propertyText(*property), std::string("—"));
    }
    QVERIFY(!one->localRange);
    const auto two = analysis::properties(shared(MatrixD{{2, 1}, {1, 2}}));
    QVERIFY(!two->translationInvariance.value);
    QVERIFY(two->translationInvariance.note.contains("N ≥ 3"));
    QCOMPARE(*two->monotonicity.value, 1.0);
    QCOMPARE(analysis::properties(shared(MatrixD{{2, 1}, {1, 2}}), {.window = 0}).error().code, ErrorCode::Shape);
}

void TestProperties::constantMaps()
{
    const MatrixD ones = MatrixD::Constant(20, 20, 3);
    // rounding of a constant is still constant
    MatrixD nearly = ones;
    nearly(3, 7) = std::nextafter(3.0, 4.0);
    nearly(11, 2) = std::nextafter(3.0, 2.0);
    for (const auto& p : {analysis::properties(shared(ones)), analysis::properties(shared(nearly)),
                          analysis::properties(SharedProximity(
                              std::make_shared<proximity::ToeplitzProximity>(std::vector<double>(39, 3.0), 20, 20)))}) {
        QVERIFY(p && p->degenerate);
        QCOMPARE(*p->translationInvariance.value, 1.0);
        QCOMPARE(*p->symmetry.value, 1.0);
        QCOMPARE(*p->monotonicity.value, 0.0);
        QCOMPARE(*p->step.value, 0.0);
        QCOMPARE(p->localRange->median, 0.0);
        QVERIFY(!p->translationInvariance.note.empty());
        QVERIFY(p->step.counterExample.has_value());
    }
    // a diagonal that stands out is left out of TI and SYM, and is the only fall
    MatrixD diagonal = ones;
    diagonal.diagonal().setConstant(5);
    const auto p = analysis::properties(shared(diagonal));
    QVERIFY(p->degenerate && *p->translationInvariance.value == 1);
    QVERIFY(near(*p->step.value, 38.0 / 380, 1e-15));
}

void TestProperties::notFiniteIsNamed()
{
    MatrixD s = coarseNoise(12, 1);
    s(7, 3) = kNaN;
    s(5, 9) = std::numeric_limits<double>::infinity();
    const auto cells = analysis::properties(shared(s));
    QCOMPARE(cells.error().code, ErrorCode::Numeric);
    QVERIFY2(cells.error().message.contains("S(5, 9) is inf"), cells.error().message.c_str());
    std::vector<double> f(23, 1.0);
    f[static_cast<std::size_t>(4 + 11)] = kNaN;
    const auto offsets =
        analysis::properties(SharedProximity(std::make_shared<proximity::ToeplitzProximity>(f, 12, 12)));
    QVERIFY2(!offsets && offsets.error().message.contains("S(4, 0) is nan"), offsets.error().message.c_str());
    // a position without a value is left out by hand, never silently
    MatrixD rows = coarseNoise(8, 4);
    rows(2, 1) = kNaN;
    const auto bad = analysis::properties(mapOf(table(rows)));
    QVERIFY2(!bad && bad.error().message.contains("S(0, 2) is nan"), bad.error().message.c_str());
    const auto without =
        proximity::of(table(rows), Metric::Dot, compute::eigenBackend(), {.includeUnused = false, .leaveOut = {2}});
    QCOMPARE(analysis::properties(*without)->positions, 7);
}

void TestProperties::commonPositions()
{
    const MatrixD noise = coarseNoise(40, 3);
    const SharedProximity maps[] = {given(noise), mapOf(sinusoid(64, 0, 90)), given(noise.topRows(25))};
    QCOMPARE(proximity::commonPositions(maps), 25);
    QCOMPARE(proximity::commonPositions({}), 0);
    for (const SharedProximity& map : maps)
        QCOMPARE(analysis::properties(map, {.positions = 25})->positions, 25);
    compare(*analysis::properties(maps[0], {.positions = 25}), test::plainProperties(noise.topLeftCorner(25, 25), 16));
    QCOMPARE(*analysis::properties(maps[1], {.positions = 64})->monotonicity.value,
             *analysis::properties(mapOf(sinusoid(64, 0, 64)))->monotonicity.value);
    const auto wide = analysis::properties(maps[2]);
    QCOMPARE(wide->positions, 25);
    QCOMPARE(wide->notes.size(), 1U);
    QVERIFY2(wide->notes[0].contains("25 × 40"), wide->notes[0].c_str());
    const SharedProximity cut = *proximity::leadingSquare(maps[1], 30);
    QCOMPARE(cut->rows(), 30);
    QVERIFY(cut->toeplitz());
    QCOMPARE(*proximity::leadingSquare(maps[0], 1000), maps[0]);
    // the lower half and its mirror are the whole
    const SharedProximity learned = mapOf(table(coarseNoise(150, 8).leftCols(9)));
    const MatrixD whole = *learned->cells(0, 150, 0, 150);
    QCOMPARE(*proximity::squareCells(*learned, 150), whole);
    QCOMPARE(*proximity::squareCells(*given(noise), 31), MatrixD(noise.topLeftCorner(31, 31)));
}

void TestProperties::mirroredOffsets()
{
    // signed sinusoids by offset, D = 64: the mean of cos(R_k, R_−k), k = 1 … 20
    MatrixD rows(41, 64);
    for (Index k = -20; k <= 20; ++k)
        for (Index i = 0; i < 32; ++i) {
            const double angle = static_cast<double>(k) * std::pow(10000.0, -static_cast<double>(2 * i) / 64);
            rows(k + 20, 2 * i) = std::sin(angle);
            rows(k + 20, 2 * i + 1) = std::cos(angle);
        }
    QVERIFY(near(*analysis::mirrorCosine(*mapOf(table(rows), Metric::Cosine)), 0.6145, 5e-5));
    QVERIFY(!analysis::mirrorCosine(*mapOf(table(rows.topRows(40)), Metric::Cosine)));
}

QTEST_APPLESS_MAIN(TestProperties)
#include "tst_properties.moc"
