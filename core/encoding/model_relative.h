// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/encoding/encoding.h"
#include "core/encoding/model_config.h"

#include <optional>
#include <string>
#include <vector>

namespace pescope::encoding {

/// Tensors of one model that hold relative vectors or biases, by the catalogue; read one by one, named together.
class RelativeTensors {
public:
    RelativeTensors(const checkpoint::Checkpoint& source, const ModelConfig& config);

    /// True when the tensor belongs here. Its values are read.
    /// Errors: those of reading; Shape for buckets that the rule cannot use. The tensor is named.
    [[nodiscard]] Result<bool> take(std::size_t tensor);

    /// What was read, in the order of the layers; ids are final when all tensors were taken.
    [[nodiscard]] std::vector<Encoding> encodings() &&;

private:
    [[nodiscard]] Result<Encoding> relativeTable(std::size_t tensor) const;
    [[nodiscard]] Result<Encoding> buckets(std::size_t tensor) const;

    const checkpoint::Checkpoint& m_source;
    const ModelConfig& m_config;
    std::vector<Encoding> m_found;
};

/// Position information that a model computes: rotary encodings and ALiBi, from the config alone.
struct ComputedByConfig {
    std::vector<Encoding> encodings;
    std::string refused; ///< what the config implies and is not there yet, as a phrase; empty: nothing
};
[[nodiscard]] ComputedByConfig computedByConfig(const ModelConfig& config);

} // namespace pescope::encoding
