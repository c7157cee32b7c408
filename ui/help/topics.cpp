// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/topics.h"

#include <QCoreApplication>
#include <QFile>
#include <QRegularExpression>
#include <QVariant>
#include <QWidget>

namespace pescope::ui {

QStringList helpTopics()
{
    return QStringLiteral("window start toolbar sources heatmap colours distance psi omega-chart spectrum omega ranges "
                          "properties text exchange tokens maps layers spans heads probes")
        .split(u' ');
}

QString helpTopicOf(const QWidget* widget)
{
    for (; widget != nullptr; widget = widget->parentWidget())
        if (const QString topic = widget->property("help").toString(); !topic.isEmpty())
            return topic;
    return {};
}

std::optional<HelpText> helpText(const QString& topic, const QString& language)
{
    QFile file(QStringLiteral(":/help/%1/%2.html").arg(language, topic));
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    HelpText text;
    text.html = QString::fromUtf8(file.readAll());
    const QRegularExpression heading(QStringLiteral("<h2>(.*)</h2>"));
    text.title = heading.match(text.html).captured(1);
    const QRegularExpression row(QStringLiteral("<tr><td class=\"key\">(.*)</td><td>(.*)</td></tr>"));
    for (auto rows = row.globalMatch(text.html); rows.hasNext();) {
        const QRegularExpressionMatch match = rows.next();
        text.keys.append({match.captured(1), match.captured(2)});
    }
    return text;
}

QString helpLanguage()
{
    //: The language of the help texts: "zh" in the Chinese translation
    return QCoreApplication::translate("pescope::ui::HelpPanel", "en");
}

} // namespace pescope::ui
