// SPDX-License-Identifier: GPL-3.0-or-later
// What is made of sources in the real window: their tables, what-ifs, fitted ω, a metric of their own.
#include "core/analysis/omega_fit.h"
#include "core/frame/vectors.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/heatmap/pane_card.h"
#include "ui/theme/theme.h"
#include "ui/workspaces/positions/frame_presenter.h"
#include "ui/workspaces/positions/positions_workspace.h"
#include "ui/workspaces/positions/source_details.h"
#include "ui/workspaces/positions/what_if.h"

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QStyleFactory>
#include <QTemporaryDir>

#include <cmath>

using namespace pescope;
using namespace pescope::ui;
using session::SourceKey;

class TestSourcesView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void aTableInPlaceOfItsMap();
    void patchesAsAGridOfGrids();
    void theDetailsCountTheValues();
    void theOrderOfColumnsLeavesTheMapAlone();
    void whatIfsAreSourcesWithAMark();
    void omegaIsFittedToATable();
    void aFitStandsBesideItsSource();
    void aPaneWithItsOwnMetric();
    void theToolBarNamesNoMetricThatIsNotSeen();
    void aTableIsNotClippedForNothing();

private:
    QTemporaryDir m_home;
};

namespace {

const frame::Pane& paneOf(const Document& document, SourceKey key)
{
    const auto& panes = document.currentFrame()->panes;
    return *std::ranges::find(panes, key, &frame::Pane::source);
}

/// The window with the sinusoid (1) beside the learned table (2) of the start card.
struct TwoPanes : WindowFixture {
    static constexpr SourceKey kSinusoid = 1, kTable = 2;
    bool open()
    {
        window.start(StartPage::Start::TwoPanes);
        return settled();
    }
    void show(SourceKey key, session::Columns columns)
    {
        document.edit(QStringLiteral("table"), [&](session::Session& s) {
            session::find(s, key)->shown = session::Shown::Table;
            session::find(s, key)->columns = columns;
        });
    }
};

} // namespace

void TestSourcesView::initTestCase()
{
    qputenv("XDG_CONFIG_HOME", m_home.path().toLocal8Bit());
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setFont(Theme::font(TextSize::Body));
}

void TestSourcesView::aTableInPlaceOfItsMap()
{
    TwoPanes f;
    QVERIFY(f.open());
    PaneCard* card = f.window.workspace().panes().at(1);
    Q_EMIT card->tableChosen();
    QVERIFY(f.settled());
    const frame::Pane& pane = paneOf(f.document, TwoPanes::kTable);
    const auto encoding = f.document.encoding(TwoPanes::kTable);
    const auto table = frame::vectorsOf(**encoding);
    QVERIFY(table);
    QCOMPARE(card->view()->picture().rows, table->rows());
    QCOMPARE(card->view()->picture().columns, table->cols());
    QCOMPARE(pane.proximity->value(7, 100), (*table)(7, 100));
    // a scale of its own, symmetric about 0, and the map's crosshair does not reach into it
    const frame::ColourScale& scale = f.document.currentFrame()->scales.at(static_cast<std::size_t>(pane.scale));
    QCOMPARE(scale.key, session::tableScale(TwoPanes::kTable));
    QCOMPARE(scale.scale.low, -scale.scale.high);
    QVERIFY(scale.map->diverging);
    f.document.setCrosshair(TwoPanes::kSinusoid, 10, 400, true);
    QVERIFY(!f.document.crosshair(TwoPanes::kTable));
    f.document.setCrosshair(TwoPanes::kTable, 7, 100, true);
    QCOMPARE(f.document.crosshair(TwoPanes::kTable)->column, tables::Index{100});
    QCOMPARE(f.document.crosshair(TwoPanes::kSinusoid)->column, tables::Index{400});
    // the lens menu leads back
    Q_EMIT card->lensChosen(proximity::Lens::Value);
    QVERIFY(f.settled());
    QVERIFY(!paneOf(f.document, TwoPanes::kTable).proximity->isTable());
    f.document.undoStack().undo();
    QVERIFY(f.settled());
    QVERIFY(paneOf(f.document, TwoPanes::kTable).proximity->isTable());
}

