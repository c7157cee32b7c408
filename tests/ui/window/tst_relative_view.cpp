// SPDX-License-Identifier: GPL-3.0-or-later
// Relative sources and properties in the real window.
#include "core/analysis/property_table.h"
#include "core/encoding/resolve.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/heatmap/pane_card.h"
#include "ui/theme/theme.h"
#include "ui/widgets/segmented_control.h"
#include "ui/window/actions.h"
#include "ui/workspaces/positions/builtin_dialog.h"
#include "ui/workspaces/positions/formula_text.h"
#include "ui/workspaces/positions/positions_workspace.h"
#include "ui/workspaces/positions/properties_panel.h"
#include "ui/workspaces/positions/property_row.h"
#include "ui/workspaces/positions/sources_panel.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QPushButton>
#include <QStyleFactory>
#include <QTemporaryDir>

#include <cmath>

using namespace pescope;
using namespace pescope::ui;

class TestRelativeView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void offsetsOnTheAxes();
    void crosshairFollows();
    void openingSeveralEncodingsIsOneStep();
    void builtInsResolve();
    void formulaAsRichText();
    void propertiesOfTheShownSources();
    void counterExampleIsPinned();
    void shuffledRowsAreComparedAndCancelled();
    void aPropertyOpensItsLens();
    void recipesAreCopied();

private:
    QTemporaryDir m_home;
};

void TestRelativeView::initTestCase()
{
    qputenv("XDG_CONFIG_HOME", m_home.path().toLocal8Bit());
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setFont(Theme::font(TextSize::Body));
}

void TestRelativeView::offsetsOnTheAxes()
{
    WindowFixture f;
    f.window.start(StartPage::Start::Relative);
    QVERIFY(f.settled());
    QCOMPARE(f.document.rowKind(1), RowKind::Positions);
    QCOMPARE(f.document.rowKind(2), RowKind::Offsets);
    QCOMPARE(f.window.workspace().panes()[1]->view()->picture().firstRowLabel, -127);
    QCOMPARE(f.window.workspace().panes()[0]->view()->picture().firstRowLabel, 0);
}

void TestRelativeView::crosshairFollows()
{
    WindowFixture f;
    f.window.start(StartPage::Start::Relative);
    QVERIFY(f.settled());
    f.document.setCrosshair(1, 100, 70, false); // m = 30
    const auto own = f.document.crosshair(2); // r′ = 0: the value of the curve at m
    QVERIFY(own && own->follows);
    QCOMPARE(own->row, 127 + 30);
    QCOMPARE(own->column, 127);
    f.window.workspace().panes()[1]->findChild<SegmentedControl*>()->chosen(0);
    QCOMPARE(f.document.crosshair(2)->row, 127 + 30);
    QCOMPARE(f.document.crosshair(2)->column, 127 - 30); // r′ = −m
    f.document.setCrosshair(1, 400, 100, false); // further than the table reaches
    QVERIFY(!f.document.crosshair(2));
    f.document.setCrosshair(2, 127 - 5, 127, false); // r = −5: the positions follow
    QCOMPARE(f.document.view(1).offset(), std::optional<tables::Index>(-5));
    QVERIFY(f.document.crosshair(1) && !f.document.crosshair(2)->follows);
    f.document.setCrosshair(2, std::nullopt, std::nullopt, false);
    QVERIFY(!f.document.crosshair(1) && !f.document.crosshair(2));
}

void TestRelativeView::openingSeveralEncodingsIsOneStep()
{
    WindowFixture f;
    f.window.open({QStringLiteral(PESCOPE_TEST_DATA "/oracle/bert-relative-key")});
    QVERIFY(f.settled());
    QCOMPARE(f.document.session().sources.size(), std::size_t{2}); // a table a layer; the unused one stays away
    QVERIFY(QString::fromStdString(f.document.session().sources[0].name).contains(QStringLiteral("layer0")));
    QVERIFY(QString::fromStdString(f.document.session().sources[1].name).contains(QStringLiteral("layer1")));
    f.document.undoStack().undo();
    QVERIFY(f.document.session().sources.empty());
    f.document.undoStack().redo();
    QCOMPARE(f.document.session().sources.size(), std::size_t{2});
}

