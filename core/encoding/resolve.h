// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/encoding/encoding.h"

#include <string_view>

namespace pescope::encoding {

/// A SOURCE of cli.md taken apart: what to open, and which encoding of it.
struct SourceText {
    std::string spec; ///< path or built-in spec, with the what-ifs in front
    std::string id; ///< after '#'; empty: not given
    [[nodiscard]] bool builtIn() const; ///< "sinusoid:", "learned:", "matrix:" …, also behind what-ifs
};

/// An existing path with '#' in its name wins; else the last '#' splits. What-ifs in front belong to the spec, the #ID
/// to the source behind them.
[[nodiscard]] SourceText parseSource(std::string_view text);

/// Everything that `spec` (no #ID) says about position. Reads the header and the position tensors, never the rest.
/// Errors: those of checkpoint::Checkpoint::open; Format for a readable file without position information (the message
/// lists the tensors, or what the config implies);
/// Shape/Numeric for a built-in spec with a bad value (names the key). Of "whatif:…:SOURCE" those of `parseWhatIfs` and
/// `applied` (what_if.h); of several encodings, those that cannot be changed so are left out with a warning.
[[nodiscard]] Result<Source> resolve(const std::string& spec, const JobContext& job = {});

/// A SOURCE with or without #ID: with one, only that encoding is left (also a candidate or an unused table).
/// Errors: those of `resolve`; Format for an unknown ID (the message says which exist); of a what-if those of the one
/// encoding.
[[nodiscard]] Result<Source> resolveText(const std::string& text, const JobContext& job = {});

/// The one encoding that a command works on. Errors: Format when several exist and no ID was given, or the ID is
/// unknown: the message says which IDs exist. Candidates ("candidate.NAME") and unused tables never open by themselves.
[[nodiscard]] Result<Encoding> resolveOne(const std::string& text, const JobContext& job = {});

/// The built-in spec in its shortest form that reads back equal: "sinusoid:dim=768,length=512" …. With free ω the width
/// follows from it: dim reads back as twice their number.
[[nodiscard]] std::string specText(const SinusoidSpec& spec);

/// `inspect --json` of cli.md.
[[nodiscard]] nlohmann::json inspectJson(const Source& source);

} // namespace pescope::encoding
