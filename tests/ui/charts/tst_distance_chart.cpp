// SPDX-License-Identifier: GPL-3.0-or-later
#include "tst_distance_chart.h"

#include "ui/charts/distance_scene.h"
#include "ui/charts/end_labels.h"
#include "ui/charts/items.h"
#include "ui/charts/range_bars_item.h"
#include "ui/charts/rows_item.h"

#include "chart_probe.h"
#include "chart_states.h"

#include <QCheckBox>
#include <QComboBox>

using namespace pescope;
using namespace pescope::ui;
using namespace pescope::ui::charts;
using namespace pescope::testing;

void TestDistanceChart::distanceDrawsItsState()
{
    DistanceChart chart;
    const auto state = distanceState();
    chart.setState(state);
    show(chart, {1000, 420});
    QChart* plot = chartOf(chart, QStringLiteral("proximity"));
    QLineSeries* table = lineOf(plot, QStringLiteral("B"));
    QVERIFY(table);
    int seen = 0;
    for (const QPointF& p : table->points()) { // straight from integer to integer
        QCOMPARE(p.x(), std::round(p.x()));
        QCOMPARE(p.y(), state.curves[1].values[static_cast<std::size_t>(p.x() + 511)]);
        seen += p.x() >= 0 && p.x() <= 128;
    }
    QCOMPARE(seen, 129);
    QLineSeries* exact = lineOf(plot, QStringLiteral("A"));
    QVERIFY(exact->count() > 129); // smooth
    double worst = 0;
    const auto omega = omegaOf(384, 1);
    for (const QPointF& p : exact->points())
        if (p.x() >= 1)
            worst = std::max(worst, std::abs(p.y() - analysis::psi(omega, p.x()) / 192));
    QVERIFY2(worst < 5e-3, qPrintable(QString::number(worst)));
    QCOMPARE(exact->pen().color(), Theme(false).source(0));
    QVERIFY(table->pen().style() != Qt::SolidLine); // told apart in grey as well
    QVERIFY(plot->plotArea().height() >= 120);
}

void TestDistanceChart::distanceBandsFollowTheSwitch()
{
    DistanceChart chart;
    const auto state = distanceState();
    chart.setState(state);
    show(chart, {1000, 420});
    QChart* plot = chartOf(chart, QStringLiteral("proximity"));
    BandItem* band = itemsOf<BandItem>(chart).at(1);
    const auto expectEdge = [&](const std::vector<float>& values) {
        const QPointF p = band->upper.at(10);
        const double m = plot->mapToValue(p, plot->series().first()).x();
        QVERIFY(std::abs(p.y() - pixelY(plot, values[static_cast<std::size_t>(std::lround(m)) + 511])) < 0.6);
    };
    expectEdge(state.curves[1].p90);
    QSignalSpy spy(&chart, &DistanceChart::bandKindChanged);
    auto* kind = chart.findChild<QComboBox*>(QStringLiteral("band"));
    kind->setFocus();
    QTest::keyClick(kind, Qt::Key_Down);
    QCOMPARE(spy.size(), 1);
    expectEdge(state.curves[1].max);
    QTest::keyClick(kind, Qt::Key_Home);
    QVERIFY(band->upper.isEmpty());
    QVERIFY(itemsOf<BandItem>(chart).at(0)->upper.isEmpty()); // none for an exact curve
}

void TestDistanceChart::fanAndRowRanges()
{
    DistanceChart chart;
    auto state = distanceState();
    state.curves[1].fan = {{.firstOffset = -3, .values = {0.1F, 0.2F, 0.3F, 1.F, 0.5F, 0.4F}}};
    state.curves[1].rowRanges = {4, 4, 4, 9};
    state.curves[1].rowRangesText = QStringLiteral("median 4");
    chart.setState(state);
    show(chart, {1000, 420});
    auto* item = itemsOf<RowsItem>(chart).first();
    QVERIFY(item->lines.isEmpty() && item->bars.isEmpty());
    chart.setBandKind(BandKind::Fan);
    chart.setShowRowRanges(true);
    QChart* plot = chartOf(chart, QStringLiteral("proximity"));
    QCOMPARE(item->lines.size(), 1);
    const QPolygonF& line = item->lines.first().points;
    QVERIFY(std::ranges::any_of(line, [&](QPointF p) {
        return std::abs(p.x() - pixelX(plot, 2)) < 0.6 && std::abs(p.y() - pixelY(plot, 0.4F)) < 0.6;
    }));
    QCOMPARE(item->bars.size(), 2);
    // three times as high, its foot on the plot's, over its range
    QVERIFY(std::abs(item->bars[0].rect.height() - 3 * item->bars[1].rect.height()) < 1e-9);
    QVERIFY(std::abs(item->bars[0].rect.center().x() - pixelX(plot, 4)) < 3);
    QVERIFY(std::abs(item->bars[1].rect.center().x() - pixelX(plot, 9)) < 3);
    QCOMPARE(itemsOf<ChipsItem>(chart).first()->chips.size(), 1);
}

