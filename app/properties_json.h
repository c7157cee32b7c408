// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/property_table.h"
#include "core/encoding/encoding.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pescope::app {

/// `properties --json`: one object a row. Beside the keys of the documented form: "rows_used" (below "positions" where
/// rows were sampled) and "holds", for each property {"exactly", "counter_example": {"cells": [[i, j], [i, j]],
/// "values"}} with null where there is none, or null where the property is undefined.
[[nodiscard]] nlohmann::json propertiesJson(std::span<const analysis::PropertyRow> rows);

/// Which object is measured of a relative table, and what holds of the other one.
[[nodiscard]] std::vector<std::string> relativeNotes(const encoding::Encoding& encoding,
                                                     const std::shared_ptr<const compute::Backend>& backend);

} // namespace pescope::app
