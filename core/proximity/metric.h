// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace pescope::proximity {

/// How two positions are compared; formulas over rows p, q of a table of N rows:
///   Dot       p·q
///   Scaled    p·q ÷ mean_k ‖p_k‖²           (mean over all usable positions)
///   Cosine    p·q ÷ (‖p‖ ‖q‖)               (0 where a row is all zero)
///   Centred   (p − p̄)·(q − p̄)               (p̄ the mean row over all usable positions)
///   Distance  −‖p − q‖²
enum class Metric { Dot, Scaled, Cosine, Centred, Distance };
inline constexpr Metric kMetrics[] = {Metric::Dot, Metric::Scaled, Metric::Cosine, Metric::Centred, Metric::Distance};

[[nodiscard]] std::string_view name(Metric metric); ///< command line: "dot", "scaled", …
[[nodiscard]] std::string_view formula(Metric metric); ///< for the colour bar: "φ = pᵢ·pⱼ ÷ mean ‖p‖²"
[[nodiscard]] std::optional<Metric> metricFromName(std::string_view text);

} // namespace pescope::proximity
