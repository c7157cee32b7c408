// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window/window_fixture.h"
#include "ui/charts/distance_chart.h"
#include "ui/heatmap/pane_card.h"
#include "ui/theme/theme.h"
#include "ui/widgets/line_slider.h"
#include "ui/window/figure_saver.h"
#include "ui/window/message_bar.h"
#include "ui/window/settings.h"
#include "ui/workspaces/positions/omega_handle_row.h"
#include "ui/workspaces/positions/omega_inspector.h"
#include "ui/workspaces/positions/positions_workspace.h"
#include "ui/workspaces/positions/ranges_table.h"

#include <QApplication>
#include <QDropEvent>
#include <QFile>
#include <QMimeData>
#include <QSignalSpy>
#include <QStyleFactory>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <set>

using namespace pescope;
using namespace pescope::ui;

namespace {

struct Fixture : WindowFixture {
    OmegaHandleRow* handle(session::OmegaHandle which)
    {
        for (OmegaHandleRow* row : window.workspace().inspector()->handles())
            if (row->handle() == which)
                return row;
        return nullptr;
    }
    void drop(const QString& path)
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter(QPoint(600, 400), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &enter);
        QDropEvent event(QPointF(600, 400), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &event);
    }
};

QString demoTable()
{
    return QStringLiteral(PESCOPE_RESOURCES "/demo/minilm-l6-position.safetensors");
}

/// Collects, after each paint of any widget that shows ω, which revisions are on screen together.
class TearingWatch : public QObject {
public:
    explicit TearingWatch(MainWindow& window)
        : m_window(window)
    {
        // the workspace has just shown the frame: paint what it marked, and nothing that is still queued behind it. A
        // part that asks for its paint one turn late, as a graphics scene does, shows the former revision here.
        connect(&window.document(), &Document::frameReady, this, [this] {
            QCoreApplication::sendPostedEvents(nullptr, QEvent::UpdateRequest);
            look();
        });
    }
    void look()
    {
        std::set<quint64> revisions;
        QStringList seen;
        for (const auto& [name, revision] : m_window.workspace().paintedRevisions()) {
            revisions.insert(revision);
            seen << QStringLiteral("%1:%2").arg(name).arg(revision);
        }
        ++frames;
        if (revisions.size() > 1)
            mixed << seen.join(QLatin1Char(' '));
        if (!revisions.empty())
            all.insert(*revisions.rbegin());
    }
    int frames = 0;
    QStringList mixed;
    std::set<quint64> all;

private:
    MainWindow& m_window;
};

} // namespace

class TestWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theFirstCardShowsTwoLinkedPanes()
    {
        Fixture f;
        f.window.start(StartPage::Start::TwoPanes);
        QVERIFY(f.settled());
        const auto frame = f.document.currentFrame();
        QCOMPARE(frame->panes.size(), std::size_t(2));
        for (const frame::Pane& pane : frame->panes)
            QVERIFY2(!pane.error, pane.error ? pane.error->message.c_str() : "");
        QCOMPARE(frame->curves[0].integer, std::optional<tables::Index>(24)); // D = 384, base 10 000, from 0
        QCOMPARE(frame->curves[0].tolerance, std::optional<tables::Index>(30));
        QCOMPARE(frame->curves[1].integer, std::optional<tables::Index>(3));
        f.document.setCrosshair(1, 212, 180, true);
        QCOMPARE(f.document.view(2).offset(), std::optional<tables::Index>(32));
        QVERIFY(std::abs(frame->panes[0].proximity->value(212, 180) - 0.562) < 5e-4);
    }

    void aDragChangesEverythingAndIsOneUndoStep()
    {
        Fixture f;
        f.window.start(StartPage::Start::Omega);
        QVERIFY(f.settled());
        const int steps = f.document.undoStack().count();
        QCOMPARE(f.document.currentFrame()->psi->ranges.integer, std::optional<tables::Index>(43));
        LineSlider* slider = f.handle(session::OmegaHandle::Scale)->slider();
        slider->setSliderDown(true);
        for (int k = 0; k <= 10; ++k) {
            const double c = 1 - 0.04 * k;
            slider->setSliderPosition(
                static_cast<int>(std::lround(std::log(c / 0.05) / std::log(80) * slider->maximum())));
            QTest::qWait(15);
        }
        slider->setSliderDown(false);
        QVERIFY(f.settled());
        QCOMPARE(f.document.activeSinusoid()->scale, 0.6);
        QCOMPARE(f.document.currentFrame()->psi->ranges.integer, std::optional<tables::Index>(72));
        QVERIFY(std::abs(*f.document.currentFrame()->psi->ranges.continuous.m * 0.6 - 6.16574084923416) < 1e-9);
        QVERIFY(f.document.currentFrame()->psiBefore.has_value()); // the ghost is what was before the whole drag
        QCOMPARE(f.document.currentFrame()->psiBefore->spec.scale, 1.0);
        QCOMPARE(f.document.undoStack().count(), steps + 1);
        f.document.undoStack().undo();
        QVERIFY(f.settled());
        QCOMPARE(f.document.activeSinusoid()->scale, 1.0);
        QCOMPARE(f.document.currentFrame()->psi->ranges.integer, std::optional<tables::Index>(43));
    }

    void noFrameMixesTwoOmegas()
    {
        Fixture f;
        f.window.start(StartPage::Start::Omega);
        QVERIFY(f.settled());
        TearingWatch watch(f.window);
        LineSlider* slider = f.handle(session::OmegaHandle::Scale)->slider();
        slider->setSliderDown(true);
        for (int k = 0; k < 60; ++k) {
            slider->setSliderPosition(600 + 12 * k);
            QTest::qWait(8);
        }
        slider->setSliderDown(false);
        QVERIFY(f.settled());
        QTest::qWait(50);
        QVERIFY2(watch.mixed.isEmpty(), qPrintable(watch.mixed.value(0)));
        // the test saw a drag, not one picture at its end
        QVERIFY2(watch.all.size() >= 8, qPrintable(QString::number(watch.all.size())));
    }

    void aDroppedFileOpensAndAMissingOneSaysSo()
    {
        Fixture f;
        f.drop(demoTable());
        QVERIFY(f.settled());
        QVERIFY(!f.document.currentFrame()->panes.empty());
        QCOMPARE(f.document.currentFrame()->panes[0].proximity->rows(), tables::Index(512));
        QCOMPARE(f.settings.recent().size(), qsizetype(1));
        f.window.open({QStringLiteral("/no/such/folder")});
        QVERIFY(f.settled());
        const auto frame = f.document.currentFrame();
        QVERIFY(frame->panes[1].error.has_value());
        QVERIFY(!frame->panes[1].error->hint.empty());
        QVERIFY(!frame->panes[0].raster.pixels.empty()); // the other goes on working
    }

    /// PESCOPE_MODEL names another folder, a real model for instance.
    void aDroppedFolderOpens()
    {
        Fixture f;
        f.drop(qEnvironmentVariable("PESCOPE_MODEL", QStringLiteral(PESCOPE_TEST_DATA "/oracle/bert-relative-key")));
        QVERIFY(f.settled());
        const auto frame = f.document.currentFrame();
        QVERIFY(!frame->panes.empty());
        for (const frame::Pane& pane : frame->panes) {
            QVERIFY(!pane.error && !pane.raster.pixels.empty());
            QVERIFY(pane.proximity->rows() > 1);
        }
        QCOMPARE(f.settings.recent().size(), qsizetype(1));
    }

    void badFilesLeaveAMessageInTheirPane_data()
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("folder without a model") << QStringLiteral(PESCOPE_RESOURCES "/icons");
        QTest::newRow("truncated") << QStringLiteral(PESCOPE_TEST_DATA "/inputs/H23-npy-short/pe.npy");
        QTest::newRow("no table") << QStringLiteral(PESCOPE_TEST_DATA "/inputs/H06-no-table");
    }

    void badFilesLeaveAMessageInTheirPane()
    {
        QFETCH(QString, path);
        Fixture f;
        f.window.open({path});
        QVERIFY(f.settled());
        QVERIFY(f.document.currentFrame()->panes[0].error.has_value());
        QVERIFY(!f.document.currentFrame()->panes[0].error->message.empty());
        f.window.start(StartPage::Start::Omega); // everything else still works
        QVERIFY(f.settled());
        QVERIFY(f.document.currentFrame()->psi.has_value());
    }

    void oneRowAndNansAreShown()
    {
        Fixture f;
        f.window.open({QStringLiteral(PESCOPE_TEST_DATA "/inputs/H26-one-row/pe.npy"),
                       QStringLiteral(PESCOPE_TEST_DATA "/inputs/H27-nan/pe.npy")});
        QVERIFY(f.settled());
        const auto frame = f.document.currentFrame();
        QCOMPARE(frame->panes.size(), std::size_t(2));
        QVERIFY(!frame->panes[0].error && !frame->panes[1].error);
        QVERIFY(frame->panes[1].raster.shareNotFinite > 0.1);
    }

    void aFileThatChangesOrVanishesIsToldOf()
    {
        Fixture f;
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("table.safetensors"));
        QVERIFY(QFile::copy(demoTable(), path));
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner);
        f.window.open({path});
        QVERIFY(f.settled());
        QFile file(path);
        QVERIFY(file.open(QIODevice::Append));
        file.write("more");
        file.close();
        QTRY_VERIFY_WITH_TIMEOUT(f.window.messages().text().contains(path), 5000);
        QVERIFY(QFile::remove(path));
        QTest::qWait(200);
        f.document.edit(QStringLiteral("metric"),
                        [](session::Session& s) { s.options.metric = proximity::Metric::Cosine; });
        QVERIFY(f.settled()); // what was read stays usable
        QVERIFY(!f.document.currentFrame()->panes[0].error);
    }

    void aFigureIsSavedAndAReadOnlyTargetIsToldOf()
    {
        Fixture f;
        f.window.start(StartPage::Start::TwoPanes);
        QVERIFY(f.settled());
        const QTemporaryDir folder;
        FigureSaver saver(f.document);
        QSignalSpy saved(&saver, &FigureSaver::saved), failed(&saver, &FigureSaver::failed);
        for (const char* name : {"figure.pdf", "figure.svg", "figure.png"}) {
            saver.save(folder.filePath(QString::fromLatin1(name)));
            QVERIFY(saved.wait(30000));
            saved.clear();
            QVERIFY(QFile(folder.filePath(QString::fromLatin1(name))).size() > 5000);
        }
        saver.save(QStringLiteral("/proc/no-such-place/figure.pdf"));
        QVERIFY(failed.wait(30000));
        QVERIFY(!failed[0][1].toString().isEmpty());
    }

    void undoBringsRemovedSourcesBack()
    {
        Fixture f;
        f.window.start(StartPage::Start::Difference);
        QVERIFY(f.settled());
        const session::Session before = f.document.session();
        f.document.edit(QStringLiteral("remove"), [](session::Session& s) { session::remove(s, 1); });
        QCOMPARE(f.document.session().sources.size(), std::size_t(1));
        f.document.undoStack().undo();
        QVERIFY(f.document.session() == before);
        QVERIFY(f.settled());
        QCOMPARE(f.document.currentFrame()->panes.size(), std::size_t(3));
    }

    void languageAndThemeChangeLive()
    {
        Fixture f;
        f.window.start(StartPage::Start::TwoPanes);
        QVERIFY(f.settled());
        const QImage light = f.window.grab().toImage();
        f.settings.setTheme(ThemeChoice::Dark);
        QTest::qWait(50);
        const QImage dark = f.window.grab().toImage();
        QVERIFY(light.pixelColor(5, 500).lightness() > 200);
        QVERIFY(dark.pixelColor(5, 500).lightness() < 60);
        f.settings.setLanguage(QStringLiteral("zh"));
        QTest::qWait(50);
        QVERIFY(f.window.grab().toImage() != dark);
        QCOMPARE(f.language.current(), QStringLiteral("zh"));
        f.settings.setLanguage(QStringLiteral("en"));
        f.settings.setTheme(ThemeChoice::Light);
    }

    void atSmallSizesOmegaAndAMapStay()
    {
        Fixture f;
        f.window.resize(1280, 800);
        f.window.start(StartPage::Start::TwoPanes);
        QVERIFY(f.settled());
        QVERIFY(f.window.workspace().inspector()->isVisible());
        QVERIFY(f.window.workspace().panes()[0]->isVisible());
        const QRect inside = f.window.workspace().rect();
        const PaneCard* pane = f.window.workspace().panes()[0];
        QVERIFY(inside.contains(QRect(pane->mapTo(&f.window.workspace(), QPoint(0, 0)), pane->size())));
    }
};

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setFont(Theme::font(TextSize::Body));
    TestWindow test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_window.moc"
