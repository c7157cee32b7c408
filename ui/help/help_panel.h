// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QTextBrowser;
class QUrl;

namespace pescope::ui {

/// The window beside the window with the help texts; one at a time, Esc closes it. It follows the language.
class HelpPanel : public QDialog {
    Q_OBJECT
public:
    explicit HelpPanel(QWidget* window);

    void showTopic(const QString& topic); ///< "contents" lists them all
    [[nodiscard]] QString topic() const { return m_topic; }
    [[nodiscard]] QString text() const; ///< what is shown, without its markup

Q_SIGNALS:
    void keysWanted(); ///< the page of keys and mouse

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void follow(const QUrl& link);

    QString m_topic;
    QTextBrowser* m_browser;
};

/// HTML of the help with the colours of the theme.
void showHelpHtml(QTextBrowser* browser, const QString& html);

} // namespace pescope::ui
