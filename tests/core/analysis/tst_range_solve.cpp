// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/box_quadratic.h"
#include "core/analysis/least_change.h"
#include "core/analysis/range_solve.h"

#include "plain_ranges.h"

#include <QTest>

#include <cmath>
#include <ctime>
#include <numbers>

using namespace pescope;
using namespace pescope::analysis;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

double threadSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// By the definition; `last` for that or more.
double plainInSense(const std::vector<double>& omega, RangeSense sense, Index last = 5000)
{
    const test::PlainRanges ranges = test::plainRanges(omega, 1e-4, last);
    return static_cast<double>((sense == RangeSense::Integer ? ranges.integer : ranges.tolerance).value_or(last));
}

/// Conditions a_j · θ ≤ b_j, whose least change is the projection on a polyhedron.
class LinearConditions final : public Conditions {
public:
    LinearConditions(MatrixXd a, VectorXd b, VectorXd start)
        : m_a(std::move(a))
        , m_b(std::move(b))
        , m_start(std::move(start))
    {
    }
    [[nodiscard]] Result<VectorXd> values(const VectorXd& theta) const override { return m_a * theta - m_b; }
    [[nodiscard]] Result<Loss> loss(const VectorXd& theta, const VectorXd& multipliers, double weight) const override
    {
        const VectorXd c = m_a * theta - m_b;
        const VectorXd broken = (c + multipliers / weight).cwiseMax(0);
        return Loss{.value = 0.5 * (theta - m_start).squaredNorm() + 0.5 * weight * broken.squaredNorm(),
                    .gradient = theta - m_start + weight * m_a.transpose() * broken,
                    .conditions = c};
    }
    [[nodiscard]] Result<tables::MatrixD> jacobian(const VectorXd&, const std::vector<Index>& rows) const override
    {
        return tables::MatrixD(m_a(rows, Eigen::all));
    }
    [[nodiscard]] Result<VectorXd> curvature(const VectorXd& theta, const VectorXd&) const override
    {
        return VectorXd(VectorXd::Zero(theta.size()));
    }

private:
    MatrixXd m_a;
    VectorXd m_b, m_start;
};

} // namespace

class TestRangeSolve : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void continuousIsInverseToTheScale();
    void integerScaleOfOneFrequencyInClosedForm();
    void integerScaleAgainstEveryScaleNearer_data();
    void integerScaleAgainstEveryScaleNearer();
    void toleranceScale();
    void nearestWithinBounds();
    void presentRangeNeedsNothing();
    void fewestLeftOut_data();
    void fewestLeftOut();
    void quick_data();
    void quick();
    void refusals();
    void cancels();
    void boxQuadraticMeetsItsConditions();
    void leastChangeProjects();
};

void TestRangeSolve::continuousIsInverseToTheScale()
{
    for (const int dim : {2, 64, 768}) {
        const auto omega = test::omegas(dim, 10000, 0);
        const double present = *continuousRange(omega).m;
        for (const double target : {1.5, 6.0, 20.0, 500.0}) {
            const auto found = solveScale(omega, {.sense = RangeSense::Continuous, .target = target});
            QVERIFY(found);
            QVERIFY(std::abs(found->factor * target / present - 1) < 1e-12);
            QVERIFY(found->exact);
            QVERIFY(std::abs(*continuousRange(test::times(omega, found->factor)).m / target - 1) < 1e-9);
        }
        const auto far = solveScale(omega, {.sense = RangeSense::Continuous, .target = 1e5});
        QVERIFY(far && !far->exact);
        QCOMPARE(far->factor, 1e-3);
        QVERIFY(std::abs(far->reached / (present * 1e3) - 1) < 1e-9);
    }
}

void TestRangeSolve::integerScaleOfOneFrequencyInClosedForm()
{
    // The range of cos ωm is m for π/(m + ½) ≤ ω < π/(m − ½).
    for (const auto& [omega, target] : {std::pair{1.0, 40}, {0.01, 40}, {0.3, 11}, {-0.5, 1000}}) {
        const auto found = solveScale(std::vector{omega}, {.target = static_cast<double>(target)});
        QVERIFY(found && found->exact);
        const double low = std::numbers::pi / (target + 0.5) / std::abs(omega);
        const double high = std::numbers::pi / (target - 0.5) / std::abs(omega);
        const double nearest = low > 1 ? low : high;
        QVERIFY2(std::abs(found->factor / nearest - 1) < 1e-7, qPrintable(QString::number(found->factor / nearest)));
        QVERIFY(found->factor >= low && found->factor < high);
    }
}

