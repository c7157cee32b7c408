// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/monotone_range.h"
#include "core/analysis/psi.h"
#include "core/analysis/range_landscape.h"

#include "plain_ranges.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

using namespace pescope;
using analysis::Index;
using test::omegas;
using test::plainPsi;
using test::PlainRanges;
using test::plainRanges;
using test::times;

namespace {

constexpr double kPi = std::numbers::pi;

bool near(double value, double expected, double tolerance)
{
    return std::abs(value - expected) <= tolerance;
}

} // namespace

class TestMonotoneRange : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void psiOfTheNote();
    void derivativesAgainstClosedForms();
    void sequencesAgainstTheDefinition();
    void stepsDoNotCancel();
    void bertRanges();
    void toleranceRangesOfTheNote();
    void allFacts_data();
    void allFacts();
    void continuousScalesWithTheInverse();
    void singleAndEqualOmega();
    void lowerBoundHolds();
    void touchingZeroIsNotTheRange();
    void tripleZeroIsTheRange();
    void nearlyTouchingBumpIsFound();
    void zeroAndNegativeOmega();
    void nothingToFall();
    void nothingEndsItWithinTheSearch();
    void tieIsNoFall();
    void randomOmegaAgainstTheDefinition();
    void wrongArguments();
    void cancel();
    void profiles();
    void landscapeIsTheRangesStepByStep();
    void landscapeStopsAndFails();
};

void TestMonotoneRange::psiOfTheNote()
{
    const auto i1 = omegas(768, 1e4, 1);
    const auto i0 = omegas(768, 1e4, 0);
    QVERIFY(near(analysis::psi(i1, 1), 374.229871112, 1e-9));
    QVERIFY(near(analysis::psi(i1, 50), 196.64358675, 1e-8));
    QVERIFY(near(analysis::psi(i1, 44), 202.157212568743, 1e-11));
    QVERIFY(near(analysis::psi(i1, 45), 202.162517684997, 1e-11));
    QVERIFY(near(analysis::psi(i0, 1), 373.770173423, 1e-9));
    QVERIFY(near(analysis::psi(i0, 50), 196.608565279, 1e-9));
    QVERIFY(near(analysis::psi(i0, 43), 202.154114366228, 1e-11));
    QVERIFY(near(analysis::psi(i0, 44), 202.157065557375, 1e-11));
    QCOMPARE(analysis::psi(i0, 0), 384.0);
    QVERIFY(near(analysis::psiSecond(i1, 0), -20.3501323181, 1e-10));
    QVERIFY(near(analysis::psiSecond(i0, 0), -21.3501323081, 1e-10));
    const auto tiny = analysis::psiSequence(omegas(4, 1e4, 0), 4);
    const double expectedTiny[] = {2, 1.54025231, 0.58365317, 0.00955754};
    const auto small = analysis::psiSequence(std::vector{.1, .01, .001, 1e-4}, 4);
    const double expectedSmall[] = {4, 3.99495366, 3.97986456, 3.95488198};
    for (std::size_t m = 0; m < 4; ++m) {
        QVERIFY(near(tiny[m], expectedTiny[m], 5e-9));
        QVERIFY(near(small[m], expectedSmall[m], 5e-9));
    }
}

void TestMonotoneRange::derivativesAgainstClosedForms()
{
    const std::vector<double> omega{2.0, 0.5};
    for (const double m : {0.0, 0.3, 7.7, 1000.25}) {
        QVERIFY(near(analysis::psiPrime(omega, m), -2 * std::sin(2 * m) - 0.5 * std::sin(0.5 * m), 1e-13));
        QVERIFY(near(analysis::psiSecond(omega, m), -4 * std::cos(2 * m) - 0.25 * std::cos(0.5 * m), 1e-13));
    }
    // −m Σω² near 0 (relative 8.5e-6 at 0.01).
    const auto i0 = omegas(768, 1e4, 0);
    QVERIFY(near(analysis::psiPrime(i0, 0.01) / (-0.01 * 21.3501323081), 1.0, 9e-6));
}

