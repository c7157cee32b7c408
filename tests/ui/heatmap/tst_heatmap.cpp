// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/heatmap/heatmap_view.h"
#include "ui/heatmap/viewport_math.h"
#include "ui/theme/theme.h"

#include "sample_picture.h"

#include <QAccessible>
#include <QChart>
#include <QSignalSpy>
#include <QtTest>

using namespace pescope;
using namespace pescope::ui;
using proximity::Viewport;

namespace {

constexpr MatrixSize k512{.rows = 512, .columns = 512};

/// A view on a 512 × 512 checkerboard, shown and laid out.
struct Shown {
    explicit Shown(Index cells = 512, QSize size = {420, 400})
    {
        view.resize(size);
        view.setAxisTitles(QStringLiteral("position i"), QStringLiteral("position j"));
        view.show();
        show(wholeView({.rows = cells, .columns = cells}), cells, 1);
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        show(view.shownViewport(), cells, 2); // now with the final number of pixels
    }
    void show(const Viewport& part, Index cells, std::uint64_t revision)
    {
        view.setPicture(test::pictureOf([](Index i, Index j) { return (i + j) % 2; }, cells, cells, part,
                                        view.plotPixels(), {.low = 0, .high = 1}, raster::defaultColormap(), revision));
    }
    [[nodiscard]] QPoint at(Cell cell) const { return view.positionOf(cell).toPoint(); }
    void wheel(QPoint position, int delta)
    {
        QWheelEvent event(QPointF(position), view.mapToGlobal(QPointF(position)), QPoint(), QPoint(0, delta),
                          Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(view.viewport(), &event);
    }
    void moveMouse(QPoint position, Qt::MouseButtons buttons, Qt::KeyboardModifiers modifiers = {})
    {
        QMouseEvent event(QEvent::MouseMove, QPointF(position), view.mapToGlobal(QPointF(position)), Qt::NoButton,
                          buttons, modifiers);
        QApplication::sendEvent(view.viewport(), &event);
    }
    HeatmapView view;
};

Viewport requestedBy(QSignalSpy& spy)
{
    return spy.isEmpty() ? Viewport{} : spy.last().first().value<Viewport>();
}

} // namespace

class TestHeatmap : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cellsAndPositionsAgree();
    void chartAgreesWithOwnMapping();
    void picturePixelsLandSeamFree();
    void oldPictureStaysWhereItsCellsAre();
    void lateAndForeignPictures();
    void wheelZoomsAtTheCursor();
    void dragPans();
    void shiftDragSelects();
    void clickPinsAndDoubleClickResets();
    void keys();
    void hoverTellsCells();
    void crosshairReadsOnEveryColour();
    void valuesArePrintedInLargeCells();
    void normStripSharesTheAxis();
    void plotStaysWhileZooming();
    void themeChangesAtOnce();
    void screenReader();
};

void TestHeatmap::cellsAndPositionsAgree()
{
    Shown shown;
    for (const Viewport& part :
         {wholeView(k512), Viewport{.row0 = 100.25, .row1 = 150.25, .col0 = 411.5, .col1 = 461.5},
          Viewport{.row0 = 0, .row1 = 4, .col0 = 508, .col1 = 512}}) {
        shown.show(part, 512, 3);
        QCOMPARE(shown.view.shownViewport(), part);
        const auto first = [](double edge) { return static_cast<Index>(std::ceil(edge)); };
        for (Index row = first(part.row0); static_cast<double>(row) + 1 <= part.row1; row += 7) {
            for (Index column = first(part.col0); static_cast<double>(column) + 1 <= part.col1; column += 11) {
                const Cell cell{.row = row, .column = column};
                QCOMPARE(shown.view.cellAt(shown.view.positionOf(cell)), std::optional(cell));
            }
        }
        const QRect plot = shown.view.plotRect();
        QVERIFY(!shown.view.cellAt(QPointF(plot.left() - 1, plot.center().y())));
        QVERIFY(!shown.view.cellAt(QPointF(plot.center().x(), plot.bottom() + 2)));
        // row 0 on top: the cell at the top left is the first of the view
        QCOMPARE(shown.view.cellAt(QPointF(plot.topLeft()) + QPointF(0.1, 0.1)),
                 std::optional(Cell{.row = static_cast<Index>(part.row0), .column = static_cast<Index>(part.col0)}));
    }
}

