// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/encoding/encoding.h"
#include "core/session/session.h"

#include <string_view>

namespace pescope::session {

/// What a source of a session holds: the encoding that its pane shows. Errors: those of encoding::resolve; Format for
/// an id that is not there; Unsupported for a difference, which is a map of two sources.
[[nodiscard]] Result<encoding::Encoding> encodingOf(const Session& session, const Source& source,
                                                    const JobContext& job = {});

/// The source with a letter, in either case. Errors: Format; the message says which letters there are.
[[nodiscard]] Result<const Source*> sourceByLetter(const Session& session, std::string_view letter);

/// "A, B, C" of all sources; without differences where they are not wanted.
[[nodiscard]] std::string letterList(const Session& session, bool withDifferences = true);

} // namespace pescope::session