void TestMonotoneRange::sequencesAgainstTheDefinition()
{
    const auto omega = omegas(96, 1e4, 0);
    const auto sequence = analysis::psiSequence(omega, 1000);
    const auto steps = analysis::psiSteps(omega, 1000);
    QCOMPARE(sequence.size(), 1000U);
    for (Index m = 0; m < 1000; ++m) {
        QVERIFY(near(sequence[static_cast<std::size_t>(m)], plainPsi(omega, m), 48e-12));
        const double difference = plainPsi(omega, m + 1) - plainPsi(omega, m);
        QVERIFY(near(steps[static_cast<std::size_t>(m)], difference, 48e-12));
        QVERIFY(near(analysis::psiStep(omega, m), difference, 48e-12));
    }
    QVERIFY(analysis::psiSequence(omega, 0).empty());
    QVERIFY(analysis::psiSteps({}, 3) == std::vector<double>(3, 0.0));
}

void TestMonotoneRange::stepsDoNotCancel()
{
    // ψ(1) − ψ(0) = −2 sin²(ω/2), far below the last digit of ψ(0) = 1.
    const std::vector<double> slow{1e-9};
    QVERIFY(near(analysis::psiStep(slow, 0) / -5e-19, 1.0, 1e-12));
    QVERIFY(near(analysis::psiSteps(slow, 1)[0] / -5e-19, 1.0, 1e-12));
}

void TestMonotoneRange::bertRanges()
{
    const auto r0 = analysis::monotoneRanges(omegas(768, 1e4, 0));
    QVERIFY(r0);
    QVERIFY(near(*r0->continuous.m, 6.16574084923416, 1e-12));
    QVERIFY(r0->continuous.certified && !r0->continuous.touches);
    QCOMPARE(*r0->integer, 43);
    QCOMPARE(*r0->tolerance, 74);
    QCOMPARE(r0->epsilon, 1e-4);
    const auto r1 = analysis::monotoneRanges(omegas(768, 1e4, 1));
    QVERIFY(near(*r1->continuous.m, 6.31541557333085, 1e-12));
    QCOMPARE(*r1->integer, 44);
    QCOMPARE(*r1->tolerance, 76);
    const auto base500k = analysis::monotoneRanges(omegas(768, 5e5, 0));
    QCOMPARE(*base500k->integer, 43);
}

void TestMonotoneRange::toleranceRangesOfTheNote()
{
    // The note counts the first m that exceeds; the range ends one before.
    const std::map<double, std::pair<Index, Index>> expected{{1e-4, {77, 75}}, {1e-3, {173, 169}}, {1e-2, {262, 250}}};
    for (const auto& [epsilon, first] : expected) {
        QCOMPARE(*analysis::monotoneRanges(omegas(768, 1e4, 1), epsilon)->tolerance, first.first - 1);
        QCOMPARE(*analysis::monotoneRanges(omegas(768, 1e4, 0), epsilon)->tolerance, first.second - 1);
    }
    // Without slack it is the integer range here, where no step is a tie.
    QCOMPARE(*analysis::monotoneRanges(omegas(768, 1e4, 0), 0.0)->tolerance, 43);
}

