// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/encoder_config.h"

#include <string>

namespace pescope::bert {

/// Names of one layer's parts, without ".weight" and ".bias".
struct LayerNames {
    std::string query, key, value, attentionOutput, attentionNorm, intermediate, output, outputNorm;
    std::string distances; ///< the whole name
};

/// Where the layer of a group (from 0) has its tensors, behind the model's prefix. Source: the state dicts that
/// transformers 4.57 writes.
[[nodiscard]] LayerNames layerNames(EncoderFamily family, int group);

/// The linear map from the embedding's width to the hidden one; empty: this model has none.
[[nodiscard]] std::string projectionName(const EncoderConfig& config);

} // namespace pescope::bert
