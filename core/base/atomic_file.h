// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <filesystem>
#include <functional>
#include <ostream>
#include <string_view>

namespace pescope {

/// Writes a whole file or nothing: `write` fills a temporary file beside `target`, which then takes its place.
///
/// An existing file keeps its content and permissions until the new one is complete on disk; a symbolic link is
/// followed, so that the file it points at is replaced.
/// Errors: Io with the path and the system's reason (read-only folder, disk full); the error of `write`.
[[nodiscard]] Status writeFileAtomically(const std::filesystem::path& target,
                                         const std::function<Status(std::ostream&)>& write);

[[nodiscard]] Status writeFileAtomically(const std::filesystem::path& target, std::string_view bytes);

} // namespace pescope
