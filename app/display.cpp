// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/display.h"

#include <cstdlib>
#include <initializer_list>

namespace pescope::app {

bool displayAvailable()
{
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        const char* const value = std::getenv(name);
        if (value != nullptr && *value != '\0')
            return true;
    }
    return false;
}

} // namespace pescope::app
