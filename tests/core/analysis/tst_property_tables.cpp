// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/inversion_counting.h"
#include "core/analysis/property_table.h"
#include "core/proximity/toeplitz.h"

#include "given_map.h"
#include "plain_properties.h"
#include "property_maps.h"

#include <QFile>
#include <QTest>
#include <QtEndian>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <random>

using namespace pescope;
using namespace pescope::test;
using analysis::Cell;

namespace {

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

} // namespace

/// The properties of a real table beside permuted rows, of maps too large to be held, and the tables that are printed.
class TestPropertiesOfTables : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void countsOfOrder();
    void largeMapsInBlocks();
    void sampledRows();
    void realTable();
    void permutedRows();
    void permutedRowsOfTheRealTable();
    void cancel();
    void tables();
};

void TestPropertiesOfTables::countsOfOrder()
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

void TestPropertiesOfTables::largeMapsInBlocks()
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

void TestPropertiesOfTables::sampledRows()
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

void TestPropertiesOfTables::realTable()
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

void TestPropertiesOfTables::permutedRows()
{
    const MatrixD s = coarseNoise(30, 21);
    const Index permutations = 7;
    const auto null =
        analysis::permutationNull(given(s), {.permutations = permutations, .seed = 5, .window = 4, .epsilon = 0.1});
    QVERIFY(null.has_value());
    QCOMPARE(null->permutations, permutations);
    // the orders by the rule in the header, and the definitions on S[π, π]
    std::mt19937_64 random(5);
    std::vector<double> invariance, global, local, step, integer, tolerance;
    // by the definition: the mean of S over all pairs at each |m|, then step by step
    const auto ranges = [](const MatrixD& map) {
        std::vector<double> curve;
        for (Index m = 0; m < map.rows(); ++m) {
            double sum = 0, pairs = 0;
            for (Index i = 0; i < map.rows(); ++i)
                for (Index j = 0; j < map.rows(); ++j)
                    if (std::abs(i - j) == m) {
                        sum += map(i, j);
                        ++pairs;
                    }
            curve.push_back(sum / pairs);
        }
        std::pair<double, double> last{0, 0};
        while (last.first + 1 < double(curve.size())
               && curve[std::size_t(last.first) + 1] < curve[std::size_t(last.first)])
            ++last.first;
        const auto within = [&](double m) {
            const auto before = curve.begin() + std::ptrdiff_t(m);
            return curve[std::size_t(m)] <= *std::min_element(curve.begin(), before) + 0.1 * std::abs(curve[0]);
        };
        while (last.second + 1 < double(curve.size()) && within(last.second + 1))
            ++last.second;
        return last;
    };
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
        const auto [strict, slack] = ranges(MatrixD(s(order, order)));
        integer.push_back(strict);
        tolerance.push_back(slack);
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
    QVERIFY(check(null->integerRange, integer));
    QVERIFY(check(null->toleranceRange, tolerance));
    QVERIFY(null->toleranceRange->mean > null->integerRange->mean); // noise of 0.1 ψ(0) is let through
    const double symmetry = test::plainProperties(s, 4).symmetry;
    QVERIFY(near(null->symmetry->mean, symmetry, 1e-12) && null->symmetry->p05 == null->symmetry->p95);
    QCOMPARE(analysis::permutationNull(given(s), {.permutations = 0}).error().code, ErrorCode::Shape);
    QVERIFY(!analysis::permutationNull(given(MatrixD{{1}}))->monotonicity);
    QVERIFY(!analysis::permutationNull(given(MatrixD{{2, 1}, {1, 2}}))->translationInvariance);
}

void TestPropertiesOfTables::permutedRowsOfTheRealTable()
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

void TestPropertiesOfTables::cancel()
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

void TestPropertiesOfTables::tables()
{
    analysis::PropertyRow row{.source = "a_b,\"c\".npy",
                              .id = "ape",
                              .metric = "dot",
                              .properties = {},
                              .null = {},
                              .whatIf = {},
                              .ranges = {}};
    row.properties = *analysis::properties(shared(MatrixD{{5, 1, 4, 2}, {3, 5, 0, 1}, {2, 2, 6, 3}, {1, 0, 4, 5}}));
    // means over |m|: 5.25, 13/6, 1.75, 1.5
    row.ranges = *analysis::tableRanges(given(MatrixD{{5, 1, 4, 2}, {3, 5, 0, 1}, {2, 2, 6, 3}, {1, 0, 4, 5}}), {});
    const analysis::PropertyRow wave{.source = "sinusoid:dim=64",
                                     .id = "ape",
                                     .metric = "dot",
                                     .properties = *analysis::properties(mapOf(sinusoid(64, 0, 4))),
                                     .null = *analysis::permutationNull(mapOf(sinusoid(64, 0, 4)), {.permutations = 2}),
                                     .whatIf = {},
                                     .ranges = {}};
    const analysis::PropertyRow rows[] = {row, wave};
    const std::string text = analysis::propertyTableText(rows);
    for (const char* word : {"N = 4, W = 16", "0.3705", "0.2829", "0.5500", "0.6667", "theorem", "permuted rows", "2 ×",
                             "φ(0, 2) = 4 ≥ φ(0, 1) = 1", "φ(1, 2) = 0 ≠ φ(0, 1) = 1", "φ(0, 1) = 1 ≠ φ(1, 0) = 3"})
        QVERIFY2(text.contains(word), (std::string(word) + "\n" + text).c_str());
    const std::string csv = analysis::propertyTableCsv(rows);
    QVERIFY2(csv.contains("\n\"a_b,\"\"c\"\".npy\",ape,dot,4,16,0.370517928286852"), csv.c_str());
    const QStringList lines = QString::fromStdString(csv).trimmed().split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 3);
    QVERIFY(text.contains("≥ 0…3") && text.contains("ε = 0.0001"));
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

QTEST_APPLESS_MAIN(TestPropertiesOfTables)
#include "tst_property_tables.moc"
