// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/column_order.h"
#include "core/analysis/neighbour_cosines.h"
#include "core/analysis/properties.h"
#include "core/analysis/rotary_decay.h"

#include "spectrum_tables.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numeric>

using namespace pescope;
using namespace pescope::analysis;
using tables::MatrixD;

namespace {

const double kNaN = std::numeric_limits<double>::quiet_NaN();

double largestDifference(const std::vector<double>& a, const std::vector<double>& b)
{
    double largest = a.size() == b.size() ? 0 : std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
}

encoding::Encoding tableEncoding(MatrixD rows)
{
    encoding::Encoding found;
    const Index count = rows.rows();
    found.content = encoding::StoredTable{.rows = std::make_shared<const MatrixD>(std::move(rows)),
                                          .firstPositionRow = 0,
                                          .positions = count,
                                          .sinusoid = {}};
    return found;
}

proximity::SharedProximity cosineOf(const encoding::Encoding& source, const proximity::RowChoice& rows = {})
{
    return proximity::of(source, proximity::Metric::Cosine, compute::eigenBackend(), rows).value();
}

} // namespace

class TestTableCurves : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // science.md §5.4
    void rotaryDecayOfThePaper()
    {
        std::vector<double> theta;
        for (int i = 0; i < 64; ++i)
            theta.push_back(std::pow(10000.0, -2.0 * i / 128));
        const auto found = rotaryDecay(theta, 257);
        QCOMPARE(std::ssize(found), Index{257});
        QVERIFY(std::abs(found[0] - 32.5) < 1e-12);
        for (const auto& [m, value] :
             {std::pair{1, 31.5382}, {10, 17.9541}, {50, 12.6295}, {100, 10.2273}, {256, 6.5431}})
            QVERIFY(std::abs(found[static_cast<std::size_t>(m)] - value) < 5e-5);
    }

    void rotaryDecayIsItsSum()
    {
        const std::vector<double> theta{2.5, 0.0, 0.03, 1.0, 7.0, 0.5, -0.2};
        const auto found = rotaryDecay(theta, 1000);
        for (std::size_t m = 0; m < found.size(); ++m) {
            std::complex<double> partial;
            double total = 0;
            for (const double t : theta) {
                partial += std::polar(1.0, t * static_cast<double>(m));
                total += std::abs(partial);
            }
            QVERIFY(std::abs(found[m] - total / 7) < 1e-12);
        }
        QVERIFY(rotaryDecay(theta, 0).empty());
        QCOMPARE(rotaryDecay({}, 3), std::vector<double>(3, 0.0));
        QCOMPARE(rotaryDecay(std::vector{0.3}, 65).size(), std::size_t{65});
        for (const double one : rotaryDecay(std::vector{0.3}, 65)) // a lone phasor keeps its length
            QVERIFY(std::abs(one - 1) < 1e-14);
    }

    void neighboursOfATable()
    {
        MatrixD x(5, 2);
        x << 1, 0, 2, 2, 0, 0, 0, -3, 3, -4;
        const auto map = cosineOf(tableEncoding(x));
        const CosineCurve curve = neighbourCosines(*map);
        QCOMPARE(curve.first, Index{0});
        QCOMPARE(std::ssize(curve.cosine), Index{4});
        QVERIFY(std::abs(curve.cosine[0] - std::sqrt(0.5)) < 1e-15);
        QVERIFY(std::isnan(curve.cosine[1]) && std::isnan(curve.cosine[2])); // a zero row has no direction
        QVERIFY(std::abs(curve.cosine[3] - 0.8) < 1e-15);
        const std::vector<double> norms = map->rowNorms();
        QVERIFY(largestDifference(norms, {1, std::sqrt(8.0), 0, 3, 5}) < 1e-15);
        QVERIFY(mirrorCosines(*map).cosine.empty());

        const CosineCurve without = neighbourCosines(*cosineOf(tableEncoding(x), {.leaveOut = {0, 3}}));
        QCOMPARE(without.first, Index{1});
        QCOMPARE(std::ssize(without.cosine), Index{3}); // 1–2, 2–3, 3–4
        QVERIFY(std::ranges::all_of(without.cosine, [](double c) { return std::isnan(c); }));
    }

    // cos(P_r, P_{r+1}) = ψ(1)/ψ(0) everywhere; cos(P_k, P_−k) = ψ(2k)/ψ(0), 0.6145 on average over k = 1 … 20
    // (science.md §3); vectors of |m| mirror exactly.
    void neighboursOfRelativeSinusoids()
    {
        encoding::RelativeSinusoid spec;
        spec.maxOffset = 20;
        const std::vector<double> omega = encoding::omega(spec);
        const auto psi = [&](double m) {
            return std::accumulate(omega.begin(), omega.end(), 0.0,
                                   [&](double sum, double w) { return sum + std::cos(w * m); });
        };
        for (const auto meaning :
             {encoding::OffsetMeaning::Signed, encoding::OffsetMeaning::Shifted, encoding::OffsetMeaning::Absolute}) {
            encoding::Encoding source;
            spec.meaning = meaning;
            source.kind = encoding::Kind::Relative;
            source.content = spec;
            const auto map = cosineOf(source);
            const bool absolute = meaning == encoding::OffsetMeaning::Absolute;
            const CosineCurve steps = neighbourCosines(*map);
            QCOMPARE(steps.first, Index{-20});
            QCOMPARE(std::ssize(steps.cosine), Index{40});
            for (const double c : steps.cosine)
                QVERIFY(std::abs(c - psi(1) / 32) < 1e-13);
            const CosineCurve mirror = mirrorCosines(*map);
            QCOMPARE(mirror.first, Index{1});
            QCOMPARE(std::ssize(mirror.cosine), Index{20});
            double sum = 0;
            for (Index k = 1; k <= 20; ++k) {
                const double c = mirror.cosine[static_cast<std::size_t>(k - 1)];
                QVERIFY(std::abs(c - (absolute ? 1 : psi(2.0 * static_cast<double>(k)) / 32)) < 1e-13);
                sum += c;
            }
            QVERIFY(std::abs(sum / 20 - mirrorCosine(*map).value()) < 1e-14);
            if (!absolute)
                QVERIFY(std::abs(sum / 20 - 0.6145) < 5e-5);
        }
    }

    // Stored with key − query, and reaching further to one side: curves are by m = query − key.
    void neighboursOfARelativeTable()
    {
        const double angles[] = {0.0, 0.3, 1.0, 1.1, 2.0, 2.2}; // of offsets −2 … 3
        MatrixD x(6, 2);
        for (Index m = -2; m <= 3; ++m) {
            const double angle = angles[m + 2];
            x.row(3 - m) << (3.0 + static_cast<double>(m)) * std::cos(angle),
                (3.0 + static_cast<double>(m)) * std::sin(angle);
        }
        encoding::Encoding source;
        source.kind = encoding::Kind::Relative;
        source.content =
            encoding::RelativeTable{.rows = std::make_shared<const MatrixD>(x), .firstOffset = 3, .ascending = false};
        const auto map = cosineOf(source);
        const CosineCurve steps = neighbourCosines(*map);
        QCOMPARE(steps.first, Index{-2});
        QVERIFY(
            largestDifference(steps.cosine, {std::cos(0.3), std::cos(0.7), std::cos(0.1), std::cos(0.9), std::cos(0.2)})
            < 1e-14);
        const CosineCurve mirror = mirrorCosines(*map);
        QVERIFY(largestDifference(mirror.cosine, {std::cos(0.8), std::cos(2.0)}) < 1e-14);
        QVERIFY(largestDifference(map->rowNorms(), {1, 2, 3, 4, 5, 6}) < 1e-14);
    }

    void ordersOfColumns()
    {
        using encoding::Layout;
        QCOMPARE(storedOrder(3), (ColumnOrder{0, 1, 2}));
        QCOMPARE(relayout(7, Layout::Interleaved, Layout::Halves), (ColumnOrder{0, 2, 4, 1, 3, 5, 6}));
        QCOMPARE(relayout(7, Layout::Halves, Layout::Interleaved), (ColumnOrder{0, 3, 1, 4, 2, 5, 6}));
        QCOMPARE(relayout(4, Layout::Halves, Layout::Halves), storedOrder(4));
        const std::vector<double> omega{0.1, 2.0, 0.1};
        QCOMPARE(orderByOmega(omega, Layout::Interleaved, 7), (ColumnOrder{2, 3, 0, 1, 4, 5, 6}));
        QCOMPARE(orderByOmega(omega, Layout::Halves, 6), (ColumnOrder{1, 4, 0, 3, 2, 5}));

        MatrixD x(4, 4);
        x << 1, 0, 100, 5, 2, 0, 100, 9, 1, 0, 100, 5, kNaN, 50, 0, 0;
        QCOMPARE(orderByVariance(x), (ColumnOrder{3, 0, 1, 2}));
    }

    void layoutsOfASinusoid()
    {
        encoding::SinusoidSpec spec;
        spec.dim = 64;
        const MatrixD interleaved = encoding::table(spec, 0, 40);
        spec.layout = encoding::Layout::Halves;
        const MatrixD halves = encoding::table(spec, 0, 40);
        QCOMPARE(columnsInOrder(interleaved, relayout(64, encoding::Layout::Interleaved, encoding::Layout::Halves)),
                 halves);
        QCOMPARE(columnsInOrder(halves, relayout(64, encoding::Layout::Halves, encoding::Layout::Interleaved)),
                 interleaved);
    }

    void productsDoNotDependOnTheOrder()
    {
        const MatrixD x = test::normalNoise(40, 31, 8);
        const MatrixD products = x * x.transpose();
        std::vector<double> omega;
        for (int k = 0; k < 15; ++k)
            omega.push_back(std::sin(1.0 + k));
        using encoding::Layout;
        for (const ColumnOrder& order :
             {storedOrder(31), orderByVariance(x), orderByOmega(omega, Layout::Interleaved, 31),
              orderByOmega(omega, Layout::Halves, 31), relayout(31, Layout::Interleaved, Layout::Halves),
              relayout(31, Layout::Halves, Layout::Interleaved)}) {
            ColumnOrder sorted = order;
            std::ranges::sort(sorted);
            QCOMPARE(sorted, storedOrder(31));
            const MatrixD moved = columnsInOrder(x, order);
            QVERIFY((moved * moved.transpose() - products).cwiseAbs().maxCoeff() < 1e-12);
        }
    }
};

QTEST_APPLESS_MAIN(TestTableCurves)
#include "tst_table_curves.moc"
