// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command_text.h"

namespace pescope::app {

/// `text --what hidden`: (layers + 1) × tokens × dim, index 0 the embedding output as it enters layer 1; with --layer L
/// the one state, tokens × dim (0: the embedding output).
[[nodiscard]] Status writeHidden(const TextRequest& request, const GlobalOptions& global);

/// `text --what attention`: layers × heads × tokens (query) × tokens (key); with --layer (from 1) and --head (from 0)
/// only that part, without the axis.
[[nodiscard]] Status writeAttention(const TextRequest& request, const GlobalOptions& global);

/// `text --what identical`: the same axes, the mean over texts of one word each.
[[nodiscard]] Status writeIdentical(const TextRequest& request, const GlobalOptions& global);

} // namespace pescope::app
