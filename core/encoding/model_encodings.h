// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/checkpoint/checkpoint.h"
#include "core/encoding/encoding.h"

#include <string>
#include <string_view>

namespace pescope::encoding {

/// What a model's checkpoint says about position, by the catalogue of families: tables that the model uses first, then
/// candidates that no rule knows, then tables that it does not use.
/// @param candidate  a tensor that is asked for by hand ("candidate.NAME"); empty: none
/// @param family     in place of the config's `model_type`; empty: what it says
/// Errors: Format when nothing is left (the message says what the config implies and which tensors there are);
/// Unsupported when what there is cannot be read yet, by name; those of reading the tables.
[[nodiscard]] Result<Source> resolveModel(const std::string& spec, const checkpoint::Checkpoint& source,
                                          std::string_view candidate, const std::string& family, const JobContext& job);

/// True for an encoding that is only offered: it opens by its id alone.
[[nodiscard]] bool isCandidate(const Encoding& encoding);
inline constexpr std::string_view kCandidatePrefix = "candidate.";

} // namespace pescope::encoding
