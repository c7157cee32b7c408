// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/heatmap/colour_bar.h"
#include "ui/heatmap/colour_track.h"
#include "ui/heatmap/pane_card.h"
#include "ui/heatmap/pane_foot.h"
#include "ui/theme/theme.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/letter_chip.h"
#include "ui/widgets/segmented_control.h"

#include "sample_picture.h"

#include <QClipboard>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QVBoxLayout>
#include <QtTest>

using namespace pescope;
using namespace pescope::ui;

namespace {

PaneTexts textsOf(int source)
{
    PaneTexts texts;
    texts.sourceIndex = source;
    texts.name = source == 0 ? QStringLiteral("Fixed sinusoid") : QStringLiteral("Learned (MiniLM)");
    texts.shape = QStringLiteral("512×384");
    texts.badge = QStringLiteral("APE");
    if (source == 0)
        texts.normNote = QStringLiteral("‖pᵢ‖ = 13.86 for all i");
    else
        texts.normWarning = QStringLiteral("‖p₀‖ = 2.36, others ≈ 0.48: [CLS]");
    texts.cellNote = QStringLiteral("mean of 1.6 × 1.6 cells");
    texts.shareAbove = 0.01;
    return texts;
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

/// Visible labels, buttons and swatches of `parent` whose own parents are the same must not overlap; plain labels must
/// have room for their text.
void checkNothingCollides(QWidget* parent)
{
    const QList<QWidget*> all = parent->findChildren<QWidget*>();
    for (QWidget* one : all) {
        if (!one->isVisible())
            continue;
        if (const auto* label = qobject_cast<QLabel*>(one); label && !label->wordWrap()) {
            const auto* note = qobject_cast<const ElidedLabel*>(one);
            const QString text = note ? note->text() : label->text();
            const int needed = note ? one->fontMetrics().horizontalAdvance(text) : one->sizeHint().width();
            QVERIFY2(text.isEmpty() || one->width() >= needed, qPrintable(text + QString::number(one->width())));
        }
        for (QWidget* other : all)
            if (other != one && other->isVisible() && other->parent() == one->parent()
                && !qobject_cast<LimitHandle*>(one) && !qobject_cast<LimitHandle*>(other))
                QVERIFY2(!one->geometry().intersects(other->geometry()),
                         qPrintable(one->objectName() + QLatin1String(one->metaObject()->className())
                                    + QLatin1String(other->metaObject()->className())));
    }
}

QPushButton* buttonNamed(QWidget* parent, const QString& text)
{
    for (QPushButton* button : parent->findChildren<QPushButton*>())
        if (button->text() == text && button->isVisibleTo(parent))
            return button;
    return nullptr;
}

} // namespace

class TestPane : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void nothingCollidesAtSmallSizes_data();
    void nothingCollidesAtSmallSizes();
    void selectionKeepsThePlot();
    void loading();
    void error();
    void empty();
    void activation();
    void readout();
    void sharesInWords();
    void picturesToLookAt();
};

void TestPane::initTestCase()
{
    qApp->setStyle(QStringLiteral("Fusion"));
    qApp->setPalette(Theme(false).palette());
    qApp->setFont(Theme::font(TextSize::Body));
    qApp->setStyleSheet(Theme(false).styleSheet());
}

void TestPane::nothingCollidesAtSmallSizes_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("source");
    for (const int source : {0, 1}) {
        QTest::addRow("440x400 %d", source) << QSize(440, 400) << source;
        QTest::addRow("418x410 %d", source) << QSize(418, 410) << source;
        QTest::addRow("900x760 %d", source) << QSize(900, 760) << source;
    }
}

void TestPane::nothingCollidesAtSmallSizes()
{
    QFETCH(QSize, size);
    QFETCH(int, source);
    PaneCard card;
    card.resize(size);
    card.setTexts(textsOf(source));
    card.setReadout({.cell = Cell{.row = 212, .column = 180},
                     .rowLabel = 212,
                     .columnLabel = 180,
                     .value = 0.5623,
                     .valueName = QStringLiteral("φ")});
    card.showMap();
    card.show();
    QVERIFY(QTest::qWaitForWindowExposed(&card));
    QCOMPARE(card.size(), size);
    checkNothingCollides(&card);
    QVERIFY(card.view()->plotRect().width() >= size.height() / 2 - 30);
    QVERIFY(card.view()->rect().contains(card.view()->plotRect()));
}