void TestSourcesView::patchesAsAGridOfGrids()
{
    constexpr SourceKey kPatches = 1, kLine = 2;
    WindowFixture f;
    f.document.open({QStringLiteral("as:grid=3x4,prefix=1:learned:length=13,dim=8,seed=1"),
                     QStringLiteral("learned:length=13,dim=8,seed=2")});
    QVERIFY(f.settled());
    PaneCard* card = f.window.workspace().panes().at(0);
    const auto scaleOf = [&] {
        return f.document.currentFrame()->scales.at(static_cast<std::size_t>(paneOf(f.document, kPatches).scale));
    };
    const frame::ColourScale before = scaleOf();
    Q_EMIT card->gridChosen();
    QVERIFY(f.settled());
    const frame::Pane& pane = paneOf(f.document, kPatches);
    QVERIFY2(!pane.error, pane.error ? describe(*pane.error).c_str() : "");
    QCOMPARE(card->view()->picture().rows, tables::Index{9});
    QCOMPARE(card->view()->picture().columns, tables::Index{16});
    // patch (1, 2) in the small map of patch (2, 3)
    QCOMPARE(pane.proximity->value(2 * 3 + 1, 3 * 4 + 2), pane.value->value(1 + 2 * 4 + 3, 1 + 1 * 4 + 2));
    // its colours are those of the map
    QCOMPARE(scaleOf().scale.low, before.scale.low);
    QCOMPARE(scaleOf().scale.high, before.scale.high);
    QCOMPARE(scaleOf().key, before.key);
    // pointing at that cell points at i = 12, j = 7 in the other pane, and the other way round
    f.document.setCrosshair(kPatches, 2 * 3 + 1, 3 * 4 + 2, true);
    QCOMPARE(f.document.crosshair(kLine)->row, tables::Index{12});
    QCOMPARE(f.document.crosshair(kLine)->column, tables::Index{7});
    QCOMPARE(f.document.crosshair(kPatches)->row, tables::Index{2 * 3 + 1});
    QCOMPARE(f.document.crosshair(kPatches)->column, tables::Index{3 * 4 + 2});
    QVERIFY(f.document.crosshair(kPatches)->pinned);
    f.document.setCrosshair(kLine, 0, 5, true); // the class token has no place on the grid
    QVERIFY(!f.document.crosshair(kPatches));
    // a line has no grid: the pane says so, and again leads back
    Q_EMIT f.window.workspace().panes().at(1)->gridChosen();
    QVERIFY(f.settled());
    QVERIFY(paneOf(f.document, kLine).error);
    Q_EMIT card->gridChosen();
    QVERIFY(f.settled());
    QVERIFY(!paneOf(f.document, kPatches).proximity->grid());
}

/// Least, largest and mean value against a loop over the table; the first row is NaN by hand.
void TestSourcesView::theDetailsCountTheValues()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("table.csv"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("nan,1,2\n0,0,0\n-4,0.5,6.5\n3,3,3\n");
    file.close();
    WindowFixture f;
    f.document.open({path});
    QVERIFY(f.settled());
    const auto* details = f.window.findChild<SourceDetails*>();
    QVERIFY(details);
    const auto says = [&](const char* line) { return details->plainText().contains(QString::fromUtf8(line)); };
    QVERIFY(QTest::qWaitFor([&] { return says("Values: −4 … 6.5"); }, 10000));
    QVERIFY2(says("Mean ± sd: 1.36 ± 2.52"),
             qPrintable(details->plainText())); // NumPy's mean and std of the eleven
    QVERIFY(says("NaN, ∞: 1, 0"));
    QVERIFY(says("Zero rows: 1 (1)"));
    QVERIFY(says("NaN, ∞ rows: 1 (0)"));
}

