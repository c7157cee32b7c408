// SPDX-License-Identifier: GPL-3.0-or-later
// The parts that need no heatmap around them: ticks, views, colour bar, shared widgets.
#include "core/raster/colormap.h"
#include "ui/heatmap/colour_bar.h"
#include "ui/heatmap/colour_track.h"
#include "ui/heatmap/ticks.h"
#include "ui/heatmap/viewport_math.h"
#include "ui/theme/theme.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/segmented_control.h"

#include <QLineEdit>
#include <QMouseEvent>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

#include <functional>

using namespace pescope;
using namespace pescope::ui;
using proximity::Viewport;

namespace {

constexpr MatrixSize k512{.rows = 512, .columns = 512};

QStringList textsOf(const std::vector<Tick>& ticks)
{
    QStringList texts;
    for (const Tick& tick : ticks)
        texts << tick.text;
    return texts;
}

std::function<double(const QString&)> room(double pixels)
{
    return [pixels](const QString&) { return pixels; };
}

ColourBarState barState()
{
    ColourBarState state;
    state.map = &raster::defaultColormap();
    state.scale = {.low = -0.46, .high = 0.84};
    state.dataMin = -0.76;
    state.dataMax = 23.9;
    state.formula = QStringLiteral("φ = pᵢ·pⱼ ÷ mean ‖p‖²");
    state.sources = QStringLiteral("A and B");
    state.limits = QStringLiteral("0.5…99.5 percentile of off-diagonal cells");
    return state;
}

} // namespace

class TestParts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void ticksKeepFirstAndLast();
    void ticksOfRelativeTables();
    void ticksZoomedIn();
    void ticksNeverOverlap();
    void valueTicksAreRound();
    void viewsStayInsideTheMatrix();
    void zoomKeepsThePointUnderTheCursor();
    void regionIsCovered();
    void barColoursFollowTheScale();
    void barHandlesByMouse();
    void barHandlesByKeys();
    void barFields();
    void divergingBarStaysSymmetric();
    void barSpan();
    void segmentsByMouseAndKeys();
    void elidedLabel();
    void iconsFollowThePalette();
};

void TestParts::initTestCase()
{
    qApp->setStyle(QStringLiteral("Fusion"));
    qApp->setPalette(Theme(false).palette());
    qApp->setStyleSheet(Theme(false).styleSheet());
}

void TestParts::ticksKeepFirstAndLast()
{
    QCOMPARE(textsOf(cellTicks(0, 512, 512, 0, 300, room(40))),
             (QStringList{QStringLiteral("0"), QStringLiteral("128"), QStringLiteral("256"), QStringLiteral("384"),
                          QStringLiteral("511")}));
    QCOMPARE(textsOf(cellTicks(0, 1000, 1000, 0, 300, room(50))),
             (QStringList{QStringLiteral("0"), QStringLiteral("200"), QStringLiteral("400"), QStringLiteral("600"),
                          QStringLiteral("800"), QStringLiteral("999")}));
    const std::vector<Tick> ticks = cellTicks(0, 512, 512, 0, 300, room(40));
    QCOMPARE(ticks.front().at, 0.5);
    QCOMPARE(ticks.back().at, 511.5);
    QCOMPARE(positionText(131071), QStringLiteral("131\u2009071"));
    QCOMPARE(positionText(-127), QStringLiteral("\u2212127"));
    QCOMPARE(textsOf(cellTicks(0, 1, 1, 0, 300, room(40))), QStringList{QStringLiteral("0")});
    QVERIFY(cellTicks(0, 0, 0, 0, 300, room(40)).empty());
}

void TestParts::ticksOfRelativeTables()
{
    const std::vector<Tick> ticks = cellTicks(0, 255, 255, -127, 300, room(40));
    QCOMPARE(textsOf(ticks),
             (QStringList{QStringLiteral("\u2212127"), QStringLiteral("\u221264"), QStringLiteral("0"),
                          QStringLiteral("64"), QStringLiteral("127")}));
    QCOMPARE(ticks[2].at, 127.5);
}

void TestParts::ticksZoomedIn()
{
    // centres of cells 37 … 40 are visible
    QCOMPARE(textsOf(cellTicks(36.6, 40.6, 512, 0, 300, room(40))),
             (QStringList{QStringLiteral("37"), QStringLiteral("38"), QStringLiteral("39"), QStringLiteral("40")}));
}

