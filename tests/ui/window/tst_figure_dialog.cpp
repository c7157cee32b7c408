// SPDX-License-Identifier: GPL-3.0-or-later
// The export dialog as its user meets it.
#include "ui/figure/session_figure.h"
#include "ui/window/actions.h"
#include "ui/window/figure_form.h"
#include "ui/window/figure_presets.h"
#include "ui/window/figure_saver.h"
#include "ui/window/session_window.h"

#include "window_fixture.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace pescope;
using namespace pescope::ui;
using namespace Qt::StringLiterals;

namespace {

struct DialogFixture : WindowFixture {
    DialogFixture()
    {
        window.start(StartPage::Start::TwoPanes);
        QVERIFY(settled());
        window.findChild<Actions*>()->saveFigure->trigger();
        QVERIFY(dialog() && composed());
    }
    [[nodiscard]] FigureDialog* dialog() { return window.figures().dialog(); }
    [[nodiscard]] bool composed()
    {
        return QTest::qWaitFor([this] { return !dialog()->composing() && dialog()->figure(); }, 30000);
    }
    [[nodiscard]] QPushButton* button(const QString& text)
    {
        for (auto* one : dialog()->findChildren<QPushButton*>())
            if (one->text() == text)
                return one;
        return nullptr;
    }
    void tick(const QString& panel)
    {
        QListWidget* list = dialog()->form().panels();
        for (int k = 0; k < list->count(); ++k)
            if (list->item(k)->data(Qt::UserRole) == panel)
                list->item(k)->setCheckState(Qt::Checked);
        QVERIFY(composed());
    }
};

} // namespace

