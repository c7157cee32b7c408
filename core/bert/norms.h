// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/encoder.h"
#include "core/bert/token_roles.h"

#include <vector>

namespace pescope::bert {

/// ‖h‖ of every hidden state, states × tokens of one sequence (from 0); row k is StateId::axisIndex k, NaN where that
/// state was not kept. O(states · tokens · dim).
[[nodiscard]] tables::MatrixD stateNorms(const EncodedText& text, tables::Index sequence = 0);

/// Mean of each row over the words, and over the special tokens too if wanted; NaN without any.
/// @param norms  states × tokens   @param roles  one for each token
[[nodiscard]] std::vector<double> meanNorms(const tables::MatrixD& norms, const TokenRoles& roles,
                                            bool withSpecial = false);

} // namespace pescope::bert
