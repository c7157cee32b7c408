// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frame/frame.h"

namespace pescope::frame {

/// Samples per position of the smooth curve.
inline constexpr int kPsiDensity = 8;

/// ψ, its steps and ranges for drawing, over 0 … span. O(span · D).
[[nodiscard]] Psi psiOf(const encoding::SinusoidSpec& spec, double epsilon);
void sample(Psi& psi, Index span);

/// Offsets to be shown so that every range is seen with something after it; 128 at least, 4096 at most.
[[nodiscard]] Index span(const Psi& now, const Psi* before);

/// ψ′ every 1/8 position from 0 to `span`.
[[nodiscard]] std::vector<double> primeSamples(std::span<const double> omega, Index span);

} // namespace pescope::frame
