// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command.h"

#include <cstdio>
#include <string>

namespace pescope::app {

void printMessage(std::string_view text)
{
    // One write of bytes: a path may hold any, and lines of parallel runs stay whole.
    const std::string line = "pescope: " + std::string(text) + "\n";
    std::fwrite(line.data(), 1, line.size(), stderr);
}

int printError(const Error& error)
{
    printMessage(describe(error));
    return kInputAtFault;
}

} // namespace pescope::app
