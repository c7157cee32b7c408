// SPDX-License-Identifier: GPL-3.0-or-later
// The Text workspace in a session: saved and opened again it stands as it did, its figure is the same file from the
// window and from the command, and a model that moved with the session is found.
#include "core/session/text_view.h"
#include "ui/window/figure_dialog.h"
#include "ui/window/figure_saver.h"
#include "ui/window/session_window.h"
#include "ui/workspaces/text/text_controls.h"
#include "ui/workspaces/text/text_page.h"
#include "ui/workspaces/text/text_workspace.h"

#include "support/random_bert.h"
#include "window_fixture.h"

#include <QDir>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>

using namespace pescope;
using namespace pescope::ui;
using namespace Qt::StringLiterals;

namespace {

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

struct TextFixture : WindowFixture {
    [[nodiscard]] TextWorkspace& workspace() { return window.textWorkspace(); }
    [[nodiscard]] bool done()
    {
        return QTest::qWaitFor([&] { return !workspace().busy() && workspace().text().current(); }, 60000);
    }
    void save(const QString& path)
    {
        QSignalSpy kept(&window.sessions().files(), &SessionFiles::saved);
        window.sessions().files().save(path);
        QVERIFY(kept.wait(10000));
    }
    void exportTo(const QString& path)
    {
        QVERIFY(QTest::qWaitFor([&] { return !dialog()->composing() && dialog()->figure(); }, 30000));
        for (auto* edit : dialog()->findChildren<QLineEdit*>())
            if (edit->accessibleName() == u"File"_s)
                edit->setText(path);
        QSignalSpy saved(&window.figures(), &FigureSaver::saved);
        dialog()->accept();
        QVERIFY(saved.wait(30000));
    }
    [[nodiscard]] FigureDialog* dialog() { return window.figures().dialog(); }
};

} // namespace

class TestTextSession : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_model;

    static session::TextSide side(const QString& model)
    {
        session::TextSide side;
        side.model = model.toStdString();
        side.text = "机器学习改变了世界";
        side.exchange = session::ExchangeKind::FirstRows;
        side.seed = 11;
        side.endsStay = false;
        side.firstRows = 3;
        side.matchNorm = false;
        side.axisIndex = 1;
        side.attention = true;
        side.head = 2;
        return side;
    }

    /// A window that shows the side, saved to `path`.
    void saveSide(const session::TextSide& wanted, const QString& path)
    {
        TextFixture f;
        f.window.showText(true);
        TextWorkspace& text = f.workspace();
        text.setSentence(QString::fromStdString(wanted.text));
        text.controls().setExchange(wanted);
        text.openModel(QString::fromStdString(wanted.model));
        QVERIFY(f.done());
        text.setLayer(wanted.axisIndex);
        text.setAttention(wanted.attention, wanted.head + 1);
        QVERIFY(f.done());
        f.save(path);
    }

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QVERIFY(m_folder.isValid());
        m_model = m_folder.filePath(u"chinese bert"_s);
        random_bert::write(m_model.toStdString(), PESCOPE_TEST_DATA "/tokenizer/vocab-zh-synthetic.txt");
    }

    void objectKeepsAllAndWhatItDoesNotKnow()
    {
        const session::TextView view{.sides = {side(m_model), {}}, .shown = true};
        const auto object = session::toObject(view, nullptr);
        QCOMPARE(session::textViewOf(object), view);
        QCOMPARE(session::textViewOf(nullptr), session::TextView{});
    }

    void standsAsItDid()
    {
        const QString path = m_folder.filePath(u"text.pescope"_s);
        const session::TextSide wanted = side(m_model);
        saveSide(wanted, path);
        TextFixture f;
        f.window.sessions().open(path);
        QVERIFY(f.done());
        QVERIFY(f.window.showsText());
        session::TextSide now = f.workspace().side();
        now.seed = wanted.seed; // of a choice that is not looked at
        now.endsStay = wanted.endsStay;
        now.matchNorm = wanted.matchNorm;
        QCOMPARE(now, wanted);
        f.save(m_folder.filePath(u"again.pescope"_s));
        QCOMPARE(bytesOf(m_folder.filePath(u"again.pescope"_s)), bytesOf(path));
    }

    void sameFigureFromWindowAndCommand_data()
    {
        QTest::addColumn<bool>("attention");
        QTest::addColumn<QString>("kind");
        QTest::newRow("attention, pdf") << true << u"pdf"_s;
        QTest::newRow("similarity, svg") << false << u"svg"_s;
        QTest::newRow("similarity, png") << false << u"png"_s;
    }
    void sameFigureFromWindowAndCommand()
    {
        QFETCH(bool, attention);
        QFETCH(QString, kind);
        session::TextSide wanted = side(m_model);
        wanted.attention = attention;
        const QString session = m_folder.filePath(u"talk 1.pescope"_s);
        saveSide(wanted, session);
        TextFixture f;
        f.window.sessions().open(session);
        QVERIFY(f.done());
        QTRY_VERIFY(f.workspace().shown());
        f.window.figures().setSettings(
            {.panels = {"original", "exchanged", "difference", "layers", "heads", "similarity", "divergence"},
             .caption = {}});
        f.window.figures().ask(&f.window, session, m_folder.path(), 1);
        QVERIFY(f.dialog());
        const QString path = m_folder.filePath(u"window."_s + kind);
        f.exportTo(path);
        QString command = u"pescope figure '%1' %2 -o '%3'"_s.arg(
            session, QString::fromStdString(figure::optionsText(f.window.figures().settings())),
            m_folder.filePath(u"command."_s + kind));
        QProcess shell;
        shell.start(u"/bin/sh"_s,
                    {u"-ec"_s, u"pescope() { '%1' \"$@\"; }\n%2"_s.arg(QStringLiteral(PESCOPE_PROGRAM), command)});
        QVERIFY(shell.waitForFinished(60000));
        QVERIFY2(shell.exitCode() == 0, qPrintable(QString::fromUtf8(shell.readAllStandardError()) + command));
        QVERIFY(bytesOf(path).size() > 5000);
        QVERIFY2(bytesOf(path) == bytesOf(m_folder.filePath(u"command."_s + kind)), qPrintable(command));
    }

    void aModelThatMovedWithTheSessionIsFound()
    {
        QDir().mkpath(m_folder.filePath(u"there"_s));
        const QString model = m_folder.filePath(u"there/model"_s);
        random_bert::write(model.toStdString(), PESCOPE_TEST_DATA "/tokenizer/vocab-zh-synthetic.txt");
        saveSide(side(model), m_folder.filePath(u"there/text.pescope"_s));
        QVERIFY(QDir().rename(m_folder.filePath(u"there"_s), m_folder.filePath(u"elsewhere"_s)));
        TextFixture f;
        f.window.sessions().open(m_folder.filePath(u"elsewhere/text.pescope"_s));
        QVERIFY(f.done());
        QCOMPARE(f.workspace().text().modelFolder(), m_folder.filePath(u"elsewhere/model"_s));
    }
};

QTEST_MAIN(TestTextSession)
#include "tst_text_session.moc"
