// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/encoding.h"

#include <optional>
#include <string_view>

namespace pescope::encoding {

/// The text after "sinusoid-relative:". Keys: dim, base, first, max, meaning. Errors: Format (unknown key, a value that
/// is none of those allowed), those of `validate`; each names the key, the value and what is allowed.
[[nodiscard]] Result<RelativeSinusoid> parseRelativeSinusoid(std::string_view parameters);

/// The text after "alibi:". Keys: heads, length, causal. Slopes are those of the paper (`alibiSlopes`). Errors as
/// above.
[[nodiscard]] Result<LogitBias> parseAlibi(std::string_view parameters);

/// The text after "rotary:". Keys: dim, base, length. Errors as above.
[[nodiscard]] Result<RotarySpec> parseRotary(std::string_view parameters);

/// The encoding of one of the three ("alibi:heads=8"); nothing for another kind of spec.
[[nodiscard]] std::optional<Result<Encoding>> relativeBuiltIn(std::string_view spec);

} // namespace pescope::encoding
