// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frame/frame.h"
#include "ui/charts/distance_chart.h"
#include "ui/charts/frequency_chart.h"
#include "ui/charts/omega_chart.h"
#include "ui/state/document.h"

/// From a frame to what each chart shows: pure functions.
namespace pescope::ui::present {

[[nodiscard]] DistanceChartState distanceChart(const session::Session& session, const frame::Frame& frame);
/// Nothing when the active source is no sinusoid.
[[nodiscard]] std::optional<OmegaChartState> omegaChart(const session::Session& session, const frame::Frame& frame);
/// ω of every visible source that has any; nothing when none has.
[[nodiscard]] std::optional<FrequencyChartState> frequencyChart(const Document& document, const frame::Frame& frame);

} // namespace pescope::ui::present
