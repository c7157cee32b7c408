// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/command_search.h"
#include "ui/help/help_panel.h"
#include "ui/window/sweep_dialog.h"
#include "ui/window/window_help.h"

#include "window_pictures.h"

#include <QLineEdit>

namespace pescope::ui {

void takeHelp(Pictures& pictures)
{
    const auto explain = [](const QString& topic) {
        return [topic](MainWindow& window) {
            window.start(StartPage::Start::Omega);
            window.findChild<WindowHelp*>()->explain();
            window.findChild<HelpPanel*>()->showTopic(topic);
        };
    };
    const auto search = [](const QString& words) {
        return [words](MainWindow& window) {
            window.start(StartPage::Start::Omega);
            window.findChild<WindowHelp*>()->findCommand();
            window.findChild<CommandSearch*>()->field()->setText(words);
        };
    };
    const auto keys = [](MainWindow& window) { window.findChild<WindowHelp*>()->showKeys(); };
    const auto sweep = [](MainWindow& window) {
        window.start(StartPage::Start::Omega);
        Pictures::settle(window);
        Settings settings;
        const SweepDialog* dialog = showSweep(window, window.document(), settings);
        [[maybe_unused]] const bool ready = QTest::qWaitFor([dialog] { return dialog->previewed(); }, 20000);
    };
    for (const auto& [suffix, look] :
         {std::pair(QString(), Look{}), std::pair(QStringLiteral("-dark"), Look{.dark = true}),
          std::pair(QStringLiteral("-zh"), Look{.language = QStringLiteral("zh")})}) {
        pictures.take(QStringLiteral("help-psi") + suffix, look, explain(QStringLiteral("psi")));
        pictures.take(QStringLiteral("help-heatmap") + suffix, look, explain(QStringLiteral("heatmap")));
        pictures.take(QStringLiteral("help-properties") + suffix, look, explain(QStringLiteral("properties")));
        pictures.take(QStringLiteral("commands") + suffix, look, search(QStringLiteral("co")));
        pictures.take(QStringLiteral("keys") + suffix, look, keys);
        pictures.take(QStringLiteral("sweep") + suffix, look, sweep);
    }
}

} // namespace pescope::ui
