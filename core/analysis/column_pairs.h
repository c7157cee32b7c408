// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/sinusoid.h"
#include "core/tables/matrix.h"

namespace pescope::analysis {

/// The two columns that share a frequency.
struct ColumnPair {
    tables::Index first = 0, second = 0;
    bool operator==(const ColumnPair&) const = default;
};

/// Pair k of `pairs` in a layout; in a sinusoid the first is the sine.
[[nodiscard]] inline ColumnPair columnPair(encoding::Layout layout, tables::Index k, tables::Index pairs)
{
    return layout == encoding::Layout::Interleaved ? ColumnPair{2 * k, 2 * k + 1} : ColumnPair{k, pairs + k};
}

} // namespace pescope::analysis
