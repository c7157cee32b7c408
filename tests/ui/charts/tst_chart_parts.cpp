// SPDX-License-Identifier: GPL-3.0-or-later
#include "tst_chart_parts.h"

#include "ui/charts/distance_curves.h"
#include "ui/charts/label_layout.h"
#include "ui/charts/offset_axis.h"
#include "ui/charts/range_bars_item.h"
#include "ui/charts/scale.h"
#include "ui/charts/travel_item.h"

#include <QtTest>

#include <limits>

using namespace pescope::ui;
using namespace pescope::ui::charts;

void TestChartParts::symLogIsExactAtItsJoints()
{
    const Scale scale = Scale::symLog(1e-3);
    QCOMPARE(scale.toAxis(0), 0.0);
    QCOMPARE(scale.toAxis(1e-3), 1.0);
    QCOMPARE(scale.toAxis(-1e-3), -1.0);
    QCOMPARE(scale.toAxis(5e-4), 0.5);
    QCOMPARE(scale.toAxis(1e-2), 2.0);
    QCOMPARE(scale.toAxis(-10), -5.0);
    QCOMPARE(scale.toValue(1), 1e-3);
    QCOMPARE(scale.toValue(-1), -1e-3);
    QCOMPARE(scale.toValue(0), 0.0);
    // no step at the joint, and back again everywhere
    QVERIFY(scale.toAxis(1e-3 * (1 + 1e-12)) - scale.toAxis(1e-3 * (1 - 1e-12)) < 1e-11);
    for (const double v : {-12.5, -0.3, -9e-4, -1e-9, 2e-5, 0.00101, 0.7, 55.0})
        QVERIFY(std::abs(scale.toValue(scale.toAxis(v)) - v) < 1e-12 * std::abs(v) + 1e-18);
}

void TestChartParts::ticksAreRoundAndWithin()
{
    QCOMPARE(niceInterval(1.0, 5), 0.2);
    QCOMPARE(niceInterval(384, 4), 100.0);
    QCOMPARE(offsetInterval(128, 8), 16.0);
    QCOMPARE(offsetInterval(5, 10), 1.0);
    const auto ticks = linearTicks(-0.25, 1.0, 0.25);
    QCOMPARE(ticks.size(), 6);
    QCOMPARE(ticks[0].label, QStringLiteral("−0.25"));
    QCOMPARE(ticks[1].label, QStringLiteral("0.00"));
    const auto powers = logTicks(2, 6, 8, true);
    QCOMPARE(powers.size(), 5);
    QCOMPARE(powers.last().label, QStringLiteral("10⁶"));
    const auto scaleTicks = logTicks(std::log10(0.05), std::log10(4.0), 8, false);
    QCOMPARE(scaleTicks.first().at, std::log10(0.05));
    QVERIFY(std::abs(scaleTicks.last().at - std::log10(4.0)) < 1e-12);
    const auto steps = symLogTicks(Scale::symLog(1e-3), -5.2, 3.4, 20);
    QStringList labels;
    for (const Tick& tick : steps)
        labels << tick.label;
    QCOMPARE(labels,
             (QStringList{QStringLiteral("−10"), QStringLiteral("−1"), QStringLiteral("−0.1"), QStringLiteral("−0.01"),
                          QStringLiteral("0"), QStringLiteral("+0.01"), QStringLiteral("+0.1")}));
}

void TestChartParts::textsHaveTrueSigns()
{
    QCOMPARE(powerText(1e-4), QStringLiteral("10⁻⁴"));
    QCOMPARE(powerText(2e-4), QStringLiteral("2·10⁻⁴"));
    QCOMPARE(powerText(10), QStringLiteral("10"));
    QCOMPARE(plainText(0.05), QStringLiteral("0.05"));
    QCOMPARE(wholeText(1048576), QStringLiteral("1\u2009048\u2009576"));
    QCOMPARE(wholeText(-72), QStringLiteral("−72"));
    QCOMPARE(fixedText(-0.0004, 2), QStringLiteral("0.00"));
    QCOMPARE(fixedText(-0.46, 2), QStringLiteral("−0.46"));
    QCOMPARE(signedText(0.0179), QStringLiteral("+0.0179"));
    QCOMPARE(signedText(-0.5), QStringLiteral("−0.5"));
}