void TestRelativeView::builtInsResolve()
{
    BuiltinDialog dialog;
    auto* kinds = dialog.findChild<QComboBox*>(QString(), Qt::FindDirectChildrenOnly);
    QVERIFY(kinds && kinds->count() == 5);
    QStringList names;
    for (int k = 0; k < kinds->count(); ++k) {
        kinds->setCurrentIndex(k);
        const auto source = encoding::resolve(dialog.spec().toStdString());
        QVERIFY2(source, qPrintable(dialog.spec()));
        QCOMPARE(source->encodings.size(), std::size_t{1});
        names << dialog.spec().section(u':', 0, 0);
    }
    QCOMPARE(names,
             QStringList({QStringLiteral("sinusoid"), QStringLiteral("sinusoid-relative"), QStringLiteral("alibi"),
                          QStringLiteral("rotary"), QStringLiteral("learned")}));
}

void TestRelativeView::formulaAsRichText()
{
    QCOMPARE(present::marksToHtml("q_i·P_{i−j}^T < 1"),
             QStringLiteral("q<sub>i</sub>·P<sub>i−j</sub><sup>T</sup> &lt; 1"));
    encoding::AttentionFormula formula;
    formula.lines = {{{.text = "s = "}, {.text = "p_i", .plotted = true}}, {{.text = "x"}}};
    QCOMPARE(present::formulaHtml(formula, QColor(1, 2, 3)),
             QStringLiteral("s = <b style='background-color:#010203'>&nbsp;p<sub>i</sub>&nbsp;</b><br>x"));
}

void TestRelativeView::propertiesOfTheShownSources()
{
    WindowFixture f;
    f.document.open({QStringLiteral("sinusoid:dim=768,base=10000,first=0,length=128"),
                     QStringLiteral("sinusoid:dim=768,base=10000,first=0,length=256")});
    f.window.workspace().showProperties(true);
    QVERIFY(f.settled());
    const auto rows = f.window.workspace().properties()->findChildren<PropertyRow*>();
    QCOMPARE(rows.size(), 7);
    const auto monotonicity = [&](int bar) { return rows[2]->bars().at(bar).value.value_or(NAN); };
    QCOMPARE(rows[0]->bars().size(), 2);
    QCOMPARE(rows[5]->bars().at(1).text, QStringLiteral("0…43")); // science.md §2
    QCOMPARE(rows[6]->bars().at(1).text, QStringLiteral("0…74"));
    // on the common 128 positions both are the same (science.md §4)
    QVERIFY(std::abs(monotonicity(0) - 0.9963491119) < 2e-9);
    QVERIFY(std::abs(monotonicity(1) - 0.9963491119) < 2e-9);
    QCOMPARE(rows[0]->bars()[0].value, std::optional<double>(1));
    f.document.edit(QStringLiteral("own"), [](session::Session& s) { s.options.commonPositions = false; });
    QVERIFY(f.settled());
    QVERIFY(std::abs(monotonicity(1) - 0.9910076677) < 2e-9);
    // the values follow the session
    f.document.edit(QStringLiteral("hide"), [](session::Session& s) { s.sources[1].visible = false; });
    QVERIFY(f.settled());
    QCOMPARE(rows[0]->bars().size(), 1);
}

void TestRelativeView::counterExampleIsPinned()
{
    WindowFixture f;
    f.window.start(StartPage::Start::TwoPanes);
    f.window.workspace().showProperties(true);
    f.document.select(2); // the learned table
    QVERIFY(f.settled());
    QPushButton* monotone = nullptr;
    for (QPushButton* button : f.window.workspace().properties()->findChildren<QPushButton*>())
        if (button->isVisible() && button->text().contains(QStringLiteral("φ(0, 2) = 1.397")))
            monotone = button;
    QVERIFY(monotone);
    monotone->click();
    const auto pinned = f.document.crosshair(2);
    QVERIFY(pinned && pinned->pinned);
    QCOMPARE(pinned->row, 0);
    QCOMPARE(pinned->column, 2);
}

