// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/settings.h"

namespace pescope::figure {

/// The words of a figure in its own language, which need not be that of the window. @param english  as it stands in
/// words.cpp; what is not there stays English
[[nodiscard]] QString word(Language language, std::string_view english);

/// A text of core, which speaks UTF-8.
[[nodiscard]] inline QString qt(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace pescope::figure