void TestMonotoneRange::allFacts_data()
{
    QTest::addColumn<QByteArrayList>("fields");
    QFile file(QStringLiteral(PESCOPE_TEST_DATA "/science/monotone_facts.csv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArrayList header = file.readLine().trimmed().split(',');
    QCOMPARE(header.value(0), QByteArray("convention"));
    QCOMPARE(header.value(6), QByteArray("first_zero_dpsi"));
    QCOMPARE(header.value(11), QByteArray("first_int_m_with_psi_next_ge"));
    int rows = 0;
    while (!file.atEnd()) {
        const QByteArrayList fields = file.readLine().trimmed().split(',');
        if (fields.size() < 12)
            continue;
        QTest::newRow(QByteArray(fields[0] + " D=" + fields[1] + " B=" + fields[2]).constData()) << fields;
        ++rows;
    }
    QCOMPARE(rows, 90);
}

void TestMonotoneRange::allFacts()
{
    QFETCH(QByteArrayList, fields);
    const auto omega = omegas(fields[1].toInt(), fields[2].toDouble(), fields[0] == "i1" ? 1 : 0, fields[0] == "t2t");
    const double zero = fields[6].toDouble();
    const auto ranges = analysis::monotoneRanges(omega);
    QVERIFY(ranges && ranges->continuous.m && ranges->continuous.certified);
    QVERIFY2(near(*ranges->continuous.m, zero, 1e-9 * zero),
             qPrintable(QString::number(*ranges->continuous.m, 'g', 15)));
    QCOMPARE(*ranges->integer, fields[11].toLongLong());
    const PlainRanges plain = plainRanges(omega, 1e-4, 4096);
    QCOMPARE(ranges->integer, plain.integer);
    QCOMPARE(ranges->tolerance, plain.tolerance);
}

void TestMonotoneRange::continuousScalesWithTheInverse()
{
    const auto omega = omegas(768, 1e4, 0);
    const double m = *analysis::continuousRange(omega).m;
    for (const double factor : {0.001, 0.05, 0.7, 3.0, 1000.0})
        QVERIFY(near(*analysis::continuousRange(times(omega, factor)).m * factor / m, 1.0, 1e-9));
}

void TestMonotoneRange::singleAndEqualOmega()
{
    for (const std::vector<double>& omega : {std::vector{0.05}, {0.05, 0.05, 0.05}, {0.05, -0.05, 0.0}}) {
        const auto ranges = analysis::monotoneRanges(omega);
        QCOMPARE(*ranges->continuous.m, kPi / 0.05);
        QVERIFY(ranges->continuous.certified);
        QCOMPARE(*ranges->integer, 63); // 62.83 lies nearer to 63 than to 62
    }
    // Almost equal: the general search, which starts at the answer.
    QVERIFY(near(*analysis::continuousRange(std::vector{0.05, 0.05 * (1 + 1e-14)}).m, kPi / 0.05, 1e-9));
}

void TestMonotoneRange::lowerBoundHolds()
{
    for (const double base : {1.5, 10.0, 1e4, 1e8}) {
        const auto omega = omegas(64, base, 1);
        QVERIFY(*analysis::continuousRange(omega).m >= kPi / omega.front());
    }
}

void TestMonotoneRange::touchingZeroIsNotTheRange()
{
    // 6, 3 and 1 frequencies 1, 2, 3: ψ′ = −12 sin m (cos m + ½)², a double zero at 2π/3, a simple one at π.
    const std::vector<double> omega{1, 1, 1, 1, 1, 1, 2, 2, 2, 3};
    for (const double factor : {1.0, 0.37, 1e-3}) {
        const auto range = analysis::continuousRange(times(omega, factor));
        QVERIFY(range.m && range.touches);
        QVERIFY(near(*range.m * factor, kPi, 1e-9));
        QVERIFY(near(*range.touches * factor, 2 * kPi / 3, 1e-6));
        QVERIFY(!range.certified);
    }
}

void TestMonotoneRange::tripleZeroIsTheRange()
{
    // 4 and 1 frequencies 1, 2: ψ′ = −4 sin m (1 + cos m), a triple zero at π that does change sign.
    const auto range = analysis::continuousRange(std::vector<double>{1, 1, 1, 1, 2});
    QVERIFY(range.m && !range.touches);
    QVERIFY(near(*range.m, kPi, 1e-4)); // a triple zero is known to the cube root of the rounding error
}

void TestMonotoneRange::nearlyTouchingBumpIsFound()
{
    // Raising ω = 3 a little turns the touching zero at 2π/3 into a bump above or a hollow below the axis.
    std::vector<double> above{1, 1, 1, 1, 1, 1, 2, 2, 2, 3 + 1e-6};
    std::vector<double> below{1, 1, 1, 1, 1, 1, 2, 2, 2, 3 - 1e-6};
    if (analysis::psiPrime(above, 2 * kPi / 3) < 0)
        std::swap(above, below);
    QVERIFY(analysis::psiPrime(above, 2 * kPi / 3) > 1e-7);
    QVERIFY(near(*analysis::continuousRange(above).m, 2 * kPi / 3, 2e-3));
    QVERIFY(*analysis::continuousRange(above).m < 2 * kPi / 3);
    QVERIFY(near(*analysis::continuousRange(below).m, kPi, 1e-3));
    QVERIFY(analysis::continuousRange(below).certified);
}

void TestMonotoneRange::zeroAndNegativeOmega()
{
    auto omega = omegas(64, 1e4, 0);
    const auto plain = analysis::monotoneRanges(omega);
    for (std::size_t i = 0; i < omega.size(); i += 2)
        omega[i] = -omega[i];
    const auto mirrored = analysis::monotoneRanges(omega);
    QCOMPARE(*mirrored->continuous.m, *plain->continuous.m);
    QCOMPARE(mirrored->integer, plain->integer);
    QCOMPARE(mirrored->tolerance, plain->tolerance);
    // Constants raise ψ(0) and with it the slack, nothing else.
    omega.insert(omega.end(), 4000, 0.0);
    const auto raised = analysis::monotoneRanges(omega);
    QCOMPARE(*raised->continuous.m, *plain->continuous.m);
    QCOMPARE(raised->integer, plain->integer);
    QCOMPARE(raised->tolerance, plainRanges(omega, 1e-4, 4096).tolerance);
    QVERIFY(*raised->tolerance > *plain->tolerance);
}

void TestMonotoneRange::nothingToFall()
{
    for (const std::vector<double>& omega : {std::vector<double>{}, std::vector<double>{0, 0}}) {
        const auto ranges = analysis::monotoneRanges(omega, 1e-4, 1000);
        QVERIFY(ranges);
        QVERIFY(!ranges->continuous.m && !ranges->continuous.certified);
        QCOMPARE(*ranges->integer, 0);
        QVERIFY(!ranges->tolerance);
    }
    QVERIFY(!analysis::continuousRange(std::vector{1.0, std::numeric_limits<double>::quiet_NaN()}).m);
}

void TestMonotoneRange::nothingEndsItWithinTheSearch()
{
    const auto ranges = analysis::monotoneRanges(std::vector{1e-3, 2e-3}, 1e-4, 100);
    QVERIFY(ranges);
    QVERIFY(!ranges->continuous.m && ranges->continuous.certified);
    QVERIFY(!ranges->integer && !ranges->tolerance);
    QCOMPARE(ranges->searchedTo, 100);
    // The last m looked at still counts: the rise from 63 to 64 is seen at 64 and not before.
    QVERIFY(!analysis::monotoneRanges(std::vector{0.05}, 0.0, 63)->integer);
    QCOMPARE(*analysis::monotoneRanges(std::vector{0.05}, 0.0, 64)->integer, 63);
}

void TestMonotoneRange::tieIsNoFall()
{
    // ψ(8) = ψ(9) exactly for ω = π/8.5, and ψ is constant for ω = 2π: decided by the rounding of ω alone.
    QCOMPARE(*analysis::monotoneRanges(std::vector{kPi / 8.5})->integer, 8);
    QCOMPARE(*analysis::monotoneRanges(std::vector{2 * kPi})->integer, 0);
    // Slow, but a real fall.
    QVERIFY(!analysis::monotoneRanges(std::vector{1e-9}, 0.0, 1000)->integer);
}

void TestMonotoneRange::randomOmegaAgainstTheDefinition()
{
    std::uint32_t state = 1;
    const auto uniform = [&] {
        state = state * 1664525U + 1013904223U;
        return static_cast<double>(state) / 4294967296.0;
    };
    for (int trial = 0; trial < 60; ++trial) {
        std::vector<double> omega(static_cast<std::size_t>(2 + trial % 9));
        for (double& w : omega)
            w = std::exp(-6 * uniform());
        const auto ranges = analysis::monotoneRanges(omega, 1e-2, 5000);
        const PlainRanges plain = plainRanges(omega, 1e-2, 5000);
        QCOMPARE(ranges->integer, plain.integer);
        QCOMPARE(ranges->tolerance, plain.tolerance);
        // ψ′ < 0 on a fine grid up to the answer, > 0 right after it.
        const double m = *ranges->continuous.m;
        for (int k = 1; k < 2000; ++k)
            QVERIFY(analysis::psiPrime(omega, m * (k / 2000.0)) < 0);
        QVERIFY(analysis::psiPrime(omega, m * (1 + 1e-7)) > 0);
    }
}

void TestMonotoneRange::wrongArguments()
{
    const auto notFinite = analysis::monotoneRanges(std::vector{1.0, std::numeric_limits<double>::infinity()});
    QVERIFY(!notFinite);
    QCOMPARE(notFinite.error().code, ErrorCode::Numeric);
    QVERIFY(notFinite.error().message.find("ω[1]") != std::string::npos);
    QCOMPARE(analysis::monotoneRanges(std::vector{1.0}, -1e-4).error().code, ErrorCode::Unsupported);
    QCOMPARE(analysis::monotoneRanges(std::vector{1.0}, std::nan("")).error().code, ErrorCode::Unsupported);
    QCOMPARE(analysis::monotoneRanges(std::vector{1.0}, 1e-4, 0).error().code, ErrorCode::Unsupported);
}

void TestMonotoneRange::cancel()
{
    std::stop_source stop;
    stop.request_stop();
    const auto ranges = analysis::monotoneRanges(omegas(64, 1e4, 0), 1e-4, 1000, JobContext(stop.get_token(), {}));
    QVERIFY(!ranges);
    QCOMPARE(ranges.error().code, ErrorCode::Cancelled);
}

void TestMonotoneRange::profiles()
{
    const auto simple = analysis::profileRanges(std::vector{10.0, 8.0, 7.0, 7.0005, 6.0, 7.5}, 1e-4);
    QCOMPARE(*simple.integer, 2);
    QCOMPARE(*simple.tolerance, 4); // 7.0005 is within 10 · 1e-4 of 7; 7.5 is not of 6
    QCOMPARE(simple.searchedTo, 5);
    const auto tie = analysis::profileRanges(std::vector{3.0, 3.0, 2.0}, 0.0);
    QCOMPARE(*tie.integer, 0);
    QVERIFY(!tie.tolerance);
    const auto cut = analysis::profileRanges(std::vector{3.0, 2.0, std::nan(""), 9.0});
    QVERIFY(!cut.integer && !cut.tolerance);
    QCOMPARE(cut.searchedTo, 1);
    QCOMPARE(analysis::profileRanges({}).searchedTo, -1);
    // A bias starts at or below 0 and still has a slack of |f(0)| ε.
    QCOMPARE(*analysis::profileRanges(std::vector{-10.0, -11.0, -10.9995, -10.5}, 1e-4).tolerance, 2);
    // The curve of a sinusoid has the ranges of its ω.
    const auto omega = omegas(768, 1e4, 0);
    const auto curve = analysis::profileRanges(analysis::psiSequence(omega, 512));
    QCOMPARE(*curve.integer, 43);
    QCOMPARE(*curve.tolerance, 74);
}

void TestMonotoneRange::landscapeIsTheRangesStepByStep()
{
    const auto omega = omegas(64, 1e4, 0);
    const auto at = [&](std::size_t step) {
        return times(omega, 0.05 * std::pow(80.0, static_cast<double>(step) / 49));
    };
    const auto landscape = analysis::landscape(50, at, 1e-3, 4096);
    QVERIFY(landscape);
    QCOMPARE(landscape->continuous.size(), 50U);
    for (std::size_t step = 0; step < 50; ++step) {
        const PlainRanges plain = plainRanges(at(step), 1e-3, 4096);
        QCOMPARE(landscape->integer[step], plain.integer);
        QCOMPARE(landscape->tolerance[step], plain.tolerance);
        QCOMPARE(landscape->continuous[step], analysis::continuousRange(at(step), 4096).m);
    }
    const auto none = analysis::landscape(0, at, 1e-3, 4096);
    QVERIFY(none && none->integer.empty());
    const auto unending = analysis::landscape(1, [](std::size_t) { return std::vector{1e-6}; }, 1e-3, 50);
    QVERIFY(unending && !unending->continuous[0] && !unending->integer[0] && !unending->tolerance[0]);
}

void TestMonotoneRange::landscapeStopsAndFails()
{
    const auto omega = omegas(64, 1e4, 0);
    std::stop_source stop;
    int reports = 0;
    const JobContext job(stop.get_token(), [&](const Progress&) {
        if (++reports == 2)
            stop.request_stop();
    });
    const auto stopped = analysis::landscape(100'000, [&](std::size_t) { return omega; }, 1e-4, 1000, job);
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().code, ErrorCode::Cancelled);

    const auto wrong = analysis::landscape(
        3, [&](std::size_t step) { return step == 2 ? std::vector{std::nan("")} : omega; }, 1e-4, 1000);
    QVERIFY(!wrong);
    QCOMPARE(wrong.error().code, ErrorCode::Numeric);
    QVERIFY(wrong.error().context.front().find("step 2 of 3") != std::string::npos);

    const auto thrown = analysis::landscape(
        3, [](std::size_t) -> std::vector<double> { throw std::runtime_error("no path"); }, 1e-4, 1000);
    QVERIFY(!thrown);
    QVERIFY(thrown.error().message.find("no path") != std::string::npos);
}

QTEST_APPLESS_MAIN(TestMonotoneRange)
#include "tst_monotone_range.moc"
