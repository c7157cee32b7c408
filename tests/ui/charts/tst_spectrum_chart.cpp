// SPDX-License-Identifier: GPL-3.0-or-later
#include "tst_spectrum_chart.h"

#include "core/raster/colormap.h"
#include "ui/charts/items.h"
#include "ui/charts/spectrum_chart.h"
#include "ui/charts/spectrum_scene_items.h"
#include "ui/theme/theme.h"
#include "ui/widgets/segmented_control.h"

#include "chart_probe.h"
#include "spectrum_shown.h"

#include <QToolButton>

#include <cmath>
#include <numbers>

using namespace pescope;
using namespace pescope::ui;
using namespace pescope::ui::charts;
using namespace pescope::testing;

namespace {

double log10Of(double value)
{
    return std::log10(value);
}

} // namespace

void TestSpectrumChart::viewsFitTheKind()
{
    using enum SpectrumView;
    const QList<SpectrumView> table{SingularValues, Components, Frequencies, Neighbours};
    Shown shown("sinusoid:dim=16,length=64", Components);
    QCOMPARE(shown.chart.views(), table);
    QCOMPARE(shown.chart.view(), std::optional(Components));
    auto* segments = shown.chart.findChild<SegmentedControl*>(QStringLiteral("views"));
    QCOMPARE(segments->count(), 4);
    QCOMPARE(segments->currentIndex(), 1);
    shown.chart.setState(stateOf("rotary:dim=16"));
    QCOMPARE(shown.chart.views(), QList<SpectrumView>{Decay});
    QCOMPARE(shown.chart.view(), std::optional(Decay));
    shown.chart.setState(stateOf("alibi:heads=4"));
    QCOMPARE(shown.chart.views(), QList<SpectrumView>{ByHead});
    shown.chart.setState(stateOf("sinusoid-relative:dim=16,max=20")); // and the chosen view is back
    QCOMPARE(shown.chart.views(), table);
    QCOMPARE(shown.chart.view(), std::optional(Components));
    QSignalSpy spy(&shown.chart, &SpectrumChart::viewChanged);
    QTest::mouseClick(segments->findChildren<QToolButton*>().at(3), Qt::LeftButton);
    QCOMPARE(shown.chart.view(), std::optional(Neighbours));
    QCOMPARE(spy.size(), 1);
    QTRY_COMPARE(shown.chart.paintedRevision(), 7U);
}

void TestSpectrumChart::singularValuesAndTheirMarks()
{
    Shown shown("sinusoid:dim=32,length=128");
    const analysis::SingularSpectrum& centred = *shown.vectors().centred;
    QChart* plot = chartOf(shown.chart, QStringLiteral("singular"));
    const auto line = lineOf(plot, QStringLiteral("centred"))->points();
    QVERIFY(line.size() > 10);
    for (qsizetype k = 0; k < line.size(); ++k) {
        QCOMPARE(line[k].x(), static_cast<double>(k + 1));
        QVERIFY(std::abs(line[k].y() - log10Of(centred.values[static_cast<std::size_t>(k)])) < 1e-12);
    }
    const auto plain = lineOf(plot, QStringLiteral("as stored"))->points();
    QVERIFY(std::abs(plain[0].y() - log10Of(shown.vectors().plain->values[0])) < 1e-12);
    const auto marks = itemsOf<NamedLinesItem>(shown.chart).first()->lines;
    QCOMPARE(marks.size(), 3);
    std::array wanted{centred.effectiveRank, static_cast<double>(centred.components90),
                      static_cast<double>(centred.components99)};
    std::ranges::sort(wanted); // from left to right, so that no leader crosses another
    for (std::size_t k = 0; k < wanted.size(); ++k)
        QVERIFY(std::abs(marks[static_cast<qsizetype>(k)].x - pixelX(plot, wanted[k])) < 0.6);
    // 100 % at the right lies where the share of the last one is drawn
    const auto share = lineOf(plot, QStringLiteral("share"))->points();
    const auto side = itemsOf<SideAxesItem>(shown.chart).first();
    QVERIFY(std::abs(side->right.last().at - pixelY(plot, share.last().y())) < 0.6);
    QVERIFY(std::abs(side->right.first().at + centred.cumulative[0] * (side->right.last().at - side->right.first().at)
                     - pixelY(plot, share.first().y()))
            < 0.6);
    QVERIFY(shown.words().contains(QStringLiteral("effective rank %1 of 32, 90 % in %2")
                                       .arg(plainText(centred.effectiveRank, 3))
                                       .arg(centred.components90)));
}

