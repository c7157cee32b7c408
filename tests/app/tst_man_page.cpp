// SPDX-License-Identifier: GPL-3.0-or-later
// The manual page is valid troff and says what --help says.
#include "program.h"

#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <QTest>

namespace {

/// Words of a help that begin with "--".
QSet<QString> optionsIn(const QString& text)
{
    QSet<QString> options;
    const QRegularExpression word(QStringLiteral("(?<![\\w-])--[a-z][a-z-]*"));
    for (auto matches = word.globalMatch(text); matches.hasNext();)
        options.insert(matches.next().captured());
    return options;
}

/// The names of the subcommands, from the help's own list.
QStringList subcommands(const QString& help)
{
    QStringList names;
    const QRegularExpression line(QStringLiteral("^  ([a-z-]+)  "), QRegularExpression::MultilineOption);
    for (auto matches = line.globalMatch(help.mid(help.indexOf(QStringLiteral("Subcommands:")))); matches.hasNext();)
        names << matches.next().captured(1);
    return names;
}

} // namespace

class TestManPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isAscii()
    {
        const auto page = program::start({QStringLiteral("man-page")});
        QCOMPARE(page.status, 0);
        QVERIFY(page.out.startsWith(".TH PESCOPE 1"));
        for (const char c : page.out)
            QVERIFY(static_cast<unsigned char>(c) < 0x80);
    }

    void rendersWithoutWarningAndHasEveryOption()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("groff")).isEmpty())
            QSKIP("groff is missing: install groff-base");
        const auto page = program::start({QStringLiteral("man-page")});
        QProcess groff;
        groff.start(
            QStringLiteral("groff"),
            {QStringLiteral("-man"), QStringLiteral("-Tutf8"), QStringLiteral("-ww"), QStringLiteral("-P-cbou")});
        QVERIFY(groff.waitForStarted());
        groff.write(page.out);
        groff.closeWriteChannel();
        QVERIFY(groff.waitForFinished());
        QCOMPARE(groff.exitCode(), 0);
        const QString warnings = QString::fromUtf8(groff.readAllStandardError());
        QVERIFY2(warnings.isEmpty(), qPrintable(warnings));
        const QString shown = QString::fromUtf8(groff.readAllStandardOutput());
        QVERIFY(shown.contains(QStringLiteral("ψ")));

        const QString help = QString::fromUtf8(program::start({QStringLiteral("--help")}).out);
        const QStringList commands = subcommands(help);
        QVERIFY(commands.size() >= 5);
        QVERIFY(commands.contains(QStringLiteral("range")));
        QVERIFY(!commands.contains(QStringLiteral("man-page")));
        QSet<QString> wanted = optionsIn(help);
        for (const QString& command : commands) {
            QVERIFY2(shown.contains(QStringLiteral("pescope ") + command), qPrintable(command));
            const QString text = QString::fromUtf8(program::start({command, QStringLiteral("--help")}).out);
            const QSet<QString> options = optionsIn(text);
            QVERIFY2(options.size() > 1, qPrintable(command));
            wanted.unite(options);
        }
        QVERIFY(wanted.contains(QStringLiteral("--tolerance")));
        const QSet<QString> there = optionsIn(shown);
        for (const QString& option : wanted)
            QVERIFY2(there.contains(option), qPrintable(option));
    }
};

QTEST_GUILESS_MAIN(TestManPage)
#include "tst_man_page.moc"
