// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/help/commands.h"

#include <QDialog>

class QTextBrowser;

namespace pescope::ui {

/// All keys in one page: those of the commands, and what mouse and keys do in each part, from the tables of its help.
[[nodiscard]] QString keysHtml(const std::vector<Command>& commands);

/// Shows it.
class KeysPage : public QDialog {
    Q_OBJECT
public:
    explicit KeysPage(QWidget* window);
    void showFor(const std::vector<Command>& commands);
    [[nodiscard]] QString text() const; ///< without its markup

private:
    QTextBrowser* m_browser;
};

} // namespace pescope::ui