void TestSpectrumChart::frequenciesAndPeaks()
{
    Shown shown("sinusoid:dim=16,length=512", SpectrumView::Frequencies);
    const analysis::ColumnSpectrum& spectrum = *shown.vectors().columnSpectrum;
    QChart* plot = chartOf(shown.chart, QStringLiteral("amplitudes"));
    const auto line = lineOf(plot, QStringLiteral("amplitude"))->points();
    QVERIFY(std::abs(line.first().x() - log10Of(2 * std::numbers::pi / 512)) < 1e-12);
    double highest = 0;
    for (const QPointF& point : line)
        highest = std::max(highest, point.y());
    QCOMPARE(highest, *std::ranges::max_element(spectrum.rms));
    // ω = 1, 10^−½, 10^−1, … are strokes; those slower than one wave over all rows are told
    const auto own = itemsOf<BarsItem>(shown.chart).last();
    QCOMPARE(own->strokes.size(), 4);
    for (int i = 0; i < 4; ++i)
        QVERIFY(std::abs(own->strokes[i].x1() - pixelX(plot, -0.5 * i)) <= 1);
    QVERIFY(shown.words().contains(QStringLiteral("4 of its 8 ω are slower")));
    double counted = 0;
    QChart* counts = chartOf(shown.chart, QStringLiteral("peaks"));
    for (const QRectF& bar : itemsOf<BarsItem>(shown.chart).first()->bars)
        counted += bar.height() / (pixelY(counts, 0) - pixelY(counts, 1));
    QVERIFY(std::abs(counted - 16) < 0.01); // each column has one peak
    const auto side = itemsOf<SideAxesItem>(shown.chart).first();
    bool wave = false;
    for (const Tick& tick : side->top)
        if (tick.label == QStringLiteral("100"))
            wave = std::abs(tick.at - pixelX(plot, log10Of(2 * std::numbers::pi / 100))) < 0.6;
    QVERIFY(wave);
    shown.choose(1);
    QVERIFY(!counts->isVisible());
    for (int k = 0; k < 3; ++k) {
        const auto of = lineOf(plot, k == 0 ? QStringLiteral("amplitude") : QStringLiteral("amplitude %1").arg(k + 1));
        QCOMPARE(of->points().first().y(), shown.vectors().componentSpectrum->amplitudes(k, 1));
    }
}

void TestSpectrumChart::neighboursAndNorms()
{
    Shown shown("learned:length=50,dim=8,seed=3", SpectrumView::Neighbours);
    const frame::VectorSpectrum& v = shown.vectors();
    QChart* plot = chartOf(shown.chart, QStringLiteral("neighbours"));
    const auto next = lineOf(plot, QStringLiteral("next"))->points();
    QCOMPARE(next.size(), 49);
    for (qsizetype r = 0; r < 49; ++r)
        QCOMPARE(next[r], QPointF(static_cast<double>(r), v.neighbours.cosine[static_cast<std::size_t>(r)]));
    const auto norm = lineOf(chartOf(shown.chart, QStringLiteral("norms")), QStringLiteral("norm"))->points();
    QCOMPARE(norm.size(), 50);
    QCOMPARE(norm[49].y(), v.norms[49]);
    QCOMPARE(lineOf(plot, QStringLiteral("mean"))->points().first().y(), *v.meanCosine);
    QVERIFY(lineOf(plot, QStringLiteral("mirror"))->points().isEmpty());
    shown.chart.setCrosshairRow(12);
    const auto cross = itemsOf<CrosshairItem>(shown.chart).first();
    QVERIFY(std::abs(*cross->x - pixelX(plot, 12)) < 0.6);
    QVERIFY(std::abs(cross->rings.first().at.y() - pixelY(plot, v.neighbours.cosine[12])) < 0.6);
    QVERIFY(shown.readOut().contains(numberText(v.norms[12], 4)));
}

