// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#ifdef PESCOPE_GUI

#include "app/global_options.h"

namespace pescope::app {

/// Opens the window with the sources of `options` and runs it until it is closed; gives the exit status.
/// main() calls it only where there is a display.
int runWindow(int argc, char** argv, const GlobalOptions& options);

} // namespace pescope::app

#endif