class TestFigureDialog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void startsWithThePanes()
    {
        DialogFixture f;
        QCOMPARE(f.dialog()->settings().panels, (std::vector<std::string>{"A", "B"}));
        QCOMPARE(f.dialog()->figure()->composed.figure.panels.size(), std::size_t{2});
        f.tick(u"distance"_s);
        f.tick(u"properties"_s);
        QCOMPARE(f.dialog()->figure()->composed.figure.panels.size(), std::size_t{4});
        QVERIFY(f.dialog()->findChild<QPlainTextEdit*>()->toPlainText().contains(u"Mean proximity by distance"_s));
        f.dialog()->reject();
        QTRY_VERIFY(!f.dialog());
        // what was chosen stays for the next time
        f.window.findChild<Actions*>()->saveFigure->trigger();
        QVERIFY(f.composed());
        QCOMPARE(f.dialog()->settings().panels.size(), std::size_t{4});
        f.dialog()->reject();
    }

    void writesWhatItShows()
    {
        DialogFixture f;
        const QTemporaryDir folder;
        f.tick(u"psi"_s);
        for (auto* box : f.dialog()->findChildren<QCheckBox*>())
            if (box->text().contains(u"CSV"_s) || box->text().contains(u".tex"_s))
                box->click();
        QVERIFY(f.composed());
        const QString path = folder.filePath(u"fig 2.svg"_s);
        for (auto* edit : f.dialog()->findChildren<QLineEdit*>())
            if (edit->accessibleName() == u"File"_s)
                edit->setText(path);
        QSignalSpy saved(&f.window.figures(), &FigureSaver::saved);
        f.button(u"Export"_s)->click();
        QVERIFY(saved.wait(30000));
        for (const QString& name : {u"fig 2.svg"_s, u"fig 2-a-A.csv"_s, u"fig 2-b-B.csv"_s, u"fig 2-c-psi.csv"_s,
                                    u"fig 2.txt"_s, u"fig 2.tex"_s})
            QVERIFY2(QFile::exists(folder.filePath(name)), qPrintable(name));
    }

    void theCommandMakesTheSameFile()
    {
        const QTemporaryDir folder;
        DialogFixture f;
        f.dialog()->reject();
        QTRY_VERIFY(!f.dialog());
        const QString session = folder.filePath(u"talk 1.pescope"_s);
        QSignalSpy kept(&f.window.sessions().files(), &SessionFiles::saved);
        f.window.sessions().files().save(session);
        QVERIFY(kept.wait(10000));
        f.window.findChild<Actions*>()->saveFigure->trigger();
        QVERIFY(f.composed());
        f.tick(u"distance"_s);
        const QString path = folder.filePath(u"window.pdf"_s);
        for (auto* edit : f.dialog()->findChildren<QLineEdit*>())
            if (edit->accessibleName() == u"File"_s)
                edit->setText(path);
        const QString command = f.dialog()->command();
        QSignalSpy saved(&f.window.figures(), &FigureSaver::saved);
        f.button(u"Export"_s)->click();
        QVERIFY(saved.wait(30000));
        QProcess shell;
        QString text = command;
        text.replace(path, folder.filePath(u"command.pdf"_s));
        shell.start(u"/bin/sh"_s,
                    {u"-ec"_s, u"pescope() { '%1' \"$@\"; }\n%2"_s.arg(QStringLiteral(PESCOPE_PROGRAM), text)});
        QVERIFY(shell.waitForFinished(60000));
        QVERIFY2(shell.exitCode() == 0, qPrintable(QString::fromUtf8(shell.readAllStandardError()) + text));
        const auto bytes = [&](const QString& name) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QVERIFY(bytes(u"window.pdf"_s).size() > 1000);
        QVERIFY2(bytes(u"window.pdf"_s) == bytes(u"command.pdf"_s), qPrintable(command));
    }

    void clipboardHasPictureAndSvg()
    {
        DialogFixture f;
        f.button(u"Copy to clipboard"_s)->click();
        const QMimeData* data = QGuiApplication::clipboard()->mimeData();
        QVERIFY(data->hasImage() && data->data(u"image/svg+xml"_s).contains("<svg"));
        f.button(u"Copy as LaTeX"_s)->click();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(u"\\caption{"_s));
        f.dialog()->reject();
    }

    void numbersGoToASpreadsheet()
    {
        DialogFixture f;
        f.tick(u"omega"_s);
        QGuiApplication::clipboard()->clear();
        f.button(u"Copy numbers"_s)->click();
        QTRY_VERIFY_WITH_TIMEOUT(QGuiApplication::clipboard()->text().contains(u"\nc-omega\n"_s), 30000);
        const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
        QCOMPARE(lines[0], u"a-A"_s);
        QVERIFY(lines[1].startsWith(u"row\\column\t0\t1\t"_s));
        f.dialog()->reject();
    }

    void aLookIsKeptUnderAName()
    {
        const QString name = u"my journal / A"_s;
        {
            DialogFixture f;
            figure::Settings settings = f.dialog()->settings();
            settings.widthMm = 120;
            settings.fontPt = 9;
            settings.letters = figure::Letters::Lower;
            f.dialog()->form().setSettings(settings);
            f.dialog()->form().presets()->keepAs(name);
            f.dialog()->reject();
        }
        DialogFixture f; // another window
        FigurePresets& presets = *f.dialog()->form().presets();
        QCOMPARE(presets.kept().size(), 1);
        const int at = presets.box()->findData(presets.kept()[0]);
        QVERIFY(at > 8);
        const auto panels = f.dialog()->settings().panels;
        presets.box()->setCurrentIndex(at);
        Q_EMIT presets.box()->activated(at);
        QCOMPARE(f.dialog()->settings().widthMm, 120.0);
        QCOMPARE(f.dialog()->settings().fontPt, 9.0);
        QVERIFY(f.dialog()->settings().letters == figure::Letters::Lower);
        QCOMPARE(f.dialog()->settings().panels, panels); // those belong to the session
        presets.removeKept(presets.kept()[0]);
        QVERIFY(presets.kept().isEmpty());
        f.dialog()->reject();
    }

    void aSizeThatIsTooSmallSaysSo()
    {
        DialogFixture f;
        f.dialog()->form().panels()->item(0)->setCheckState(Qt::Unchecked);
        f.dialog()->form().panels()->item(1)->setCheckState(Qt::Unchecked);
        QTRY_VERIFY(!f.button(u"Export"_s)->isEnabled()); // an empty figure
        f.dialog()->reject();
    }
};

QTEST_MAIN(TestFigureDialog)
#include "tst_figure_dialog.moc"
