// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace pescope::app {

/// `pescope inspect hf:`: the models of the local hub cache with the sources that open them, for people or as JSON.
/// Gives the exit status.
int listCachedModels(bool asJson);

} // namespace pescope::app
