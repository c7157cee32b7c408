// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command.h"

namespace pescope::app {

/// `pescope properties SOURCE…`.
void addPropertiesCommand(CLI::App& app, const GlobalOptions& global, Chosen& chosen);

} // namespace pescope::app