void TestSourcesView::theOrderOfColumnsLeavesTheMapAlone()
{
    TwoPanes f;
    QVERIFY(f.open());
    // once it is there, LibTorch computes every map anew
    QVERIFY(QTest::qWaitFor([&] { return f.document.torchInfo() || f.document.torchError(); }, 60000));
    QVERIFY(f.settled());
    const auto value = paneOf(f.document, TwoPanes::kTable).value;
    const auto table = frame::vectorsOf(**f.document.encoding(TwoPanes::kTable));
    f.show(TwoPanes::kTable, session::Columns::Variance);
    QVERIFY(f.settled());
    {
        const auto cells = paneOf(f.document, TwoPanes::kTable).proximity;
        double last = std::numeric_limits<double>::infinity();
        for (tables::Index k = 0; k < cells->columns(); ++k) {
            const Eigen::VectorXd column = table->col(cells->columnOf(k));
            const double variance = (column.array() - column.mean()).square().sum();
            QVERIFY(variance <= last * (1 + 1e-12));
            last = variance;
            QCOMPARE(cells->value(3, k), column(3));
        }
    }
    QCOMPARE(paneOf(f.document, TwoPanes::kTable).value.get(), value.get());
    // the fixed sinusoid is stored interleaved: as halves all sines come first
    f.show(TwoPanes::kSinusoid, session::Columns::OtherLayout);
    QVERIFY(f.settled());
    const auto cells = paneOf(f.document, TwoPanes::kSinusoid).proximity;
    const std::vector<double> omega = encoding::omega(
        std::get<session::SinusoidOrigin>(session::find(f.document.session(), TwoPanes::kSinusoid)->origin).spec);
    for (std::size_t k = 0; k < omega.size(); k += 17)
        QVERIFY(std::abs(cells->value(5, static_cast<tables::Index>(k)) - std::sin(5 * omega[k])) < 1e-9);
    f.show(TwoPanes::kTable, session::Columns::Frequency);
    QVERIFY(f.settled());
    QVERIFY(!paneOf(f.document, TwoPanes::kTable).error);
}

void TestSourcesView::whatIfsAreSourcesWithAMark()
{
    TwoPanes f;
    QVERIFY(f.open());
    const int steps = f.document.undoStack().count();
    addWhatIf(f.document, TwoPanes::kTable, {.change = encoding::WhatIf::Change::Shuffle});
    QVERIFY(f.settled());
    QCOMPARE(f.document.undoStack().count(), steps + 1);
    const SourceKey key = f.document.session().sources.back().key;
    const auto shuffled = f.document.encoding(key);
    QVERIFY(shuffled && *shuffled);
    QVERIFY(!(*shuffled)->whatIf.empty());
    QVERIFY(present::badgeText(f.document, key).contains(QStringLiteral("what if")));
    QVERIFY(!present::badgeText(f.document, TwoPanes::kTable).contains(QStringLiteral("what if")));
    // the rows are the same, in another order
    const auto before = frame::vectorsOf(**f.document.encoding(TwoPanes::kTable));
    const auto after = frame::vectorsOf(**shuffled);
    QVERIFY(*before != *after);
    QVERIFY(std::abs(before->squaredNorm() - after->squaredNorm()) < 1e-9 * before->squaredNorm());

    // a sinusoid longer than it was: by its formula
    WhatIfDialog dialog(512);
    QCOMPARE(dialog.change().length, tables::Index{1024});
    addWhatIf(f.document, TwoPanes::kSinusoid,
              {.change = encoding::WhatIf::Change::Extend, .rule = encoding::WhatIf::Rule::Formula, .length = 700});
    QVERIFY(f.settled());
    const auto longer = f.document.encoding(f.document.session().sources.back().key);
    QVERIFY(longer && *longer);
    QCOMPARE((*longer)->positions, std::optional<tables::Index>(700));
    f.document.undoStack().undo();
    f.document.undoStack().undo();
    QCOMPARE(f.document.session().sources.size(), std::size_t{2});
}

void TestSourcesView::omegaIsFittedToATable()
{
    TwoPanes f;
    QVERIFY(f.open());
    const auto fit = analysis::fitOmega(*frame::vectorsOf(**f.document.encoding(TwoPanes::kTable)));
    QVERIFY(fit);
    QString summary;
    connect(&f.window.workspace().jobs(), &OmegaJobs::finished, this, [&](const QString& text) { summary = text; });
    f.window.workspace().jobs().fit(TwoPanes::kTable);
    QVERIFY(f.window.workspace().jobs().running());
    QVERIFY(f.settled());
    QCOMPARE(f.document.session().sources.size(), std::size_t{3});
    QCOMPARE(f.document.activeSinusoid()->freeOmega, fit->fastestFirst());
    const QString squared = QString::number(fit->rSquared, 'f', 3);
    QVERIFY(summary.contains(squared));
    QVERIFY(QString::fromStdString(f.document.session().sources.back().name).contains(squared));
    // one that is stopped leaves nothing
    f.window.workspace().jobs().fit(TwoPanes::kTable);
    f.window.workspace().jobs().cancel();
    QVERIFY(f.settled());
    QCOMPARE(f.document.session().sources.size(), std::size_t{3});
}

