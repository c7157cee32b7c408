// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checkpoint/checkpoint.h"

#include <string>
#include <string_view>

namespace pescope::encoding {

/// What messages call the place where a model's settings stand, and the settings there.
struct ConfigName {
    std::string place = "config.json"; ///< "the metadata of FILE.gguf"
    bool isGguf = false;

    /// "max_position_embeddings" is "context_length" in a GGUF file.
    [[nodiscard]] std::string keyOf(std::string_view configKey) const;
};

[[nodiscard]] ConfigName configName(const checkpoint::Checkpoint& checkpoint);

} // namespace pescope::encoding
