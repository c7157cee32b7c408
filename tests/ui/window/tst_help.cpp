// SPDX-License-Identifier: GPL-3.0-or-later
// Help: every part has a text in both languages, every command is found by name, the page of keys has them all.
#include "ui/help/command_search.h"
#include "ui/help/help_panel.h"
#include "ui/help/keys_page.h"
#include "ui/help/topics.h"
#include "ui/widgets/segmented_control.h"
#include "ui/window/window_help.h"
#include "ui/workspaces/positions/chart_area.h"
#include "ui/workspaces/positions/omega_inspector.h"
#include "ui/workspaces/positions/positions_workspace.h"
#include "ui/workspaces/positions/sources_panel.h"
#include "ui/workspaces/text/text_page.h"

#include "window_fixture.h"

#include <QAction>
#include <QDirIterator>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QSet>
#include <QTextDocument>

using namespace pescope;
using namespace pescope::ui;

namespace {

const QString kEnglish = QStringLiteral("en"), kChinese = QStringLiteral("zh");

/// Topics that the code names, by file.
QSet<QString> topicsInCode()
{
    QSet<QString> topics;
    const QRegularExpression hook(QStringLiteral("setProperty\\(\"help\", QStringLiteral\\(\"([^\"]+)\"\\)\\)"));
    for (QDirIterator files(QStringLiteral(PESCOPE_SOURCE "/ui"), {QStringLiteral("*.cpp")}, QDir::Files,
                            QDirIterator::Subdirectories);
         files.hasNext();) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const QString text = QString::fromUtf8(file.readAll());
        for (auto matches = hook.globalMatch(text); matches.hasNext();)
            topics.insert(matches.next().captured(1));
    }
    return topics;
}

/// Texts of all actions of the menus, as they stand there.
void collect(const QList<QAction*>& actions, QStringList& names)
{
    for (const QAction* action : actions)
        if (action->menu())
            collect(action->menu()->actions(), names);
        else if (!action->isSeparator())
            names << withoutMnemonic(action->text());
}

struct HelpFixture : WindowFixture {
    WindowHelp* help = window.findChild<WindowHelp*>();

    HelpFixture()
    {
        language.use(kEnglish);
        window.activateWindow();
    }
    CommandSearch* search()
    {
        help->findCommand();
        return window.findChild<CommandSearch*>();
    }
    [[nodiscard]] bool active() { return QTest::qWaitForWindowActive(&window); }
    /// Runs what the words find first.
    void run(const QString& words)
    {
        CommandSearch* dialog = search();
        QTest::keyClicks(dialog->field(), words);
        QTest::keyClick(dialog->field(), Qt::Key_Return);
        QCoreApplication::processEvents();
    }
};

} // namespace

