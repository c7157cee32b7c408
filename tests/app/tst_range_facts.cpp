// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/range_report.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTest>

#include <cmath>

using namespace pescope;

namespace {

/// The third sense, slowly and from its definition: the largest m with ψ(k) ≤ min of ψ before k + ε ψ(0) up to m.
tables::Index toleranceByDefinition(const std::vector<double>& omega, double epsilon)
{
    const double top = static_cast<double>(omega.size());
    double lowest = top;
    for (tables::Index m = 1;; ++m) {
        double psi = 0;
        for (const double w : omega)
            psi += std::cos(w * static_cast<double>(m));
        if (psi > lowest + epsilon * top)
            return m - 1;
        lowest = std::min(lowest, psi);
    }
}

} // namespace

/// The three ranges against 90 rows computed with mpmath and certified by a second method (tests/data/science).
class TestRangeFacts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyRow()
    {
        QFile file(QStringLiteral(PESCOPE_TEST_DATA "/science/monotone_facts.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> names = file.readLine().trimmed().split(',');
        int rows = 0;
        while (!file.atEnd()) {
            const QList<QByteArray> cells = file.readLine().trimmed().split(',');
            const auto cell = [&](const char* name) { return cells.at(names.indexOf(name)); };
            const QByteArray convention = cell("convention");
            encoding::SinusoidSpec spec;
            spec.dim = cell("D").toInt();
            spec.base = cell("base").toDouble();
            spec.first = convention == "i1" ? 1 : 0;
            spec.spacing = convention == "t2t" ? encoding::Spacing::HalfMinusOne : encoding::Spacing::Half;
            const auto report = app::rangeOfSinusoid(spec, 1e-4);
            QVERIFY(report);
            const nlohmann::json json = app::rangeJson(*report);
            const QByteArray row = convention + " D " + cell("D") + " base " + cell("base");
            const double zero = cell("first_zero_dpsi").toDouble();
            QVERIFY2(std::abs(json.at("continuous").at("m").get<double>() - zero) <= 1e-12 * zero, row);
            QVERIFY2(json.at("continuous").at("certified") == true, row);
            QVERIFY2(json.at("integer") == cell("first_int_m_with_psi_next_ge").toInt(), row);
            const auto want = toleranceByDefinition(encoding::omega(spec), 1e-4);
            QVERIFY2(json.at("tolerance").at("m") == want, row);
            QVERIFY2(json.at("dim") == spec.dim && json.at("base") == spec.base && json.at("first") == spec.first, row);
            ++rows;
        }
        QCOMPARE(rows, 90);
    }

    void otherTolerances()
    {
        encoding::SinusoidSpec spec;
        const auto m = [&](double epsilon) { return *app::rangeOfSinusoid(spec, epsilon)->tolerance; };
        // science.md gives the first m that exceeds: 169 and 250 for first 0, 173 and 262 for first 1
        QCOMPARE(m(1e-3), tables::Index{168});
        QCOMPARE(m(1e-2), tables::Index{249});
        spec.first = 1;
        QCOMPARE(m(1e-3), tables::Index{172});
        QCOMPARE(m(1e-2), tables::Index{261});
    }
};

QTEST_APPLESS_MAIN(TestRangeFacts)
#include "tst_range_facts.moc"
