// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/positions/formula_text.h"

#include <QStringList>

namespace pescope::ui::present {

QString marksToHtml(const std::string& marked)
{
    const QString text = QString::fromStdString(marked);
    QString html;
    for (qsizetype at = 0; at < text.size(); ++at) {
        const QChar c = text[at];
        if ((c != u'_' && c != u'^') || at + 1 >= text.size()) {
            html += QString(c).toHtmlEscaped();
            continue;
        }
        const QLatin1String tag(c == u'_' ? "sub" : "sup");
        const qsizetype close = text[at + 1] == u'{' ? text.indexOf(u'}', at + 2) : -1;
        const QString inner = close > 0 ? text.mid(at + 2, close - at - 2) : text.mid(at + 1, 1);
        at = close > 0 ? close : at + 1;
        html += QStringLiteral("<%1>%2</%1>").arg(tag, inner.toHtmlEscaped());
    }
    return html;
}

QString formulaHtml(const encoding::AttentionFormula& formula, const QColor& mark)
{
    QStringList lines;
    for (const auto& parts : formula.lines) {
        QString line;
        for (const encoding::FormulaPart& part : parts) {
            const QString html = marksToHtml(part.text);
            line += part.plotted
                ? QStringLiteral("<b style='background-color:%1'>&nbsp;%2&nbsp;</b>").arg(mark.name(), html)
                : html;
        }
        lines << line;
    }
    return lines.join(QStringLiteral("<br>"));
}

} // namespace pescope::ui::present
