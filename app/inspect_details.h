// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/details.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace pescope::app {

/// What `inspect --details` adds to a source: the numbers of its encodings, and with --tensors those of every tensor.
struct InspectDetails {
    std::vector<encoding::EncodingDetails> encodings;
    std::vector<Result<tables::ValueStatistics>> tensors; ///< empty: not asked for
};

/// Lines for people below one encoding.
[[nodiscard]] std::string detailLines(const encoding::Encoding& one, const encoding::EncodingDetails& details);

/// A line for each tensor.
[[nodiscard]] std::string tensorLines(const encoding::Source& source,
                                      const std::vector<Result<tables::ValueStatistics>>& tensors);

/// Adds "file" and "details" to each encoding of `inspect --json`, and "values" to each tensor.
void addDetails(nlohmann::json& inspected, const encoding::Source& source, const InspectDetails& details);

} // namespace pescope::app
