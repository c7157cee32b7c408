// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/encoding/catalogue_relative.h"
#include "core/encoding/encoding.h"
#include "core/encoding/model_config.h"

#include <optional>
#include <string>
#include <vector>

namespace pescope::encoding {

/// A bias table that was read, and what its id is made of when all of them are known.
struct FoundBias {
    Encoding encoding; ///< `layer` is the number of the block in its stage
    std::string stack; ///< "encoder.", "decoder." or empty
    std::optional<int> stage; ///< of models whose blocks are counted from 0 in each stage
    bool sharedWhenAlone = false; ///< a table that stands alone is used by all blocks of its stack
};

/// Reading one tensor of each kind; `tensor` is an index into source.tensors(). Errors: those of reading; Shape for a
/// table that the rule cannot use. The tensor is named.
[[nodiscard]] Result<Encoding> readRelativeTable(const checkpoint::Checkpoint& source, const ModelConfig& config,
                                                 std::size_t tensor, const RelativeTableRule& rule);
[[nodiscard]] Result<Encoding> readDisentangled(const checkpoint::Checkpoint& source, const ModelConfig& config,
                                                std::size_t tensor, const DisentangledRule& rule);
[[nodiscard]] Result<Encoding> readStoredRotary(const checkpoint::Checkpoint& source, const ModelConfig& config,
                                                std::size_t tensor, const StoredRotaryRule& rule);
[[nodiscard]] Result<FoundBias> readBuckets(const checkpoint::Checkpoint& source, const ModelConfig& config,
                                            std::size_t tensor, const BucketRule& rule);
[[nodiscard]] Result<FoundBias> readWindow(const checkpoint::Checkpoint& source, const ModelConfig& config,
                                           std::size_t tensor, const WindowRule& rule);

/// The steps of a positional convolution as vectors by offset. Errors: also Shape where the lengths of its weight norm
/// are missing. O(weights).
[[nodiscard]] Result<Encoding> readConvolution(const checkpoint::Checkpoint& source, const ModelConfig& config,
                                               std::size_t tensor, const ConvolutionRule& rule);

/// The values of a tensor, whatever its axes are; nothing where there is none of that name and number of values.
[[nodiscard]] std::optional<Eigen::RowVectorXd> vectorNamed(const checkpoint::Checkpoint& source,
                                                            const std::string& name, tables::Index length);

/// An encoding with what is known of every stored tensor.
[[nodiscard]] Encoding storedEncoding(const checkpoint::TensorInfo& tensor, const ModelConfig& config);

/// Tensors of one model that meet the logits, by the catalogue; read one by one, named together.
class RelativeTensors {
public:
    RelativeTensors(const checkpoint::Checkpoint& source, const ModelConfig& config);

    /// True when the tensor belongs here. Its values are read.
    [[nodiscard]] Result<bool> take(std::size_t tensor);

    /// What was read, in the order of the layers; ids are final when all tensors were taken.
    [[nodiscard]] std::vector<Encoding> encodings() &&;

private:
    const checkpoint::Checkpoint& m_source;
    const ModelConfig& m_config;
    std::vector<Encoding> m_tables;
    std::vector<FoundBias> m_biases;
};

} // namespace pescope::encoding
