// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/tables/matrix.h"

#include <QString>

namespace pescope::ui {

/// Keeps a computed array as an .npy of its own among the user's data and gives its path: as a file it is a source like
/// any other, for undo, sessions and the command line. A name that is taken gets a number behind it.
/// @param kind  folder: "text", "heads"   Errors: Io.
[[nodiscard]] Result<QString> keepArray(const QString& kind, const QString& name, const tables::MatrixD& values);

} // namespace pescope::ui
