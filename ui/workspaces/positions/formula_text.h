// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/formula.h"

#include <QColor>
#include <QString>

namespace pescope::ui::present {

/// A formula as rich text, a line each: sub- and superscripts set, the plotted term bold on `mark`.
[[nodiscard]] QString formulaHtml(const encoding::AttentionFormula& formula, const QColor& mark);

/// Text with the marks of a formula (`_x`, `^{xy}`) as rich text.
[[nodiscard]] QString marksToHtml(const std::string& marked);

} // namespace pescope::ui::present
