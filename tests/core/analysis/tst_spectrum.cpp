// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/column_spectrum.h"
#include "core/analysis/singular_spectrum.h"

#include "spectrum_tables.h"

#include <Eigen/Dense>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

using namespace pescope;
using namespace pescope::analysis;
using tables::MatrixD;

namespace {

constexpr double kPi = std::numbers::pi;
const double kNaN = std::numeric_limits<double>::quiet_NaN();

/// The orthonormal cosine transform: rows and columns of length 1, at right angles.
Eigen::MatrixXd cosineTransform(Index n)
{
    Eigen::MatrixXd q(n, n);
    for (Index i = 0; i < n; ++i)
        for (Index k = 0; k < n; ++k)
            q(i, k) = std::sqrt((k == 0 ? 1.0 : 2.0) / static_cast<double>(n))
                * std::cos(kPi * (static_cast<double>(i) + 0.5) * static_cast<double>(k) / static_cast<double>(n));
    return q;
}

/// rows × columns with the given singular values; no mean row where `centred` (the constant direction is not used).
MatrixD withValues(const std::vector<double>& values, Index rows, Index columns, bool centred = false)
{
    const Eigen::MatrixXd u = cosineTransform(rows);
    const Eigen::MatrixXd v = cosineTransform(columns);
    Eigen::MatrixXd x = Eigen::MatrixXd::Zero(rows, columns);
    for (Index k = 0; k < std::ssize(values); ++k)
        x += values[static_cast<std::size_t>(k)] * u.col(k + (centred ? 1 : 0)) * v.col(columns - 1 - k).transpose();
    return x;
}

double largestDifference(const std::vector<double>& a, const std::vector<double>& b)
{
    double largest = a.size() == b.size() ? 0 : std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
}

JobContext stopped()
{
    std::stop_source source;
    source.request_stop();
    return {source.get_token(), {}};
}

} // namespace

