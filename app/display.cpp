// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/display.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace pescope::app {

bool displayAvailable()
{
    constexpr std::array kNames{"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"};
    return std::ranges::any_of(kNames, [](const char* name) {
        const char* const value = std::getenv(name);
        return value != nullptr && *value != '\0';
    });
}

} // namespace pescope::app
