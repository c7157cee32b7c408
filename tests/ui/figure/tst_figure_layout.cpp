// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/layout.h"
#include "ui/figure/ticks.h"

#include "figure_samples.h"

#include <QTest>

using namespace pescope;
using namespace pescope::figure;

namespace {

struct Box {
    QString what;
    QRectF place;
};

/// Every piece of text on the page with the rectangle of its letters.
std::vector<Box> textBoxes(const Figure& figure, const Layout& layout)
{
    const Type type(figure.fontPt);
    std::vector<Box> boxes;
    const auto add = [&](const TextBlock& block) {
        double top = block.top;
        for (const QString& line : block.lines) {
            const double width = type.widthMm(block.role, line);
            const double left = block.left + (block.centred ? (block.width - width) / 2 : 0);
            if (!line.isEmpty())
                boxes.push_back({line, QRectF(left, top + 0.1, width, type.lineMm(block.role) - 0.2)});
            top += type.lineMm(block.role);
        }
    };
    const double digits = 0.73 * type.pointSize(TypeRole::Tick) * 25.4 / 72;
    const auto below = [&](double edge, const std::vector<Tick>& ticks) {
        for (const Tick& tick : ticks) {
            const double width = type.widthMm(TypeRole::Tick, tick.label);
            boxes.push_back({tick.label, QRectF(tick.at - width / 2, edge + kTickLength + kLabelGap, width, digits)});
        }
    };
    for (const PanelPlace& panel : layout.panels) {
        add(panel.title);
        add(panel.subtitle);
        add(panel.xTitle);
        if (!panel.letter.isEmpty())
            boxes.push_back(
                {panel.letter,
                 QRectF(panel.area.left(), panel.title.top + 0.1, type.widthMm(TypeRole::Letter, panel.letter), 2)});
        for (const LegendEntry& entry : panel.legend)
            add(entry.label);
        below(panel.plot.bottom(), panel.xTicks);
        for (const Tick& tick : panel.yTicks) {
            const double width = type.widthMm(TypeRole::Tick, tick.label);
            boxes.push_back(
                {tick.label,
                 QRectF(panel.plot.left() - kTickLength - kLabelGap - width, tick.at - digits / 2, width, digits)});
        }
        double left = panel.yTitleLeft;
        for (const QString& line : panel.yTitle) {
            const double length = type.widthMm(TypeRole::Axis, line);
            boxes.push_back(
                {line,
                 QRectF(left + 0.1, panel.plot.center().y() - length / 2, type.lineMm(TypeRole::Axis) - 0.2, length)});
            left += type.lineMm(TypeRole::Axis);
        }
    }
    for (const BarPlace& bar : layout.bars) {
        below(bar.bar.bottom(), bar.ticks);
        add(bar.title);
    }
    return boxes;
}

void checkPage(const Figure& figure, const char* what)
{
    const Layout layout = layOut(figure);
    const QRectF page(QPointF(0, 0), layout.size);
    std::vector<Box> boxes = textBoxes(figure, layout);
    QVERIFY(!boxes.empty());
    for (std::size_t k = 0; k < layout.panels.size(); ++k) {
        const QRectF plot = layout.panels[k].plot;
        QVERIFY2(plot.width() >= 9.9 && plot.height() >= 9.9, what);
        boxes.push_back({QStringLiteral("plot %1").arg(k), plot});
    }
    for (const BarPlace& bar : layout.bars)
        boxes.push_back({QStringLiteral("bar"), bar.bar.adjusted(-kArrowLength, 0, kArrowLength, 0)});
    for (std::size_t a = 0; a < boxes.size(); ++a) {
        QVERIFY2(page.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(boxes[a].place),
                 qPrintable(QStringLiteral("%1: “%2” leaves the page").arg(QString::fromLatin1(what), boxes[a].what)));
        for (std::size_t b = a + 1; b < boxes.size(); ++b)
            QVERIFY2(!boxes[a].place.intersects(boxes[b].place),
                     qPrintable(QStringLiteral("%1: “%2” runs into “%3”")
                                    .arg(QString::fromLatin1(what), boxes[a].what, boxes[b].what)));
    }
}

const TooClose kNever = [](const PlacedValue&, const PlacedValue&) { return false; };

QStringList labelsOf(const std::vector<PlacedValue>& ticks)
{
    QStringList labels;
    for (const PlacedValue& tick : ticks)
        labels.append(tick.label);
    return labels;
}

} // namespace