void TestDistanceChart::distanceBarsEndAtTheirPixels()
{
    DistanceChart chart;
    const auto state = distanceState(); // D = 384: 0…24, 0…30, 6.05 (the design's own figures)
    QCOMPARE(state.curves[0].integerRange, std::optional<Index>(24));
    QCOMPARE(state.curves[0].toleranceRange, std::optional<Index>(30));
    chart.setState(state);
    show(chart, {1000, 420});
    QChart* plot = chartOf(chart, QStringLiteral("proximity"));
    RangeBarsItem* bars = itemsOf<RangeBarsItem>(chart).first();
    QCOMPARE(bars->rows.size(), 2);
    QVERIFY(std::abs(bars->rows[0].integer->x - pixelX(plot, 24)) < 0.6);
    QVERIFY(std::abs(bars->rows[0].tolerance->x - pixelX(plot, 30)) < 0.6);
    QVERIFY(std::abs(bars->rows[0].continuous->x - pixelX(plot, 6.05)) < 1);
    QCOMPARE(bars->chips.size(), 2);
    QVERIFY(bars->chips[0].text.contains(QStringLiteral("0…24")));
    QVERIFY(!bars->chips[0].rect.intersects(bars->chips[1].rect));
    const auto ends = itemsOf<SpansItem>(chart).first()->ends;
    QCOMPARE(ends.size(), 2);
    QVERIFY(std::abs(ends[0].x - pixelX(plot, 24)) < 0.6);
    QVERIFY(std::abs(ends[1].x - pixelX(plot, 3)) < 0.6);
}

