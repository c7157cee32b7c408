// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/encoding.h"
#include "core/proximity/metric.h"
#include "core/session/open_session.h"

#include <optional>
#include <string>
#include <vector>

namespace pescope::app {

/// A SOURCE that is a session file, or one source of it: "talk.pescope", "talk.pescope#B".
struct SessionText {
    std::string path;
    std::string letter; ///< empty: all of it
};
/// Nothing for any other SOURCE.
[[nodiscard]] std::optional<SessionText> sessionText(const std::string& source);

/// Opens a session; what is not as recorded is said on standard error. Errors: those of session::open; with `whole`
/// also Io for the first source that is missing or does not open.
[[nodiscard]] Result<session::OpenedSession> openSession(const std::string& path, bool whole);

/// An encoding with what a session says about how it is looked at.
struct ChosenEncoding {
    encoding::Encoding encoding;
    std::optional<proximity::Metric> metric; ///< nothing: no session speaks of it
    std::optional<int> head; ///< of a bias in a session
    std::string name; ///< the SOURCE that means it
};

/// The one encoding of a SOURCE, a session among them. Errors: those of encoding::resolveOne and session::encodingOf;
/// Format for a session with several sources, none of them named.
[[nodiscard]] Result<ChosenEncoding> chooseOne(const std::string& source);

/// The visible sources of a session that are no differences, or the one that is named. A difference that is left out
/// is said on standard error.
[[nodiscard]] Result<std::vector<ChosenEncoding>> chooseAll(const SessionText& text);

/// The encodings of a session as a source with the letters as ids: for `inspect`.
[[nodiscard]] Result<encoding::Source> sourceOfSession(const SessionText& text);

} // namespace pescope::app
