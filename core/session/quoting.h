// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace pescope::session {

/// The text as a Python string literal in double quotes. UTF-8 stays as it is, control characters are escaped; bytes
/// that are no UTF-8 (in names of files) become the surrogates that Python's os.fsencode turns back.
[[nodiscard]] std::string pythonText(std::string_view text);

/// The text for one line of comment: control characters become blanks, bytes that are no UTF-8 question marks.
[[nodiscard]] std::string commentText(std::string_view text);

/// The text as one word of a POSIX shell: as it is where nothing in it means anything to a shell, else in single
/// quotes.
[[nodiscard]] std::string shellText(std::string_view text);

} // namespace pescope::session
