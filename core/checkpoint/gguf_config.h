// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checkpoint/gguf_header.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string_view>
#include <vector>

namespace pescope::checkpoint {

/// Factors of rotary frequencies that a GGUF file stores as tensors; each divides ω_k.
struct GgufRopeFactors {
    std::optional<std::vector<double>> all; ///< rope_freqs.weight (LLaMA 3.1)
    std::optional<std::vector<double>> longText; ///< rope_factors_long.weight (Phi-3)
    std::optional<std::vector<double>> shortText; ///< rope_factors_short.weight
};

/// What a config.json would say, from the metadata of a GGUF file (ggml/docs/gguf.md): model_type,
/// max_position_embeddings, hidden_size, num_attention_heads, rope_theta, rope_scaling, … under the names that
/// transformers uses. Stored divisors are rope_scaling {"rope_type": "divisors", "divisors": […]}, and
/// rotary_emb_interleaved tells how llama.cpp pairs the columns (its converter permutes the rows of some models).
[[nodiscard]] nlohmann::json ggufConfig(const GgufHeader& header, const GgufRopeFactors& factors);

/// The key of the metadata, without the architecture in front, behind a key of `ggufConfig`: "context_length" behind
/// "max_position_embeddings"; nothing for keys that are made of several.
[[nodiscard]] std::optional<std::string_view> ggufKey(std::string_view configKey);

} // namespace pescope::checkpoint
