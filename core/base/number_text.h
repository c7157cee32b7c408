// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pescope {

/// Shortest text that reads back as exactly this value; '.' whatever the locale; "nan", "inf", "-inf".
[[nodiscard]] std::string shortestText(double value);
[[nodiscard]] std::string shortestText(float value);

/// A number that is the whole text (surrounding blanks allowed), '.' decimal; nothing otherwise.
[[nodiscard]] std::optional<double> parseDouble(std::string_view text);
[[nodiscard]] std::optional<long long> parseInteger(std::string_view text);

} // namespace pescope
