// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/settings.h"

namespace pescope::figure {

/// The words of a figure in its own language, which need not be that of the window. @param english  as it stands in
/// words.cpp; what is not there stays English
[[nodiscard]] QString word(Language language, std::string_view english);

} // namespace pescope::figure
