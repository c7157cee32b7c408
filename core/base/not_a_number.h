// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>

namespace pescope {

inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

} // namespace pescope
