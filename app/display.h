// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace pescope::app {

/// Whether a window can be opened: a display is named, or Qt was told to use a platform without one. Qt itself would
/// abort the process where there is none.
[[nodiscard]] bool displayAvailable();

} // namespace pescope::app