void TestDistanceChart::distanceMouseAndPixelAgree()
{
    DistanceChart chart;
    chart.setState(distanceState());
    show(chart, {1000, 420});
    QChart* plot = chartOf(chart, QStringLiteral("proximity"));
    QSignalSpy spy(&chart, &DistanceChart::hoveredOffset);
    for (const Index m : {0, 1, 31, 32, 77, 127, 128}) {
        moveMouse(chart, {pixelX(plot, static_cast<double>(m)), plot->plotArea().center().y()});
        QCOMPARE(lastOffsetOf(spy), std::optional<Index>(m));
    }
    moveMouse(chart, {4, 4});
    QCOMPARE(lastOffsetOf(spy), std::nullopt);
    chart.setCrosshair(40);
    QTest::keyClick(viewOf(chart), Qt::Key_Right);
    QCOMPARE(lastOffsetOf(spy), std::optional<Index>(41));
    QTest::keyClick(viewOf(chart), Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(lastOffsetOf(spy), std::optional<Index>(30));
}

void TestDistanceChart::distanceZoomPansAndResets()
{
    DistanceChart chart;
    chart.setState(distanceState());
    show(chart, {1000, 420});
    QChart* plot = chartOf(chart, QStringLiteral("proximity"));
    const QPointF at(pixelX(plot, 32), plot->plotArea().center().y());
    wheel(chart, at, 4);
    QVERIFY(std::abs(pixelX(plot, 32) - at.x()) < 0.6); // the m under the mouse stays
    const double zoomed = pixelX(plot, 33) - pixelX(plot, 32);
    QVERIFY(zoomed > 10);
    QWidget* port = viewOf(chart)->viewport();
    const double before = pixelX(plot, 32);
    QTest::mousePress(port, Qt::LeftButton, {}, at.toPoint());
    for (const int dx : {-30, -60}) {
        const QPointF to = at + QPointF(dx, 0);
        QMouseEvent event(QEvent::MouseMove, to, port->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(port, &event);
    }
    QTest::mouseRelease(port, Qt::LeftButton, {}, at.toPoint() - QPoint(60, 0));
    QVERIFY(std::abs(pixelX(plot, 32) - (before - 60)) < 1.6);
    QTest::mouseDClick(port, Qt::LeftButton, {}, at.toPoint());
    QVERIFY(std::abs(plot->mapToValue(plot->plotArea().topRight(), plot->series().first()).x() - 128) < 0.2);
}

void TestDistanceChart::distanceCrosshairMarksCurves()
{
    DistanceChart chart;
    const auto state = distanceState();
    chart.setState(state);
    show(chart, {1000, 420});
    chart.setCrosshair(32);
    QChart* plot = chartOf(chart, QStringLiteral("proximity"));
    CrosshairItem* cross = itemsOf<CrosshairItem>(chart).first();
    QVERIFY(std::abs(*cross->x - pixelX(plot, 32)) < 0.6);
    QCOMPARE(cross->rings.size(), 2);
    QVERIFY(std::abs(cross->rings[0].at.y() - pixelY(plot, state.curves[0].values[32])) < 0.6);
    QVERIFY(std::abs(cross->rings[1].at.y() - pixelY(plot, state.curves[1].values[32 + 511])) < 0.6);
    QCOMPARE(cross->chips.first().text, QStringLiteral("m = 32"));
    chart.setCrosshair(128); // the label stays inside
    QVERIFY(cross->chips.first().rect.right() <= plot->plotArea().right());
    chart.setCrosshair(std::nullopt);
    QVERIFY(!cross->x && cross->rings.isEmpty());
}

void TestDistanceChart::distancePrimeAndSigned()
{
    DistanceChart chart;
    chart.setState(distanceState());
    show(chart, {1000, 420});
    QVERIFY(!chartOf(chart, QStringLiteral("prime"))->isVisible());
    QSignalSpy spy(&chart, &DistanceChart::showPrimeChanged);
    chart.findChild<QCheckBox*>(QStringLiteral("prime"))->click();
    QCOMPARE(spy.size(), 1);
    QChart* prime = chartOf(chart, QStringLiteral("prime"));
    QChart* plot = chartOf(chart, QStringLiteral("proximity"));
    QVERIFY(prime->isVisible());
    QCOMPARE(prime->plotArea().left(), plot->plotArea().left());
    QCOMPARE(prime->plotArea().width(), plot->plotArea().width());
    QVERIFY(plot->plotArea().bottom() < prime->plotArea().top());
    QVERIFY(plot->plotArea().height() >= 120);
    chart.setSigned(true);
    QVERIFY(std::abs(plot->mapToValue(plot->plotArea().bottomLeft(), plot->series().first()).x() + 128) < 0.2);
    const auto points = lineOf(plot, QStringLiteral("A"))->points(); // ψ is even
    QVERIFY(points.first().x() < -127);
    QVERIFY(itemsOf<RangeBarsItem>(chart).first()->rows.first().mirrored);
    QCOMPARE(itemsOf<SpansItem>(chart).first()->ends.size(), 4);
}

void TestDistanceChart::distanceHostileLabels_data()
{
    QTest::addColumn<int>("curves");
    QTest::addColumn<QSize>("size");
    QTest::addRow("six, one end") << 6 << QSize(720, 330);
    QTest::addRow("six, large") << 6 << QSize(1000, 700);
    QTest::addRow("twenty") << 20 << QSize(720, 330);
    QTest::addRow("least") << 6 << QSize(420, 240);
}

void TestDistanceChart::distanceHostileLabels()
{
    QFETCH(int, curves);
    QFETCH(QSize, size);
    DistanceChartState state;
    for (int i = 0; i < curves; ++i) {
        DistanceCurve curve = tableCurve(i);
        curve.values.back() = 0.25;
        for (std::size_t k = 600; k < curve.values.size(); ++k)
            curve.values[k] = 0.25; // all end at one value
        curve.endLabel = QStringLiteral("a rather long name of a source that nobody shortened");
        curve.integerRange = 120 + i; // no room right of the bars
        state.curves.push_back(curve);
    }
    DistanceChart chart;
    chart.setState(state);
    show(chart, size);
    chart.setCrosshair(60);
    const auto labels = itemsOf<EndLabelsItem>(chart).first();
    QVERIFY(!labels->labels.isEmpty());
    QVERIFY(labels->labels.size() == curves || !labels->more.isEmpty());
    QList<QRectF> rects;
    for (const auto& label : labels->labels)
        rects.append(label.rect);
    if (!labels->more.isEmpty())
        rects.append(labels->moreRect);
    for (qsizetype i = 0; i < rects.size(); ++i) {
        QVERIFY(viewOf(chart)->sceneRect().adjusted(0, -1, 1, 1).contains(rects[i]));
        for (qsizetype j = 0; j < i; ++j)
            QVERIFY(!rects[i].intersects(rects[j]));
    }
    const auto bars = itemsOf<RangeBarsItem>(chart).first();
    for (qsizetype i = 0; i < bars->chips.size(); ++i)
        for (qsizetype j = 0; j < i; ++j)
            QVERIFY(!bars->chips[i].rect.intersects(bars->chips[j].rect));
    QVERIFY(chartOf(chart, QStringLiteral("proximity"))->plotArea().height() >= 120);
}
