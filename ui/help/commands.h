// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

class QAction;
class QMenuBar;

namespace pescope::ui {

/// Something that can be run by name.
struct Command {
    QString name; ///< without mnemonics
    QString path; ///< "View › Lens"; where it stands otherwise
    QString shortcut; ///< as the system writes it; empty: none
    QString otherNames; ///< the same in the other language, only searched
    bool enabled = true;
    bool checked = false;
    std::function<void()> run;
};

/// Texts of the program in its other language, from the translations that are compiled in: Chinese for English and
/// back.
class OtherLanguage {
public:
    OtherLanguage();
    /// Of a text as it stands in a menu, with mnemonics; empty: there is none.
    [[nodiscard]] QStringList of(const QString& text) const { return m_others.value(text); }

private:
    QHash<QString, QStringList> m_others;
};

/// "View" of "&View", "视图" of "视图(&V)".
[[nodiscard]] QString withoutMnemonic(QString text);

[[nodiscard]] Command commandOf(QAction* action, const QStringList& path, const OtherLanguage& other);
/// Every action of the menus and submenus, in their order.
[[nodiscard]] std::vector<Command> commandsOf(const QMenuBar* bar, const OtherLanguage& other);

/// Indices of the commands that hold every word of `text` in name, path, shortcut or other names, case ignored: first
/// those whose name begins with the first word, then those with all words in the name, then the others; each in their
/// order.
[[nodiscard]] std::vector<std::size_t> found(const std::vector<Command>& commands, const QString& text);

} // namespace pescope::ui