void TestSourcesView::aFitStandsBesideItsSource()
{
    TwoPanes f;
    QVERIFY(f.open());
    f.window.workspace().jobs().fit(TwoPanes::kSinusoid);
    QVERIFY(f.settled());
    const auto& sources = f.document.session().sources;
    QCOMPARE(sources.size(), std::size_t{3});
    QCOMPARE(sources[0].key, TwoPanes::kSinusoid);
    QCOMPARE(sources[1].key, f.document.session().active); // the fit
    QCOMPARE(sources[2].key, TwoPanes::kTable);
    // both are on screen
    QCOMPARE(session::paneSources(f.document.session()), (std::vector<SourceKey>{TwoPanes::kSinusoid, sources[1].key}));
}

void TestSourcesView::theToolBarNamesNoMetricThatIsNotSeen()
{
    TwoPanes f;
    QVERIFY(f.open());
    QComboBox* metric = nullptr;
    for (QComboBox* box : f.window.findChildren<QComboBox*>())
        if (box->accessibleName() == QStringLiteral("Proximity φ"))
            metric = box;
    QVERIFY(metric);
    QCOMPARE(metric->currentIndex(), static_cast<int>(proximity::Metric::Scaled));
    const auto own = [&](SourceKey key, proximity::Metric wanted) {
        f.document.edit(QStringLiteral("metric"), [&](session::Session& s) { session::find(s, key)->metric = wanted; });
    };
    own(TwoPanes::kTable, proximity::Metric::Cosine);
    QCOMPARE(metric->currentIndex(), static_cast<int>(proximity::Metric::Scaled)); // the other pane follows it
    own(TwoPanes::kSinusoid, proximity::Metric::Dot);
    QCOMPARE(metric->currentIndex(), -1);
    QVERIFY(metric->isEnabled());
    f.show(TwoPanes::kTable, session::Columns::Stored);
    f.show(TwoPanes::kSinusoid, session::Columns::Stored);
    QVERIFY(!metric->isEnabled());
}

void TestSourcesView::aTableIsNotClippedForNothing()
{
    TwoPanes f;
    QVERIFY(f.open());
    f.show(TwoPanes::kTable, session::Columns::Stored);
    f.show(TwoPanes::kSinusoid, session::Columns::Stored);
    QVERIFY(f.settled());
    const auto scaleOf = [&](SourceKey key) {
        const auto& scales = f.document.currentFrame()->scales;
        return *std::ranges::find(scales, std::vector<SourceKey>{key}, &frame::ColourScale::sources);
    };
    // cos 0 = 1 is the largest of a sinusoid, and hardly less is at its 99.5 percentile; row 0 of the table is far out
    QCOMPARE(scaleOf(TwoPanes::kSinusoid).scale.high, 1.0);
    QVERIFY(scaleOf(TwoPanes::kTable).scale.high < 0.5 * scaleOf(TwoPanes::kTable).dataMax);
}

void TestSourcesView::aPaneWithItsOwnMetric()
{
    TwoPanes f;
    QVERIFY(f.open());
    f.document.edit(QStringLiteral("metric"), [](session::Session& s) {
        session::find(s, TwoPanes::kTable)->metric = proximity::Metric::Cosine;
    });
    QVERIFY(f.settled());
    const auto table = frame::vectorsOf(**f.document.encoding(TwoPanes::kTable));
    const double cosine = table->row(3).dot(table->row(9)) / (table->row(3).norm() * table->row(9).norm());
    const frame::Pane& pane = paneOf(f.document, TwoPanes::kTable);
    QVERIFY(std::abs(pane.value->value(3, 9) - cosine) < 1e-9);
    QVERIFY(pane.scale != paneOf(f.document, TwoPanes::kSinusoid).scale);
    QCOMPARE(session::metricOf(f.document.session(), *session::find(f.document.session(), TwoPanes::kSinusoid)),
             proximity::Metric::Scaled);
}

QTEST_MAIN(TestSourcesView)
#include "tst_sources_view.moc"
