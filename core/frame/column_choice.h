// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/encoding/encoding.h"
#include "core/session/session.h"

#include <vector>

namespace pescope::frame {

/// The stored column of each place in a chosen order; empty: as stored. By frequency that is the recognised sinusoid of
/// a table, else the one that fits each pair best (about a second for 512 × 768).
/// Errors: Cancelled, and those of the fit. O(N D) but for the fit.
[[nodiscard]] Result<std::vector<tables::Index>> columnsOf(const encoding::Encoding& encoding, session::Columns columns,
                                                           const JobContext& job = {});

} // namespace pescope::frame
