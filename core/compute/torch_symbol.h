// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace pescope::compute {

/// Address of an extern "C" symbol of the LibTorch module, which is loaded if it is not yet: how layers above this one
/// reach the interfaces of theirs that the module implements.
/// Errors: Backend, as for `loadTorchModule`, or when the module lacks the symbol.
[[nodiscard]] Result<void*> torchModuleSymbol(const char* name);

} // namespace pescope::compute
