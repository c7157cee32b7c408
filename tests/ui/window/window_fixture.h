// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/language.h"
#include "ui/window/main_window.h"
#include "ui/window/settings.h"

#include <QTest>

namespace pescope::ui {

/// The real window with a document of its own.
struct WindowFixture {
    Settings settings;
    Language language;
    Document document;
    MainWindow window{document, settings, language};

    WindowFixture()
    {
        settings.setTheme(ThemeChoice::Light);
        settings.setTourWanted(false);
        settings.clearRecent();
        window.applyTheme();
        window.resize(1440, 900);
        window.show();
    }
    [[nodiscard]] bool settled()
    {
        return QTest::qWaitFor([&] { return document.idle() && window.settled() && document.currentFrame(); }, 60000);
    }
};

} // namespace pescope::ui
