// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command_text.h"

namespace pescope::app {

/// `text --what tokens`: ids, tokens and offsets on standard output, as cli.md describes them; what was cut, and a text
/// longer than the model takes, on standard error. Nothing is printed when any of several texts fails.
/// Errors: those of bert::Tokenizer; Format for a `--texts` file that is no array of strings; Shape for an id of
/// `--ids` that has no token.
[[nodiscard]] Status printTokens(const TextRequest& request, const GlobalOptions& global);

/// The strings of a `--texts` file. Errors: Io, Format (also for an unpaired surrogate), with the file.
[[nodiscard]] Result<std::vector<std::string>> readTexts(const std::string& file);

} // namespace pescope::app