void TestHeatmap::chartAgreesWithOwnMapping()
{
    Shown shown;
    shown.show({.row0 = 64, .row1 = 128, .col0 = 200, .col1 = 264}, 512, 3);
    QCoreApplication::processEvents();
    for (const Cell cell : {Cell{.row = 64, .column = 200}, Cell{.row = 100, .column = 263}}) {
        const QPointF chart = shown.view.chart()->mapToPosition(
            QPointF(static_cast<double>(cell.column) + 0.5, static_cast<double>(cell.row) + 0.5));
        const QPointF own = shown.view.positionOf(cell);
        QVERIFY2(std::abs(chart.x() - own.x()) < 0.01 && std::abs(chart.y() - own.y()) < 0.01,
                 qPrintable(QStringLiteral("%1 %2").arg(chart.x() - own.x()).arg(chart.y() - own.y())));
    }
}

void TestHeatmap::picturePixelsLandSeamFree()
{
    Shown shown(8);
    const QRect plot = shown.view.plotRect();
    QCOMPARE(plot.width(), plot.height());
    QCOMPARE(shown.view.plotPixels(), plot.size());
    const QImage grab = shown.view.grab().toImage().convertToFormat(QImage::Format_RGB32);
    const QImage& picture = shown.view.picture().image;
    QCOMPARE(picture.size(), plot.size());
    QCOMPARE(grab.copy(plot), picture); // every pixel, none moved or blended
    QCOMPARE(grab.pixel(plot.left() + 2, plot.top() + 2), raster::defaultColormap().colours[0]);
    QCOMPARE(grab.pixel(shown.at({.row = 0, .column = 1})), raster::defaultColormap().colours[255]);
    QCOMPARE(shown.view.paintedRevision(), std::uint64_t{2});
}

void TestHeatmap::oldPictureStaysWhereItsCellsAre()
{
    Shown shown(8);
    QSignalSpy spy(&shown.view, &HeatmapView::viewportRequested);
    const Viewport lower{.row0 = 2, .row1 = 6, .col0 = 4, .col1 = 8};
    shown.view.setViewport(lower);
    QCOMPARE(shown.view.shownViewport(), lower);
    QCOMPARE(shown.view.picture().view, wholeView({.rows = 8, .columns = 8})); // still the old picture …
    const QImage grab = shown.view.grab().toImage();
    for (Index row = 2; row < 6; ++row)
        for (Index column = 4; column < 8; ++column) // … at the place of its cells
            QCOMPARE(grab.pixel(shown.at({.row = row, .column = column})),
                     raster::defaultColormap().colours[(row + column) % 2 ? 255 : 0]);
    QVERIFY(spy.isEmpty()); // nobody asked for it here
    // outside the old picture there is ground, not a stretched edge
    shown.show(lower, 8, 3);
    shown.view.setViewport(wholeView({.rows = 8, .columns = 8}));
    QCOMPARE(shown.view.grab().toImage().pixelColor(shown.at({.row = 0, .column = 0})),
             Theme::of(&shown.view).colour(Role::Sunk));
}

void TestHeatmap::lateAndForeignPictures()
{
    Shown shown;
    const QPoint middle = shown.view.plotRect().center();
    QSignalSpy spy(&shown.view, &HeatmapView::viewportRequested);
    shown.wheel(middle, 120);
    const Viewport first = requestedBy(spy);
    shown.wheel(middle, 120);
    const Viewport second = requestedBy(spy);
    QVERIFY(first != second);
    shown.show(wholeView(k512), 512, 3); // of before the wheel: the axes stay at what was asked for
    QCOMPARE(shown.view.shownViewport(), second);
    shown.show(first, 512, 4); // the answer to the first request
    QCOMPARE(shown.view.shownViewport(), second);
    shown.show(second, 512, 5);
    QCOMPARE(shown.view.shownViewport(), second);
    const Viewport elsewhere{.row0 = 10, .row1 = 20, .col0 = 10, .col1 = 20};
    shown.show(elsewhere, 512, 6); // decided by somebody else
    QCOMPARE(shown.view.shownViewport(), elsewhere);
}

void TestHeatmap::wheelZoomsAtTheCursor()
{
    Shown shown;
    QSignalSpy spy(&shown.view, &HeatmapView::viewportRequested);
    const QPoint position = shown.at({.row = 400, .column = 100});
    const std::optional<Cell> cell = shown.view.cellAt(position);
    shown.wheel(position, 120);
    QCOMPARE(spy.size(), 1);
    const Viewport view = requestedBy(spy);
    QVERIFY(std::abs((view.row1 - view.row0) - 512 / 1.25) < 1e-9);
    QCOMPARE(shown.view.cellAt(position), cell);
    for (int k = 0; k < 60; ++k)
        shown.wheel(position, 120);
    const Viewport closest = requestedBy(spy);
    QVERIFY(std::abs(closest.row1 - closest.row0 - 4) < 1e-9);
    for (int k = 0; k < 60; ++k)
        shown.wheel(position, -120);
    QCOMPARE(requestedBy(spy), wholeView(k512));
    const qsizetype count = spy.size();
    shown.wheel(position, -120); // nothing more to show
    shown.wheel(QPoint(1, 1), 120); // not on the plot
    QCOMPARE(spy.size(), count);
}

