// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/encoding/encoding.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pescope::encoding {

/// A change of an encoding that no model was trained with, written in front of a source: "whatif:shuffle=0:SOURCE".
struct WhatIf {
    enum class Change {
        Extend, ///< to `length` positions; a relative table to the offsets −(length − 1) … length − 1
        Interpolate, ///< resampled to `length` positions, more or fewer
        Shuffle, ///< rows in the order of `shuffledOrder`
        WithoutFirst, ///< without row 0
    };
    /// What an extension puts where nothing is stored.
    enum class Rule {
        Formula, ///< none given: the formula of the encoding goes on
        Clip, ///< the last row again and again; of a relative table the outermost one on each side
        Tile, ///< from row 0 again
        Interpolate, ///< all rows, resampled
    };
    Change change = Change::Extend;
    Rule rule = Rule::Formula;
    tables::Index length = 0; ///< 1 … 1,048,576
    std::uint64_t seed = 0;

    bool operator==(const WhatIf&) const = default;
};

/// A source with what-ifs in front.
struct WhatIfText {
    std::vector<WhatIf> changes; ///< in the order in which they are applied: the innermost first
    std::string source; ///< the SOURCE behind them, without #ID
};

/// Characters of all "whatif:…:", and of an "as:…:" (open_as.h) behind them, in front of `text`, 0 where there are
/// none: what is behind them is the SOURCE. The parameters of each end at the first ':' behind its name; without one,
/// that is the whole text. An existing file or folder whose own name begins with "whatif:" is no what-if, here and in
/// parseWhatIfs.
[[nodiscard]] std::size_t whatIfPrefix(std::string_view text);

/// "whatif:extend=1024,rule=clip:", to be put in front of a source.
[[nodiscard]] std::string specText(const WhatIf& change);

/// The forms are `extend=N[,rule=clip|tile|interpolate]`, `interpolate=N`, `shuffle=SEED` and `without-first`.
/// Errors: Format for an unknown form, a value out of its range, a missing source, or more than 32 of them.
[[nodiscard]] Result<WhatIfText> parseWhatIfs(std::string_view spec);

/// 0 … count − 1 in random order, the same on every machine: std::mt19937_64 (its output is fixed by the C++ standard)
/// seeded with `seed`; for k = count − 1 … 1 the entries k and x mod (k + 1) change places, x being the next number.
/// It is the first order that `analysis::permutationNull` measures with that seed. O(count).
[[nodiscard]] std::vector<tables::Index> shuffledOrder(tables::Index count, std::uint64_t seed);

/// The encoding with the change: `whatIf`, title and notes say so, and what was known of the values is known anew.
///
/// Tables, and sinusoids under any change but an extension by their formula, become stored tables of float64 whose rows
/// are all positions. Row r of N by interpolation is the source at t = r·(P − 1)/(N − 1), linear between its rows, so
/// that the first and the last stay the ends; of a relative table vector m is that of offset m·reach/(N − 1).
/// Sinusoids, relative sinusoids, rotary encodings and biases are extended by their formula, and so is a table that is
/// recognised as a sinusoid of a base of two digits: its rows stay, those beyond are computed. Errors: Unsupported, by
/// name, for a change that the kind does not have or a rule that it needs; Shape for an extension to fewer positions
/// than there are, and for more than 2^28 values; Cancelled. O(N · D).
[[nodiscard]] Result<Encoding> applied(const WhatIf& change, const Encoding& from, const JobContext& job = {});

/// The changes on every encoding of a source that can take them; the others are left out, with a warning each.
/// Errors: those of the first that would open by itself where none of those is left; else of the first where none is.
[[nodiscard]] Result<Source> applied(const std::vector<WhatIf>& changes, Source source, const JobContext& job = {});

} // namespace pescope::encoding
