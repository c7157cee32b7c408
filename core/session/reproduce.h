// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/encoding/encoding.h"
#include "core/proximity/metric.h"
#include "core/proximity/proximity.h"

#include <string>
#include <vector>

namespace pescope::session {

/// A map S as it is shown: one encoding, or the difference of two such maps.
struct ShownMap {
    std::string source; ///< as it was opened, without #ID; may be empty for a sinusoid, which is its own spec
    encoding::Encoding encoding;
    proximity::RowChoice rows; ///< which rows are compared, which head is shown
    std::vector<ShownMap> difference; ///< two maps A and B: S is A − B, and the members above say nothing
};

/// A sinusoid that was not opened but made by hand.
[[nodiscard]] ShownMap shownSinusoid(const encoding::SinusoidSpec& spec);

/// A − B over the common positions.
[[nodiscard]] ShownMap shownDifference(ShownMap a, ShownMap b);

/// About ten lines of Python that compute the numbers of a map with NumPy alone (json and struct read a safetensors
/// file, math the logarithms of buckets): `S` in float64 over all positions, `m` = i − j = 1 − columns … rows − 1 and
/// `profile`, the mean of S over each of them. They are those of Proximity to rounding. The metric says nothing about
/// maps without rows (biases, given maps), which have one picture.
///
/// Tables are read from the files they were opened from, under the names that `encoding.file` and `encoding.tensor`
/// give. Where NumPy cannot (random numbers of `learned:`, eight-bit floats, files without a known extension), the
/// code loads what a `pescope data` command writes, and a comment line holds that command.
/// Errors: Unsupported for a metric that does not exist for the encoding, for A − B of maps that have no common
/// positions, and for a table that neither a file nor a command gives, by name; Shape for a head that is not there;
/// those of a spec's `validate`. Nothing is read or run. O(rows · D) to look for values that are not finite.
[[nodiscard]] Result<std::string> numpyCode(const ShownMap& map, proximity::Metric metric);

/// The command that writes S to S.npy, words quoted for a POSIX shell; of A − B three commands, which end in Python.
/// Errors: as `numpyCode`; Unsupported also where rows are chosen that no option of the command chooses.
[[nodiscard]] Result<std::string> commandText(const ShownMap& map, proximity::Metric metric);

} // namespace pescope::session