void TestSpectrumChart::offsetsHaveMirrors()
{
    Shown shown("sinusoid-relative:dim=16,max=30", SpectrumView::Neighbours);
    QChart* plot = chartOf(shown.chart, QStringLiteral("neighbours"));
    const auto mirror = lineOf(plot, QStringLiteral("mirror"))->points();
    QCOMPARE(mirror.size(), 30);
    QCOMPARE(mirror.first().x(), 1.0);
    for (const QPointF& point : mirror) {
        double psi = 0;
        for (int i = 0; i < 8; ++i)
            psi += std::cos(2 * point.x() * std::pow(10000.0, -i / 8.0)) / 8;
        QVERIFY(std::abs(point.y() - psi) < 1e-10);
    }
    shown.chart.setCrosshairRow(5);
    QVERIFY(shown.readOut().contains(QStringLiteral("cos(P 5, P −5)")));
}

void TestSpectrumChart::decayOfRotary()
{
    Shown shown("rotary:dim=128,length=300");
    QChart* plot = chartOf(shown.chart, QStringLiteral("decay"));
    const auto line = lineOf(plot, QStringLiteral("decay"))->points();
    for (const QPointF& point : line)
        QCOMPARE(point.y(), shown.state.spectrum->rotary->decay[static_cast<std::size_t>(point.x())]);
    QCOMPARE(line.first().y(), 32.5);
    QVERIFY(shown.words().contains(QStringLiteral("10.2 at m = 100"))); // science.md §5.4: 10.2273
    QCOMPARE(lineOf(chartOf(shown.chart, QStringLiteral("kernel")), QStringLiteral("kernel"))->points().first().y(),
             64.0);
}

