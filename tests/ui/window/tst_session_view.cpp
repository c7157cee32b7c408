// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/actions.h"
#include "ui/window/figure_saver.h"
#include "ui/window/session_messages.h"
#include "ui/window/session_window.h"
#include "ui/workspaces/positions/positions_workspace.h"

#include "window_fixture.h"

#include <nlohmann/json.hpp>

#include <QAction>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <filesystem>

using namespace pescope;
using namespace pescope::ui;
namespace fs = std::filesystem;

namespace {

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QMessageBox* question()
{
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (auto* box = qobject_cast<QMessageBox*>(widget); box && box->isVisible())
            return box;
    return nullptr;
}

/// Presses the first, second, third button of the question: Save, Discard, Cancel.
bool answer(const QString& text)
{
    QMessageBox* box = question();
    if (!box)
        return false;
    for (QAbstractButton* button : box->buttons())
        if (button->text() == text) {
            button->click();
            return true;
        }
    return false;
}

} // namespace

class TestSessionView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_file = m_folder->filePath(QStringLiteral("talk 谈.pescope"));
        QDir(autosaves()).removeRecursively();
        const fs::path data(PESCOPE_TEST_DATA);
        fs::copy(data / "inputs/H01-bert", path("bert").toStdString());
        fs::copy(data / "npy-npz/pos_f16.npy", path("table.npy").toStdString());
        fs::copy(data / "npy-npz/pos_f32.npy", path("map.npy").toStdString());
    }

    /// Everything that can be in a session, through the window and back: the same file, the same figure.
    void everythingComesBack()
    {
        const QString second = m_folder->filePath(QStringLiteral("again.pescope"));
        QByteArray first;
        {
            WindowFixture one;
            fill(one);
            save(one, m_file);
            first = bytesOf(m_file);
            QVERIFY(first.contains("59eee59d25312b93ff124c23f8c0cd37ab17d442bd4b3e9bbb5915003742a870")); // hashlib
            QVERIFY(first.contains("da044d53cd205ea1213ff274485f5e18f8f7923840288e53a45fe04c3b1db6d4"));
            figure(one, path("one.svg"));
        }
        WindowFixture two;
        open(two, m_file);
        QVERIFY(two.window.sessionMessages().bar().text().isEmpty());
        QCOMPARE(two.window.workspace().charts()->kind(), ChartKind::Psi);
        QVERIFY(!two.window.isWindowModified());
        save(two, second);
        QCOMPARE(QString::fromUtf8(bytesOf(second)), QString::fromUtf8(first));
        figure(two, path("two.svg"));
        QVERIFY(!bytesOf(path("one.svg")).isEmpty());
        QVERIFY(bytesOf(path("one.svg")) == bytesOf(path("two.svg")));
    }

    void theTitleTellsWhatIsNotSaved()
    {
        WindowFixture f;
        QCOMPARE(f.window.windowTitle(), QStringLiteral("PEScope"));
        f.document.open({QStringLiteral("learned:length=8,dim=4")});
        QCOMPARE(f.window.windowTitle(), QStringLiteral("Untitled[*] – PEScope"));
        QVERIFY(f.window.isWindowModified());
        save(f, m_file);
        QCOMPARE(f.window.windowTitle(), QStringLiteral("talk 谈[*] – PEScope"));
        QVERIFY(!f.window.isWindowModified());
        const int steps = f.document.undoStack().count();
        f.document.edit(QStringLiteral("x"), [](session::Session& s) { s.options.colormap = "magma"; });
        QVERIFY(f.window.isWindowModified());
        f.document.undoStack().undo();
        QVERIFY(!f.window.isWindowModified()); // back at what is in the file
        f.document.undoStack().undo();
        QVERIFY(f.window.isWindowModified()); // before it
        f.document.undoStack().redo();
        QVERIFY(!f.window.isWindowModified());
        QCOMPARE(f.document.undoStack().count(), steps + 1); // saving is no step
        QVERIFY(f.settings.recentSessions().contains(m_file));
    }

    void anUntouchedWindowClosesWithoutAQuestion()
    {
        WindowFixture f;
        QVERIFY(f.window.close());
        WindowFixture saved;
        saved.document.open({QStringLiteral("learned:length=8,dim=4")});
        save(saved, m_file);
        QVERIFY(saved.window.close());
        QVERIFY(!question());
    }

    void closingAsks()
    {
        WindowFixture f;
        f.document.open({QStringLiteral("learned:length=8,dim=4")});
        save(f, m_file);
        const QByteArray before = bytesOf(m_file);
        f.document.edit(QStringLiteral("x"), [](session::Session& s) { s.options.colormap = "magma"; });
        QVERIFY(!f.window.close());
        QVERIFY(answer(QStringLiteral("Cancel")));
        QVERIFY(f.window.isVisible());
        QVERIFY(!f.window.close());
        QVERIFY(answer(QStringLiteral("Save")));
        QTRY_VERIFY(!f.window.isVisible());
        QVERIFY(bytesOf(m_file) != before);
        QVERIFY(bytesOf(m_file).contains("magma"));

        WindowFixture other;
        open(other, m_file);
        other.document.edit(QStringLiteral("x"), [](session::Session& s) { s.options.colormap = "viridis"; });
        QVERIFY(!other.window.close());
        QVERIFY(answer(QStringLiteral("Discard")));
        QTRY_VERIFY(!other.window.isVisible());
        QVERIFY(bytesOf(m_file).contains("magma"));
    }

    void newAndOpenAskToo()
    {
        WindowFixture f;
        f.document.open({QStringLiteral("learned:length=8,dim=4")});
        f.window.sessions().startNew();
        QVERIFY(answer(QStringLiteral("Discard")));
        QVERIFY(f.document.session().sources.empty());
        QCOMPARE(f.document.undoStack().count(), 0);
        QCOMPARE(f.window.windowTitle(), QStringLiteral("PEScope"));
    }

    void whereNothingCanBeWrittenTheWindowSaysSoAndKeepsAll()
    {
        WindowFixture f;
        f.document.open({QStringLiteral("learned:length=8,dim=4")});
        QSignalSpy failed(&f.window.sessions().files(), &SessionFiles::saveFailed);
        f.window.sessions().files().save(QStringLiteral("/proc/self/x.pescope"));
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(f.window.sessionMessages().bar().text().contains(QStringLiteral("/proc/self/x.pescope")));
        QVERIFY(f.window.isWindowModified());
        QCOMPARE(f.document.session().sources.size(), std::size_t(1));
    }

    void aMissingFileIsAskedForByName()
    {
        {
            WindowFixture one;
            fill(one);
            save(one, m_file);
        }
        QVERIFY(QDir().mkpath(path("moved")));
        QVERIFY(QFile::rename(path("table.npy"), path("moved/table.npy")));
        QVERIFY(QFile::rename(path("map.npy"), path("moved/map.npy")));
        WindowFixture f;
        open(f, m_file);
        SessionMessages& messages = f.window.sessionMessages();
        QVERIFY2(messages.bar().text().contains(QStringLiteral("table.npy is not at ") + m_folder->path()),
                 qPrintable(messages.bar().text()));
        QCOMPARE(messages.waiting(), std::size_t(1)); // and the map
        const std::size_t sources = f.document.session().sources.size();
        f.window.sessions().found(path("table.npy"), path("moved/table.npy"));
        QCOMPARE(f.document.session().sources.size(), sources); // nothing is lost
        for (const session::Source& source : f.document.session().sources) // the map came along
            if (const auto* origin = std::get_if<session::OpenedOrigin>(&source.origin))
                QVERIFY2(origin->spec.find("npy") == std::string::npos
                             || origin->spec.find("/moved/") != std::string::npos,
                         origin->spec.c_str());
        QVERIFY(f.settled());
        QVERIFY(f.window.isWindowModified());
        f.document.undoStack().undo();
        QVERIFY(!f.window.isWindowModified());
        messages.bar().choose(1); // leave out
        QVERIFY(f.document.session().sources.size() < sources);
        QTRY_VERIFY(messages.bar().text().contains(QStringLiteral("map.npy")));
    }

    void anotherContentIsSaidWithBothHashes()
    {
        {
            WindowFixture one;
            fill(one);
            save(one, m_file);
        }
        QVERIFY(QFile::remove(path("table.npy")));
        QVERIFY(QFile::copy(path("map.npy"), path("table.npy")));
        WindowFixture f;
        open(f, m_file);
        MessageBar& bar = f.window.sessionMessages().bar();
        QVERIFY2(bar.text().contains(QStringLiteral("table.npy is not the file")), qPrintable(bar.text()));
        QVERIFY(bar.details().contains(QStringLiteral("da044d53cd20…"))
                && bar.details().contains(QStringLiteral("aca93936b9c5…")));
    }

    void aDroppedSessionOpens()
    {
        {
            WindowFixture one;
            fill(one);
            save(one, m_file);
        }
        WindowFixture f;
        QSignalSpy opened(&f.window.sessions().files(), &SessionFiles::opened);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(m_file)});
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&f.window, &enter); // without it a drop has no target
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&f.window, &drop);
        QTRY_COMPARE(opened.count(), 1);
        QVERIFY(f.document.session().sources.size() > 3);
    }

    void whatIsNoSessionIsRefused()
    {
        QFile file(m_file);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{}") == 2);
        file.close();
        WindowFixture f;
        f.document.open({QStringLiteral("learned:length=8,dim=4")});
        save(f, path("other.pescope"));
        QSignalSpy failed(&f.window.sessions().files(), &SessionFiles::openFailed);
        f.window.open({m_file});
        QTRY_COMPARE(failed.count(), 1);
        QCOMPARE(f.document.session().sources.size(), std::size_t(1)); // what was there stays
        QVERIFY(f.window.sessionMessages().bar().text().contains(m_file));
    }

    void unsavedWorkOfADeadWindowIsOffered()
    {
        session::Session before;
        {
            WindowFixture dead;
            dead.window.sessions().files().setAutosaveInterval(20);
            fill(dead);
            before = dead.document.session();
            QTRY_VERIFY(!copies().isEmpty());
            QTest::qWait(100); // the copy after the last change
            QTRY_VERIFY(!dead.window.sessions().files().busy());
            WindowFixture beside; // the window is not dead yet
            beside.window.sessions().offerLeftovers();
            QVERIFY(beside.window.sessionMessages().bar().text().isEmpty());
        } // gone without being closed
        WindowFixture f;
        f.window.sessions().offerLeftovers();
        MessageBar& bar = f.window.sessionMessages().bar();
        QVERIFY2(bar.text().contains(QStringLiteral("Fixed sinusoid")), qPrintable(bar.text()));
        QSignalSpy opened(&f.window.sessions().files(), &SessionFiles::opened);
        bar.choose(0); // restore
        QTRY_COMPARE(opened.count(), 1);
        QVERIFY(f.document.session() == before);
        QVERIFY(f.window.isWindowModified());
        QVERIFY(f.settled());
        QTRY_COMPARE(copies().size(), 1); // this window's own
        save(f, m_file);
        QVERIFY(f.window.close());
        QVERIFY(copies().isEmpty()); // a clean end leaves nothing
    }

    void discardedWorkIsGone()
    {
        {
            WindowFixture dead;
            dead.window.sessions().files().setAutosaveInterval(20);
            dead.document.open({QStringLiteral("learned:length=8,dim=4")});
            QTRY_VERIFY(!copies().isEmpty());
        }
        WindowFixture f;
        f.window.sessions().offerLeftovers();
        f.window.sessionMessages().bar().choose(1);
        QVERIFY(copies().isEmpty());
        QVERIFY(f.document.session().sources.empty());
    }

