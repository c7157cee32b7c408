// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pescope::app {

// What --metric and --colormap take.
[[nodiscard]] std::vector<std::string> metricNames();
[[nodiscard]] std::vector<std::string> colormapNames();

/// "84mm", "8.4cm", "3.3in", "240pt", "84" (mm); nothing for any other text.
[[nodiscard]] std::optional<double> parseMillimetres(const std::string& text);
/// "LOW:HIGH" with LOW < HIGH.
[[nodiscard]] std::optional<std::pair<double, double>> parseLimits(const std::string& text);

struct Span {
    std::optional<long long> begin, end; ///< nothing: the edge
};
/// "A:B", half open; an end that is left out is the edge.
[[nodiscard]] std::optional<Span> parseSpan(const std::string& text);

/// ".png", in small letters.
[[nodiscard]] std::string extensionOf(const std::string& path);

// What is wrong with an argument, for the command line; empty: nothing.
[[nodiscard]] std::string checkOutput(const std::string& path);
[[nodiscard]] std::string checkLength(const std::string& text);
[[nodiscard]] std::string checkSpan(const std::string& text);
[[nodiscard]] std::string checkLimits(const std::string& text);

} // namespace pescope::app
