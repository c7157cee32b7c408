// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/toeplitz.h"
#include "tests/core/proximity/reference.h"

#include <QTest>

using namespace pescope;
using namespace pescope::proximity;

/// Pictures of 1000 to 5000 positions against the sum over every cell.
class TestPictureLong : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void equalsBruteForce_data();
    void equalsBruteForce();
};

void TestPictureLong::equalsBruteForce_data()
{
    QTest::addColumn<int>("n");
    for (const int n : {1000, 2500, 5000})
        QTest::addRow("N = %d", n) << n;
}

void TestPictureLong::equalsBruteForce()
{
    QFETCH(int, n);
    std::mt19937 random(static_cast<unsigned>(n));
    const tables::MatrixD table = reference::randomTable(n, 3, 5);
    std::vector<double> f;
    for (Index m = -(n - 1); m < n; ++m)
        f.push_back(std::sin(0.7 * static_cast<double>(m)) + static_cast<double>(m) / n);
    encoding::SinusoidSpec spec;
    spec.dim = 6;
    spec.length = n;
    const auto gram = *of(reference::tableEncoding(table), Metric::Dot, compute::eigenBackend());
    const auto sinusoid = *of(reference::sinusoidEncoding(spec), Metric::Dot, compute::eigenBackend());
    const auto byOffset = std::make_shared<ToeplitzProximity>(f, n, n);
    const std::vector<double> omega = encoding::omega(spec);
    std::vector<double> psi;
    for (Index m = 0; m < n; ++m) {
        double sum = 0;
        for (const double w : omega)
            sum += std::cos(w * static_cast<double>(m));
        psi.push_back(sum);
    }
    struct Case {
        std::shared_ptr<const Proximity> s;
        reference::Value value;
        double scale;
    };
    const Case cases[] = {
        {gram,
         [&](Index i, Index j) -> long double {
             return static_cast<long double>(table(i, 0)) * table(j, 0)
                 + static_cast<long double>(table(i, 1)) * table(j, 1)
                 + static_cast<long double>(table(i, 2)) * table(j, 2);
         },
         1.9},
        {sinusoid, [&](Index i, Index j) -> long double { return psi[static_cast<std::size_t>(std::abs(i - j))]; }, 3},
        {byOffset, [&](Index i, Index j) -> long double { return f[static_cast<std::size_t>(i - j + n - 1)]; }, 1.9},
    };
    for (int k = 0; k < 10; ++k) {
        const auto v = reference::randomView(n, random, 150);
        for (const Case& c : cases) {
            const auto expected = reference::image(c.value, n, n, v.view, v.width, v.height);
            const auto exact = c.s->imageExact(v.view, v.width, v.height);
            const auto screen = c.s->image(v.view, v.width, v.height);
            QVERIFY(exact && screen);
            QVERIFY2(reference::worst(*exact, expected) < 1e-9 * c.scale, c.s->method().c_str());
            QVERIFY2(reference::worst(*screen, expected) < 1e-5 * c.scale, c.s->method().c_str());
        }
    }
}

QTEST_APPLESS_MAIN(TestPictureLong)
#include "tst_picture_long.moc"