void TestParts::ticksNeverOverlap()
{
    for (const tables::Index cells : {4, 7, 60, 255, 512, 1000, 131072}) {
        for (const double pixels : {60.0, 300.0, 1200.0}) {
            for (double from = 0; from < static_cast<double>(cells) / 2; from += static_cast<double>(cells) / 7.3) {
                const double to = static_cast<double>(cells) - from / 3;
                const std::vector<Tick> ticks = cellTicks(from, to, cells, -3, pixels, room(45));
                QVERIFY(!ticks.empty());
                for (std::size_t k = 1; k < ticks.size(); ++k)
                    QVERIFY((ticks[k].at - ticks[k - 1].at) * pixels / (to - from) >= 45 - 1e-9);
            }
        }
    }
}

void TestParts::valueTicksAreRound()
{
    QCOMPARE(valueTicks(-0.85, 1.4, 6), (std::vector<double>{-0.5, 0, 0.5, 1.0}));
    QCOMPARE(valueTicks(0, 20, 4), (std::vector<double>{0, 5, 10, 15, 20}));
    QCOMPARE(tickDecimals(0.5), 1);
    QCOMPARE(tickDecimals(0.02), 2);
    QCOMPARE(tickDecimals(5), 0);
    QCOMPARE(tickText(-0.5, 1), QStringLiteral("\u22120.5"));
    QVERIFY(valueTicks(1, 1, 5).empty());
}

void TestParts::viewsStayInsideTheMatrix()
{
    const auto inside = [](const Viewport& view, MatrixSize size) {
        return view.row0 >= 0 && view.col0 >= 0 && view.row1 <= static_cast<double>(size.rows) + 1e-9
            && view.col1 <= static_cast<double>(size.columns) + 1e-9;
    };
    const Viewport whole = wholeView(k512);
    QCOMPARE(zoomedView(whole, k512, 0.5, 100, 100), whole);
    const Viewport closest = zoomedView(whole, k512, 1e6, 200, 300);
    QCOMPARE(closest.row1 - closest.row0, 4.0);
    QCOMPARE(closest.col1 - closest.col0, 4.0);
    QVERIFY(inside(closest, k512));
    const Viewport corner = pannedView(zoomedView(whole, k512, 4, 0, 0), k512, -1000, 1000);
    QCOMPARE(corner, (Viewport{.row0 = 0, .row1 = 128, .col0 = 384, .col1 = 512}));
    // a matrix of another shape keeps its aspect
    constexpr MatrixSize wide{.rows = 100, .columns = 400};
    const Viewport part = zoomedView(wholeView(wide), wide, 5, 50, 200);
    QCOMPARE(part.row1 - part.row0, 20.0);
    QCOMPARE(part.col1 - part.col0, 80.0);
    // fewer cells than the closest zoom: always whole
    constexpr MatrixSize tiny{.rows = 3, .columns = 3};
    QCOMPARE(zoomedView(wholeView(tiny), tiny, 10, 1, 1), wholeView(tiny));
    QCOMPARE(clampedView({.row0 = -50, .row1 = 50, .col0 = 500, .col1 = 600}, k512),
             (Viewport{.row0 = 0, .row1 = 100, .col0 = 412, .col1 = 512}));
}

void TestParts::zoomKeepsThePointUnderTheCursor()
{
    const Viewport before{.row0 = 100, .row1 = 200, .col0 = 50, .col1 = 150};
    const Viewport after = zoomedView(before, k512, 2, 120, 130);
    QCOMPARE((120 - after.row0) / (after.row1 - after.row0), 0.2);
    QCOMPARE((130 - after.col0) / (after.col1 - after.col0), 0.8);
    QCOMPARE(after.row1 - after.row0, 50.0);
}

void TestParts::regionIsCovered()
{
    const Viewport view = regionView(k512, 200, 300, 180, 340);
    QCOMPARE(view.row1 - view.row0, 40.0);
    QVERIFY(view.row0 <= 180 && view.row1 >= 200 && view.col0 <= 300 && view.col1 >= 340);
}

