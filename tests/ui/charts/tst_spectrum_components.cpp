// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/raster/colormap.h"

#include "spectrum_shown.h"
#include "tst_spectrum_chart.h"

using namespace pescope;
using namespace pescope::ui;
using namespace pescope::ui::charts;
using namespace pescope::testing;

void TestSpectrumChart::componentsHaveEqualUnits()
{
    Shown shown("sinusoid:dim=32,length=128", SpectrumView::Components);
    const tables::MatrixD& scores = shown.vectors().centred->scores;
    const int pairs[3][2] = {{0, 1}, {0, 2}, {1, 2}};
    const auto check = [&](QChart* plot, const QList<DotsItem::Dot>& dots, const int(&pair)[2]) {
        QVERIFY(std::abs((pixelX(plot, 1) - pixelX(plot, 0)) - (pixelY(plot, 0) - pixelY(plot, 1))) < 1e-6);
        QCOMPARE(dots.size(), 128);
        for (const DotsItem::Dot& dot : dots) {
            QVERIFY(std::abs(dot.at.x() - pixelX(plot, scores(dot.point, pair[0]))) < 0.6);
            QVERIFY(std::abs(dot.at.y() - pixelY(plot, scores(dot.point, pair[1]))) < 0.6);
            QVERIFY(plot->plotArea().contains(dot.at));
        }
        const raster::Colormap* viridis = raster::findColormap("viridis");
        QCOMPARE(dots.first().colour.rgb(), viridis->colours.front());
        QCOMPARE(dots.last().colour.rgb(), viridis->colours.back());
    };
    // all three beside each other: every place of a dot is used once
    const char* names[] = {"components", "components 2", "components 3"};
    QList<DotsItem*> items = itemsOf<DotsItem>(shown.chart);
    QCOMPARE(items.size(), 3);
    std::ranges::sort(items, {}, [](const DotsItem* item) { return item->plot.left(); });
    for (int k = 0; k < 3; ++k) {
        QChart* plot = chartOf(shown.chart, QLatin1String(names[k]));
        QVERIFY(plot->isVisible() && (k == 0 || items[k]->plot.left() > items[k - 1]->plot.right()));
        check(plot, items[k]->dots, pairs[k]);
    }
    moveMouse(shown.chart, items[2]->dots[7].at); // one dot is chosen in all of them
    for (int k = 0; k < 3; ++k)
        QVERIFY(items[k]->chosen);
    for (int choice = 1; choice <= 3; ++choice) {
        shown.choose(choice);
        QVERIFY(!chartOf(shown.chart, QLatin1String(names[1]))->isVisible());
        check(chartOf(shown.chart, QLatin1String(names[0])), items[0]->dots, pairs[choice - 1]);
    }
    moveMouse(shown.chart, QPointF(1, 1));
    const auto* item = items[0];
    QVERIFY(!item->crosshair);
    shown.chart.setCrosshairRow(40);
    QCOMPARE(item->crosshair, std::optional(item->dots[40].at));
    shown.chart.setCrosshairRow(1000);
    QVERIFY(!item->crosshair);
    QCOMPARE(itemsOf<ColourScaleItem>(shown.chart).first()->high, QStringLiteral("127"));
}

void TestSpectrumChart::componentsByPosition()
{
    Shown shown("sinusoid-relative:dim=16,max=30", SpectrumView::Components);
    shown.choose(4);
    QChart* plot = chartOf(shown.chart, QStringLiteral("components"));
    const tables::MatrixD& scores = shown.vectors().centred->scores;
    for (int k = 0; k < 3; ++k) {
        QChart* strip =
            chartOf(shown.chart, QStringLiteral("components") + (k ? QStringLiteral(" %1").arg(k + 1) : QString()));
        const auto line = lineOf(strip, QStringLiteral("PC %1").arg(k + 1))->points();
        QCOMPARE(line.first().x(), -30.0);
        for (const QPointF& point : line)
            QCOMPARE(point.y(), scores(static_cast<Index>(point.x()) + 30, k));
    }
    QCOMPARE(itemsOf<EndLabelsItem>(shown.chart).first()->labels.size(), 3);
    shown.chart.setCrosshairRow(-30);
    const auto cross = itemsOf<CrosshairItem>(shown.chart).first();
    QVERIFY(cross->x && std::abs(*cross->x - pixelX(plot, -30)) < 0.6);
    QCOMPARE(cross->rings.size(), 3);
    wheel(shown.chart, plot->plotArea().center(), 3); // closer: what is drawn has its place still
    QVERIFY(pixelX(plot, 30) > plot->plotArea().right());
    QTest::keyClick(viewOf(shown.chart), Qt::Key_Home);
    QVERIFY(std::abs(pixelX(plot, 30) - plot->plotArea().right()) < 0.6);
}
