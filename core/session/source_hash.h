// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/encoding/encoding.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace pescope::session {

/// SHA-256 (FIPS 180-4) as 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256(std::span<const std::byte> bytes);

/// SHA-256 of the numbers that a file holds for an encoding, row by row, little-endian, in their stored type: of a
/// tensor in a safetensors file that of its bytes. NaN counts as one quiet NaN; of types other than F64, F32, F16 and
/// BF16, and of text files, the float64 values are taken. Nothing for what is computed. A what-if is not what a file
/// holds: pass the encoding without it. O(values); 1.5 MB, BERT's table, take about 5 ms.
[[nodiscard]] std::optional<std::string> contentHash(const encoding::Encoding& encoding);

/// By what a source is known again.
struct Fingerprint {
    std::string sha256; ///< empty: computed
    std::string kind; ///< "absolute", "relative", …
    std::vector<std::int64_t> shape;
    bool operator==(const Fingerprint&) const = default;
};
[[nodiscard]] Fingerprint fingerprintOf(const encoding::Encoding& encoding);

/// The same of one encoding of a source that was read, for a source that was opened by `spec` with `id` (empty: the
/// one that opens by itself). Errors: Format where there is no such encoding.
[[nodiscard]] Result<Fingerprint> fingerprintOf(const encoding::Source& source, const std::string& id);

/// The source behind what-ifs: what lies in the file.
[[nodiscard]] std::string withoutWhatIfs(const std::string& spec);

} // namespace pescope::session
