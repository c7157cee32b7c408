// SPDX-License-Identifier: GPL-3.0-or-later
#include "tst_omega_chart.h"

#include "ui/charts/items.h"
#include "ui/charts/magnifier_item.h"
#include "ui/charts/range_bars_item.h"
#include "ui/charts/steps_item.h"
#include "ui/charts/travel_item.h"
#include "ui/widgets/segmented_control.h"

#include "chart_probe.h"
#include "chart_states.h"

#include <QCheckBox>
#include <QToolButton>

using namespace pescope;
using namespace pescope::ui;
using namespace pescope::ui::charts;
using namespace pescope::testing;

void TestOmegaChart::omegaDrawsItsState()
{
    const auto state = omegaState();
    QCOMPARE(state.now.ranges.integer, std::optional<Index>(72));
    QCOMPARE(state.before->ranges.integer, std::optional<Index>(43));
    OmegaChart chart;
    chart.setState(state);
    show(chart, {1000, 700});
    QChart* plot = chartOf(chart, QStringLiteral("psi"));
    const auto now = lineOf(plot, QStringLiteral("now"))->points();
    QCOMPARE(now.first(), QPointF(0, 384));
    QVERIFY(static_cast<double>(now.size()) <= 2 * plot->plotArea().width() + 2);
    for (qsizetype i = 0; i < now.size(); i += 37)
        QVERIFY(std::abs(now[i].y() - analysis::psi(state.now.omega, now[i].x())) < 1e-8);
    const auto bars = itemsOf<RangeBarsItem>(chart).first();
    QCOMPARE(bars->rows.size(), 2);
    QVERIFY(bars->rows[0].former);
    QVERIFY(std::abs(bars->rows[0].integer->x - pixelX(plot, 43)) < 0.6);
    QVERIFY(std::abs(bars->rows[1].integer->x - pixelX(plot, 72)) < 0.6);
    QVERIFY(std::abs(bars->rows[1].tolerance->x - pixelX(plot, 124)) < 0.6);
    QVERIFY(std::abs(bars->rows[0].tolerance->x - pixelX(plot, 74)) < 0.6);
    QVERIFY(std::abs(bars->rows[1].continuous->x - pixelX(plot, 10.276)) < 0.6);
    QVERIFY(std::abs(bars->rows[0].continuous->x - pixelX(plot, 6.166)) < 0.6);
    QStringList texts;
    for (const Chip& chip : bars->chips)
        texts << chip.text;
    for (const QString& text : {QStringLiteral("A before: 0…43"), QStringLiteral("D now: 0…72"), QStringLiteral("6.17"),
                                QStringLiteral("10.28"), QStringLiteral("ε: 0…74"), QStringLiteral("ε: 0…124")})
        QVERIFY2(texts.contains(text), qPrintable(texts.join(u'|')));
    chart.findChild<QCheckBox*>(QStringLiteral("former"))->click();
    QVERIFY(lineOf(plot, QStringLiteral("former"))->points().isEmpty());
    QCOMPARE(bars->rows.size(), 1);
    const auto unit = chart.findChild<SegmentedControl*>(QStringLiteral("unit"))->findChildren<QToolButton*>();
    QTest::mouseClick(unit.at(1), Qt::LeftButton);
    QCOMPARE(lineOf(plot, QStringLiteral("now"))->points().first().y(), 1.0);
}

void TestOmegaChart::omegaMagnifierShowsTheEnd()
{
    OmegaChart chart;
    chart.setState(omegaState());
    show(chart, {1000, 700});
    const auto lens = itemsOf<MagnifierItem>(chart).first();
    QVERIFY(lens->data);
    QCOMPARE(lens->data->first, 69);
    QCOMPARE(lens->data->last, 76);
    QCOMPARE(lens->title, QStringLiteral("End of the range: ψ(72) → ψ(73) is +0.0179 of 384"));
    // the figures of the picture
    QCOMPARE(fixedText(lens->data->points.first().y(), 2), QStringLiteral("203.31"));
    QCOMPARE(fixedText(lens->data->points.last().y(), 2), QStringLiteral("200.97"));
    QChart* plot = chartOf(chart, QStringLiteral("psi"));
    QVERIFY(plot->plotArea().contains(lens->frame));
    QVERIFY(!lens->frame.intersects(lens->target));
    for (const QPointF& p : lineOf(plot, QStringLiteral("now"))->points()) // it hides nothing
        QVERIFY(!lens->frame.contains(plot->mapToPosition(p, plot->series().first())));
    const auto height = [&](qsizetype k) {
        const QPointF& point = lens->data->points[k];
        return lens->scale().place(point.x(), point.y()).y();
    };
    QVERIFY(height(4) < height(3)); // ψ(73) above ψ(72)
    chart.findChild<QCheckBox*>(QStringLiteral("magnifier"))->click();
    QVERIFY(!lens->data);
}

