// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPair>
#include <QString>
#include <QStringList>

#include <optional>

class QWidget;

namespace pescope::ui {

/// Ids of all help texts, in the order of the contents.
[[nodiscard]] QStringList helpTopics();

/// The topic of a widget: its own property "help", or that of the nearest parent that has one. Empty: none.
[[nodiscard]] QString helpTopicOf(const QWidget* widget);

/// One text of :/help/<language>/<id>.html: its heading, everything, and what keys and mouse do there. Nothing for an
/// id or a language that there is not.
struct HelpText {
    QString title;
    QString html;
    QList<QPair<QString, QString>> keys; ///< of its table, as HTML
};
[[nodiscard]] std::optional<HelpText> helpText(const QString& topic, const QString& language);

/// "en" or "zh", by the language that the program speaks now.
[[nodiscard]] QString helpLanguage();

} // namespace pescope::ui