void TestParts::barColoursFollowTheScale()
{
    ColourTrack track;
    track.resize(340, track.sizeHint().height());
    track.setState(barState());
    const QImage grab = track.grab().toImage();
    const int y = track.barRect().center().y();
    const raster::Colormap& map = raster::defaultColormap();
    const auto at = [&](double value) { return grab.pixel(static_cast<int>(track.xOf(value)), y); };
    QCOMPARE(at(-0.65), map.below);
    QCOMPARE(at(1.0), map.above);
    const QColor middle = QColor::fromRgb(at(0.19)), expected = QColor::fromRgb(map.colours[128]);
    QVERIFY(std::abs(middle.red() - expected.red()) < 4 && std::abs(middle.blue() - expected.blue()) < 4);
    QCOMPARE(track.valueAt(track.xOf(0.3)), 0.3);
}

void TestParts::barHandlesByMouse()
{
    ColourBar bar;
    bar.resize(900, bar.sizeHint().height());
    bar.setState(barState());
    bar.show();
    auto* track = bar.findChild<ColourTrack*>();
    QSignalSpy spy(&bar, &ColourBar::limitsChanged);
    LimitHandle* high = track->highHandle();
    const QPoint grip = high->rect().center();
    const double target = 0.5;
    const int move = static_cast<int>(track->xOf(target) - track->xOf(0.84));
    QTest::mousePress(high, Qt::LeftButton, {}, grip);
    QMouseEvent event(QEvent::MouseMove, QPointF(grip + QPoint(move, 0)), high->mapToGlobal(QPointF(grip)),
                      Qt::NoButton, Qt::LeftButton, {});
    QApplication::sendEvent(high, &event);
    QCOMPARE(spy.size(), 1);
    QCOMPARE(spy.last().at(0).toDouble(), -0.46);
    QVERIFY(std::abs(spy.last().at(1).toDouble() - target) < 0.02);
    QCOMPARE(spy.last().at(2).toBool(), false);
    QTest::mouseRelease(high, Qt::LeftButton, {}, high->rect().center());
    QCOMPARE(spy.last().at(2).toBool(), true);
    QVERIFY(!bar.state().automatic);
    QSignalSpy automatic(&bar, &ColourBar::automaticRequested);
    bar.findChild<QPushButton*>()->click();
    QCOMPARE(automatic.size(), 1);
}