void TestOmegaChart::omegaSteps()
{
    const auto state = omegaState();
    OmegaChart chart;
    chart.setState(state);
    show(chart, {1000, 700});
    const auto marks = itemsOf<StepsItem>(chart).first();
    QChart* plot = chartOf(chart, QStringLiteral("steps"));
    QCOMPARE(marks->now.size(), 128);
    for (int m = 0; m < 128; ++m) {
        const double exact = analysis::psi(state.now.omega, m + 1.0) - analysis::psi(state.now.omega, m);
        QCOMPARE(marks->now[m].rises, exact > 0);
        QVERIFY(std::abs(marks->now[m].at.x() - pixelX(plot, m + 0.5)) < 0.6);
    }
    const auto rise = std::ranges::find(marks->now, true, &StepsItem::Mark::rises);
    QCOMPARE(std::distance(marks->now.begin(), rise), 72); // the first one ends the range
    QVERIFY(std::abs(rise->at.y() - pixelY(plot, 1 + std::log10(0.0179 / 0.001))) < 1);
    const auto formerRise = std::ranges::find(marks->former, true, &StepsItem::Mark::rises);
    QCOMPARE(std::distance(marks->former.begin(), formerRise), 43);
    for (qsizetype i = 1; i < marks->legend.size(); ++i)
        QVERIFY(!marks->legend[i].rect.intersects(marks->legend[i - 1].rect));
    chart.findChild<QCheckBox*>(QStringLiteral("steps"))->click();
    QVERIFY(!plot->isVisible() && !marks->isVisible());
}

void TestOmegaChart::omegaWithoutEnd()
{
    auto state = omegaState();
    state.now.ranges.integer.reset();
    state.now.ranges.tolerance.reset();
    state.now.ranges.searchedTo = 1 << 20;
    OmegaChart chart;
    chart.setState(state);
    show(chart, {720, 330});
    QVERIFY(!itemsOf<MagnifierItem>(chart).first()->data);
    bool said = false;
    for (const Chip& chip : itemsOf<ChipsItem>(chart).first()->chips)
        said = said || chip.text.contains(QStringLiteral("end of the search, m = 1\u2009048\u2009576"));
    QVERIFY(said);
    const auto row = itemsOf<RangeBarsItem>(chart).first()->rows.last();
    QVERIFY(row.integer->beyond && row.tolerance->beyond);
}

void TestOmegaChart::omegaReadOutsKeepApart()
{
    for (const QSize size : {QSize(1000, 700), QSize(720, 330)}) {
        const auto state = omegaState();
        OmegaChart chart;
        chart.setState(state);
        show(chart, size);
        for (const Index m : {0, 3, 32, 43, 72, 90, 127, 128}) {
            chart.setCrosshair(m);
            const auto cross = itemsOf<CrosshairItem>(chart).first();
            QCOMPARE(cross->chips.size(), 2);
            QList<QRectF> rects{cross->chips[0].rect, cross->chips[1].rect};
            for (const Chip& chip : itemsOf<ChipsItem>(chart).first()->chips)
                rects.append(chip.rect);
            for (qsizetype i = 0; i < rects.size(); ++i) {
                QVERIFY(viewOf(chart)->sceneRect().contains(rects[i]));
                for (qsizetype j = 0; j < i; ++j)
                    QVERIFY2(!rects[i].intersects(rects[j]), qPrintable(QString::number(m)));
            }
            const double value = analysis::psi(state.now.omega, static_cast<double>(m));
            QVERIFY(cross->chips[0].text.endsWith(numberText(value, 4))
                    || cross->chips[1].text.endsWith(numberText(value, 4)));
        }
    }
}

