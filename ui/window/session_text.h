// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session_file.h"

namespace pescope::ui {

class TextPage;

/// The Text workspace as a session file keeps it; `former` where no model is open.
/// @param former  what the file says so far: keys that are not known stay
[[nodiscard]] session::OpaqueObject textState(TextPage& page, bool shown, const session::OpaqueObject& former);

/// Texts and choices at once; layer and head once the model is there. Without sides all stays as it is.
void applyTextState(TextPage& page, const session::OpaqueObject& state);

} // namespace pescope::ui
