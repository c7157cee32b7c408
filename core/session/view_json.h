// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/view.h"

#include <nlohmann/json_fwd.hpp>

namespace pescope::session {

/// Regions, and pinned crosshairs: one that follows the mouse is nothing to keep.
[[nodiscard]] nlohmann::json viewJson(const View& view);

/// Errors: Format for a key of the wrong type, or a region without area, by name.
[[nodiscard]] Result<View> viewFromJson(const nlohmann::json& object);

} // namespace pescope::session
