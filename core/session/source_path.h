// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace pescope::session {

/// A source (without #ID) around the file or folder that it names: "whatif:shuffle=0:matrix:" + "map.npy" + "".
struct SpecPath {
    std::string before, path, after;
    [[nodiscard]] std::string with(std::string_view other) const; ///< the source with another path in its place
};

/// Nothing for a source that names no file: "sinusoid:dim=8", "learned:…", "hf:…" (looked up anew each time), also
/// behind what-ifs.
[[nodiscard]] std::optional<SpecPath> pathOf(std::string_view spec);

/// The source with an absolute path, without "." and ".."; symbolic links stay. A relative one counts from `folder`.
[[nodiscard]] std::string absoluteSource(std::string_view spec, const std::filesystem::path& folder);

/// The file of frequencies that "sinusoid:omega=FILE,…" names; empty: there is none, or they are in the spec itself.
[[nodiscard]] std::string omegaFile(std::string_view spec);

} // namespace pescope::session
