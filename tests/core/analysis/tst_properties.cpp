// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/inversion_counting.h"
#include "core/analysis/permutation_null.h"
#include "core/analysis/property_table.h"
#include "core/proximity/dense.h"
#include "core/proximity/square_cells.h"
#include "core/proximity/toeplitz.h"

#include "given_map.h"
#include "plain_properties.h"

#include <QFile>
#include <QTest>
#include <QtEndian>

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>

using namespace pescope;
using analysis::Cell;
using analysis::Index;
using analysis::Properties;
using proximity::Metric;
using proximity::SharedProximity;
using tables::MatrixD;
using test::near;

namespace {

const double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Values 0 … 15 from a fixed sequence: many ties.
MatrixD coarseNoise(Index n, std::uint32_t state)
{
    MatrixD s(n, n);
    for (Index k = 0; k < s.size(); ++k) {
        state = state * 1664525U + 1013904223U;
        s.data()[k] = state >> 28;
    }
    return s;
}

tables::SharedMatrix shared(MatrixD s)
{
    return std::make_shared<const MatrixD>(std::move(s));
}

SharedProximity given(MatrixD s)
{
    const Index rows = s.rows();
    const Index columns = s.cols();
    return std::make_shared<proximity::DenseProximity>(shared(std::move(s)), rows, columns);
}

MatrixD byOffset(const std::vector<double>& f, Index n)
{
    MatrixD s(n, n);
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j)
            s(i, j) = f[static_cast<std::size_t>(i - j + n - 1)];
    return s;
}

encoding::Encoding sinusoid(int dim, int first, Index length)
{
    encoding::SinusoidSpec spec;
    spec.dim = dim;
    spec.first = first;
    spec.length = length;
    encoding::Encoding encoding;
    encoding.kind = encoding::Kind::Sinusoid;
    encoding.content = spec;
    return encoding;
}

encoding::Encoding table(MatrixD rows)
{
    encoding::StoredTable stored;
    stored.positions = rows.rows();
    stored.rows = shared(std::move(rows));
    encoding::Encoding encoding;
    encoding.content = std::move(stored);
    return encoding;
}

SharedProximity mapOf(const encoding::Encoding& encoding, Metric metric = Metric::Dot)
{
    return *proximity::of(encoding, metric, compute::eigenBackend());
}

