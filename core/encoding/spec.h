// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/encoding.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace pescope::encoding {

/// A random table N(0, sd²), for comparison with learned ones: `learned:length=10,dim=16,seed=0,sd=1`.
struct LearnedSpec {
    tables::Index length = 128;
    int dim = 64;
    std::uint64_t seed = 0;
    double sd = 1.0;
};

/// Rows of the table in row order, the same on every machine: std::mt19937_64 seeded with `seed` (its output is fixed
/// by the C++ standard, unlike std::normal_distribution's), u = (x >> 11 + ½) · 2⁻⁵³, and Box–Muller pairs
/// √(−2 ln u₁)·cos 2πu₂, √(−2 ln u₁)·sin 2πu₂; each value is rounded to float32, so that the last bit of a libm does
/// not show. O(length · dim).
[[nodiscard]] tables::MatrixD randomTable(const LearnedSpec& spec);

/// The text after "sinusoid:". Keys: dim, base, first, spacing, layout, scale, skip_fast, skip_slow, length, omega
/// (a .npy or .csv file with one axis of numbers, or the numbers themselves as [1;0.1;0.01]).
/// Errors: Format (unknown key, text that is no number), those of `validate`; each names the key, the value and what is
/// allowed. With `omega` the file's errors too, and Format for a dim that is not twice the number of frequencies.
[[nodiscard]] Result<SinusoidSpec> parseSinusoid(std::string_view parameters);

/// The text after "learned:". Errors as `parseSinusoid`.
[[nodiscard]] Result<LearnedSpec> parseLearned(std::string_view parameters);

/// True for a text that starts with the name of a built-in source, also of those that are refused as not there yet.
[[nodiscard]] bool isBuiltIn(std::string_view spec);

/// What a built-in spec describes, as a source with one encoding. Errors: as the parsers; Unsupported by name for the
/// kinds that are not there yet; those of the file for `matrix:FILE` and `transposed:FILE`.
[[nodiscard]] Result<Source> resolveBuiltIn(const std::string& spec);

} // namespace pescope::encoding
