// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/source_hash.h"
#include "core/session/view.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace pescope::session {

/// An object of a file that is not looked into here; null pointer: there is none.
using OpaqueObject = std::shared_ptr<const nlohmann::json>;

/// What a `.pescope` file holds.
struct SessionFile {
    Session session;
    /// Of opened sources, as they were when the file was written.
    struct Record {
        Fingerprint fingerprint;
        std::string relative; ///< the source's path from the folder of the file; empty: not known
        bool operator==(const Record&) const = default;
    };
    std::map<SourceKey, Record> records;
    View view;
    std::string chart; ///< name of the chart below the maps; empty: as it is
    OpaqueObject figure; ///< settings of the figure
    OpaqueObject text; ///< model, texts and choices of the Text workspace
    OpaqueObject unknown; ///< keys of a file that another version wrote; they go back into the next file
};

/// The name that session files end in.
inline constexpr std::string_view kExtension = ".pescope";
/// Whether a source is a session by its name: "talk.pescope", without regard to case; nothing about what is in it.
[[nodiscard]] bool isSessionName(std::string_view path);

/// The bytes of the file at `target`: JSON with sorted keys and shortest numbers, so that equal sessions are equal
/// files. Paths are written as absolute ones, and from the folder of `target`. Errors: Format for a path that is no
/// UTF-8.
[[nodiscard]] Result<std::string> textOf(const SessionFile& file, const std::filesystem::path& target);

/// Whole or not at all. Errors: those of `textOf` and of writeFileAtomically.
[[nodiscard]] Status save(const SessionFile& file, const std::filesystem::path& target);

/// Errors: Format (no JSON, a key that is missing or wrong, by name), Unsupported for a newer version.
[[nodiscard]] Result<SessionFile> fromText(std::string_view text);

/// Errors: Io; Format for more than 64 MiB; those of `fromText`; the file is named.
[[nodiscard]] Result<SessionFile> load(const std::filesystem::path& path);

} // namespace pescope::session
