// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/omega_fit.h"
#include "core/analysis/sinusoid_span.h"

#include "spectrum_tables.h"

#include <Eigen/Dense>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

using namespace pescope;
using namespace pescope::analysis;
using encoding::Layout;
using tables::MatrixD;

namespace {

constexpr double kPi = std::numbers::pi;
const double kNaN = std::numeric_limits<double>::quiet_NaN();

encoding::SinusoidSpec fixedSinusoid(int dim, Layout layout)
{
    encoding::SinusoidSpec spec;
    spec.dim = dim;
    spec.layout = layout;
    return spec;
}

/// Orthonormal columns that span {1, cos ωp, sin ωp}.
Eigen::MatrixXd waveBasis(double omega, Index rows)
{
    Eigen::MatrixXd waves(rows, 3);
    for (Index p = 0; p < rows; ++p)
        waves.row(p) << 1, std::cos(omega * static_cast<double>(p)), std::sin(omega * static_cast<double>(p));
    return Eigen::HouseholderQR<Eigen::MatrixXd>(waves).householderQ() * Eigen::MatrixXd::Identity(rows, 3);
}

double leftOver(const Eigen::MatrixXd& columns, double omega)
{
    const Eigen::MatrixXd basis = waveBasis(omega, columns.rows());
    return (columns - basis * (basis.transpose() * columns)).squaredNorm();
}

/// The limit of leftOver() as ω goes to 0.
double leftByParabola(const Eigen::MatrixXd& columns)
{
    Eigen::MatrixXd powers(columns.rows(), 3);
    for (Index p = 0; p < columns.rows(); ++p) {
        const double t = static_cast<double>(p) - static_cast<double>(columns.rows() - 1) / 2;
        powers.row(p) << 1, t, t * t;
    }
    return (columns - powers * (powers.transpose() * powers).ldlt().solve(powers.transpose() * columns)).squaredNorm();
}

/// The bound of Cramér and Rao for ω of sin ωp and cos ωp with independent noise of size `sigma`, all other numbers
/// free: σ ÷ ‖J‖, J the derivative by ω outside the span of {1, cos, sin}.
double smallestError(double omega, Index rows, double sigma)
{
    Eigen::MatrixXd slope(rows, 2);
    for (Index p = 0; p < rows; ++p) {
        const auto position = static_cast<double>(p);
        slope.row(p) << position * std::cos(omega * position), -position * std::sin(omega * position);
    }
    return sigma / std::sqrt(leftOver(slope, omega));
}

MatrixD shuffled(const MatrixD& x, std::uint64_t seed)
{
    std::vector<Index> order(static_cast<std::size_t>(x.rows()));
    std::iota(order.begin(), order.end(), Index{0});
    std::mt19937_64 random(seed);
    for (std::size_t place = order.size() - 1; place > 0; --place)
        std::swap(order[place], order[random() % (place + 1)]);
    MatrixD result(x.rows(), x.cols());
    for (Index p = 0; p < x.rows(); ++p)
        result.row(p) = x.row(order[static_cast<std::size_t>(p)]);
    return result;
}

double valueAt(const Wave& wave, double omega, Index p)
{
    const double angle = omega * static_cast<double>(p);
    return wave.cosine * std::cos(angle) + wave.sine * std::sin(angle) + wave.mean;
}

} // namespace