void TestHeatmap::dragPans()
{
    Shown shown;
    const Viewport start{.row0 = 100, .row1 = 200, .col0 = 300, .col1 = 400};
    shown.show(start, 512, 3);
    QSignalSpy spy(&shown.view, &HeatmapView::viewportRequested);
    QSignalSpy pins(&shown.view, &HeatmapView::pinRequested);
    const QRect plot = shown.view.plotRect();
    const QPoint from = plot.center();
    QTest::mousePress(shown.view.viewport(), Qt::LeftButton, {}, from);
    shown.moveMouse(from + QPoint(2, 0), Qt::LeftButton); // a shaking hand is no drag
    QVERIFY(spy.isEmpty());
    shown.moveMouse(from + QPoint(30, -60), Qt::LeftButton);
    const Viewport view = requestedBy(spy);
    QVERIFY(std::abs(view.col0 - (300 - 30 * 100.0 / plot.width())) < 1e-9);
    QVERIFY(std::abs(view.row0 - (100 + 60 * 100.0 / plot.height())) < 1e-9);
    QCOMPARE(view.row1 - view.row0, 100.0);
    QTest::mouseRelease(shown.view.viewport(), Qt::LeftButton, {}, from + QPoint(30, -60));
    QVERIFY(pins.isEmpty());
}

void TestHeatmap::shiftDragSelects()
{
    Shown shown;
    QSignalSpy spy(&shown.view, &HeatmapView::viewportRequested);
    const QPoint from = shown.at({.row = 100, .column = 200}), to = shown.at({.row = 164, .column = 232});
    QTest::mousePress(shown.view.viewport(), Qt::LeftButton, Qt::ShiftModifier, from);
    shown.moveMouse(to, Qt::LeftButton, Qt::ShiftModifier);
    QVERIFY(spy.isEmpty());
    QTest::mouseRelease(shown.view.viewport(), Qt::LeftButton, Qt::ShiftModifier, to);
    QCOMPARE(spy.size(), 1);
    const Viewport view = requestedBy(spy);
    QVERIFY(std::abs(view.row1 - view.row0 - 64) < 4);
    QVERIFY(view.row0 <= 102 && view.row1 >= 162 && view.col0 <= 202 && view.col1 >= 230);
}

void TestHeatmap::clickPinsAndDoubleClickResets()
{
    Shown shown;
    shown.show({.row0 = 100, .row1 = 200, .col0 = 300, .col1 = 400}, 512, 3);
    QSignalSpy pins(&shown.view, &HeatmapView::pinRequested);
    QSignalSpy resets(&shown.view, &HeatmapView::viewportReset);
    const Cell cell{.row = 150, .column = 320};
    QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, {}, shown.at(cell));
    QCOMPARE(pins.size(), 1);
    QCOMPARE(pins.last().first().value<std::optional<Cell>>(), std::optional(cell));
    shown.view.setCrosshair(cell, true);

    const QPoint other = shown.at({.row = 110, .column = 390});
    QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, {}, other);
    QTest::mouseDClick(shown.view.viewport(), Qt::LeftButton, {}, other);
    QCOMPARE(resets.size(), 1);
    QCOMPARE(shown.view.shownViewport(), wholeView(k512));
    // the first click of the double click pinned, which is taken back
    QCOMPARE(pins.last().first().value<std::optional<Cell>>(), std::optional(cell));
}