class TestFigureLayout : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingOverlapsOrIsCut_data()
    {
        QTest::addColumn<double>("width");
        QTest::addColumn<int>("panels");
        QTest::addColumn<int>("cells");
        QTest::addColumn<bool>("ownBars");
        for (const double width : {84.0, 174.0})
            for (int panels = 1; panels <= 6; ++panels)
                for (const int cells : {10, 512, 1000})
                    for (const bool own : {false, true})
                        QTest::addRow("%g mm, %d panels, %d cells, %s bars", width, panels, cells,
                                      own ? "own" : "shared")
                            << width << panels << cells << own;
    }
    void nothingOverlapsOrIsCut()
    {
        QFETCH(double, width);
        QFETCH(int, panels);
        QFETCH(int, cells);
        QFETCH(bool, ownBars);
        Figure figure = samples::maps(panels, width, samples::checkerboard(cells, cells), ownBars);
        checkPage(figure, QTest::currentDataTag());
        QCOMPARE(layOut(figure).size.width(), width);
        // Large numbers on the axes: positions of a long context.
        for (auto& panel : figure.panels)
            std::get<HeatmapPanel>(panel).firstRowLabel = std::get<HeatmapPanel>(panel).firstColumnLabel = 130072;
        checkPage(figure, QTest::currentDataTag());
        figure.fontPt = 10;
        checkPage(figure, QTest::currentDataTag());
    }

    void curvesKeepTheirLegend()
    {
        for (const double width : {84.0, 174.0})
            for (const bool logY : {false, true}) {
                const Figure figure = samples::curves(width, logY);
                checkPage(figure, "curves");
                QCOMPARE(layOut(figure).panels[0].legend.size(), std::size_t(3));
            }
    }

    void nothingIsElided()
    {
        const QString name = QStringLiteral("a-very-long-name-without-any-blank/").repeated(4);
        Figure figure = samples::maps(2, 84, samples::checkerboard(8, 8));
        std::get<HeatmapPanel>(figure.panels[0]).title = QStringLiteral("A  ") + name;
        checkPage(figure, "long name");
        const PanelPlace place = layOut(figure).panels[0];
        QCOMPARE(place.letter, QStringLiteral("A"));
        QCOMPARE(place.title.lines.join(QString()), name);
    }

    void heightIsKept()
    {
        Figure figure = samples::maps(2, 174, samples::checkerboard(64, 64));
        const double natural = sizeMm(figure).height();
        figure.heightMm = natural - 20;
        QCOMPARE(sizeMm(figure), QSizeF(174, natural - 20));
        checkPage(figure, "fixed height");
    }

    void smallestType()
    {
        for (const TypeRole role : {TypeRole::Letter, TypeRole::Title, TypeRole::Axis, TypeRole::Tick, TypeRole::Note})
            QVERIFY(Type(6).pointSize(role) >= 6);
        QCOMPARE(Type(8).pointSize(TypeRole::Tick), 7.0);
        QCOMPARE(Type(8).font(TypeRole::Title).pixelSize(), 800);
    }

    void positionTicksKeepBothEnds()
    {
        const TooClose apart = [](const PlacedValue& a, const PlacedValue& b) { return b.value - a.value < 60; };
        QCOMPARE(labelsOf(positionTicks(0, 511, apart)),
                 (QStringList{QStringLiteral("0"), QStringLiteral("64"), QStringLiteral("128"), QStringLiteral("192"),
                              QStringLiteral("256"), QStringLiteral("320"), QStringLiteral("384"),
                              QStringLiteral("448"), QStringLiteral("511")}));
        const auto ticks = positionTicks(-127, 127, apart);
        QCOMPARE(ticks.front().value, -127.0);
        QCOMPARE(ticks.back().value, 127.0);
        QVERIFY(labelsOf(ticks).contains(QStringLiteral("0")));
        QCOMPARE(positionTicks(3, 3, kNever).size(), std::size_t(1));
        QCOMPARE(positionTicks(0, 4, kNever).size(), std::size_t(5));
    }

    void numbers()
    {
        QCOMPARE(tickText(-0.5, 1), QStringLiteral("−0.5"));
        QCOMPARE(tickText(131071, 0), QStringLiteral("131\u2009071"));
        QCOMPARE(tickText(1024, 0), QStringLiteral("1024"));
        QCOMPARE(tickText(2e-6, 6), QStringLiteral("2·10⁻⁶"));
        QCOMPARE(
            labelsOf(valueTicks(-0.4, 1.0, 8, kNever)),
            (QStringList{QStringLiteral("−0.4"), QStringLiteral("−0.2"), QStringLiteral("0.0"), QStringLiteral("0.2"),
                         QStringLiteral("0.4"), QStringLiteral("0.6"), QStringLiteral("0.8"), QStringLiteral("1.0")}));
        QVERIFY(valueTicks(1, 1, 5, kNever).empty());
        QCOMPARE(labelsOf(decadeTicks(-4, 0, kNever)),
                 (QStringList{QStringLiteral("10⁻⁴"), QStringLiteral("10⁻³"), QStringLiteral("10⁻²"),
                              QStringLiteral("10⁻¹"), QStringLiteral("1")}));
    }
};

QTEST_MAIN(TestFigureLayout)
#include "tst_figure_layout.moc"