class TestOmegaFit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void exactSinusoids_data()
    {
        QTest::addColumn<int>("dim");
        QTest::addColumn<Layout>("layout");
        QTest::newRow("64 interleaved") << 64 << Layout::Interleaved;
        QTest::newRow("64 halves") << 64 << Layout::Halves;
        QTest::newRow("768 interleaved") << 768 << Layout::Interleaved;
        QTest::newRow("768 halves") << 768 << Layout::Halves;
    }

    // The slowest wave of 768 turns by 3 degrees over the whole table.
    void exactSinusoids()
    {
        QFETCH(int, dim);
        QFETCH(Layout, layout);
        const encoding::SinusoidSpec spec = fixedSinusoid(dim, layout);
        const std::vector<double> truth = encoding::omega(spec);
        const MatrixD x = encoding::table(spec, 0, 512);
        const auto found = fitOmega(x, {.shuffledRows = false});
        QVERIFY(found);
        QCOMPARE(found->layout, layout);
        QVERIFY(found->rSquared > 1 - 1e-14);
        QVERIFY(found->rSquaredOtherLayout.value() < 0.9);
        QVERIFY(!found->rSquaredShuffled);
        QCOMPARE(found->pairs.size(), truth.size());
        for (std::size_t k = 0; k < truth.size(); ++k) {
            const PairFit& pair = found->pairs[k];
            QVERIFY2(std::abs(pair.fit.omega / truth[k] - 1) < 1e-9,
                     qPrintable(QStringLiteral("ω %1: %2").arg(k).arg(pair.fit.omega / truth[k] - 1)));
            QVERIFY(!pair.fit.trend);
            QVERIFY(pair.rSquared() > 1 - 1e-14);
            if (truth[k] > 0.01) {
                const auto& [sine, cosine] = pair.fit.waves;
                QVERIFY(std::abs(sine.sine - 1) + std::abs(sine.cosine) + std::abs(sine.mean) < 1e-9);
                QVERIFY(std::abs(cosine.cosine - 1) + std::abs(cosine.sine) + std::abs(cosine.mean) < 1e-9);
            }
            for (const Index p : {Index{0}, Index{100}, Index{511}})
                QVERIFY(std::abs(valueAt(pair.fit.waves[1], pair.fit.omega, p) - x(p, pair.columns.second)) < 1e-8);
        }
        const encoding::SinusoidSpec again = found->sinusoid(512);
        QVERIFY(encoding::validate(again));
        QCOMPARE(again.columns(), dim);
        QCOMPARE(again.layout, layout);
        QVERIFY((encoding::table(again, 0, 512) - x).cwiseAbs().maxCoeff() < 1e-8);
    }

    void noiseCostsWhatItMust_data()
    {
        QTest::addColumn<int>("dim");
        QTest::newRow("64") << 64;
        QTest::newRow("768") << 768;
    }

    // (ω̂ − ω) ÷ bound is a normal number with variance 1 wherever the bound is far below ω itself.
    void noiseCostsWhatItMust()
    {
        QFETCH(int, dim);
        const encoding::SinusoidSpec spec = fixedSinusoid(dim, Layout::Interleaved);
        const std::vector<double> truth = encoding::omega(spec);
        const MatrixD x = encoding::table(spec, 0, 512) + 0.1 * test::normalNoise(512, dim, 11);
        const auto found = fitOmega(x, {.seed = 3});
        QVERIFY(found);
        QCOMPARE(found->layout, Layout::Interleaved);
        double squares = 0;
        int counted = 0;
        for (std::size_t k = 0; k < truth.size(); ++k) {
            const double bound = smallestError(truth[k], 512, 0.1);
            if (bound > 0.01 * truth[k])
                continue;
            const double z = (found->pairs[k].fit.omega - truth[k]) / bound;
            QVERIFY2(std::abs(z) < 4.5, qPrintable(QStringLiteral("ω %1: %2 times the bound").arg(k).arg(z)));
            squares += z * z;
            ++counted;
        }
        QVERIFY(counted > dim / 5);
        QVERIFY2(std::abs(squares / counted - 1) < 4 * std::sqrt(2.0 / counted),
                 qPrintable(QString::number(squares / counted)));
        // Noise adds σ²(N − 1) to a column's sum of squares, and the seven numbers of a pair take their share away.
        const MatrixD exact = encoding::table(spec, 0, 512);
        const double signal = (exact.rowwise() - exact.colwise().mean()).squaredNorm();
        const double unexplained = 0.01 * (1024 - 7) * dim / 2 / (signal + 0.01 * 511 * dim);
        QVERIFY2(std::abs((1 - found->rSquared) / unexplained - 1) < 0.005 + 5 * std::sqrt(2.0 / (512 * dim)),
                 qPrintable(QString::number((1 - found->rSquared) / unexplained)));
        // Of shuffled rows each of 255 separate frequencies explains a Gamma(2, 1/511) part; the largest is 0.0161 on
        // average, a free frequency finds a little more.
        QVERIFY2(found->rSquaredShuffled.value() > 0.0161 && *found->rSquaredShuffled < 0.022,
                 qPrintable(QString::number(*found->rSquaredShuffled)));
    }

    void shuffledRowsAreTheSameFit()
    {
        const MatrixD x = encoding::table(fixedSinusoid(16, Layout::Halves), 0, 100);
        const auto found = fitOmega(x, {.seed = 42});
        const auto expected = fitOmega(shuffled(x, 42), {.layout = Layout::Halves, .shuffledRows = false});
        QCOMPARE(found->layout, Layout::Halves);
        QVERIFY(std::abs(found->rSquaredShuffled.value() - expected->rSquared) < 1e-12);
        QCOMPARE(found->seed, std::uint64_t{42});
        QVERIFY(std::abs(fitOmega(x, {.seed = 43})->rSquaredShuffled.value() - expected->rSquared) > 1e-6);
    }

    // Whole positions cannot tell ω from −ω or ω + 2π.
    void aliasesAreFolded()
    {
        const auto found = fitOmega(test::sinusoidTable({2 * kPi - 0.7, -0.3, 4.0, 2 * kPi + 1, kPi}, 64));
        QVERIFY(found);
        const double expected[] = {0.7, 0.3, 2 * kPi - 4, 1, kPi};
        for (std::size_t k = 0; k < 5; ++k)
            QVERIFY2(std::abs(found->pairs[k].fit.omega - expected[k]) < 1e-9,
                     qPrintable(QString::number(found->pairs[k].fit.omega, 'g', 17)));
        QVERIFY(std::abs(found->pairs[0].fit.waves[0].sine + 1) < 1e-9); // sin of the alias runs backwards
    }

    void amplitudesPhasesAndMeansAreFree()
    {
        MatrixD x(75, 2);
        for (Index p = 0; p < 75; ++p) {
            const double angle = 0.4321 * static_cast<double>(p);
            x.row(p) << 3 * std::cos(angle + 1) + 5, 0.2 * std::cos(angle - 2) - 100;
        }
        const auto found = fitOmega(x);
        QVERIFY(std::abs(found->pairs[0].fit.omega - 0.4321) < 1e-11);
        const auto& [first, second] = found->pairs[0].fit.waves;
        QVERIFY(std::abs(first.cosine - 3 * std::cos(1.0)) < 1e-10);
        QVERIFY(std::abs(first.sine + 3 * std::sin(1.0)) < 1e-10);
        QVERIFY(std::abs(first.mean - 5) < 1e-10);
        QVERIFY(std::abs(second.mean + 100) < 1e-10);
        QVERIFY(std::abs(second.sine - 0.2 * std::sin(2.0)) < 1e-10);
    }

    // Nothing on a grid of 20,000 frequencies leaves less than the fit, and the fit's residual is what its ω leaves.
    void noFrequencyFitsBetter()
    {
        const Index rows = 24;
        const MatrixD x = test::normalNoise(rows, 12, 12);
        const auto found = fitOmega(x, {.layout = Layout::Interleaved, .shuffledRows = false});
        QVERIFY(found);
        double residual = 0;
        double total = 0;
        int trends = 0;
        for (std::size_t k = 0; k < 6; ++k) {
            const Eigen::MatrixXd columns = x.middleCols(2 * static_cast<Index>(k), 2);
            const PairFit& pair = found->pairs[k];
            const double left = pair.fit.trend ? leftByParabola(columns) : leftOver(columns, pair.fit.omega);
            QVERIFY2(std::abs(left - pair.fit.residual) < 1e-11,
                     qPrintable(QStringLiteral("ω %1: %2").arg(pair.fit.omega).arg(left - pair.fit.residual)));
            trends += pair.fit.trend ? 1 : 0;
            double least = std::numeric_limits<double>::infinity();
            for (int g = 1; g < 20000; ++g)
                least = std::min(least, leftOver(columns, kPi * g / 20000));
            QVERIFY2(pair.fit.residual <= least + 1e-9,
                     qPrintable(QStringLiteral("pair %1: %2 > %3").arg(k).arg(pair.fit.residual).arg(least)));
            double written = 0;
            for (Index p = 0; p < rows; ++p)
                for (Index c = 0; c < 2; ++c)
                    written += std::pow(
                        valueAt(pair.fit.waves[static_cast<std::size_t>(c)], pair.fit.omega, p) - columns(p, c), 2);
            QVERIFY(pair.fit.trend || std::abs(written - pair.fit.residual) < 1e-9);
            residual += pair.fit.residual;
            total += (columns.rowwise() - columns.colwise().mean()).squaredNorm();
        }
        QVERIFY(std::abs(found->rSquared - (1 - residual / total)) < 1e-12);
        QVERIFY(trends < 3);
    }

    // The same table by SciPy, a grid and minimize_scalar: interleaved 0.31685048, halves 0.31254418.
    void demoTableAsScipy()
    {
        const MatrixD x = test::demoTable();
        QCOMPARE(x.rows(), Index{512});
        const auto found = fitOmega(x);
        QCOMPARE(found->layout, Layout::Interleaved);
        QVERIFY(std::abs(found->rSquared - 0.31685048) < 2e-7);
        QVERIFY(std::abs(found->rSquaredOtherLayout.value() - 0.31254418) < 2e-7);
        QVERIFY(std::abs(found->pairs[0].fit.omega - 0.039159197) < 1e-7);
        QVERIFY(std::abs(found->pairs[3].fit.omega - 0.117412380) < 1e-7);
        QVERIFY(found->rSquaredShuffled.value() < 0.03);
    }

    void wavesLongerThanTheTable()
    {
        std::vector<double> omega;
        for (const double waves : {1.0, 0.7, 0.25, 0.1, 0.03, 0.01})
            omega.push_back(2 * kPi * waves / 200);
        const auto found = fitOmega(test::sinusoidTable(omega, 200), {.shuffledRows = false});
        for (std::size_t k = 0; k < omega.size(); ++k)
            QVERIFY2(std::abs(found->pairs[k].fit.omega / omega[k] - 1) < 1e-9,
                     qPrintable(QString::number(found->pairs[k].fit.omega / omega[k] - 1)));
    }

    void linesAndParabolasAreTrends()
    {
        MatrixD x(50, 4);
        for (Index p = 0; p < 50; ++p) {
            const auto t = static_cast<double>(p);
            x.row(p) << 3 * t, t * t - 7 * t, 0.25, -2;
        }
        const auto found = fitOmega(x, {.layout = Layout::Interleaved, .shuffledRows = false});
        QVERIFY(found);
        QVERIFY(found->pairs[0].fit.trend);
        QVERIFY(found->pairs[0].fit.omega > 0 && found->pairs[0].fit.omega < 1e-6);
        QVERIFY(found->pairs[0].rSquared() > 1 - 1e-12);
        QCOMPARE(found->pairs[1].fit.omega, 0.0); // constant
        QCOMPARE(found->pairs[1].rSquared(), 1.0);
        QCOMPARE(found->pairs[1].fit.waves[0].mean, 0.25);
    }

    void gapsKeepThePositions()
    {
        const std::vector<double> omega{1.3, 0.21, 0.004};
        MatrixD x = test::sinusoidTable(omega, 160);
        for (const Index p : {0, 17, 18, 19, 90, 159})
            x(p, p % 6) = kNaN;
        const auto found = fitOmega(x);
        QVERIFY(found);
        QCOMPARE(found->rows, Index{160});
        QCOMPARE(found->rowsNotFinite, Index{6});
        for (std::size_t k = 0; k < omega.size(); ++k)
            QVERIFY(std::abs(found->pairs[k].fit.omega / omega[k] - 1) < 1e-9);
        QVERIFY(std::abs(found->pairs[1].fit.waves[0].sine - 1) < 1e-9);
        QVERIFY(std::isfinite(found->rSquaredShuffled.value()));
    }

    void oddWidthAndSortedFrequencies()
    {
        MatrixD x(80, 7);
        x << test::sinusoidTable({0.2, 1.5, 0.6}, 80), test::normalNoise(80, 1, 2);
        const auto found = fitOmega(x);
        QVERIFY(found->unpairedColumn);
        QVERIFY(found->rSquared > 1 - 1e-12);
        const std::vector<double> sorted = found->fastestFirst();
        QVERIFY(std::abs(sorted[0] - 1.5) + std::abs(sorted[1] - 0.6) + std::abs(sorted[2] - 0.2) < 1e-9);
        QCOMPARE(found->omega()[1], sorted[0]);
        QCOMPARE(found->sinusoid(20).freeOmega, sorted);
        QCOMPARE(found->sinusoid(20).length, Index{20});
    }

    void refusesAndStops()
    {
        QCOMPARE(fitOmega(MatrixD::Random(7, 4)).error().code, ErrorCode::Shape);
        QCOMPARE(fitOmega(MatrixD::Random(20, 1)).error().code, ErrorCode::Shape);
        QCOMPARE(fitOmega(MatrixD::Constant(20, 4, 0.1)).error().code, ErrorCode::Numeric);
        QCOMPARE(fitOmega(MatrixD::Constant(20, 4, kNaN)).error().code, ErrorCode::Shape);

        std::stop_source source;
        int reports = 0;
        double last = 0;
        const JobContext job(source.get_token(), [&](const Progress& progress) {
            last = progress.fraction;
            if (++reports == 5)
                source.request_stop();
        });
        const MatrixD x = test::normalNoise(32, 8, 1); // 4 pairs, both layouts and shuffled: 12 fits
        QCOMPARE(fitOmega(x, {}, job).error().code, ErrorCode::Cancelled);
        QCOMPARE(reports, 5);
        QVERIFY(std::abs(last - 5.0 / 12) < 1e-12);
    }

    void spanOfAFewWaves()
    {
        const std::vector<double> omega{0.3, 0.9, 2.2};
        MatrixD x = test::normalNoise(50, 6, 9);
        Eigen::MatrixXd waves(50, 7);
        for (Index p = 0; p < 50; ++p) {
            waves(p, 6) = 1;
            for (std::size_t k = 0; k < 3; ++k) {
                waves(p, 2 * static_cast<Index>(k)) = std::cos(omega[k] * static_cast<double>(p));
                waves(p, 2 * static_cast<Index>(k) + 1) = std::sin(omega[k] * static_cast<double>(p));
            }
        }
        const Eigen::MatrixXd fit = waves * (waves.transpose() * waves).ldlt().solve(waves.transpose() * x);
        const double total = (x.rowwise() - x.colwise().mean()).squaredNorm();
        const double expected = 1 - (x - fit).squaredNorm() / total;
        const auto found = explainedBySinusoids(x, omega);
        QVERIFY(found);
        QVERIFY(std::abs(found->explained - expected) < 1e-12);
        QCOMPARE(found->parameters, Index{6});
        QCOMPARE(found->rows, Index{50});
        QVERIFY(std::abs(found->chance - 6.0 / 49) < 1e-15);
        QVERIFY(std::abs(found->adjusted.value() - (1 - (1 - expected) * 49 / 43)) < 1e-12);
    }

    // The mean over all orders is r/(N − 1) exactly, so the adjusted value is 0 on average.
    void spanOfShuffledRows()
    {
        const std::vector<double> omega{0.1, 0.5, 1.1, 1.9};
        const MatrixD x = test::sinusoidTable(omega, 40);
        QVERIFY(explainedBySinusoids(x, omega)->explained > 1 - 1e-13);
        double sum = 0;
        double squares = 0;
        constexpr int kOrders = 400;
        for (int k = 0; k < kOrders; ++k) {
            const double adjusted =
                explainedBySinusoids(shuffled(x, static_cast<std::uint64_t>(k)), omega)->adjusted.value();
            sum += adjusted;
            squares += adjusted * adjusted;
        }
        const double mean = sum / kOrders;
        QVERIFY2(std::abs(mean) < 4 * std::sqrt(squares / kOrders / kOrders), qPrintable(QString::number(mean)));
    }

    // Every table lies in the span of as many independent waves as it has rows.
    void spanOfTooManyWaves()
    {
        std::vector<double> omega;
        for (int k = 1; k <= 12; ++k)
            omega.push_back(kPi * k / 13);
        const auto all = explainedBySinusoids(test::normalNoise(20, 5, 1), omega);
        QCOMPARE(all->parameters, Index{19});
        QVERIFY(std::abs(all->explained - 1) < 1e-12);
        QCOMPARE(all->chance, 1.0);
        QVERIFY(!all->adjusted);

        // the waves of the fixed sinusoid are far fewer than their number, the slow ones being nearly parabolas
        const encoding::SinusoidSpec spec = fixedSinusoid(768, Layout::Interleaved);
        const MatrixD x = encoding::table(spec, 0, 512);
        const auto fixed = explainedBySinusoids(x, encoding::omega(spec));
        QVERIFY(fixed->parameters > 100 && fixed->parameters < 250);
        QVERIFY(fixed->explained > 1 - 1e-12);

        QCOMPARE(explainedBySinusoids(x, {}).error().code, ErrorCode::Shape);
        QCOMPARE(explainedBySinusoids(x, std::vector{kNaN}).error().code, ErrorCode::Numeric);
        QCOMPARE(explainedBySinusoids(MatrixD::Ones(9, 2), std::vector{0.1}).error().code, ErrorCode::Numeric);
    }
};

QTEST_APPLESS_MAIN(TestOmegaFit)
#include "tst_omega_fit.moc"