class TestHelp : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyTopicOfTheCodeHasItsTextInBothLanguages()
    {
        const QSet<QString> topics = topicsInCode();
        QVERIFY(topics.size() >= 15);
        const QStringList known = helpTopics();
        QCOMPARE(topics, QSet<QString>(known.begin(), known.end()));
        for (const QString& topic : known)
            for (const QString& language : {kEnglish, kChinese}) {
                const auto text = helpText(topic, language);
                QVERIFY2(text, qPrintable(language + u'/' + topic));
                QVERIFY2(!text->title.isEmpty() && !text->keys.isEmpty(), qPrintable(topic));
                const bool chinese = text->html.contains(QRegularExpression(QStringLiteral("\\p{Han}{2}")));
                QVERIFY2(chinese == (language == kChinese), qPrintable(topic));
                // the same keys in both, and links that lead somewhere
                QCOMPARE(text->keys.size(), helpText(topic, kEnglish)->keys.size());
                const QRegularExpression link(QStringLiteral("href=\"topic:([^\"]+)\""));
                auto links = link.globalMatch(text->html);
                QVERIFY2(links.hasNext(), qPrintable(topic));
                while (links.hasNext())
                    QVERIFY2(known.contains(links.next().captured(1)), qPrintable(topic));
            }
    }

    void textsAreWellFormed()
    {
        for (const QString& topic : helpTopics())
            for (const QString& language : {kEnglish, kChinese}) {
                const QString html = helpText(topic, language)->html;
                for (const char* tag : {"p", "i", "b", "td", "tr", "sub", "sup", "a", "table"}) {
                    const QString name = QString::fromLatin1(tag);
                    const auto opened = html.count(QRegularExpression(QStringLiteral("<%1[ >]").arg(name)));
                    QVERIFY2(opened == html.count(QStringLiteral("</%1>").arg(name)), qPrintable(topic + u' ' + name));
                }
            }
    }

    void everyFocusableWidgetFindsATopic()
    {
        HelpFixture f;
        f.window.start(StartPage::Start::Omega);
        QVERIFY(f.settled());
        int focusable = 0;
        const auto parts = f.window.findChildren<QWidget*>();
        for (const QWidget* widget : parts) {
            if (!(widget->focusPolicy() & Qt::TabFocus) || widget->window() != &f.window)
                continue;
            ++focusable;
            const QString topic = helpTopicOf(widget);
            const QByteArray name = widget->metaObject()->className() + QByteArray(" ") + widget->objectName().toUtf8();
            QVERIFY2(helpTopics().contains(topic), name.constData());
            const bool inPage = f.window.workspace().isAncestorOf(widget) || f.window.textPage().isAncestorOf(widget);
            QVERIFY2(!inPage || topic != u"window", name.constData());
        }
        QVERIFY2(focusable > 60, qPrintable(QString::number(focusable)));
        PositionsWorkspace& workspace = f.window.workspace();
        QCOMPARE(helpTopicOf(workspace.sources()), QStringLiteral("sources"));
        QCOMPARE(helpTopicOf(workspace.charts()->currentWidget()), QStringLiteral("psi"));
        QCOMPARE(helpTopicOf(workspace.inspector()), QStringLiteral("omega"));
    }

    void f1ExplainsTheFocusAndEscCloses()
    {
        HelpFixture f;
        f.window.start(StartPage::Start::Omega);
        QVERIFY(f.settled());
        QTest::keyClick(&f.window, Qt::Key_Tab); // keys were used last
        QLineEdit* field = f.window.workspace().inspector()->findChild<QLineEdit*>();
        field->setFocus();
        QTest::keyClick(field, Qt::Key_F1);
        auto* panel = f.window.findChild<HelpPanel*>();
        QVERIFY(panel && panel->isVisible() && !panel->isModal());
        QCOMPARE(panel->topic(), QStringLiteral("omega"));
        QVERIFY(panel->text().contains(QStringLiteral("Leave out fastest"), Qt::CaseInsensitive));
        f.language.use(kChinese);
        QTRY_VERIFY(panel->text().contains(QStringLiteral("基数")));
        f.language.use(kEnglish);
        QTest::keyClick(panel, Qt::Key_Escape);
        QVERIFY(!panel->isVisible());
        // the mouse moves over the sources: they are meant now
        QTest::mouseMove(f.window.workspace().sources(), QPoint(30, 200));
        QTest::mouseClick(f.window.workspace().sources(), Qt::LeftButton, Qt::NoModifier, QPoint(5, 600));
        QCOMPARE(f.help->topicHere(), QStringLiteral("sources"));
        QTest::keyClick(field, Qt::Key_Tab, Qt::ShiftModifier);
        QCOMPARE(f.help->topicHere(), QStringLiteral("omega"));
    }

    void theSearchHasEveryActionAndRunsThem()
    {
        HelpFixture f;
        f.window.start(StartPage::Start::Omega);
        QVERIFY(f.settled());
        QVERIFY(f.active());
        QTest::keyClick(&f.window, Qt::Key_K, Qt::ControlModifier);
        auto* dialog = f.window.findChild<CommandSearch*>();
        QVERIFY(dialog && dialog->isVisible());
        QStringList names;
        collect(f.window.menuBar()->actions(), names);
        QVERIFY(names.size() > 50);
        const QStringList shown = dialog->shown();
        for (const QString& name : names)
            QVERIFY2(shown.contains(name), qPrintable(name));
        QVERIFY(shown.contains(QStringLiteral("Select B Tweaked sinusoid")));
        QVERIFY(shown.contains(QStringLiteral("Open: Fixed beside learned")));
        // words in any order, and Chinese for an English window
        QTest::keyClicks(dialog->field(), QStringLiteral("numpy PANE"));
        QCOMPARE(dialog->shown(), QStringList{QStringLiteral("Copy pane as NumPy")});
        dialog->field()->setText(QStringLiteral("余弦"));
        QCOMPARE(dialog->shown(), QStringList{QStringLiteral("Cosine")});
        QTest::keyClick(dialog->field(), Qt::Key_Return);
        QTRY_COMPARE(f.document.session().options.metric, proximity::Metric::Cosine);
        QVERIFY(!dialog->isVisible());

        QCOMPARE(f.document.session().active, f.document.session().sources.back().key);
        f.run(QStringLiteral("select a fixed"));
        QTRY_COMPARE(f.document.session().active, f.document.session().sources.front().key);
        dialog = f.search();
        dialog->field()->setText(QStringLiteral("nothing is called that"));
        QVERIFY(dialog->shown().isEmpty() && dialog->chosen().isEmpty());
    }

    void englishNamesAreFoundInAChineseWindow()
    {
        HelpFixture f;
        f.language.use(kChinese);
        f.window.start(StartPage::Start::Omega);
        QVERIFY(f.settled());
        CommandSearch* dialog = f.search();
        dialog->field()->setText(QStringLiteral("reset zoom"));
        QCOMPARE(dialog->shown(), QStringList{QStringLiteral("还原缩放")});
        dialog->reject();
        f.language.use(kEnglish);
    }

    void whatIsNotPossibleDoesNothing()
    {
        HelpFixture f; // nothing is open
        QVERIFY(!f.document.undoStack().canUndo());
        CommandSearch* dialog = f.search();
        dialog->field()->setText(QStringLiteral("duplicate source"));
        QCOMPARE(dialog->chosen(), QStringLiteral("Duplicate source"));
        QTest::keyClick(dialog->field(), Qt::Key_Return);
        QVERIFY(dialog->isVisible());
        QCOMPARE(f.document.undoStack().count(), 0);
        QTest::keyClick(dialog->field(), Qt::Key_Escape);
        QVERIFY(!dialog->isVisible());
    }

    void thePageOfKeysHasShortcutsAndGestures()
    {
        HelpFixture f;
        QVERIFY(f.active());
        QTest::keyClick(&f.window, Qt::Key_Slash, Qt::ControlModifier);
        auto* page = f.window.findChild<KeysPage*>();
        QVERIFY(page && page->isVisible());
        const QString text = page->text();
        int shortcuts = 0;
        for (const Command& command : f.help->commands())
            if (!command.shortcut.isEmpty()) {
                ++shortcuts;
                QVERIFY2(text.contains(command.shortcut) && text.contains(command.name), qPrintable(command.name));
            }
        QVERIFY(shortcuts > 20);
        for (const QString& topic : helpTopics()) {
            const auto help = helpText(topic, kEnglish);
            for (const auto& [keys, meaning] : help->keys) {
                QTextDocument plain;
                plain.setHtml(meaning);
                QVERIFY2(text.contains(plain.toPlainText()), qPrintable(meaning));
            }
        }
    }
};

QTEST_MAIN(TestHelp)
#include "tst_help.moc"