void TestPane::selectionKeepsThePlot()
{
    PaneCard card;
    card.resize(440, 400);
    card.setTexts(textsOf(0));
    card.showMap();
    card.show();
    QVERIFY(QTest::qWaitForWindowExposed(&card));
    const QRect before = card.view()->plotRect();
    const QImage plain = card.grab().toImage();
    card.setSelected(true);
    QCoreApplication::processEvents();
    QCOMPARE(card.view()->plotRect(), before);
    const QImage selected = card.grab().toImage();
    QVERIFY(plain.pixel(0, 200) != selected.pixel(0, 200));
    QCOMPARE(selected.pixelColor(0, 200), Theme(false).colour(Role::Accent));
    PaneCard other; // nor is it another one if the card was selected from the start
    other.setSelected(true);
    other.resize(440, 400);
    other.setTexts(textsOf(0));
    other.showMap();
    other.show();
    QVERIFY(QTest::qWaitForWindowExposed(&other));
    QCOMPARE(other.view()->plotRect(), before);
}

void TestPane::loading()
{
    PaneCard card;
    card.setTexts(textsOf(1));
    card.resize(440, 400);
    card.show();
    QSignalSpy cancels(&card, &PaneCard::cancelRequested);
    card.showLoading(QStringLiteral("reading position table, 3 of 5"), 0.6);
    QVERIFY(!card.view()->isVisible());
    auto* bar = card.findChild<QProgressBar*>();
    QVERIFY(bar->isVisible());
    QCOMPARE(bar->height(), 4);
    QCOMPARE(bar->value() * 10, bar->maximum() * 6);
    bool named = false; // the title is there at once
    for (QLabel* label : card.findChildren<QLabel*>())
        named = named || (label->isVisible() && label->accessibleName() == QStringLiteral("Learned (MiniLM)"));
    QVERIFY(named);
    buttonNamed(&card, QStringLiteral("Cancel"))->click();
    QCOMPARE(cancels.size(), 1);
    card.showLoading(QStringLiteral("waiting"), -1);
    QCOMPARE(bar->maximum(), 0);
    card.showMap();
    QVERIFY(card.view()->isVisible() && !bar->isVisible());
}

void TestPane::error()
{
    PaneCard card;
    card.resize(440, 400);
    card.show();
    card.showError(QStringLiteral("This table cannot be read"),
                   QStringLiteral("tensor wpe.weight in model.safetensors: span 786 432 bytes, needs 1 572 864"),
                   QStringLiteral("Download the file again."), QStringLiteral("raw text"), true);
    QVERIFY(!card.view()->isVisible());
    QLabel* details = nullptr;
    for (QLabel* label : card.findChildren<QLabel*>())
        if (label->text() == QStringLiteral("raw text"))
            details = label;
    QVERIFY(details && !details->isVisible());
    buttonNamed(&card, QStringLiteral("Details"))->click();
    QVERIFY(details->isVisible());
    buttonNamed(&card, QStringLiteral("Copy"))->click();
    const QString copied = QGuiApplication::clipboard()->text();
    for (const char* part : {"This table cannot be read", "wpe.weight", "Download the file again.", "raw text"})
        QVERIFY2(copied.contains(QLatin1String(part)), part);
}

void TestPane::empty()
{
    PaneCard card;
    card.resize(440, 400);
    card.show();
    QSignalSpy pressed(&card, &PaneCard::emptyButtonPressed);
    card.showEmpty(QStringLiteral("No source is shown here."), QStringLiteral("Add encoding…"));
    buttonNamed(&card, QStringLiteral("Add encoding…"))->click();
    QCOMPARE(pressed.size(), 1);
}

