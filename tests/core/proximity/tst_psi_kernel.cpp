// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/psi_kernel.h"

#include <QTest>

#include <cmath>

using namespace pescope::proximity;

/// The sums over frequencies against long double.
class TestPsiKernel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sequence_data();
    void sequence();
    void secondSum();
};

void TestPsiKernel::sequence_data()
{
    QTest::addColumn<int>("frequencies");
    QTest::addColumn<int>("count");
    for (const int frequencies : {1, 3, 4, 5, 32, 384})
        for (const int count : {1, 2, 63, 64, 65, 257, 1000})
            QTest::addRow("%d, %d", frequencies, count) << frequencies << count;
}

void TestPsiKernel::sequence()
{
    QFETCH(int, frequencies);
    QFETCH(int, count);
    std::vector<double> omega;
    for (int i = 0; i < frequencies; ++i)
        omega.push_back(3.0 * std::pow(10000.0, -static_cast<double>(i) / frequencies));
    std::vector<double> psi(static_cast<std::size_t>(count));
    kernel::psiSequence(omega, count, psi);
    std::vector<double> far(static_cast<std::size_t>(count));
    kernel::Frequencies(omega).psi(130000, far);
    for (const int m : {0, 1, count / 3, count / 2, count - 1}) {
        if (m >= count)
            continue;
        long double near = 0, distant = 0;
        for (const double w : omega) {
            near += std::cos(static_cast<long double>(w) * m);
            distant += std::cos(static_cast<long double>(w) * (130000 + m));
        }
        QVERIFY(std::abs(psi[static_cast<std::size_t>(m)] - static_cast<double>(near)) < 2e-15 * frequencies + 1e-15);
        QVERIFY(std::abs(far[static_cast<std::size_t>(m)] - static_cast<double>(distant))
                < 2e-14 * frequencies + 1e-14);
        QVERIFY(std::abs(kernel::Frequencies(omega).drop(m) - (frequencies - static_cast<double>(near)))
                < 4e-15 * frequencies);
    }
}

void TestPsiKernel::secondSum()
{
    const std::vector<double> omega{1.0, 0.3, 0.01, 1e-4, 0.0};
    const kernel::Frequencies frequencies(omega);
    std::vector<double> g(23), psi(23);
    frequencies.secondSum(5, g);
    frequencies.psi(5, psi);
    for (std::size_t t = 1; t + 1 < g.size(); ++t)
        QVERIFY(std::abs(g[t + 1] - 2 * g[t] + g[t - 1] - psi[t]) < 1e-11);
    std::vector<double> zero(1);
    frequencies.secondSum(0, zero);
    QCOMPARE(zero[0], 0.0);
}

QTEST_APPLESS_MAIN(TestPsiKernel)
#include "tst_psi_kernel.moc"