void TestRangeSolve::integerScaleAgainstEveryScaleNearer_data()
{
    QTest::addColumn<int>("dim");
    QTest::addColumn<int>("target");
    for (const int target : {3, 8, 20, 60})
        QTest::addRow("64 to %d", target) << 64 << target;
    for (const int target : {30, 44, 100})
        QTest::addRow("768 to %d", target) << 768 << target;
}

void TestRangeSolve::integerScaleAgainstEveryScaleNearer()
{
    QFETCH(int, dim);
    QFETCH(int, target);
    const auto omega = test::omegas(dim, 10000, 0);
    const auto found = solveScale(omega, {.target = static_cast<double>(target)});
    QVERIFY(found);
    const double present = plainInSense(omega, RangeSense::Integer);
    const double reached = plainInSense(test::times(omega, found->factor), RangeSense::Integer);
    QCOMPARE(found->reached, reached);
    QCOMPARE(found->exact, reached == target);
    // Every c of a grid that lies nearer to 1 has a range further from the target.
    const double way = std::abs(std::log(found->factor));
    const double step = dim == 64 ? 2e-4 : 2e-3;
    for (double log = step; log < way - 1e-9; log += step) {
        for (const double sign : {-1.0, 1.0}) {
            const double range = plainInSense(test::times(omega, std::exp(sign * log)), RangeSense::Integer);
            QVERIFY2(std::abs(range - target) > std::abs(reached - target),
                     qPrintable(QStringLiteral("c = %1 of %2").arg(std::exp(sign * log)).arg(found->factor)));
        }
    }
    QVERIFY(present == target || way > 0);
}

void TestRangeSolve::toleranceScale()
{
    const auto omega = test::omegas(768, 10000, 0);
    for (const double target : {60.0, 74.0, 75.0, 150.0}) {
        const auto found = solveScale(omega, {.sense = RangeSense::Tolerance, .target = target});
        QVERIFY(found);
        const double reached = plainInSense(test::times(omega, found->factor), RangeSense::Tolerance);
        QCOMPARE(found->reached, reached);
        QCOMPARE(found->exact, reached == target);
        QVERIFY2(std::abs(reached - target) <= 2, qPrintable(QStringLiteral("%1: %2").arg(target).arg(reached)));
    }
}

void TestRangeSolve::nearestWithinBounds()
{
    const auto omega = test::omegas(64, 10000, 0);
    const auto found = solveScale(omega, {.target = 500}, {.lowest = 0.5, .highest = 2});
    QVERIFY(found && !found->exact && found->searchedAll);
    double best = 0;
    for (double log = std::log(0.5); log <= std::log(2.0); log += 1e-3)
        best = std::max(best, plainInSense(test::times(omega, std::exp(log)), RangeSense::Integer));
    QVERIFY(found->reached >= best && found->reached < 500);
    QCOMPARE(found->reached, plainInSense(test::times(omega, found->factor), RangeSense::Integer));
    QVERIFY(found->factor >= 0.5 - 1e-9 && found->factor <= 2 + 1e-9);
}

void TestRangeSolve::presentRangeNeedsNothing()
{
    const auto omega = test::omegas(768, 10000, 0);
    const auto scale = solveScale(omega, {.target = 43});
    QVERIFY(scale && scale->exact);
    QCOMPARE(scale->factor, 1.0);
    const auto cutoff = solveCutoff({}, {.target = 43});
    QVERIFY(cutoff && cutoff->exact);
    QCOMPARE(cutoff->spec, encoding::SinusoidSpec{});
}

