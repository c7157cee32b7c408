// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/session/session_file.h"

#include <vector>

namespace pescope::session {

/// How a source of a session file was found.
enum class Found {
    Elsewhere, ///< at another place than recorded, with the recorded content
    Changed, ///< with another content; it is opened as it is
    Missing, ///< nowhere; its pane will say so
    Unreadable, ///< something is there that does not open
};

struct Finding {
    SourceKey source = 0;
    Found found = Found::Missing;
    std::string recordedPath; ///< as in the file
    std::string path; ///< where it is, or what was tried last
    std::string recordedHash, foundHash; ///< of `Changed`; empty: none
    std::optional<Error> error; ///< of `Unreadable`
};

/// A session with its sources as far as they are there.
struct OpenedSession {
    SessionFile file;
    std::vector<Finding> findings; ///< of the sources that are not as recorded; empty: all is as it was
};

/// Loads a session file and looks for its sources: at the recorded path, at that path from the folder of the file, and
/// under the same name beside it and in `folders`. The first whose content has the recorded hash is taken; where none
/// has, the first that exists. Reads the sources whose hash was recorded. A source that is not there costs the others
/// nothing. Errors: those of `load`; Cancelled. Cancel points per source.
[[nodiscard]] Result<OpenedSession> open(const std::filesystem::path& path,
                                         const std::vector<std::filesystem::path>& folders = {},
                                         const JobContext& job = {});

/// One sentence for a terminal: "B: model.safetensors is not at …". English.
[[nodiscard]] std::string describe(const Finding& finding, const Session& session);

/// Moves all opened sources at `oldPath` or in that folder to `newPath`; their number.
std::size_t relocate(Session& session, const std::filesystem::path& oldPath, const std::filesystem::path& newPath);

} // namespace pescope::session
