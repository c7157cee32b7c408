// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/commands.h"

#include <QAction>
#include <QFile>
#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QXmlStreamReader>

#include <algorithm>

namespace pescope::ui {

namespace {

void collect(const QList<QAction*>& actions, const QStringList& path, const OtherLanguage& other,
             std::vector<Command>& commands)
{
    for (QAction* action : actions) {
        if (action->isSeparator() || action->text().isEmpty() || !action->isVisible())
            continue;
        if (const QMenu* menu = action->menu())
            collect(menu->actions(), path + QStringList(action->text()), other, commands);
        else
            commands.push_back(commandOf(action, path, other));
    }
}

} // namespace

OtherLanguage::OtherLanguage()
{
    QFile file(QStringLiteral(":/help/pescope_zh_CN.ts"));
    if (!file.open(QIODevice::ReadOnly))
        return;
    QXmlStreamReader xml(&file);
    QString source;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == u"source") {
            source = xml.readElementText();
        } else if (xml.name() == u"translation") {
            const QString translation = xml.readElementText(QXmlStreamReader::SkipChildElements);
            if (source.isEmpty() || translation.isEmpty() || source == translation)
                continue;
            for (const auto& [from, to] : {std::pair(source, translation), std::pair(translation, source)})
                if (QStringList& others = m_others[from]; !others.contains(to))
                    others << to;
        }
    }
}

QString withoutMnemonic(QString text)
{
    text.remove(QRegularExpression(QStringLiteral("\\(&.\\)")));
    return text.remove(u'&');
}

Command commandOf(QAction* action, const QStringList& path, const OtherLanguage& other)
{
    Command command;
    command.name = withoutMnemonic(action->text());
    command.shortcut = action->shortcut().toString(QKeySequence::NativeText);
    command.enabled = action->isEnabled();
    command.checked = action->isCheckable() && action->isChecked();
    command.run = [action] { action->trigger(); };
    QStringList shown;
    QStringList others;
    for (const QString& text : path + QStringList(action->text())) {
        shown << withoutMnemonic(text);
        for (const QString& translated : other.of(text))
            others << withoutMnemonic(translated);
    }
    shown.removeLast();
    command.path = shown.join(QStringLiteral(" › "));
    command.otherNames = others.join(u' ');
    return command;
}

std::vector<Command> commandsOf(const QMenuBar* bar, const OtherLanguage& other)
{
    std::vector<Command> commands;
    collect(bar->actions(), {}, other, commands);
    return commands;
}

std::vector<std::size_t> found(const std::vector<Command>& commands, const QString& text)
{
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    const auto holds = [&words](const QString& where) {
        return std::ranges::all_of(words,
                                   [&where](const QString& word) { return where.contains(word, Qt::CaseInsensitive); });
    };
    std::vector<std::size_t> tiers[3];
    for (std::size_t k = 0; k < commands.size(); ++k) {
        const Command& command = commands[k];
        if (!holds(command.name + u' ' + command.path + u' ' + command.shortcut + u' ' + command.otherNames))
            continue;
        const bool inName = holds(command.name);
        const bool atFront = inName && !words.isEmpty() && command.name.startsWith(words.front(), Qt::CaseInsensitive);
        tiers[atFront ? 0 : inName ? 1 : 2].push_back(k);
    }
    std::vector<std::size_t> all = std::move(tiers[0]);
    all.insert(all.end(), tiers[1].begin(), tiers[1].end());
    all.insert(all.end(), tiers[2].begin(), tiers[2].end());
    return all;
}

} // namespace pescope::ui
