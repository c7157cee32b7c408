// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/encoding.h"
#include "core/proximity/proximity.h"

#include <optional>
#include <span>

namespace pescope::app {

/// The picture of one head of a bias, counted from 0; without a number that of head 0. Errors: Unsupported for a number
/// of what has no heads, by name.
[[nodiscard]] Result<proximity::RowChoice> rowsOfHead(const encoding::Encoding& encoding, std::optional<int> head);

/// The same for one of several sources side by side: what has no heads is shown as it is.
/// Errors: that of `rowsOfHead` for the first one, where none has heads; Shape for a head that a bias does not have.
[[nodiscard]] Status checkHead(std::span<const encoding::Encoding> encodings, std::optional<int> head);

} // namespace pescope::app
