// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help_panel.h"

#include "ui/help/topics.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

namespace pescope::ui {

namespace {

constexpr QSize kHelpSize(440, 560);

} // namespace

void showHelpHtml(QTextBrowser* browser, const QString& html)
{
    const Theme theme = Theme::of(browser);
    browser->document()->setDefaultStyleSheet(
        QStringLiteral("h2 { font-size: 15px; font-weight: 600; margin-bottom: 6px; }"
                       "p { margin-top: 8px; margin-bottom: 8px; line-height: 135%; }"
                       ".formula { background-color: %1; color: %2; }"
                       "td { padding: 2px 14px 2px 0px; } .key { font-weight: 600; } .key, .head { white-space: pre; }"
                       ".head { color: %3; font-weight: 600; padding-top: 10px; } a { color: %4; }")
            .arg(theme.colour(Role::Sunk).name(), theme.colour(Role::Text).name(),
                 theme.colour(Role::TextSecond).name(), theme.colour(Role::AccentText).name()));
    browser->setHtml(html);
}

HelpPanel::HelpPanel(QWidget* window)
    : QDialog(window)
    , m_browser(new QTextBrowser(this))
{
    m_browser->setOpenLinks(false);
    m_browser->setFrameShape(QFrame::NoFrame);
    m_browser->document()->setDocumentMargin(16);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_browser);
    connect(m_browser, &QTextBrowser::anchorClicked, this, &HelpPanel::follow);
    resize(kHelpSize);
}

void HelpPanel::showTopic(const QString& topic)
{
    m_topic = topic;
    refresh();
    show();
    raise();
    activateWindow();
    m_browser->setFocus();
}

QString HelpPanel::text() const
{
    return m_browser->toPlainText();
}

void HelpPanel::follow(const QUrl& link)
{
    if (link.scheme() == u"topic")
        showTopic(link.path());
    else if (link.scheme() == u"keys")
        Q_EMIT keysWanted();
}

void HelpPanel::refresh()
{
    const QString language = helpLanguage();
    setWindowTitle(tr("Help"));
    const QString foot = QStringLiteral("<p><a href=\"topic:contents\">%1</a> · <a href=\"keys:\">%2</a></p>")
                             .arg(tr("Contents"), tr("Keys and mouse"));
    if (const auto text = helpText(m_topic, language)) {
        showHelpHtml(m_browser, text->html + foot);
        return;
    }
    QString html = QStringLiteral("<h2>%1</h2>").arg(tr("Contents"));
    for (const QString& topic : helpTopics())
        if (const auto text = helpText(topic, language))
            html += QStringLiteral("<p><a href=\"topic:%1\">%2</a></p>").arg(topic, text->title);
    showHelpHtml(m_browser, html + foot);
}

void HelpPanel::changeEvent(QEvent* event)
{
    const bool look = event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange;
    if (look && !m_topic.isEmpty())
        refresh();
    QDialog::changeEvent(event);
}

} // namespace pescope::ui
