// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command.h"

namespace pescope::app {

/// `pescope sweep`: frames of a sinusoid whose ω move, as numbered PNGs or one film.
void addSweepCommand(CLI::App& app, const GlobalOptions& options, Chosen& chosen);

} // namespace pescope::app