void TestChartParts::spreadKeepsOrderAndDistance_data()
{
    QTest::addColumn<QList<double>>("centres");
    QTest::addColumn<double>("room");
    QTest::addRow("six at one value") << QList<double>{60, 60, 60, 60, 60, 60} << 120.0;
    QTest::addRow("six at the top") << QList<double>{0, 0, 0, 0, 0, 0} << 120.0;
    QTest::addRow("beyond both ends") << QList<double>{-500, 900, 60, 61, -500, 900} << 120.0;
    QTest::addRow("just fits") << QList<double>{10, 10, 10, 90, 90, 90} << 6 * 16 + 5.0;
    QTest::addRow("not a number") << QList<double>{std::numeric_limits<double>::quiet_NaN(), 40, 40} << 120.0;
    QTest::addRow("free") << QList<double>{10, 50, 90} << 120.0;
}

void TestChartParts::spreadKeepsOrderAndDistance()
{
    QFETCH(QList<double>, centres);
    QFETCH(double, room);
    QList<WantedLabel> labels;
    for (const double centre : centres)
        labels.append({centre, 16});
    const auto starts = spread(labels, 0, room, 1);
    QVERIFY(starts);
    for (qsizetype i = 0; i < starts->size(); ++i) {
        QVERIFY((*starts)[i] >= -1e-9 && (*starts)[i] + 16 <= room + 1e-9);
        for (qsizetype j = 0; j < i; ++j) {
            QVERIFY(std::abs((*starts)[i] - (*starts)[j]) >= 17 - 1e-9);
            if (centres[j] < centres[i])
                QVERIFY((*starts)[j] < (*starts)[i]);
        }
    }
    if (centres == QList<double>{10, 50, 90})
        QCOMPARE(*starts, (QList<double>{2, 42, 82})); // none moved without need
    QVERIFY(!spread(labels, 0, 16.0 * static_cast<double>(labels.size()), 1));
}

void TestChartParts::nearestFreeAvoidsWhatIsTaken()
{
    const QList<Interval> taken{{40, 60}, {80, 84}};
    QCOMPARE(nearestFree(10, 20, 0, 100, 2, taken), std::optional(10.0));
    QCOMPARE(nearestFree(35, 20, 0, 100, 2, taken), std::optional(18.0));
    QCOMPARE(nearestFree(58, 16, 0, 100, 2, taken), std::optional(62.0));
    QCOMPARE(nearestFree(10, 50, 0, 100, 2, taken), std::nullopt);
    QCOMPARE(nearestFree(-50, 20, 0, 100, 2, {}), std::optional(0.0));
}

void TestChartParts::thinnedKeepsExtremes()
{
    QList<QPointF> points;
    for (int i = 0; i < 10000; ++i)
        points.append({i * 0.01, i == 4321 ? 7.0 : i == 7654 ? -7.0 : std::sin(i * 0.3)});
    points[100].setY(std::numeric_limits<double>::quiet_NaN());
    const auto few = thinned(points, 0, 99.99, 100);
    QVERIFY(few.size() <= 202);
    const auto [low, high] = std::ranges::minmax_element(few, {}, [](const QPointF& p) { return p.y(); });
    QCOMPARE(low->y(), -7.0);
    QCOMPARE(high->y(), 7.0);
    QVERIFY(std::ranges::is_sorted(few, {}, [](const QPointF& p) { return p.x(); }));
    // one point beyond each end, so that the line reaches the edges
    const auto part = thinned(points, 20.005, 29.995, 10);
    QCOMPARE(part.first().x(), 20.0);
    QCOMPARE(part.last().x(), 30.0);
}

