// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/keys_page.h"

#include "ui/help/help_panel.h"
#include "ui/help/topics.h"

#include <QTextBrowser>
#include <QVBoxLayout>

namespace pescope::ui {

namespace {

constexpr QSize kPageSize(640, 680);

QString headRow(const QString& text)
{
    return QStringLiteral("<tr><td class=\"head\" colspan=\"2\">%1</td></tr>").arg(text);
}

QString keyRow(const QString& keys, const QString& meaning)
{
    return QStringLiteral("<tr><td class=\"key\">%1</td><td>%2</td></tr>").arg(keys, meaning);
}

} // namespace

QString keysHtml(const std::vector<Command>& commands)
{
    QString html = QStringLiteral("<table>");
    QString path;
    for (const Command& command : commands) {
        if (command.shortcut.isEmpty())
            continue;
        if (command.path != path)
            html += headRow(command.path.toHtmlEscaped());
        path = command.path;
        html += keyRow(command.shortcut.toHtmlEscaped(), command.name.toHtmlEscaped());
    }
    for (const QString& topic : helpTopics()) {
        const auto text = helpText(topic, helpLanguage());
        if (!text || text->keys.isEmpty())
            continue;
        html += headRow(text->title);
        for (const auto& [keys, meaning] : text->keys)
            html += keyRow(keys, meaning);
    }
    return html + QStringLiteral("</table>");
}

KeysPage::KeysPage(QWidget* window)
    : QDialog(window)
    , m_browser(new QTextBrowser(this))
{
    m_browser->setOpenLinks(false);
    m_browser->setFrameShape(QFrame::NoFrame);
    m_browser->document()->setDocumentMargin(16);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_browser);
    resize(kPageSize);
}

void KeysPage::showFor(const std::vector<Command>& commands)
{
    setWindowTitle(tr("Keys and mouse"));
    showHelpHtml(m_browser, keysHtml(commands));
    show();
    raise();
    activateWindow();
    m_browser->setFocus();
}

QString KeysPage::text() const
{
    return m_browser->toPlainText();
}

} // namespace pescope::ui