void TestRangeSolve::fewestLeftOut_data()
{
    QTest::addColumn<int>("dim");
    QTest::addColumn<int>("target");
    for (const int target : {5, 4, 1, 6, 10, 40, 300})
        QTest::addRow("64 to %d", target) << 64 << target;
    QTest::addRow("768 to 100") << 768 << 100;
    QTest::addRow("768 to 20") << 768 << 20;
    QTest::addRow("768 to 57") << 768 << 57;
}

void TestRangeSolve::fewestLeftOut()
{
    QFETCH(int, dim);
    QFETCH(int, target);
    encoding::SinusoidSpec spec;
    spec.dim = dim;
    const auto found = solveCutoff(spec, {.target = static_cast<double>(target)});
    QVERIFY(found && found->searchedAll);
    QVERIFY(found->spec.skipFast == 0 || found->spec.skipSlow == 0);
    const auto all = test::omegas(dim, 10000, 0);
    const auto range = [&](int fast, int slow) {
        return plainInSense({all.begin() + fast, all.end() - slow}, RangeSense::Integer, 2 * target + 64);
    };
    // Every cut-off at one end, by the definition: the nearest range, and of those the fewest left out, fastest first.
    int bestFast = 0;
    int bestSlow = 0;
    double miss = HUGE_VAL;
    for (int k = 0; k < dim / 2; ++k) {
        for (const bool fast : {true, false}) {
            const double here = std::abs(range(fast ? k : 0, fast ? 0 : k) - target);
            if (here < miss) {
                miss = here;
                bestFast = fast ? k : 0;
                bestSlow = fast ? 0 : k;
            }
        }
    }
    QCOMPARE(found->reached, range(found->spec.skipFast, found->spec.skipSlow));
    QCOMPARE(found->exact, found->reached == target);
    QCOMPARE(std::abs(found->reached - target), miss);
    QCOMPARE(found->spec.skipFast, bestFast);
    QCOMPARE(found->spec.skipSlow, bestSlow);
}

void TestRangeSolve::quick_data()
{
    QTest::addColumn<int>("target");
    for (const int target : {1, 10, 60, 100, 500, 1000, 3000})
        QTest::addRow("%d", target) << target;
}

void TestRangeSolve::quick()
{
    QFETCH(int, target);
    const auto omega = test::omegas(768, 10000, 0);
    const double begin = threadSeconds();
    const auto scale = solveScale(omega, {.target = static_cast<double>(target)});
    const double middle = threadSeconds();
    const auto cutoff = solveCutoff({}, {.target = static_cast<double>(target)});
    const double end = threadSeconds();
    QVERIFY(scale && cutoff);
    // Where the fastest ω alone decide, R(c) passes every whole number: 1/m wide in log c, finer than any scan.
    QCOMPARE(scale->exact, target >= 60);
    QCOMPARE(scale->reached,
             plainInSense(test::times(omega, scale->factor), RangeSense::Integer, 2 * Index{target} + 64));
    QVERIFY(cutoff->exact || cutoff->reached != target);
    qInfo("to %d: scale %.9g, range %g, %s, %.3f s; cut-off %d fast %d slow, range %g, %.3f s", target, scale->factor,
          scale->reached, scale->searchedAll ? "all" : "not all", middle - begin, cutoff->spec.skipFast,
          cutoff->spec.skipSlow, cutoff->reached, end - middle);
#ifdef NDEBUG
    QVERIFY(middle - begin < 2 && end - middle < 2); // half a second on an idle machine
#endif
}

void TestRangeSolve::refusals()
{
    const std::vector<double> omega{1.0, 0.1};
    const auto code = [](const auto& result) { return result ? ErrorCode::Cancelled : result.error().code; };
    QCOMPARE(code(solveScale(omega, {.target = 0})), ErrorCode::Unsupported);
    QCOMPARE(code(solveScale(omega, {.target = 2.5})), ErrorCode::Unsupported);
    QCOMPARE(code(solveScale(omega, {.target = std::nan("")})), ErrorCode::Unsupported);
    QCOMPARE(code(solveScale(omega, {.sense = RangeSense::Continuous, .target = -1})), ErrorCode::Unsupported);
    QCOMPARE(code(solveScale(omega, {.target = 1e9})), ErrorCode::Unsupported);
    QCOMPARE(code(solveScale(omega, {.target = 5}, {.lowest = 2, .highest = 3})), ErrorCode::Unsupported);
    QCOMPARE(code(solveScale({}, {.target = 5})), ErrorCode::Shape);
    QCOMPARE(code(solveScale(std::vector{0.0, 0.0}, {.target = 5})), ErrorCode::Shape);
    QCOMPARE(code(solveScale(std::vector{1.0, HUGE_VAL}, {.target = 5})), ErrorCode::Numeric);
    encoding::SinusoidSpec bad;
    bad.dim = 0;
    QCOMPARE(code(solveCutoff(bad, {.target = 5})), ErrorCode::Shape);
    QCOMPARE(code(solveCutoff({}, {.target = 0})), ErrorCode::Unsupported);
}