void TestPane::activation()
{
    PaneCard card;
    card.resize(440, 400);
    card.setTexts(textsOf(0));
    card.showMap();
    card.show();
    QSignalSpy activated(&card, &PaneCard::activated);
    QSignalSpy enlarged(&card, &PaneCard::enlargeRequested);
    QSignalSpy menus(&card, &PaneCard::menuRequested);
    QTest::mouseClick(card.view()->viewport(), Qt::LeftButton, {}, card.view()->plotRect().center());
    QVERIFY(activated.size() >= 1);
    QTest::keyClick(card.view(), Qt::Key_Return);
    QCOMPARE(enlarged.size(), 1);
    const QList<QToolButton*> buttons = card.findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly);
    QCOMPARE(buttons.size(), 3);
    QSignalSpy lenses(&card, &PaneCard::lensChosen);
    for (QToolButton* button : buttons) {
        QVERIFY(!button->accessibleName().isEmpty() && !button->toolTip().isEmpty());
        QVERIFY(button->width() >= 24 && button->height() >= 24);
        if (button->menu()) // it would wait for a choice
            button->menu()->actions().at(2)->trigger();
        else
            button->click();
    }
    QCOMPARE(lenses.size(), 1);
    QCOMPARE(lenses.first().first().value<proximity::Lens>(), proximity::Lens::Asymmetry);
    QCOMPARE(enlarged.size(), 2);
    QCOMPARE(menus.size(), 1);
}

void TestPane::readout()
{
    PaneCard card;
    card.setTexts(textsOf(0));
    card.showMap();
    const auto says = [&](const QString& text) {
        for (QLabel* label : card.findChildren<QLabel*>())
            if (label->text() == text)
                return true;
        return false;
    };
    PaneReadout readout{.cell = Cell{.row = 180, .column = 212},
                        .rowLabel = 180,
                        .columnLabel = 212,
                        .value = -0.14321,
                        .valueName = QStringLiteral("φ")};
    card.setReadout(readout);
    QVERIFY(says(QStringLiteral("i 180   j 212   m = i − j = −32")));
    QVERIFY(says(QStringLiteral("φ = −0.143")));
    std::swap(readout.rowLabel, readout.columnLabel);
    card.setReadout(readout);
    QVERIFY(says(QStringLiteral("i 212   j 180   m = i − j = +32")));
    card.setReadout({});
    QVERIFY(!says(QStringLiteral("φ = −0.143")));
}

void TestPane::sharesInWords()
{
    QCOMPARE(shareText(0), QStringLiteral("0.0 %"));
    QCOMPARE(shareText(0.01), QStringLiteral("1.0 %"));
    QCOMPARE(shareText(0.0001), QStringLiteral("< 0.1 %"));
    QCOMPARE(shareText(1), QStringLiteral("100.0 %"));
}

