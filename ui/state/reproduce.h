// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/reproduce.h"
#include "ui/state/document.h"

namespace pescope::ui {

/// What is shown of a source, as core/session/reproduce.h wants it: with the rows and the head that are chosen.
/// Errors: that of a source that could not be opened; Unsupported while it is read.
[[nodiscard]] Result<session::ShownMap> shownMapOf(const Document& document, session::SourceKey key);

} // namespace pescope::ui