/// The table of a real model: 512 positions × 384, float32, after a header of 8 bytes + JSON.
MatrixD miniLm()
{
    QFile file(QStringLiteral(PESCOPE_RESOURCES "/demo/minilm-l6-position.safetensors"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray bytes = file.readAll();
    const auto header = 8 + qFromLittleEndian<qint64>(bytes.constData());
    MatrixD rows(512, 384);
    if (bytes.size() != header + 512 * 384 * 4)
        return {};
    for (Index k = 0; k < rows.size(); ++k) {
        float value = 0;
        std::memcpy(&value, bytes.constData() + header + 4 * k, 4);
        rows.data()[k] = value;
    }
    return rows;
}

/// Every row falls strictly, every second one from a higher top: 8400 × 8400, never stored.
class Large final : public test::GivenMap {
public:
    static constexpr Index kSize = 8400;
    Large()
        : GivenMap(MatrixD())
    {
    }
    [[nodiscard]] Index rows() const override { return kSize; }
    [[nodiscard]] Index columns() const override { return kSize; }
    [[nodiscard]] double value(Index i, Index j) const override
    {
        return (i % 2 == 0 ? 0.5 : 0.0) - static_cast<double>(std::abs(i - j));
    }
    [[nodiscard]] Result<MatrixD> cells(Index i0, Index i1, Index j0, Index j1, const JobContext&) const override
    {
        MatrixD block(i1 - i0, j1 - j0);
        for (Index i = i0; i < i1; ++i)
            for (Index j = j0; j < j1; ++j)
                block(i - i0, j - j0) = Large::value(i, j);
        return block;
    }
    [[nodiscard]] Result<proximity::Profile> profile(const JobContext&) const override
    {
        proximity::Profile profile{.firstOffset = -(kSize - 1), .mean = {}, .count = {}};
        for (Index m = -(kSize - 1); m < kSize; ++m) {
            const Index pairs = kSize - std::abs(m);
            const Index first = std::max<Index>(m, 0);
            const Index even = (pairs + 1 - first % 2) / 2;
            profile.mean.push_back(-static_cast<double>(std::abs(m))
                                   + 0.5 * static_cast<double>(even) / static_cast<double>(pairs));
            profile.count.push_back(pairs);
        }
        return profile;
    }
};

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
    void countsOfOrder();
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
    void largeMapsInBlocks();
    void sampledRows();
    void commonPositions();
    void realTable();
    void permutedRows();
    void permutedRowsOfTheRealTable();
    void cancel();
    void mirroredOffsets();
    void tables();
};

void TestProperties::countsOfOrder()
{
    analysis::OrderCounter counter;
    std::mt19937 random(3);
    for (const Index n : {0, 1, 2, 7, 8, 9, 16, 17, 31, 64, 100, 333}) {
        for (const unsigned values : {1U, 3U, 1000U}) {
            const std::span<double> buffer = counter.buffer(n);
            for (double& value : buffer)
                value = random() % values;
            const std::vector<double> s(buffer.begin(), buffer.end());
            Index falls = 0, rises = 0;
            std::vector<Index> larger(s.size(), 0), smaller(s.size(), 0);
            for (std::size_t b = 0; b < s.size(); ++b)
                for (std::size_t a = 0; a < b; ++a) {
                    falls += s[a] > s[b];
                    rises += s[a] < s[b];
                    larger[b] += s[a] > s[b];
                    smaller[b] += s[a] < s[b];
                }
            const analysis::OrderCounts counts = counter.count();
            QCOMPARE(counts.falls, falls);
            QCOMPARE(counts.rises, rises);
            QCOMPARE(counts.pairs, n * (n - 1) / 2);
            const analysis::OrderCounts all = analysis::countWithin(s, 1000);
            QCOMPARE(all.falls, falls);
            QCOMPARE(all.rises, rises);
            const analysis::PrefixOrder prefixes = analysis::prefixOrder(s);
            QCOMPARE(prefixes.larger, larger);
            QCOMPARE(prefixes.smaller, smaller);
        }
    }
}

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

void TestProperties::largeMapsInBlocks()
{
    // above 2048 positions rows come in blocks and means from the profile; the same f by offset is the other way
    const Index n = 2080;
    std::vector<double> f;
    for (Index m = -(n - 1); m < n; ++m)
        f.push_back(std::cos(0.37 * static_cast<double>(m)) + 0.001 * static_cast<double>(m)
                    - 0.01 * static_cast<double>(std::abs(m)));
    const auto cells = analysis::properties(shared(byOffset(f, n)));
    const auto offsets = analysis::properties(SharedProximity(std::make_shared<proximity::ToeplitzProximity>(f, n, n)));
    QVERIFY(cells && offsets);
    QCOMPARE(cells->rowsUsed, n);
    QVERIFY(near(*cells->translationInvariance.value, 1, 1e-14));
    QVERIFY(cells->translationInvariance.holdsExactly());
    QVERIFY(near(*cells->symmetry.value, *offsets->symmetry.value, 1e-11));
    QCOMPARE(*cells->monotonicity.value, *offsets->monotonicity.value);
    QCOMPARE(*cells->monotonicityLocal.value, *offsets->monotonicityLocal.value);
    QCOMPARE(*cells->step.value, *offsets->step.value);
    QCOMPARE(cells->step.counterExample->first, offsets->step.counterExample->first);
    QCOMPARE(cells->symmetry.counterExample->first, offsets->symmetry.counterExample->first);
}

void TestProperties::sampledRows()
{
    const auto p = analysis::properties(std::make_shared<Large>());
    QVERIFY(p.has_value());
    QCOMPARE(p->positions, Large::kSize);
    QCOMPARE(p->rowsUsed, 2048);
    QCOMPARE(p->notes.size(), 1U);
    QCOMPARE(*p->monotonicity.value, 1.0);
    QCOMPARE(*p->step.value, 1.0);
    QVERIFY(p->monotonicity.holdsExactly());
    // what is left of the top, ±0.25, beside the variance of |m|, which is N²/18
    const double size = static_cast<double>(Large::kSize);
    QVERIFY(near(1 - *p->translationInvariance.value, 0.0625 / (size * size / 18), 2e-10));
    QVERIFY(p->translationInvariance.counterExample.has_value() && p->symmetry.counterExample.has_value());
    QCOMPARE(analysis::permutationNull(std::make_shared<Large>(), {.permutations = 1}).error().code,
             ErrorCode::Unsupported);
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

void TestProperties::realTable()
{
    const SharedProximity scaled = mapOf(table(miniLm()), Metric::Scaled);
    const auto p = analysis::properties(scaled);
    QVERIFY(p.has_value());
    QVERIFY(near(*p->translationInvariance.value, 0.477, 5e-4));
    QCOMPARE(*p->symmetry.value, 1.0);
    QVERIFY(p->symmetry.theorem && p->symmetry.holdsExactly());
    QVERIFY(near(*p->monotonicity.value, 0.176, 5e-4));
    QVERIFY(near(*p->monotonicityLocal.value, 0.386, 5e-4));
    QVERIFY(near(*p->step.value, 0.506, 5e-4));
    const auto invariance = p->translationInvariance.counterExample;
    QCOMPARE(invariance->first, (Cell{1, 2}));
    QCOMPARE(invariance->second, (Cell{0, 1}));
    QVERIFY(near(invariance->firstValue, 0.7670, 5e-5) && near(invariance->secondValue, 1.3702, 5e-5));
    const auto order = p->monotonicity.counterExample;
    QCOMPARE(order->first, (Cell{0, 2}));
    QCOMPARE(order->second, (Cell{0, 1}));
    QVERIFY(near(order->firstValue, 1.3971, 5e-5) && near(order->secondValue, 1.3702, 5e-5));
    const auto withoutFirst = proximity::of(table(miniLm()), Metric::Scaled, compute::eigenBackend(),
                                            {.includeUnused = false, .leaveOut = {0}});
    const auto next = analysis::properties(*withoutFirst)->monotonicity.counterExample;
    QCOMPARE((*withoutFirst)->positionOf(next->first.i), 1);
    QCOMPARE((*withoutFirst)->positionOf(next->first.j), 5);
}

void TestProperties::permutedRows()
{
    const MatrixD s = coarseNoise(30, 21);
    const Index permutations = 7;
    const auto null = analysis::permutationNull(given(s), {.permutations = permutations, .seed = 5, .window = 4});
    QVERIFY(null.has_value());
    QCOMPARE(null->permutations, permutations);
    // the orders by the rule in the header, and the definitions on S[π, π]
    std::mt19937_64 random(5);
    std::vector<double> invariance, global, local, step;
    for (Index k = 0; k < permutations; ++k) {
        std::vector<Index> order(30);
        std::iota(order.begin(), order.end(), Index{0});
        for (std::size_t place = 29; place > 0; --place)
            std::swap(order[place], order[random() % (place + 1)]);
        const test::PlainProperties plain = test::plainProperties(MatrixD(s(order, order)), 4);
        invariance.push_back(*plain.translationInvariance);
        global.push_back(plain.monotonicity);
        local.push_back(plain.monotonicityLocal);
        step.push_back(plain.step);
    }
    const auto check = [&](const std::optional<analysis::NullValue>& value, std::vector<double> plain) {
        std::ranges::sort(plain);
        // numpy.percentile of seven values: 5 % is 0.3 of the way from the first to the second
        return value && near(value->mean, std::accumulate(plain.begin(), plain.end(), 0.0) / 7, 1e-12)
            && near(value->p05, plain[0] + 0.3 * (plain[1] - plain[0]), 1e-12)
            && near(value->p95, plain[5] + 0.7 * (plain[6] - plain[5]), 1e-12);
    };
    QVERIFY(check(null->translationInvariance, invariance));
    QVERIFY(check(null->monotonicity, global));
    QVERIFY(check(null->monotonicityLocal, local));
    QVERIFY(check(null->step, step));
    const double symmetry = test::plainProperties(s, 4).symmetry;
    QVERIFY(near(null->symmetry->mean, symmetry, 1e-12) && null->symmetry->p05 == null->symmetry->p95);
    QCOMPARE(analysis::permutationNull(given(s), {.permutations = 0}).error().code, ErrorCode::Shape);
    QVERIFY(!analysis::permutationNull(given(MatrixD{{1}}))->monotonicity);
    QVERIFY(!analysis::permutationNull(given(MatrixD{{2, 1}, {1, 2}}))->translationInvariance);
}

void TestProperties::permutedRowsOfTheRealTable()
{
    // what rows in any order score: TI 0.004, MON 0.006, MON local 0.119, STEP 0.502 (200 orders by an independent
    // program; the means of 12 stay within three standard errors)
    const auto null = analysis::permutationNull(mapOf(table(miniLm()), Metric::Scaled), {.permutations = 12});
    QVERIFY(near(null->translationInvariance->mean, 0.004, 0.001));
    QVERIFY(near(null->monotonicity->mean, 0.006, 0.002));
    QVERIFY(near(null->monotonicityLocal->mean, 0.119, 0.006));
    QVERIFY(near(null->step->mean, 0.502, 0.003));
    QCOMPARE(null->symmetry->mean, 1.0);
    QVERIFY(null->monotonicityLocal->p05 < null->monotonicityLocal->mean);
    QVERIFY(null->monotonicityLocal->p95 < 0.15);
}

void TestProperties::cancel()
{
    std::stop_source stop;
    int reports = 0;
    const JobContext job(stop.get_token(), [&](const Progress& progress) {
        if (progress.step == "permuted rows" && ++reports == 3)
            stop.request_stop();
    });
    const auto null = analysis::permutationNull(given(coarseNoise(20, 2)), {.permutations = 50}, job);
    QCOMPARE(null.error().code, ErrorCode::Cancelled);
    QCOMPARE(reports, 3);
    QCOMPARE(analysis::properties(given(coarseNoise(20, 2)), {}, job).error().code, ErrorCode::Cancelled);
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

void TestProperties::tables()
{
    analysis::PropertyRow row{.source = "a_b,\"c\".npy", .id = "ape", .metric = "dot", .properties = {}, .null = {}};
    row.properties = *analysis::properties(shared(MatrixD{{5, 1, 4, 2}, {3, 5, 0, 1}, {2, 2, 6, 3}, {1, 0, 4, 5}}));
    const analysis::PropertyRow wave{.source = "sinusoid:dim=64",
                                     .id = "ape",
                                     .metric = "dot",
                                     .properties = *analysis::properties(mapOf(sinusoid(64, 0, 4))),
                                     .null =
                                         *analysis::permutationNull(mapOf(sinusoid(64, 0, 4)), {.permutations = 2})};
    const analysis::PropertyRow rows[] = {row, wave};
    const std::string text = analysis::propertyTableText(rows);
    for (const char* word : {"N = 4, W = 16", "0.3705", "0.2829", "0.5500", "0.6667", "theorem", "permuted rows", "2 ×",
                             "φ(0, 2) = 4 ≥ φ(0, 1) = 1", "φ(1, 2) = 0 ≠ φ(0, 1) = 1", "φ(0, 1) = 1 ≠ φ(1, 0) = 3"})
        QVERIFY2(text.contains(word), (std::string(word) + "\n" + text).c_str());
    const std::string csv = analysis::propertyTableCsv(rows);
    QVERIFY2(csv.contains("\n\"a_b,\"\"c\"\".npy\",ape,dot,4,16,0.370517928286852"), csv.c_str());
    const QStringList lines = QString::fromStdString(csv).trimmed().split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 3);
    QCOMPARE(lines[0].count(QLatin1Char(',')), lines[2].count(QLatin1Char(',')));
    QVERIFY(lines[2].contains(QStringLiteral("translation_invariance;symmetry")));
    const std::string latex = analysis::propertyTableLatex(rows);
    QVERIFY2(latex.contains("a\\_b,\"c\".npy & dot & 0.371 & 0.283 & 0.550 & 0.550 & 0.667 & "), latex.c_str());
    analysis::PropertyRow longer = wave;
    longer.properties.positions = 9;
    const analysis::PropertyRow uneven[] = {row, longer};
    QVERIFY(!analysis::propertyTableText(uneven).contains("N = 4"));
    QVERIFY(analysis::propertyTableLatex(uneven).contains("& $N$"));
    QVERIFY(analysis::propertyTableText({}).empty());
}

QTEST_APPLESS_MAIN(TestProperties)
#include "tst_properties.moc"