void TestChartParts::columnsLoseNoJump()
{
    std::vector<double> x;
    std::vector<std::optional<double>> values;
    for (int i = 0; i < 1000; ++i) {
        x.push_back(i);
        values.push_back(i == 503 ? 90.0 : i == 507 ? 2.0 : 40.0);
    }
    const auto columns = columnsOf(x, values, 0, 999, 100);
    double low = 1e9;
    double high = 0;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        QVERIFY(columns[c]);
        low = std::min(low, columns[c]->low);
        high = std::max(high, columns[c]->high);
        if (c > 0) // one connected line
            QVERIFY(columns[c]->low <= columns[c - 1]->high && columns[c]->high >= columns[c - 1]->low);
    }
    QCOMPARE(low, 2.0);
    QCOMPARE(high, 90.0);
    // a gap stays a gap, few steps fill all columns
    const auto gap = columnsOf({0, 1, 2, 3}, {5.0, std::nullopt, std::nullopt, 5.0}, 0, 3, 30);
    QVERIFY(gap[2] && !gap[15] && gap[29]);
}

void TestChartParts::axisHoldsThePointUnderTheMouse()
{
    OffsetAxis axis;
    axis.setFull(0, 511, 0, 128);
    QCOMPARE(axis.high(), 128.0);
    axis.zoom(32, 2);
    const double share = (32 - axis.low()) / (axis.high() - axis.low());
    QVERIFY(std::abs(share - 0.25) < 1e-12);
    for (int i = 0; i < 60; ++i)
        axis.zoom(32, 1);
    QVERIFY(std::abs(axis.high() - axis.low() - 8) < 1e-9);
    for (int i = 0; i < 90; ++i)
        axis.zoom(32, -1);
    QCOMPARE(axis.low(), 0.0);
    QCOMPARE(axis.high(), 511.0);
    axis.zoom(500, 3);
    axis.pan(1e6);
    QCOMPARE(axis.high(), 511.0);
    axis.reset();
    QCOMPARE(axis.high(), 128.0);
}

void TestChartParts::homeShowsEveryIntegerRange()
{
    DistanceCurve curve;
    curve.values.assign(512, 0.0);
    curve.exactCurve = true;
    QCOMPARE(homeSpan({curve}, false), std::pair(0.0, 128.0));
    curve.integerRange = 300;
    QVERIFY(homeSpan({curve}, false).second >= 300);
    curve.values.assign(40, 0.0);
    curve.integerRange = 12;
    QCOMPARE(homeSpan({curve}, false), std::pair(0.0, 39.0));
    QCOMPARE(homeSpan({curve}, true), std::pair(-39.0, 39.0));
}

void TestChartParts::barTextsNeverCollide_data()
{
    QTest::addColumn<double>("integer");
    QTest::addColumn<double>("tolerance");
    QTest::addColumn<double>("continuous");
    QTest::addColumn<double>("right");
    QTest::addRow("as in the picture") << 458.0 << 790.0 << 65.0 << 940.0;
    QTest::addRow("all at 0") << 50.0 << 50.0 << 50.0 << 940.0;
    QTest::addRow("all at the right") << 940.0 << 940.0 << 939.0 << 940.0;
    QTest::addRow("close together") << 200.0 << 204.0 << 202.0 << 600.0;
    QTest::addRow("narrow") << 90.0 << 140.0 << 70.0 << 160.0;
}

void TestChartParts::barTextsNeverCollide()
{
    QFETCH(double, integer);
    QFETCH(double, tolerance);
    QFETCH(double, continuous);
    QFETCH(double, right);
    BarRow row;
    row.y = 20;
    row.left = 50;
    row.right = right;
    row.origin = 50;
    row.integer = barEnd(integer, 50, right);
    row.tolerance = barEnd(tolerance, 50, right);
    row.continuous = barEnd(continuous, 50, right);
    const auto chips = placeBarTexts(
        row, {QStringLiteral("D now: 0…72"), QStringLiteral("ε: 0…124"), QStringLiteral("10.28")}, Qt::black);
    QVERIFY(!chips.isEmpty());
    if (right > 500)
        QCOMPARE(chips.size(), 3);
    for (qsizetype i = 0; i < chips.size(); ++i) {
        QVERIFY(chips[i].rect.left() >= 50 - 1 && chips[i].rect.right() <= right + 1);
        QVERIFY(!chips[i].rect.intersects(QRectF(continuous - 5, 14, 10, 12)));
        for (qsizetype j = 0; j < i; ++j)
            QVERIFY(!chips[i].rect.intersects(chips[j].rect));
    }
}
