// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sweep/sweep.h"

namespace pescope::sweep {

/// The sinusoid of a frame.
[[nodiscard]] encoding::SinusoidSpec specAt(const Request& request, double value);
/// "0…43"; nothing ends it: "to the end of the search".
[[nodiscard]] QString rangeText(const std::optional<Index>& m);
/// "ψ′ = 0 first at m = 6.17".
[[nodiscard]] QString continuousText(const analysis::MonotoneRanges& ranges);

} // namespace pescope::sweep