class TestSpectrum : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void singularValuesOfKnownFactors_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::newRow("wide") << 20 << 31;
        QTest::newRow("square") << 24 << 24;
        QTest::newRow("little taller") << 24 << 20;
        QTest::newRow("tall") << 90 << 20;
    }

    // The smallest value lies 10 digits below the largest: the square root of an eigenvalue would be 10^-8 off.
    void singularValuesOfKnownFactors()
    {
        QFETCH(int, rows);
        QFETCH(int, columns);
        std::vector<double> values{3, 2, 2, 1, 0.5, 1e-3, 1e-6, 3e-10};
        const MatrixD x = withValues(values, rows, columns);
        const auto found = singularSpectrum(x, {.centred = false, .components = 2});
        QVERIFY(found);
        values.resize(static_cast<std::size_t>(std::min(rows, columns)), 0.0);
        QVERIFY2(largestDifference(found->values, values) < 2e-14,
                 qPrintable(QString::number(largestDifference(found->values, values))));
        double sum = 0;
        for (const double value : values)
            sum += value * value;
        double entropy = 0;
        double fourth = 0;
        double before = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double p = values[i] * values[i] / sum;
            entropy -= p > 0 ? p * std::log(p) : 0;
            fourth += p * p;
            before += p;
            QVERIFY(std::abs(found->share[i] - p) < 1e-14);
            QVERIFY(std::abs(found->cumulative[i] - before) < 1e-14);
        }
        QVERIFY(std::abs(found->effectiveRank - std::exp(entropy)) < 1e-12);
        QVERIFY(std::abs(found->participationRatio - 1 / fourth) < 1e-12);
        QCOMPARE(found->components90, Index{3}); // 9, 13, 17, 18, 18.25 of 18.250001
        QCOMPARE(found->components99, Index{5});
        // The first component is u_0 σ_0: constant, and positive by the rule.
        QCOMPARE(found->scores.cols(), Index{2});
        for (Index i = 0; i < rows; ++i)
            QVERIFY(std::abs(found->scores(i, 0) - 3 / std::sqrt(static_cast<double>(rows))) < 1e-13);
    }

    // numpy.linalg.svd, 1.x and 2.x alike
    void smallMatrixAsNumpy()
    {
        MatrixD x(4, 3);
        x << 4, 0, 7, -2, 5, 1, 1, -1, 1, 3, 2, -3;
        const auto plain = singularSpectrum(x, {.centred = false, .components = 0});
        QVERIFY(plain);
        QVERIFY(largestDifference(plain->values, {8.29649577, 5.56951409, 4.48872707}) < 5e-9);
        QCOMPARE(plain->scores.cols(), Index{0});
        QVERIFY(!plain->centred);

        const auto centred = singularSpectrum(x);
        QVERIFY(centred);
        QVERIFY(largestDifference(centred->values, {7.69913195, 5.17470104, 2.63549546}) < 5e-9);
        MatrixD scores(4, 3);
        scores << 6.15792832, 0.29370992, -0.86235335, //
            -2.92274565, 4.0251372, -0.07634399, //
            0.32931725, -1.39675858, 2.16578291, //
            -3.56449992, -2.92208853, -1.22708556;
        QVERIFY((centred->scores - scores).cwiseAbs().maxCoeff() < 1e-8);
    }

    void scoresRebuildTheGramMatrix()
    {
        for (const auto& [rows, columns] : {std::pair<Index, Index>{12, 30}, {30, 12}, {14, 12}}) {
            const MatrixD x = test::normalNoise(rows, columns, 3);
            const auto found = singularSpectrum(x, {.components = 100});
            QVERIFY(found);
            QCOMPARE(found->scores.cols(), std::min(rows, columns));
            const MatrixD centred = x.rowwise() - x.colwise().mean();
            QVERIFY((found->scores * found->scores.transpose() - centred * centred.transpose()).cwiseAbs().maxCoeff()
                    < 1e-12);
            for (Index k = 0; k < found->scores.cols(); ++k) {
                Index at = 0;
                found->scores.col(k).cwiseAbs().maxCoeff(&at);
                if (found->values[static_cast<std::size_t>(k)] > 1e-9)
                    QVERIFY(found->scores(at, k) > 0);
                QVERIFY(std::abs(found->scores.col(k).norm() - found->values[static_cast<std::size_t>(k)]) < 1e-12);
            }
        }
    }

    // An odd wave is as large at both ends: rounding must not choose its sign.
    void signOfTiesIsTheFirstRows()
    {
        const MatrixD x = withValues({2, 1}, 16, 20, true); // cos(π(i + ½)/16): 1 … −1
        for (const double nudge : {1e-13, -1e-13}) {
            MatrixD nudged = x;
            nudged.row(15) *= 1 + nudge;
            nudged.row(0) *= 1 - nudge;
            const auto found = singularSpectrum(nudged);
            QVERIFY(found);
            QVERIFY(found->scores(0, 0) > 0);
            QVERIFY(found->scores(15, 0) < 0);
        }
    }

    void ranksAtTheirEnds()
    {
        const auto equal = singularSpectrum(MatrixD(cosineTransform(20)), {.centred = false});
        QVERIFY(std::abs(equal->effectiveRank - 20) < 1e-11 && std::abs(equal->participationRatio - 20) < 1e-11);
        QCOMPARE(equal->components90, Index{18}); // exactly 90 %
        QCOMPARE(equal->components99, Index{20});

        const auto one = singularSpectrum(withValues({5}, 9, 7), {.centred = false});
        QVERIFY(std::abs(one->effectiveRank - 1) < 1e-12 && std::abs(one->participationRatio - 1) < 1e-12);
        QCOMPARE(one->components99, Index{1});
        QVERIFY(std::abs(one->values[0] - 5) < 1e-13 && one->values[1] < 1e-14);

        for (const bool centred : {false, true}) { // equal rows leave nothing beside their mean
            const MatrixD x = MatrixD::Constant(6, 4, centred ? 2.5 : 0.0);
            const auto none = singularSpectrum(x, {.centred = centred});
            QVERIFY(none);
            QCOMPARE(none->effectiveRank, 0.0);
            QCOMPARE(none->participationRatio, 0.0);
            QCOMPARE(none->components90, Index{0});
            QCOMPARE(none->scores, MatrixD::Zero(6, 3));
        }
    }

    // The singular values of a circulant matrix are the amplitudes of the transform of its first row.
    void circulant()
    {
        const Index n = 17;
        std::vector<double> first;
        for (Index j = 0; j < n; ++j)
            first.push_back(std::exp(-0.3 * static_cast<double>(j)) + 0.1 * static_cast<double>(j % 5));
        MatrixD x(n, n);
        for (Index i = 0; i < n; ++i)
            for (Index j = 0; j < n; ++j)
                x(i, j) = first[static_cast<std::size_t>((j - i + n) % n)];
        std::vector<double> expected;
        for (Index k = 0; k < n; ++k) {
            std::complex<double> sum;
            for (Index j = 0; j < n; ++j)
                sum += first[static_cast<std::size_t>(j)]
                    * std::polar(1.0, -2 * kPi * static_cast<double>(j * k) / static_cast<double>(n));
            expected.push_back(std::abs(sum));
        }
        std::ranges::sort(expected, std::greater<>());
        QVERIFY(largestDifference(singularSpectrum(x, {.centred = false})->values, expected) < 1e-13);
    }

    // σ² of a sinusoid whose waves fit the table whole: N/2 for each sine and cosine.
    void sinusoidOfWholeWaves()
    {
        std::vector<double> omega;
        for (const int k : {1, 3, 10, 40})
            omega.push_back(2 * kPi * k / 128);
        const auto found = singularSpectrum(test::sinusoidTable(omega, 128));
        QVERIFY(largestDifference(found->values, std::vector<double>(8, 8.0)) < 1e-12);
        QVERIFY(std::abs(found->effectiveRank - 8) < 1e-11);
    }

    void rowsThatAreNotFiniteAreLeftOut()
    {
        MatrixD x = test::normalNoise(11, 5, 4);
        MatrixD rest(9, 5);
        rest << x.topRows(3), x.middleRows(4, 5), x.row(10);
        x(3, 2) = kNaN;
        x(9, 0) = std::numeric_limits<double>::infinity();
        const auto found = singularSpectrum(x);
        const auto expected = singularSpectrum(rest);
        QCOMPARE(found->rows, Index{11});
        QCOMPARE(found->rowsNotFinite, Index{2});
        QCOMPARE(found->rowsUsed, Index{9});
        QVERIFY(largestDifference(found->values, expected->values) < 1e-13);
        QVERIFY(std::isnan(found->scores(3, 0)) && std::isnan(found->scores(9, 2)));
        QVERIFY(std::abs(found->scores(10, 1) - expected->scores(8, 1)) < 1e-12);
    }

    void hugeAndTinyNumbers()
    {
        const MatrixD x = test::normalNoise(9, 6, 5);
        const auto plain = singularSpectrum(x);
        for (const double scale : {0x1p900, 0x1p-900}) {
            const auto scaled = singularSpectrum(x * scale);
            QVERIFY(scaled);
            QCOMPARE(scaled->effectiveRank, plain->effectiveRank);
            QCOMPARE(scaled->values[0], plain->values[0] * scale);
            QCOMPARE(scaled->scores(4, 1), plain->scores(4, 1) * scale);
        }
    }

    // Two equal halves by turns: any evenly spread rows give the same mean and directions.
    void longTablesAreSampled()
    {
        MatrixD x(20000, 3);
        for (Index i = 0; i < x.rows(); ++i)
            x.row(i) << std::cos(0.01 * static_cast<double>(i)), 0.5 * std::sin(0.01 * static_cast<double>(i)), 1;
        const auto found = singularSpectrum(x, {.components = 2});
        QCOMPARE(found->rowsUsed, Index{8192});
        QCOMPARE(found->rows, Index{20000});
        QCOMPARE(found->scores.rows(), Index{20000});
        QVERIFY(std::abs(found->values[0] - 64) < 0.2); // √(8192/2)
        QVERIFY(std::abs(found->values[1] - 32) < 0.2);
        QVERIFY(std::abs(found->scores(12345, 0) - (x(12345, 0) - x.col(0).mean())) < 0.01);
    }

    void demoTableAsNumpy()
    {
        const MatrixD x = test::demoTable();
        QCOMPARE(x.rows(), Index{512});
        const auto plain = singularSpectrum(x, {.centred = false});
        QVERIFY(std::abs(plain->effectiveRank - 14.840090387008747) < 1e-9);
        QVERIFY(std::abs(plain->participationRatio - 12.164865666352247) < 1e-9);
        QCOMPARE(plain->components90, Index{11});
        QCOMPARE(plain->components99, Index{65});
        QVERIFY(std::abs(plain->values.back() - 0.009043926108753833) < 1e-12);
        QVERIFY(std::abs(plain->scores(100, 2) - 0.14735005002225776) < 1e-9);
        const auto centred = singularSpectrum(x);
        QVERIFY(std::abs(centred->effectiveRank - 14.312459078481995) < 1e-9);
        QCOMPARE(centred->components90, Index{11});
        QCOMPARE(centred->components99, Index{77});
        QVERIFY(std::abs(centred->share[0] - 0.12347991236221949) < 1e-12);
        QVERIFY(std::abs(centred->scores(0, 0) + 0.015889986580633182) < 1e-9);
    }

    void singularSpectrumRefuses()
    {
        QCOMPARE(singularSpectrum(MatrixD(0, 4)).error().code, ErrorCode::Shape);
        QCOMPARE(singularSpectrum(MatrixD::Constant(3, 2, kNaN)).error().code, ErrorCode::Numeric);
        QCOMPARE(singularSpectrum(MatrixD::Ones(3, 2), {}, stopped()).error().code, ErrorCode::Cancelled);
    }

    void columnAmplitudesAreTheDirectSum_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("length");
        QTest::newRow("12") << 12 << 12;
        QTest::newRow("45, odd") << 45 << 45;
        QTest::newRow("7, filled up") << 7 << 8;
        QTest::newRow("2") << 2 << 2;
    }

    void columnAmplitudesAreTheDirectSum()
    {
        QFETCH(int, rows);
        QFETCH(int, length);
        const MatrixD x = test::normalNoise(rows, 11, 6).array() + 3;
        for (const Window window : {Window::None, Window::Hann}) {
            const auto found = columnSpectrum(x, {.window = window, .eachColumn = true});
            QVERIFY(found);
            QCOMPARE(found->length, Index{length});
            QCOMPARE(std::ssize(found->omega), Index{length / 2 + 1});
            for (Index k = 0; k <= length / 2; ++k) {
                double squares = 0;
                for (Index d = 0; d < 11; ++d) {
                    std::complex<double> sum;
                    double weights = 0;
                    for (Index p = 0; p < rows; ++p) {
                        const double w = window == Window::Hann
                            ? 0.5 - 0.5 * std::cos(2 * kPi * (static_cast<double>(p) + 0.5) / rows)
                            : 1;
                        weights += w;
                        sum += w * (x(p, d) - x.col(d).mean())
                            * std::polar(1.0, -2 * kPi * static_cast<double>(k * p) / length);
                    }
                    const double amplitude = k == 0 ? 0 : (2 * k == length ? 1 : 2) * std::abs(sum) / weights;
                    QVERIFY(std::abs(found->amplitudes(d, k) - amplitude) < 1e-13);
                    squares += amplitude * amplitude;
                }
                QVERIFY(std::abs(found->rms[static_cast<std::size_t>(k)] - std::sqrt(squares / 11)) < 1e-13);
                QCOMPARE(found->omega[static_cast<std::size_t>(k)], 2 * kPi / length * static_cast<double>(k));
            }
        }
    }

    void aWaveShowsItsAmplitude()
    {
        MatrixD x(60, 2);
        for (Index p = 0; p < 60; ++p)
            x.row(p) << 1.7 * std::cos(2 * kPi * 7 / 60 * static_cast<double>(p) + 0.4) - 5, p % 2 == 0 ? 0.3 : -0.3;
        const auto found = columnSpectrum(x);
        QVERIFY(std::abs(found->peaks[0].amplitude - 1.7) < 1e-13);
        QVERIFY(std::abs(found->peaks[0].omega - 2 * kPi * 7 / 60) < 1e-6);
        QVERIFY(std::abs(found->peaks[1].amplitude - 0.3) < 1e-13);
        QCOMPARE(found->peaks[1].omega, kPi);
        QVERIFY(found->amplitudes.size() == 0);
    }

    void peaksOfTheFixedSinusoid()
    {
        const double bin = 2 * kPi / 512;
        for (const int dim : {64, 768}) {
            encoding::SinusoidSpec spec;
            spec.dim = dim;
            const std::vector<double> omega = encoding::omega(spec);
            const MatrixD x = encoding::table(spec, 0, 512);
            for (const Window window : {Window::None, Window::Hann}) {
                const auto found = columnSpectrum(x, {.window = window});
                for (Index d = 0; d < dim; ++d) {
                    const double truth = omega[static_cast<std::size_t>(d / 2)];
                    const double off = std::abs(found->peaks[static_cast<std::size_t>(d)].omega - truth);
                    QVERIFY2(off <= bin, qPrintable(QStringLiteral("column %1: %2 bins").arg(d).arg(off / bin)));
                    // the parabola through the logarithms of a Hann window's lobe is at most 0.02 bins off
                    if (window == Window::Hann && truth > 6 * bin && truth < kPi - 6 * bin)
                        QVERIFY2(off < 0.03 * bin,
                                 qPrintable(QStringLiteral("column %1: %2 bins").arg(d).arg(off / bin)));
                }
            }
        }
    }

    void gapsAndConstantColumns()
    {
        MatrixD x = test::normalNoise(30, 3, 7);
        x.col(1).setConstant(0.1);
        MatrixD filled = x;
        x(4, 0) = kNaN;
        x(20, 2) = kNaN;
        for (Index d = 0; d < 3; ++d) {
            const double mean = (filled.col(d).sum() - filled(4, d) - filled(20, d)) / 28;
            filled(4, d) = filled(20, d) = mean;
        }
        const auto found = columnSpectrum(x);
        const auto expected = columnSpectrum(filled);
        QCOMPARE(found->rowsNotFinite, Index{2});
        QVERIFY(largestDifference(found->rms, expected->rms) < 1e-14);
        QCOMPARE(found->peaks[1].omega, 0.0);
        QCOMPARE(found->peaks[1].amplitude, 0.0);
        QCOMPARE(columnSpectrum(MatrixD(1, 4)).error().code, ErrorCode::Shape);
        QCOMPARE(columnSpectrum(MatrixD::Constant(5, 1, kNaN)).error().code, ErrorCode::Numeric);
        QCOMPARE(columnSpectrum(x, {}, stopped()).error().code, ErrorCode::Cancelled);
    }

    // Two waves of different strength, mixed into many columns: their components turn with one frequency each.
    void componentsOfMixedWaves()
    {
        const Eigen::MatrixXd mix = cosineTransform(10);
        MatrixD x(96, 10);
        for (Index p = 0; p < 96; ++p) {
            const double slow = 2 * kPi * 5 / 96 * static_cast<double>(p);
            const double fast = 2 * kPi * 31 / 96 * static_cast<double>(p);
            x.row(p) = (3 * std::cos(slow) * mix.col(0) + 3 * std::sin(slow) * mix.col(4) + std::cos(fast) * mix.col(5)
                        + std::sin(fast) * mix.col(7))
                           .transpose();
        }
        const auto spectrum = singularSpectrum(x, {.components = 4});
        const auto found = componentSpectrum(*spectrum);
        QVERIFY(found);
        QCOMPARE(found->amplitudes.rows(), Index{4});
        for (Index k = 0; k < 4; ++k) {
            QVERIFY(std::abs(found->amplitudes(k, k < 2 ? 5 : 31) - (k < 2 ? 3 : 1)) < 1e-12);
            QVERIFY(found->amplitudes(k, k < 2 ? 31 : 5) < 1e-12);
        }
    }
};

QTEST_APPLESS_MAIN(TestSpectrum)
#include "tst_spectrum.moc"
