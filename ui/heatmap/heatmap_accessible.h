// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace pescope::ui {

/// Makes screen readers see a HeatmapView as a chart with a value and actions. Called by each view; installs once.
void installHeatmapAccessibility();

} // namespace pescope::ui
