// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/encoding/encoding.h"
#include "core/encoding/model_config.h"

#include <span>
#include <string>
#include <vector>

/// Position information that a model computes and does not store: its config tells, one file for each kind.
namespace pescope::encoding {

struct ComputedByConfig {
    std::vector<Encoding> encodings;
    std::string refused; ///< what the config implies and is not there yet, as a phrase; empty: nothing
};

/// ALiBi, rotary encodings, sinusoids by offset, and the sinusoid that is added to the words, which a stored table
/// (`hasTable`) takes the place of.
[[nodiscard]] ComputedByConfig computedByConfig(const ModelConfig& config,
                                                std::span<const checkpoint::TensorInfo> tensors, bool hasTable);

/// The parts of the above. What cannot be computed is said in `refused`.
void addAlibi(const ModelConfig& config, ComputedByConfig& result);
void addRotary(const ModelConfig& config, ComputedByConfig& result);
void addSinusoid(const ModelConfig& config, ComputedByConfig& result);
void addOffsetSinusoid(const ModelConfig& config, std::span<const checkpoint::TensorInfo> tensors,
                       ComputedByConfig& result);

/// The length of a text that the config names, or 128 with a note.
[[nodiscard]] tables::Index textLength(const ModelConfig& config, std::span<const std::string_view> keys,
                                       std::vector<std::string>& notes);

/// The columns of a head: head_dim, or the width over the number of heads; nothing where the config does not tell.
[[nodiscard]] std::optional<int> headSize(const ModelConfig& config);

/// "bert · rotary", or "rotary" where the family is not known.
[[nodiscard]] std::string titled(std::string_view family, std::string_view what);

} // namespace pescope::encoding
