// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>

/// What the parts of the catalogue have in common.
namespace pescope::encoding {

using Names = std::string_view;

inline constexpr std::array kMaxPositions{Names("max_position_embeddings")};
inline constexpr Names kScaledWords = "√d_model word_i + p_i where scale_embedding is true, else word_i + p_i";

} // namespace pescope::encoding