void TestHeatmap::keys()
{
    Shown shown;
    QSignalSpy hovers(&shown.view, &HeatmapView::hovered);
    QSignalSpy pins(&shown.view, &HeatmapView::pinRequested);
    QSignalSpy views(&shown.view, &HeatmapView::viewportRequested);
    QSignalSpy resets(&shown.view, &HeatmapView::viewportReset);
    QSignalSpy copies(&shown.view, &HeatmapView::copyRequested);
    QSignalSpy alone(&shown.view, &HeatmapView::openAloneRequested);
    const auto press = [&](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(&shown.view, key, modifiers);
    };
    const auto cellOf = [](QSignalSpy& spy) { return spy.last().first().value<std::optional<Cell>>(); };
    shown.view.setCrosshair(Cell{.row = 10, .column = 20}, false);
    press(Qt::Key_Right);
    QCOMPARE(cellOf(hovers), std::optional(Cell{.row = 10, .column = 21}));
    press(Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(cellOf(hovers), std::optional(Cell{.row = 20, .column = 21}));
    QVERIFY(pins.isEmpty());
    shown.view.setCrosshair(Cell{.row = 3, .column = 20}, true);
    press(Qt::Key_Up, Qt::ShiftModifier); // stops at the edge
    QCOMPARE(cellOf(pins), std::optional(Cell{.row = 0, .column = 20}));
    press(Qt::Key_Escape);
    QCOMPARE(cellOf(pins), std::optional<Cell>());
    press(Qt::Key_C);
    QCOMPARE(copies.size(), 1);
    press(Qt::Key_Return);
    QCOMPARE(alone.size(), 1);
    QVERIFY(views.isEmpty());
    press(Qt::Key_Plus);
    QVERIFY(requestedBy(views).row1 - requestedBy(views).row0 < 512);
    press(Qt::Key_Minus);
    QVERIFY(std::abs(requestedBy(views).row1 - requestedBy(views).row0 - 512) < 1e-9);
    press(Qt::Key_Home);
    QCOMPARE(resets.size(), 1);
    // the crosshair takes the view along when it leaves it
    shown.show({.row0 = 100, .row1 = 110, .col0 = 100, .col1 = 110}, 512, 9);
    shown.view.setCrosshair(Cell{.row = 105, .column = 109}, false);
    press(Qt::Key_Right);
    QCOMPARE(requestedBy(views), (Viewport{.row0 = 100, .row1 = 110, .col0 = 101, .col1 = 111}));
    const qsizetype before = copies.size();
    press(Qt::Key_C, Qt::ControlModifier); // belongs to the window
    QCOMPARE(copies.size(), before);
}

void TestHeatmap::hoverTellsCells()
{
    Shown shown;
    QSignalSpy spy(&shown.view, &HeatmapView::hovered);
    const Cell cell{.row = 212, .column = 180};
    shown.moveMouse(shown.at(cell), Qt::NoButton);
    QCOMPARE(spy.last().first().value<std::optional<Cell>>(), shown.view.cellAt(shown.at(cell)));
    const qsizetype count = spy.size();
    shown.moveMouse(shown.at(cell), Qt::NoButton); // the same cell says nothing
    QCOMPARE(spy.size(), count);
    shown.moveMouse(QPoint(1, 1), Qt::NoButton);
    QCOMPARE(spy.last().first().value<std::optional<Cell>>(), std::optional<Cell>());
}

void TestHeatmap::crosshairReadsOnEveryColour()
{
    Shown shown(8);
    const Cell cell{.row = 4, .column = 4};
    shown.view.setCrosshair(cell, true);
    const QImage grab = shown.view.grab().toImage();
    const QPointF centre = shown.view.positionOf(cell);
    const int y = static_cast<int>(std::floor(centre.y()));
    const int x = shown.view.plotRect().left() + 5;
    QCOMPARE(grab.pixel(x, y), qRgb(0, 0, 0));
    QCOMPARE(grab.pixel(x, y - 1), qRgb(255, 255, 255));
    QCOMPARE(grab.pixel(x, y + 1), qRgb(255, 255, 255));
    shown.view.setCrosshair(std::nullopt, false);
    QVERIFY(shown.view.grab().toImage().pixel(x, y) != qRgb(0, 0, 0));
}

void TestHeatmap::valuesArePrintedInLargeCells()
{
    Shown shown(8);
    HeatmapPicture picture = shown.view.picture();
    const QImage without = shown.view.grab().toImage();
    picture.cellValues.assign(8, std::vector<double>(8, 0.563));
    shown.view.setPicture(picture);
    const QImage with = shown.view.grab().toImage();
    const auto differs = [&](Cell cell) {
        const QRect box(shown.at(cell) - QPoint(14, 8), QSize(28, 16));
        return with.copy(box) != without.copy(box);
    };
    QVERIFY(differs({.row = 0, .column = 0}) && differs({.row = 7, .column = 7}) && differs({.row = 3, .column = 4}));
    // dark on bright, bright on dark
    const auto darkest = [&](Cell cell) {
        int least = 255;
        const QRect box(shown.at(cell) - QPoint(14, 8), QSize(28, 16));
        for (int py = box.top(); py <= box.bottom(); ++py)
            for (int px = box.left(); px <= box.right(); ++px)
                least = std::min(least, qGray(with.pixel(px, py)));
        return least;
    };
    QVERIFY(darkest({.row = 0, .column = 1}) < 40);
    // in smaller cells they would be unreadable
    Shown small(64);
    HeatmapPicture dense = small.view.picture();
    dense.cellValues.assign(64, std::vector<double>(64, 0.5));
    small.view.setPicture(dense);
    QCOMPARE(small.view.grab().toImage().copy(small.view.plotRect()).convertToFormat(QImage::Format_RGB32),
             dense.image);
}

void TestHeatmap::normStripSharesTheAxis()
{
    Shown shown(8);
    const int before = shown.view.plotRect().width();
    auto norms = std::make_shared<std::vector<double>>(8, 1.0);
    norms->at(2) = 4.0;
    shown.view.setNormStrip({.norms = norms, .outlying = {2}});
    shown.view.setSourceIndex(1);
    QVERIFY(shown.view.plotRect().width() <= before);
    shown.show(wholeView({.rows = 8, .columns = 8}), 8, 3);
    const QImage grab = shown.view.grab().toImage();
    const Theme theme = Theme::of(&shown.view);
    const int left = shown.view.plotRect().right() + 1;
    // the rows' bars: red ones exactly over the height of row 2, in the source's colour elsewhere
    const auto coloured = [&](int y, const QColor& colour) {
        int count = 0;
        for (int x = left; x < grab.width(); ++x)
            count += grab.pixelColor(x, y) == colour;
        return count;
    };
    for (Index row = 0; row < 8; ++row) {
        const int y = shown.at({.row = row, .column = 0}).y();
        const int red = coloured(y, theme.colour(Role::Error)), own = coloured(y, theme.source(1));
        if (row == 2)
            QVERIFY2(red > 20 && own == 0, qPrintable(QString::number(red)));
        else
            QVERIFY2(own > 4 && own < 20 && red == 0, qPrintable(QString::number(own)));
    }
    const int top = static_cast<int>(
        std::lround(shown.view.positionOf({.row = 2, .column = 0}).y() - shown.view.plotRect().height() / 16.0));
    QCOMPARE(coloured(top - 2, theme.colour(Role::Error)), 0);
    QVERIFY(coloured(top + 1, theme.colour(Role::Error)) > 20);
}

void TestHeatmap::plotStaysWhileZooming()
{
    Shown shown;
    const QRect plot = shown.view.plotRect();
    QSignalSpy resized(&shown.view, &HeatmapView::plotResized);
    shown.show({.row0 = 3, .row1 = 7, .col0 = 3, .col1 = 7}, 512, 3);
    QCOMPARE(shown.view.plotRect(), plot);
    QVERIFY(resized.isEmpty());
    shown.view.resize(700, 500);
    QVERIFY(resized.size() >= 1);
    QCOMPARE(shown.view.plotRect().width(), shown.view.plotRect().height());
    QVERIFY(shown.view.rect().contains(shown.view.plotRect()));
}

void TestHeatmap::themeChangesAtOnce()
{
    Shown shown(8);
    shown.view.clearPicture();
    const QPoint middle = shown.view.plotRect().center();
    for (const bool dark : {false, true, false}) {
        shown.view.setPalette(Theme(dark).palette());
        QCOMPARE(shown.view.grab().toImage().pixelColor(middle), Theme(dark).colour(Role::Sunk));
    }
}

void TestHeatmap::screenReader()
{
    Shown shown;
    shown.view.setSourceIndex(0);
    shown.view.setCrosshair(Cell{.row = 212, .column = 180}, true);
    shown.view.setReadout(212, 180, QStringLiteral("0.563"));
    QAccessibleInterface* reader = QAccessible::queryAccessibleInterface(&shown.view);
    QVERIFY(reader);
    QCOMPARE(reader->role(), QAccessible::Chart);
    QCOMPARE(reader->text(QAccessible::Name), QStringLiteral("Heat map of A"));
    QCOMPARE(reader->text(QAccessible::Description),
             QStringLiteral("heat map of A, 512 by 512, value at 212, 180 is 0.563"));
    QCOMPARE(reader->text(QAccessible::Value), QStringLiteral("0.563"));
    QSignalSpy views(&shown.view, &HeatmapView::viewportRequested);
    QVERIFY(reader->actionInterface()->actionNames().contains(QStringLiteral("Zoom in")));
    reader->actionInterface()->doAction(QStringLiteral("Zoom in"));
    QCOMPARE(requestedBy(views).row1 - requestedBy(views).row0, 256.0);
}

QTEST_MAIN(TestHeatmap)
#include "tst_heatmap.moc"
