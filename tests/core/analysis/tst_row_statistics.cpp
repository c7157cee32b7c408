// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/monotone_range.h"
#include "core/analysis/row_statistics.h"

#include "given_map.h"

#include <QFile>
#include <QTest>
#include <QtEndian>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace pescope;
using analysis::Index;
using tables::MatrixD;

Q_DECLARE_METATYPE(pescope::tables::MatrixD)

namespace {

const double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Values 0 … 16 from a fixed sequence: many ties.
MatrixD coarseNoise(Index rows, Index columns)
{
    MatrixD s(rows, columns);
    std::uint32_t state = 5;
    for (Index k = 0; k < s.size(); ++k) {
        state = state * 1664525U + 1013904223U;
        s.data()[k] = state >> 28;
    }
    return s;
}

/// numpy.percentile(values, percent), by its definition.
double numpyPercentile(std::vector<double> values, double percent)
{
    std::ranges::sort(values);
    const double place = percent / 100 * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(std::floor(place));
    const auto above = static_cast<std::size_t>(std::ceil(place));
    return values[below] + (place - std::floor(place)) * (values[above] - values[below]);
}

struct PlainRanges {
    std::vector<double> ranges;
    int censored = 0;
};

PlainRanges plainRanges(const MatrixD& s)
{
    PlainRanges result;
    for (Index i = 0; i < std::min(s.rows(), s.cols()); ++i) {
        if (!std::isfinite(s(i, i)))
            continue;
        for (const Index direction : {-1, 1}) {
            Index j = i;
            while (j + direction >= 0 && j + direction < s.cols() && std::isfinite(s(i, j + direction))
                   && s(i, j) > s(i, j + direction))
                j += direction;
            result.ranges.push_back(static_cast<double>(std::abs(j - i)));
            result.censored += j + direction < 0 || j + direction >= s.cols();
        }
    }
    return result;
}

/// The table of a real model: 512 positions × 384, float32, after a header of 8 bytes + JSON.
MatrixD miniLm()
{
    QFile file(QStringLiteral(PESCOPE_RESOURCES "/demo/minilm-l6-position.safetensors"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray bytes = file.readAll();
    const auto header = 8 + qFromLittleEndian<qint64>(bytes.constData());
    MatrixD table(512, 384);
    if (bytes.size() != header + 512 * 384 * 4)
        return {};
    for (Index k = 0; k < table.size(); ++k) {
        float value = 0;
        std::memcpy(&value, bytes.constData() + header + 4 * k, 4);
        table.data()[k] = value;
    }
    return table;
}

} // namespace

class TestRowStatistics : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rangesAgainstTheDefinition_data();
    void rangesAgainstTheDefinition();
    void toeplitzRangesWithoutReadingCells();
    void bandAgainstTheDefinition_data();
    void bandAgainstTheDefinition();
    void toeplitzBandIsTheCurve();
    void manyRowsAreSampled();
    void cancel();
    void percentiles();
    void weightedPercentiles();
    void mergedSamplesCountTheSame();
    void outliers();
    void realTable();
};

void TestRowStatistics::rangesAgainstTheDefinition_data()
{
    QTest::addColumn<MatrixD>("s");
    QTest::newRow("square") << coarseNoise(40, 40);
    QTest::newRow("wide") << coarseNoise(17, 40);
    QTest::newRow("tall") << coarseNoise(40, 17);
    QTest::newRow("one") << coarseNoise(1, 1);
    MatrixD falling(30, 30);
    for (Index i = 0; i < 30; ++i) {
        for (Index j = 0; j < 30; ++j)
            falling(i, j) = -static_cast<double>(std::abs(i - j)) + (std::abs(i - j) > 9 + i % 3 ? 50 : 0);
    }
    QTest::newRow("falling") << falling;
    falling(3, 3) = kNaN;
    falling(5, 8) = kNaN;
    falling(7, 9) = -std::numeric_limits<double>::infinity();
    QTest::newRow("not finite") << falling;
}

void TestRowStatistics::rangesAgainstTheDefinition()
{
    QFETCH(MatrixD, s);
    const PlainRanges plain = plainRanges(s);
    const auto ranges = analysis::rowRanges(test::GivenMap(s));
    QVERIFY(ranges);
    QCOMPARE(std::vector<double>(ranges->ranges.begin(), ranges->ranges.end()), plain.ranges);
    QCOMPARE(ranges->p10, numpyPercentile(plain.ranges, 10));
    QCOMPARE(ranges->median, numpyPercentile(plain.ranges, 50));
    QCOMPARE(ranges->p90, numpyPercentile(plain.ranges, 90));
    QCOMPARE(ranges->shareCensored, plain.censored / static_cast<double>(plain.ranges.size()));
    QCOMPARE(ranges->rowsUsed, static_cast<Index>(std::min(s.rows(), s.cols())));
}

void TestRowStatistics::toeplitzRangesWithoutReadingCells()
{
    for (const auto& [rows, columns] : {std::pair{50, 50}, {20, 50}, {50, 20}}) {
        MatrixD s(rows, columns);
        for (Index i = 0; i < rows; ++i) {
            for (Index j = 0; j < columns; ++j)
                s(i, j) = std::cos(i > j ? 0.3 * static_cast<double>(i - j) : 0.2 * static_cast<double>(j - i));
        }
        const auto quick = analysis::rowRanges(test::GivenMap(s, true));
        const PlainRanges plain = plainRanges(s);
        QVERIFY(quick);
        QCOMPARE(std::vector<double>(quick->ranges.begin(), quick->ranges.end()), plain.ranges);
        QCOMPARE(quick->shareCensored, plain.censored / static_cast<double>(plain.ranges.size()));
    }
}

void TestRowStatistics::bandAgainstTheDefinition_data()
{
    rangesAgainstTheDefinition_data();
}

void TestRowStatistics::bandAgainstTheDefinition()
{
    QFETCH(MatrixD, s);
    for (const Index maxOffset : {Index{0}, Index{6}, Index{1000}}) {
        const auto band = analysis::band(test::GivenMap(s), maxOffset);
        QVERIFY(band);
        QCOMPARE(band->firstOffset, -std::min(maxOffset, static_cast<Index>(s.cols() - 1)));
        QCOMPARE(band->firstOffset + std::ssize(band->p10) - 1, std::min(maxOffset, static_cast<Index>(s.rows() - 1)));
        for (std::size_t k = 0; k < band->p10.size(); ++k) {
            const Index m = band->firstOffset + static_cast<Index>(k);
            std::vector<double> values;
            for (Index i = 0; i < s.rows(); ++i) {
                if (i - m >= 0 && i - m < s.cols() && std::isfinite(s(i, i - m)))
                    values.push_back(s(i, i - m));
            }
            if (values.empty()) {
                QVERIFY(std::isnan(band->p10[k]) && std::isnan(band->max[k]));
                continue;
            }
            QCOMPARE(band->p10[k], static_cast<float>(numpyPercentile(values, 10)));
            QCOMPARE(band->p90[k], static_cast<float>(numpyPercentile(values, 90)));
            QCOMPARE(band->min[k], static_cast<float>(std::ranges::min(values)));
            QCOMPARE(band->max[k], static_cast<float>(std::ranges::max(values)));
        }
    }
}

void TestRowStatistics::toeplitzBandIsTheCurve()
{
    MatrixD s(6, 6);
    for (Index i = 0; i < 6; ++i) {
        for (Index j = 0; j < 6; ++j)
            s(i, j) = static_cast<double>(10 * (i - j));
    }
    const auto band = analysis::band(test::GivenMap(s, true), 3);
    QVERIFY(band);
    QCOMPARE(band->firstOffset, -3);
    QCOMPARE(band->p10, (std::vector<float>{-30, -20, -10, 0, 10, 20, 30}));
    QCOMPARE(band->max, band->p10);
}

void TestRowStatistics::manyRowsAreSampled()
{
    // Tall, so that it stays small: rows without a diagonal cell have no range, so the square part counts.
    MatrixD s(9000, 3);
    for (Index i = 0; i < s.rows(); ++i)
        s.row(i).setConstant(1);
    QCOMPARE(analysis::rowRanges(test::GivenMap(s))->rowsUsed, 3);

    /// 9000 × 9000 without being stored: S falls for k steps in row k mod 7.
    class Large final : public proximity::Proximity {
    public:
        [[nodiscard]] Index rows() const override { return 9000; }
        [[nodiscard]] Index columns() const override { return 9000; }
        [[nodiscard]] double value(Index i, Index j) const override
        {
            const Index m = std::abs(i - j);
            return m <= i % 7 ? -static_cast<double>(m) : 0.0;
        }
        [[nodiscard]] Result<proximity::Image<float>> image(const proximity::Viewport&, int, int,
                                                            const JobContext&) const override
        {
            return cancelled();
        }
        [[nodiscard]] Result<proximity::Image<double>> imageExact(const proximity::Viewport&, int, int,
                                                                  const JobContext&) const override
        {
            return cancelled();
        }
        [[nodiscard]] Result<MatrixD> cells(Index i0, Index i1, Index j0, Index j1, const JobContext&) const override
        {
            MatrixD block(i1 - i0, j1 - j0);
            for (Index i = i0; i < i1; ++i) {
                for (Index j = j0; j < j1; ++j)
                    block(i - i0, j - j0) = value(i, j);
            }
            return block;
        }
        [[nodiscard]] Result<proximity::Profile> profile(const JobContext&) const override { return cancelled(); }
        [[nodiscard]] Result<proximity::ValueSample> sample(const JobContext&) const override { return cancelled(); }
        [[nodiscard]] std::string method() const override { return "test"; }
    };
    const Large large;
    const auto first = analysis::rowRanges(large);
    QVERIFY(first);
    QCOMPARE(first->rowsUsed, 2048);
    QCOMPARE(first->ranges.size(), 4096U);
    QVERIFY(first->median >= 2 && first->median <= 4);
    QCOMPARE(std::ranges::max(first->ranges), 6);
    QCOMPARE(analysis::rowRanges(large)->ranges, first->ranges); // seeded: the same rows each time
    QCOMPARE(analysis::band(large, 2)->rowsUsed, 2048);
    QCOMPARE(analysis::band(large, 2)->min, (std::vector<float>{-2, -1, 0, -1, -2}));
}

void TestRowStatistics::cancel()
{
    std::stop_source stop;
    stop.request_stop();
    const JobContext job(stop.get_token(), {});
    const test::GivenMap map(coarseNoise(20, 20));
    QCOMPARE(analysis::rowRanges(map, job).error().code, ErrorCode::Cancelled);
    QCOMPARE(analysis::band(map, 5, job).error().code, ErrorCode::Cancelled);
}

void TestRowStatistics::percentiles()
{
    proximity::ValueSample sample;
    QVERIFY(std::isnan(analysis::percentile(sample, 50)));
    sample.values = {1, 2, 4, 8};
    QCOMPARE(analysis::percentile(sample, 0), 1.0);
    QCOMPARE(analysis::percentile(sample, 100), 8.0);
    QCOMPARE(analysis::percentile(sample, 50), 3.0);
    QCOMPARE(analysis::percentile(sample, 90), 6.8);
    QCOMPARE(analysis::percentile(sample, 250), 8.0);
}

void TestRowStatistics::weightedPercentiles()
{
    proximity::ValueSample sample;
    sample.values = {1, 2, 4, 8};
    sample.weights = {0.5F, 0.5F, 0.5F, 0.5F};
    QCOMPARE(analysis::percentile(sample, 90), 6.8);
    // Middles of the weights at 0, 2, 4: half of the way is the value in the middle.
    sample.values = {0, 10, 30};
    sample.weights = {1, 3, 1};
    QCOMPARE(analysis::percentile(sample, 50), 10.0);
    QCOMPARE(analysis::percentile(sample, 25), 5.0);
    QCOMPARE(analysis::percentile(sample, 100), 30.0);
    // A value of no weight at the end cannot pull anything.
    sample.values = {5};
    sample.weights = {2};
    QCOMPARE(analysis::percentile(sample, 70), 5.0);
}

void TestRowStatistics::mergedSamplesCountTheSame()
{
    proximity::ValueSample many;
    many.values.assign(1000, 1.0F);
    many.min = many.max = 1;
    proximity::ValueSample few;
    few.values = {3, 5};
    few.weights = {3, 1};
    few.exact = false;
    few.min = 2;
    few.max = 9;
    few.notFinite = 4;
    const proximity::ValueSample empty;
    const proximity::ValueSample* const all[] = {&many, nullptr, &few, &empty};
    const auto merged = analysis::merged(all);
    QCOMPARE(merged.values.size(), 1002U);
    QVERIFY(std::ranges::is_sorted(merged.values));
    QCOMPARE(merged.min, 1.0);
    QCOMPARE(merged.max, 9.0);
    QVERIFY(!merged.exact);
    QCOMPARE(merged.notFinite, 4);
    double ofMany = 0;
    for (std::size_t k = 0; k < 1000; ++k)
        ofMany += merged.weights[k];
    QVERIFY(std::abs(ofMany - (static_cast<double>(merged.weights[1000]) + merged.weights[1001])) < 1e-5);
    QVERIFY(std::abs(merged.weights[1000] / merged.weights[1001] - 3) < 1e-5);
    QVERIFY(analysis::merged({}).values.empty());
}

void TestRowStatistics::outliers()
{
    std::vector<double> norms(100, 1.0);
    for (std::size_t i = 0; i < norms.size(); ++i)
        norms[i] += 0.01 * std::sin(static_cast<double>(i));
    norms[0] = 2.4;
    norms[57] = 0.3;
    norms[58] = kNaN;
    norms[60] = 1.2; // far beyond the spread, but within 25 % of the median
    QCOMPARE(analysis::outlyingRows(norms), (std::vector<Index>{0, 57}));
    QVERIFY(analysis::outlyingRows(std::vector<double>(5, 3.0)).empty());
    QVERIFY(analysis::outlyingRows({}).empty());
    // A wide spread has no outliers: 8 · 1.4826 · MAD counts as well.
    std::vector<double> wide;
    for (int i = 1; i <= 50; ++i)
        wide.push_back(i);
    QVERIFY(analysis::outlyingRows(wide).empty());
}

void TestRowStatistics::realTable()
{
    const MatrixD table = miniLm();
    QCOMPARE(table.rows(), 512);
    std::vector<double> norms;
    for (Index i = 0; i < table.rows(); ++i)
        norms.push_back(table.row(i).norm());
    // Row 0 far out; by the same rule also the last row of the short training sequences and the ends of the table.
    QCOMPARE(analysis::outlyingRows(norms), (std::vector<Index>{0, 127, 510, 511}));
    QVERIFY(std::abs(norms[0] - 2.36) < 0.005);

    const double meanSquare = table.rowwise().squaredNorm().mean();
    QVERIFY(std::abs(meanSquare - 0.2334) < 5e-5);
    const MatrixD scaled = table * table.transpose() / meanSquare;
    const auto profile = test::GivenMap(scaled).profile({});
    std::vector<double> byDistance(profile->mean.begin() + 511, profile->mean.end());
    const auto ranges = analysis::profileRanges(byDistance);
    QCOMPARE(*ranges.integer, 3);
    QVERIFY(std::abs(byDistance[3] - 0.414) < 5e-4);
    QVERIFY(std::abs(byDistance[4] - 0.475) < 5e-4);
    const auto rows = analysis::rowRanges(test::GivenMap(scaled));
    QCOMPARE(rows->rowsUsed, 512);
    QCOMPARE(std::vector<double>(rows->ranges.begin(), rows->ranges.end()), plainRanges(scaled).ranges);
}

QTEST_APPLESS_MAIN(TestRowStatistics)
#include "tst_row_statistics.moc"
