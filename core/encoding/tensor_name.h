// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace pescope::encoding {

/// `tail` is the whole name or follows a dot in it.
[[nodiscard]] bool endsAtDot(std::string_view name, std::string_view tail);

/// `component` stands in the name between dots or ends.
[[nodiscard]] bool hasComponent(std::string_view name, std::string_view component);

/// The whole number after the last component of that name: numberAfter("encoder.layer.3.attention", "layer") is 3.
[[nodiscard]] std::optional<int> numberAfter(std::string_view name, std::string_view component);

} // namespace pescope::encoding