private:
    [[nodiscard]] QString path(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }

    static QString autosaves()
    {
        return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + QStringLiteral("/autosave");
    }
    static QStringList copies() { return QDir(autosaves()).entryList({QStringLiteral("*.pescope")}, QDir::Files); }

    /// Every kind of source and pane.
    void fill(WindowFixture& f)
    {
        f.window.start(StartPage::Start::Difference);
        f.window.open({path("bert"), path("table.npy"), QStringLiteral("matrix:") + path("map.npy"),
                       QStringLiteral("whatif:shuffle=3:") + path("bert"), QStringLiteral("alibi:heads=4,length=32"),
                       QStringLiteral("rotary:dim=16,length=32"), QStringLiteral("sinusoid-relative:dim=8,max=15")});
        QVERIFY(f.settled());
        f.document.edit(QStringLiteral("all"), [](session::Session& s) {
            s.sources[0].lens = proximity::Lens::Asymmetry;
            s.sources[3].shown = session::Shown::Table;
            s.sources[4].metric = proximity::Metric::Distance;
            s.options.limits[session::kSharedScale] = {-0.1, 1.0 / 3};
            s.options.colormap = "viridis";
            s.active = s.sources[1].key;
        });
        f.window.workspace().setChartKind(ChartKind::Psi);
        f.document.setViewport(1, proximity::Viewport{0, 100, 20.5, 120.5});
        f.document.setCrosshair(1, 30, 40, true);
        QVERIFY(f.settled());
    }

    static void save(WindowFixture& f, const QString& file)
    {
        QSignalSpy saved(&f.window.sessions().files(), &SessionFiles::saved);
        f.window.sessions().files().save(file);
        QTRY_COMPARE(saved.count(), 1);
    }

    static void open(WindowFixture& f, const QString& file)
    {
        QSignalSpy opened(&f.window.sessions().files(), &SessionFiles::opened);
        f.window.open({file});
        QTRY_COMPARE(opened.count(), 1);
        QVERIFY(f.settled());
    }

    static void figure(WindowFixture& f, const QString& file)
    {
        FigureSaver saver(f.document);
        QSignalSpy saved(&saver, &FigureSaver::saved);
        saver.save(file);
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 30000);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_file;
};

QTEST_MAIN(TestSessionView)
#include "tst_session_view.moc"