void TestRangeSolve::cancels()
{
    std::stop_source stop;
    stop.request_stop();
    const JobContext job(stop.get_token(), {});
    const auto omega = test::omegas(768, 10000, 0);
    const auto scale = solveScale(omega, {.target = 100}, {}, job);
    QVERIFY(!scale && scale.error().code == ErrorCode::Cancelled);
    const auto cutoff = solveCutoff({}, {.target = 100}, job);
    QVERIFY(!cutoff && cutoff.error().code == ErrorCode::Cancelled);
}

void TestRangeSolve::boxQuadraticMeetsItsConditions()
{
    // Some multipliers end at 0, some at the bound, some between; optimal is where no slope leads into the box.
    const Eigen::Index count = 40;
    MatrixXd a(30, count);
    for (Eigen::Index i = 0; i < a.rows(); ++i)
        for (Eigen::Index j = 0; j < count; ++j)
            a(i, j) = std::sin(static_cast<double>(1 + i * (j + 2)));
    VectorXd h(count);
    for (Eigen::Index j = 0; j < count; ++j)
        h[j] = 4 * std::cos(static_cast<double>(3 * j));
    const MatrixXd g = a.transpose() * a;
    const double bound = 0.2;
    const VectorXd lambda = boxQuadratic(g, h, bound, VectorXd::Constant(count, 0.05), [] { return true; });
    const VectorXd slope = h - g * lambda;
    int free = 0;
    for (Eigen::Index j = 0; j < count; ++j) {
        QVERIFY(lambda[j] >= 0 && lambda[j] <= bound);
        if (lambda[j] > 0)
            QVERIFY(slope[j] > -1e-9);
        if (lambda[j] < bound)
            QVERIFY(slope[j] < 1e-9);
        free += lambda[j] > 0 && lambda[j] < bound ? 1 : 0;
    }
    QVERIFY(free > 0);
    QVERIFY(lambda.minCoeff() == 0 && lambda.maxCoeff() == bound);
}

void TestRangeSolve::leastChangeProjects()
{
    // Onto x + y ≤ 1 and y ≤ 0.2 from (1, 2): the corner (0.8, 0.2). From (2, 0): the point (1.5, −0.5) of the edge.
    MatrixXd a(2, 2);
    a << 1, 1, 0, 1;
    const VectorXd b = (VectorXd(2) << 1, 0.2).finished();
    const auto project = [&](double x, double y) {
        const VectorXd start = (VectorXd(2) << x, y).finished();
        return leastChange(LinearConditions(a, b, start), start, start, 1e-10,
                           [](const SearchStep&) { return Onward::GoOn; });
    };
    const auto corner = project(1, 2);
    QVERIFY(corner && corner->converged);
    QVERIFY((corner->theta - (VectorXd(2) << 0.8, 0.2).finished()).norm() < 1e-9);
    const auto edge = project(2, 0);
    QVERIFY(edge && edge->converged);
    QVERIFY((edge->theta - (VectorXd(2) << 1.5, -0.5).finished()).norm() < 1e-9);
    const VectorXd start = VectorXd::Constant(2, 2.0);
    const auto stopped =
        leastChange(LinearConditions(a, b, start), start, start, 1e-10, [](const SearchStep&) { return Onward::Stop; });
    QVERIFY(stopped && !stopped->converged);
    QCOMPARE(stopped->theta, start);
}

QTEST_APPLESS_MAIN(TestRangeSolve)
#include "tst_range_solve.moc"
