// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/row_statistics.h"
#include "core/encoding/encoding.h"
#include "core/proximity/proximity.h"
#include "ui/figure/figure.h"

#include <span>

/// Curves that stand in a figure by themselves (--kind) and in a panel of a session.
namespace pescope::figure {

/// Colour and dashes of source A … F: they differ in both, so that a print in grey still tells them apart.
void style(CurvePanel::Curve& curve, std::size_t index);

/// Index of the first frequency, as the formula of the source counts.
[[nodiscard]] double firstIndex(const encoding::SinusoidSpec& spec);
[[nodiscard]] double firstIndex(const encoding::Encoding& encoding);

/// |ω_i| over i = first, first + 1, …
[[nodiscard]] CurvePanel::Curve frequencyCurve(std::span<const double> omega, double first);

/// The mean at each m = from … to that the profile has, with the 10–90 % band where there is one.
[[nodiscard]] CurvePanel::Curve profileCurve(const proximity::Profile& profile, const analysis::Band* band,
                                             tables::Index from, tables::Index to);

} // namespace pescope::figure