void TestParts::barHandlesByKeys()
{
    ColourTrack track;
    ColourBarState state = barState();
    state.dataMin = 0;
    state.dataMax = 100;
    state.scale = {.low = 10, .high = 90};
    track.resize(340, 50);
    track.setState(state);
    QSignalSpy spy(&track, &ColourTrack::limitsChanged);
    QTest::keyClick(track.lowHandle(), Qt::Key_Right);
    QCOMPARE(spy.last().at(0).toDouble(), 11.0);
    QCOMPARE(spy.last().at(2).toBool(), true);
    QTest::keyClick(track.highHandle(), Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(spy.last().at(1).toDouble(), 80.0);
    for (int k = 0; k < 20; ++k)
        QTest::keyClick(track.lowHandle(), Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(spy.last().at(0).toDouble() < spy.last().at(1).toDouble()); // never across
    QVERIFY(!track.lowHandle()->accessibleName().isEmpty());
}

void TestParts::barFields()
{
    ColourBar bar;
    bar.setState(barState());
    bar.show();
    const QList<QLineEdit*> fields = bar.findChildren<QLineEdit*>();
    QCOMPARE(fields.size(), 2);
    QCOMPARE(fields[0]->text(), QStringLiteral("−0.46"));
    QSignalSpy spy(&bar, &ColourBar::limitsChanged);
    const auto type = [](QLineEdit* field, const QString& text) {
        field->selectAll();
        field->insert(text); // keyClicks knows no minus sign
        QTest::keyClick(field, Qt::Key_Return);
    };
    type(fields[0], QStringLiteral("-0.2"));
    QCOMPARE(spy.size(), 1);
    QCOMPARE(spy.last().at(0).toDouble(), -0.2);
    QCOMPARE(spy.last().at(1).toDouble(), 0.84);
    type(fields[0], QStringLiteral("5")); // above the upper limit
    QCOMPARE(spy.size(), 1);
    QCOMPARE(fields[0]->property("invalid").toBool(), true);
    type(fields[0], QStringLiteral("abc"));
    QCOMPARE(spy.size(), 1);
    type(fields[0], QStringLiteral("−0,3"));
    QCOMPARE(spy.last().at(0).toDouble(), -0.3);
    QCOMPARE(fields[0]->property("invalid").toBool(), false);
}

void TestParts::divergingBarStaysSymmetric()
{
    ColourTrack track;
    ColourBarState state = barState();
    state.map = &raster::defaultDiverging();
    state.dataMin = -1;
    state.dataMax = 1;
    state.scale = {.low = -0.5, .high = 0.5};
    track.resize(340, 50);
    track.setState(state);
    QSignalSpy spy(&track, &ColourTrack::limitsChanged);
    QTest::keyClick(track.highHandle(), Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(spy.last().at(0).toDouble(), -0.7);
    QCOMPARE(spy.last().at(1).toDouble(), 0.7);
}

void TestParts::barSpan()
{
    ColourBarState state = barState();
    TrackSpan span = trackSpan(state); // a few cells are far above: only the neighbourhood
    QVERIFY(span.from < -0.46 && span.to > 0.84 && span.to < 2);
    state.dataMax = 2;
    span = trackSpan(state);
    QCOMPARE(span.from, -0.76);
    QCOMPARE(span.to, 2.0);
    state.dataMin = state.dataMax = state.scale.low = state.scale.high = 1;
    span = trackSpan(state);
    QVERIFY(span.from < span.to);
}

void TestParts::segmentsByMouseAndKeys()
{
    SegmentedControl control(QStringLiteral("Scale"),
                             {QStringLiteral("Shared"), QStringLiteral("Own"), QStringLiteral("Rank")});
    control.show();
    QSignalSpy spy(&control, &SegmentedControl::chosen);
    QCOMPARE(control.currentIndex(), 0);
    const QList<QToolButton*> buttons = control.findChildren<QToolButton*>();
    buttons[2]->click();
    QCOMPARE(spy.last().first().toInt(), 2);
    QTest::keyClick(buttons[2], Qt::Key_Left);
    QCOMPARE(spy.last().first().toInt(), 1);
    control.setSegmentEnabled(0, false);
    QTest::keyClick(buttons[1], Qt::Key_Left); // nothing there
    QCOMPARE(control.currentIndex(), 1);
    QTest::keyClick(buttons[1], Qt::Key_End);
    QCOMPARE(control.currentIndex(), 2);
    const qsizetype count = spy.size();
    control.setCurrentIndex(1); // by the program: no signal
    QCOMPARE(spy.size(), count);
    // one stop for Tab
    int stops = 0;
    for (QToolButton* button : buttons)
        stops += (button->focusPolicy() & Qt::TabFocus) != 0;
    QCOMPARE(stops, 1);
}

void TestParts::elidedLabel()
{
    ElidedLabel label(QStringLiteral("a long name of a source that has no room"));
    label.resize(60, 20);
    QVERIFY(label.isElided());
    label.resize(label.sizeHint());
    QVERIFY(!label.isElided());
    QVERIFY(label.minimumSizeHint().width() < 60);
}

void TestParts::iconsFollowThePalette()
{
    QWidget parent;
    QToolButton* button = makeIconButton(IconName::More, QStringLiteral("More"), &parent);
    button->ensurePolished(); // the style sheet makes its ground transparent
    QCOMPARE(button->icon().pixmap(16, 16).toImage().pixelColor(3, 8).name(),
             Theme(false).colour(Role::TextSecond).name());

    QWidget widget;
    for (int k = 0; k < kIconCount; ++k) {
        const QIcon drawn = icon(static_cast<IconName>(k), &widget);
        for (const bool dark : {false, true}) {
            widget.setPalette(Theme(dark).palette());
            const QImage image = drawn.pixmap(16, 16).toImage();
            int strongest = 0;
            QColor colour;
            for (int y = 0; y < 16; ++y)
                for (int x = 0; x < 16; ++x)
                    if (qAlpha(image.pixel(x, y)) > strongest) {
                        strongest = qAlpha(image.pixel(x, y));
                        colour = image.pixelColor(x, y);
                    }
            QVERIFY2(strongest > 128, qPrintable(QString::number(k)));
            const QColor wanted = Theme(dark).colour(Role::TextSecond);
            QVERIFY(std::abs(colour.red() - wanted.red()) < 6 && std::abs(colour.blue() - wanted.blue()) < 6);
            for (int edge = 0; edge < 16; ++edge) // nothing is cut
                QVERIFY2(qAlpha(image.pixel(edge, 0)) < 100 && qAlpha(image.pixel(0, edge)) < 100,
                         qPrintable(QString::number(k)));
        }
    }
}

QTEST_MAIN(TestParts)
#include "tst_parts.moc"