void TestRelativeView::shuffledRowsAreComparedAndCancelled()
{
    WindowFixture f;
    f.window.start(StartPage::Start::TwoPanes);
    f.window.workspace().showProperties(true);
    QVERIFY(f.settled());
    PropertyTable& table = f.window.workspace().properties()->table();
    table.startNulls();
    QVERIFY(table.nullsRunning());
    table.cancelNulls();
    QVERIFY(!table.nullsRunning());
    table.startNulls();
    QVERIFY(QTest::qWaitFor([&] { return !table.nullsRunning(); }, 60000));
    const auto& learned = table.sources().at(1).row;
    QVERIFY(learned.null && learned.null->monotonicityLocal);
    QVERIFY(std::abs(*learned.properties.monotonicityLocal.value - 0.386) < 5e-4);
    QVERIFY(std::abs(learned.null->monotonicityLocal->mean - 0.119) < 2e-3);
}

void TestRelativeView::aPropertyOpensItsLens()
{
    WindowFixture f;
    f.window.start(StartPage::Start::TwoPanes);
    f.window.workspace().showProperties(true);
    QVERIFY(f.settled());
    f.document.select(2);
    PropertyRow* invariance = f.window.workspace().properties()->findChildren<PropertyRow*>().first();
    invariance->click();
    QVERIFY(f.settled());
    const auto lensOf = [&](std::size_t pane) { return f.document.currentFrame()->panes[pane].lens; };
    QCOMPARE(lensOf(1), proximity::Lens::NonInvariance);
    QCOMPARE(lensOf(0), proximity::Lens::Value); // the other source keeps its values
    // S − mean of its diagonal, of the table itself
    const auto frame = f.document.currentFrame();
    const auto profile = frame->panes[1].value->profile();
    QVERIFY(profile);
    const double mean = profile->mean[static_cast<std::size_t>(30 - profile->firstOffset)];
    QVERIFY(std::abs(frame->panes[1].proximity->value(50, 20) - (frame->panes[1].value->value(50, 20) - mean)) < 1e-6);
    invariance->click();
    QVERIFY(f.settled());
    QCOMPARE(lensOf(1), proximity::Lens::Value);
    QTest::keyClick(&f.window, Qt::Key_4, Qt::AltModifier);
    QVERIFY(f.settled());
    QCOMPARE(lensOf(1), proximity::Lens::Rising);
    f.document.undoStack().undo();
    QVERIFY(f.settled());
    QCOMPARE(lensOf(1), proximity::Lens::Value);
}

void TestRelativeView::recipesAreCopied()
{
    WindowFixture f;
    f.window.start(StartPage::Start::TwoPanes);
    QVERIFY(f.settled());
    // what the codes compute is tested with the core
    const auto copied = [](QAction* action) {
        QGuiApplication::clipboard()->clear();
        action->trigger();
        return QGuiApplication::clipboard()->text();
    };
    const auto* actions = f.window.findChild<Actions*>();
    f.document.select(2);
    QVERIFY(copied(actions->copyPane).contains(QStringLiteral("\nprofile = ")));
    const QString command = copied(actions->copyCommand);
    QVERIFY2(command.startsWith(QStringLiteral("pescope data ")) && command.contains(QStringLiteral("--metric scaled"))
                 && command.contains(QStringLiteral("minilm-l6-position.safetensors")),
             qPrintable(command));
    QVERIFY(copied(actions->copyChart).contains(QStringLiteral("p10, p90 = ")));
    actions->lenses->actions().at(3)->trigger();
    QVERIFY(copied(actions->copyPane).contains(QStringLiteral("share = ")));
    f.document.edit(QStringLiteral("table"), [](session::Session& s) {
        session::find(s, 2)->shown = session::Shown::Table;
        session::find(s, 2)->columns = session::Columns::Variance;
    });
    QVERIFY(f.settled());
    QVERIFY(copied(actions->copyPane).contains(QStringLiteral("T = P[:, order]")));
    f.document.select(1);
    for (const auto& [kind, line] : {std::pair(ChartKind::Psi, "psi = "),
                                     {ChartKind::Frequencies, "wavelength = "},
                                     {ChartKind::Spectrum, "effective_rank = "}}) {
        actions->charts->actions().at(static_cast<int>(kind))->trigger();
        QVERIFY2(copied(actions->copyChart).contains(QLatin1String(line)), line);
    }
}

QTEST_MAIN(TestRelativeView)
#include "tst_relative_view.moc"
