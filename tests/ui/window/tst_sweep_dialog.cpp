// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog of a film: values, both ends as pictures, writing and giving up.
#include "ui/window/message_bar.h"
#include "ui/window/sweep_dialog.h"

#include "window_fixture.h"

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QMenuBar>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace pescope;
using namespace pescope::ui;

namespace {

struct SweepFixture : WindowFixture {
    SweepDialog* dialog = nullptr;

    SweepFixture()
    {
        language.use(QStringLiteral("en"));
        window.start(StartPage::Start::Omega);
        [[maybe_unused]] const bool ready = settled();
        dialog = showSweep(window, document, settings);
    }
};

} // namespace

class TestSweepDialog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void bothEndsAreShown()
    {
        SweepFixture f;
        QVERIFY(f.dialog && f.dialog->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(f.dialog->previewed(), 20000);
        // 768 columns, base 10 000 at c = 1 and, as offered, 0.25
        QVERIFY2(f.dialog->note().contains(QStringLiteral("integer 0…43 → "))
                     && f.dialog->note().contains(QStringLiteral(": 0…74 → ")),
                 qPrintable(f.dialog->note()));
        QCOMPARE(f.dialog->request().to, 0.25);
        const auto ends = f.dialog->findChildren<QLabel*>();
        int pictures = 0;
        for (const QLabel* label : ends)
            pictures += label->pixmap().isNull() ? 0 : 1;
        QCOMPARE(pictures, 2);
    }

    void impossibleValuesAreSaid()
    {
        SweepFixture f;
        f.dialog->reject();
        f.document.edit(QStringLiteral("without 200"), [](session::Session& s) {
            std::get<session::SinusoidOrigin>(session::find(s, s.active)->origin).spec.skipSlow = 200;
        });
        f.dialog = showSweep(f.window, f.document, f.settings);
        f.dialog->choose(sweep::What::SkipFast, 0, 184, 3); // 384 − 200 = 184: nothing is left
        QTRY_VERIFY_WITH_TIMEOUT(f.dialog->note().contains(QStringLiteral("skip_fast = 184")), 20000);
        QVERIFY(!f.dialog->previewed());
        f.dialog->choose(sweep::What::SkipFast, 0, 20, 3);
        QTRY_VERIFY_WITH_TIMEOUT(f.dialog->previewed(), 20000);
    }

    void aFilmIsWrittenAndTheDialogCloses()
    {
        SweepFixture f;
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("film.webp"));
        f.dialog->choose(sweep::What::Base, 10000, 1000, 3);
        QSignalSpy saved(f.dialog, &SweepDialog::saved);
        QPointer<SweepDialog> dialog = f.dialog;
        f.dialog->write(path);
        QVERIFY(f.dialog->writing());
        QVERIFY(saved.wait(30000));
        QVERIFY(QFile::exists(path));
        QTRY_VERIFY(dialog.isNull());
    }

    void givingUpLeavesNothing()
    {
        SweepFixture f;
        const QTemporaryDir folder;
        f.dialog->choose(sweep::What::Scale, 1, 0.5, 400);
        QSignalSpy saved(f.dialog, &SweepDialog::saved);
        f.dialog->write(folder.filePath(QStringLiteral("f-%03d.png")));
        f.dialog->reject();
        QPointer<SweepDialog> dialog = f.dialog;
        QTRY_VERIFY_WITH_TIMEOUT(dialog.isNull(), 20000);
        QCOMPARE(saved.count(), 0);
        QVERIFY(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).isEmpty());
    }

    void aWrongNameIsSaidInTheWindow()
    {
        SweepFixture f;
        f.dialog->write(QStringLiteral("film.gif"));
        QVERIFY(f.window.messages().text().contains(QStringLiteral("film.gif was not saved.")));
        QVERIFY(!f.dialog->writing());
    }
};

QTEST_MAIN(TestSweepDialog)
#include "tst_sweep_dialog.moc"