/// Writes what people see, light and dark, where PESCOPE_SHOTS says; a test only of not failing otherwise.
void TestPane::picturesToLookAt()
{
    const QString folder = qEnvironmentVariable("PESCOPE_SHOTS");
    if (folder.isEmpty())
        QSKIP("PESCOPE_SHOTS names no folder");
    for (const bool dark : {false, true}) {
        qApp->setPalette(Theme(dark).palette());
        qApp->setStyleSheet(Theme(dark).styleSheet());
        QWidget window;
        window.resize(892, 520);
        auto* grid = new QGridLayout(&window);
        grid->setContentsMargins(12, 12, 12, 12);
        grid->setSpacing(8);
        std::vector<double> psi;
        for (Index m = 0; m < 512; ++m)
            psi.push_back(test::sinusoid(m, 0));
        const raster::Scale scale{.low = 0.2, .high = 0.9};
        for (int source = 0; source < 2; ++source) {
            auto* card = new PaneCard;
            grid->addWidget(card, 0, source);
            card->setTexts(textsOf(source));
            card->setSelected(source == 0);
            card->setReadout({.cell = Cell{.row = 212, .column = 180},
                              .rowLabel = 212,
                              .columnLabel = 180,
                              .value = psi[32],
                              .valueName = QStringLiteral("φ")});
            HeatmapView* view = card->view();
            view->setAxisTitles(QStringLiteral("position i"), QStringLiteral("position j"));
            auto norms = std::make_shared<std::vector<double>>(512, source == 0 ? 13.86 : 0.48);
            if (source == 1)
                norms->at(0) = 2.36;
            view->setNormStrip(
                {.norms = norms, .outlying = source == 1 ? std::vector<Index>{0} : std::vector<Index>{}});
            card->showMap();
        }
        auto* bar = new ColourBar;
        bar->setState(barState());
        grid->addWidget(bar, 1, 0, 1, 2);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        for (int pass = 0; pass < 2; ++pass) {
            for (PaneCard* card : window.findChildren<PaneCard*>()) {
                HeatmapView* view = card->view();
                view->setPicture(
                    test::pictureOf([&](Index i, Index j) { return psi[static_cast<std::size_t>(std::abs(i - j))]; },
                                    512, 512, {.row0 = 0, .row1 = 512, .col0 = 0, .col1 = 512}, view->plotPixels(),
                                    scale, raster::defaultColormap()));
                view->setCrosshair(Cell{.row = 212, .column = 180}, true);
            }
        }
        window.grab().save(
            folder + QStringLiteral("/panes-%1.png").arg(dark ? QStringLiteral("dark") : QStringLiteral("light")));

        QWidget states;
        states.resize(1320, 560);
        auto* row = new QGridLayout(&states);
        auto* loading = new PaneCard;
        loading->setTexts(textsOf(1));
        loading->showLoading(QStringLiteral("reading position table, 3 of 5"), 0.6);
        auto* failed = new PaneCard;
        failed->setTexts(textsOf(1));
        failed->showError(QStringLiteral("This table cannot be read"),
                          QStringLiteral("tensor wpe.weight in model.safetensors: span 786 432 bytes, shape 512×768 "
                                         "float32 needs 1 572 864"),
                          QStringLiteral("Download the file again."), QStringLiteral("raw"), false);
        auto* zoomed = new PaneCard;
        zoomed->setTexts(textsOf(2));
        zoomed->showMap();
        row->addWidget(loading, 0, 0);
        row->addWidget(failed, 0, 1);
        row->addWidget(zoomed, 0, 2);
        auto* icons = new QWidget;
        auto* line = new QHBoxLayout(icons);
        for (int k = 0; k < kIconCount; ++k)
            line->addWidget(makeIconButton(static_cast<IconName>(k), QString::number(k)));
        row->addWidget(icons, 1, 0, 1, 3);
        auto* chips = new QHBoxLayout;
        for (int k = 0; k < 6; ++k)
            chips->addWidget(new LetterChip(k));
        chips->addWidget(new SegmentedControl(
            QStringLiteral("Scale"), {QStringLiteral("Shared"), QStringLiteral("Own"), QStringLiteral("Rank")}));
        chips->addStretch();
        row->addLayout(chips, 2, 0, 1, 3);
        states.show();
        QVERIFY(QTest::qWaitForWindowExposed(&states));
        for (int pass = 0; pass < 2; ++pass) {
            HeatmapPicture picture =
                test::pictureOf([&](Index i, Index j) { return psi[static_cast<std::size_t>(std::abs(i - j))]; }, 512,
                                512, {.row0 = 100, .row1 = 108, .col0 = 102, .col1 = 110}, zoomed->view()->plotPixels(),
                                {.low = 0.5, .high = 1}, raster::defaultColormap());
            for (Index i = 100; i < 108; ++i) {
                picture.cellValues.emplace_back();
                for (Index j = 102; j < 110; ++j)
                    picture.cellValues.back().push_back(psi[static_cast<std::size_t>(std::abs(i - j))]);
            }
            zoomed->view()->setPicture(picture);
        }
        states.grab().save(
            folder + QStringLiteral("/states-%1.png").arg(dark ? QStringLiteral("dark") : QStringLiteral("light")));
    }
}

QTEST_MAIN(TestPane)
#include "tst_pane.moc"