void TestSpectrumChart::headsOfABias()
{
    Shown shown("alibi:heads=16,length=100");
    shown.state.head = 5;
    shown.chart.setState(shown.state);
    QChart* plot = chartOf(shown.chart, QStringLiteral("heads"));
    for (int head = 0; head < 16; ++head) {
        QLineSeries* line = lineOf(plot, QStringLiteral("head %1").arg(head + 1));
        const double slope = std::exp2(-0.5 * (head + 1));
        for (const QPointF& point : line->points())
            QVERIFY(std::abs(point.y() + slope * std::abs(point.x())) < 1e-12);
        QCOMPARE(line->pen().widthF() > 2, head == 5);
    }
    const auto labels = itemsOf<EndLabelsItem>(shown.chart).first()->labels;
    QVERIFY(labels.size() <= 8);
    qsizetype bold = 0;
    for (qsizetype i = 0; i < labels.size(); ++i) {
        bold += labels[i].bold && labels[i].lines.first() == QStringLiteral("head 6") ? 1 : 0;
        for (qsizetype j = 0; j < i; ++j)
            QVERIFY(!labels[i].rect.intersects(labels[j].rect));
    }
    QCOMPARE(bold, 1);
    moveMouse(shown.chart, {pixelX(plot, 8), plot->plotArea().center().y()});
    QVERIFY2(shown.readOut().startsWith(QStringLiteral("m = 8: head 6 has −1")), qPrintable(shown.readOut()));

    Shown zoomed("alibi:heads=2,length=2000", SpectrumView::ByHead); // shows 256 offsets in either direction
    zoomed.key(Qt::Key_Right); // from m = 0 on
    QVERIFY(zoomed.readOut().startsWith(QStringLiteral("m = 0:")));
    for (int k = 0; k < 30; ++k) // out of sight: the axis follows
        zoomed.key(Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(zoomed.readOut().startsWith(QStringLiteral("m = 300:")));
    plot = chartOf(zoomed.chart, QStringLiteral("heads"));
    QVERIFY(std::abs(*itemsOf<CrosshairItem>(zoomed.chart).first()->x - pixelX(plot, 300)) < 0.6);
    QVERIFY(plot->plotArea().contains(pixelX(plot, 300), plot->plotArea().center().y()));
}

void TestSpectrumChart::keysAndMouseTellTheRow()
{
    Shown shown("sinusoid-relative:dim=16,max=30", SpectrumView::Neighbours);
    QSignalSpy spy(&shown.chart, &SpectrumChart::hoveredRow);
    QChart* plot = chartOf(shown.chart, QStringLiteral("neighbours"));
    moveMouse(shown.chart, {pixelX(plot, -7), plot->plotArea().center().y()});
    QCOMPARE(lastOffsetOf(spy), std::optional<Index>(-7));
    shown.key(Qt::Key_Right);
    QCOMPARE(lastOffsetOf(spy), std::optional<Index>(-6));
    shown.key(Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(lastOffsetOf(spy), std::optional<Index>(-16));
    shown.key(Qt::Key_Escape);
    QCOMPARE(lastOffsetOf(spy), std::optional<Index>());
    shown.chart.setCrosshairRow(20);
    shown.key(Qt::Key_Right); // on from the crosshair
    QCOMPARE(lastOffsetOf(spy), std::optional<Index>(21));
    for (int k = 0; k < 3; ++k)
        shown.key(Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(lastOffsetOf(spy), std::optional<Index>(30)); // the last one
    shown.chart.setView(SpectrumView::Components);
    const auto dots = itemsOf<DotsItem>(shown.chart).first();
    moveMouse(shown.chart, dots->dots[3].at + QPointF(1, 1));
    QCOMPARE(lastOffsetOf(spy), std::optional<Index>(dots->chosen == dots->dots[3].at ? -27 : 99));
    shown.chart.setView(SpectrumView::SingularValues); // where there are no rows
    const auto before = spy.size();
    shown.key(Qt::Key_Right);
    QVERIFY(spy.size() == before || !lastOffsetOf(spy));
    QVERIFY(shown.readOut().startsWith(QStringLiteral("k = 1:")));
}

void TestSpectrumChart::messagesInPlaceOfAPicture()
{
    const auto said = [](const SpectrumChart& chart) {
        for (const MessageItem* item : itemsOf<MessageItem>(chart))
            if (!item->text.isEmpty())
                return item->text;
        return QString();
    };
    SpectrumChart chart;
    show(chart, {700, 300});
    QVERIFY(!said(chart).isEmpty());
    SpectrumChartState state;
    state.computing = true;
    state.revision = 3;
    chart.setState(state);
    QCOMPARE(said(chart), QStringLiteral("computing…"));
    QTRY_COMPARE(chart.paintedRevision(), 3U);
    state.computing = false;
    state.error = QStringLiteral("The file is damaged.");
    chart.setState(state);
    QCOMPARE(said(chart), state.error);
    QVERIFY(!chart.view() && chart.views().isEmpty());
    QVERIFY(!chart.findChild<SegmentedControl*>(QStringLiteral("views"))->isVisible());
    chart.setState(stateOf("sinusoid:dim=8,length=1")); // nothing to be drawn in any view, and each says why
    for (const SpectrumView view : chart.views()) {
        chart.setView(view);
        QVERIFY2(!said(chart).isEmpty(), qPrintable(QString::number(static_cast<int>(view))));
        for (const QString& name : {QStringLiteral("singular"), QStringLiteral("components"),
                                    QStringLiteral("amplitudes"), QStringLiteral("neighbours")})
            QVERIFY(!chartOf(chart, name) || !chartOf(chart, name)->isVisible());
    }
    chart.setState(stateOf("sinusoid:dim=8,length=50"));
    QVERIFY(said(chart).isEmpty());
}

void TestSpectrumChart::themeAndLanguageKeepTheView()
{
    Shown shown("learned:length=50,dim=8,seed=3", SpectrumView::Neighbours);
    shown.key(Qt::Key_Right);
    shown.key(Qt::Key_Right);
    const QString words = shown.readOut();
    QVERIFY(!words.isEmpty());
    QLineSeries* line = lineOf(chartOf(shown.chart, QStringLiteral("neighbours")), QStringLiteral("next"));
    QCOMPARE(line->pen().color(), Theme(false).source(2));
    shown.chart.setPalette(Theme(true).palette());
    line = lineOf(chartOf(shown.chart, QStringLiteral("neighbours")), QStringLiteral("next"));
    QCOMPARE(line->pen().color(), Theme(true).source(2));
    QEvent language(QEvent::LanguageChange);
    QCoreApplication::sendEvent(&shown.chart, &language);
    QCOMPARE(shown.chart.view(), std::optional(SpectrumView::Neighbours));
    QCOMPARE(shown.readOut(), words);
    QCOMPARE(shown.chart.findChild<SegmentedControl*>(QStringLiteral("views"))->currentIndex(), 3);
}

void TestSpectrumChart::nothingOverlaps_data()
{
    QTest::addColumn<QString>("spec");
    QTest::addColumn<QSize>("size");
    for (const char* spec : {"sinusoid:dim=768,length=512", "learned:length=50,dim=8,seed=3",
                             "sinusoid-relative:dim=64,max=127", "rotary:dim=128", "alibi:heads=32,length=512"})
        for (const QSize size : {QSize(600, 220), QSize(1100, 420)})
            QTest::addRow("%s %d", spec, size.width()) << QString::fromLatin1(spec) << size;
}

void TestSpectrumChart::nothingOverlaps()
{
    QFETCH(QString, spec);
    QFETCH(QSize, size);
    Shown shown(spec.toStdString(), SpectrumView::SingularValues, size);
    for (const SpectrumView view : shown.chart.views()) {
        shown.chart.setView(view);
        QCOMPARE(shown.chart.size(), size); // the head is no wider
        const auto* choice = shown.chart.findChild<QComboBox*>(QStringLiteral("choice"));
        for (int k = 0; k < std::max(1, choice->count()); ++k) {
            if (choice->count() > 0)
                shown.choose(k);
            shown.key(Qt::Key_Right);
            const QRectF area = viewOf(shown.chart)->sceneRect();
            QList<QRectF> taken; // texts and plots
            for (const Chip& chip : itemsOf<ChipsItem>(shown.chart).first()->chips)
                taken.append(chip.rect);
            for (const LegendItem::Entry& entry : itemsOf<LegendItem>(shown.chart).first()->entries)
                taken.append(entry.rect);
            for (const NamedLinesItem* item : itemsOf<NamedLinesItem>(shown.chart))
                for (const NamedLinesItem::Line& line : item->lines)
                    if (!line.rect.isEmpty())
                        taken.append(line.rect);
            for (const EndLabelsItem* item : itemsOf<EndLabelsItem>(shown.chart))
                if (item->isVisible())
                    for (const EndLabelsItem::Label& label : item->labels)
                        taken.append(label.rect);
            for (const AxesItem* axes : itemsOf<AxesItem>(shown.chart))
                if (axes->isVisible()) {
                    QVERIFY(axes->plot.height() >= 24 && axes->plot.width() >= 220);
                    taken.append(axes->plot);
                }
            for (qsizetype i = 0; i < taken.size(); ++i) {
                QVERIFY(area.contains(taken[i]));
                for (qsizetype j = 0; j < i; ++j)
                    QVERIFY2(!taken[i].intersects(taken[j]),
                             qPrintable(QStringLiteral("%1: %2 and %3").arg(static_cast<int>(view)).arg(i).arg(j)));
            }
            QVERIFY(!shown.readOut().isEmpty());
        }
    }
}