void TestOmegaChart::travelFollowsItsState()
{
    const auto state = scaleTravel(120);
    TravelStrip strip;
    strip.setState(state);
    show(strip, {400, 150});
    QChart* plot = chartOf(strip, QStringLiteral("travel"));
    QCOMPARE(plot->plotArea().left(), static_cast<double>(strip.plotMargins().left()));
    QCOMPARE(plot->plotArea().right(), 400.0 - strip.plotMargins().right());
    const auto item = itemsOf<TravelItem>(strip).first();
    double least = 1e9;
    double most = -1e9;
    for (const auto& column : item->integer)
        if (column) {
            least = std::min(least, column->low);
            most = std::max(most, column->high);
        }
    double low = 1e9;
    double high = 0;
    for (const auto& value : state.integer)
        if (value) {
            low = std::min(low, *value);
            high = std::max(high, *value);
        }
    QVERIFY(std::abs(least - pixelY(plot, std::log10(high))) < 0.6); // more than a decade: log
    QVERIFY(std::abs(most - pixelY(plot, std::log10(low))) < 0.6);
    QVERIFY(std::abs(*item->now - pixelX(plot, std::log10(0.6))) < 0.6);
    QVERIFY(std::abs(*item->before - pixelX(plot, 0)) < 0.6);
    QCOMPARE(item->rings.size(), 3);
    const auto labels = itemsOf<EndLabelsItem>(strip).first()->labels;
    QCOMPARE(labels.size(), 3);
    QCOMPARE(labels[0].lines.first(), QStringLiteral("ε = 10⁻⁴"));
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < i; ++j)
            QVERIFY(!labels[i].rect.intersects(labels[j].rect));
}

void TestOmegaChart::travelClickAndNow()
{
    TravelState state;
    for (int i = 0; i <= 100; ++i) {
        state.x.push_back(std::pow(10.0, 2 + 0.04 * i));
        state.integer.push_back(i < 50 ? 68 : 43);
        state.tolerance.push_back(74);
        state.continuous.push_back(std::nullopt);
    }
    state.now = 1e4;
    TravelStrip strip;
    strip.setState(state);
    show(strip, {400, 150});
    QSignalSpy spy(&strip, &TravelStrip::valueClicked);
    const QRectF place = chartOf(strip, QStringLiteral("travel"))->plotArea();
    QTest::mouseClick(viewOf(strip)->viewport(), Qt::LeftButton, {}, place.center().toPoint());
    QCOMPARE(spy.size(), 1);
    QVERIFY(std::abs(std::log10(spy.first().at(0).toDouble()) - 4) < 0.02);
    const auto item = itemsOf<TravelItem>(strip).first();
    // between two steps the range may jump: the rings are those of the value itself
    strip.setNow(1e2, {.tolerance = 74, .integer = 100, .continuous = std::nullopt}, 3);
    QCOMPARE(*item->now, place.left());
    QCOMPARE(item->rings.size(), 2);
    QVERIFY(item->rings.at(1).at.y() < item->rings.at(0).at.y());
    QVERIFY(!item->nowChip.rect.isEmpty() && place.contains(item->nowChip.rect));
}

void TestOmegaChart::revisionsArePaintedOnes()
{
    OmegaChart omega;
    DistanceChart distance;
    auto omegaNow = omegaState();
    auto distanceNow = distanceState();
    omega.setState(omegaNow);
    QCOMPARE(omega.paintedRevision(), 0U); // nothing painted yet
    distance.setState(distanceNow);
    show(omega, {800, 600});
    show(distance, {800, 400});
    QTRY_COMPARE(omega.paintedRevision(), 47U);
    QTRY_COMPARE(distance.paintedRevision(), 5U);
    omegaNow.revision = 48;
    omega.setState(omegaNow);
    QCOMPARE(omega.paintedRevision(), 47U);
    QTRY_COMPARE(omega.paintedRevision(), 48U);
}

void TestOmegaChart::themeIsFollowed()
{
    OmegaChart chart;
    chart.setState(omegaState());
    show(chart, {800, 600});
    QLineSeries* line = lineOf(chartOf(chart, QStringLiteral("psi")), QStringLiteral("now"));
    QCOMPARE(line->pen().color(), Theme(false).source(3));
    chart.setPalette(Theme(true).palette());
    QCOMPARE(line->pen().color(), Theme(true).source(3));
    QCOMPARE(itemsOf<CrosshairItem>(chart).size(), 1);
}
